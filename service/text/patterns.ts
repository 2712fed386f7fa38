/**
 * What in a running text no engine may touch: it must come back letter for letter. Every quantifier is bounded or
 * runs over a class that cannot match what follows it, so that no text makes matching slower than linear.
 */

/** Letters of scripts whose words follow a name in Latin letters without a space: `support@example.com获取`, `example.com에서`. */
const RUN_ON =
  '[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}]';
/** Behind the slash that ends a host they are a particle or a verb as often as a path; Han and Thai may begin one. */
const RUN_ON_HOST = '(?=[\\p{sc=Hira}\\p{sc=Hang}])(?<=(?:://|www\\.)[^\\s/]{1,253}/)';

/**
 * Ends at white space, quotes, angle brackets, a dash and the punctuation of scripts that write no spaces, and before their words; after a
 * million signs as well, since V8 remembers each on its stack, and gives up after some more.
 */
const URL_REST = `(?:(?!(?<=[A-Za-z\\d])${RUN_ON}|${RUN_ON_HOST})[^\\s<>"\`“”„«»「」、。，；：！？（）—\\u200b]){1,1000000}`;
const URL = `(?<![A-Za-z\\d])(?:(?:https?|ftps?|sftp|ssh|git|wss?|file)://|mailto:|tel:\\+?(?=\\d)|www\\.(?=[\\p{L}\\p{N}]))${URL_REST}`;

const EMAIL = `(?:(?!${RUN_ON})[\\p{L}\\p{N}._%+-]){1,64}@(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?\\.){1,8}(?:(?!${RUN_ON})\\p{L}){2,63}`;

const PLACEHOLDERS = [
  // {{name}}, {{#each items}}: Mustache, Handlebars, Angular, Vue.
  '\\{\\{\\{?[^{}\\n]{1,200}\\}\\}\\}?',
  // ${name}, #{name}, %{name}: JavaScript, Ruby.
  '[$#%]\\{[^{}\\n]{1,200}\\}',
  // {0}, {name}, {0:N2}, {date, short}: .NET, Python, ICU without nesting.
  '\\{[\\p{L}\\p{N}_.$-]{1,64}(?:(?:, ?|:)[^{}\\s]{1,64}){0,2}\\}',
  // %s, %1$d, %(count)d, %.2f, %@: C, Python, Objective-C. Not the "% d" of "50 % discount" nor of "100%de", "50%-a" and "100%A股".
  `%(?!(?<=\\p{N}%)-)(?:\\d{1,2}\\$|\\([\\w.]{1,64}\\))?[-+#0]{0,3}\\d{0,4}(?:\\.\\d{1,3})?(?:hh|h|ll|l|q|j|z|t|L)?[diouxXeEfFgGcrsaA@](?:(?![\\p{L}\\p{N}])|(?<!\\p{N}%.)(?=${RUN_ON}))`,
  // %NAME%: Windows, Symfony. %%: a literal per cent sign.
  '%[A-Za-z_][\\w.]{0,63}%',
  '%%',
  // $name, $user_id: PHP, shells. Not what stands in US$ nor in A$AP.
  '(?<![\\p{L}\\p{N}$])\\$[A-Za-z_]\\w{1,40}',
  // \n, \r\n, \t as resource files write breaks. Not a folder of C:\new.
  '(?<!\\\\|[A-Za-z]:[^\\s"]{0,60})(?:\\\\[nrt])+',
];

/** Code between back quotes, as in Markdown. */
const INLINE_CODE = '``[^`\\n]{1,200}``|`[^`\\n]{1,200}`';

/** HTML and XML tags and character references written in the text itself. */
const MARKUP =
  '</?[A-Za-z][\\w:.-]{0,60}(?:\\s[^<>]{0,400})?/?>|&(?:[A-Za-z]{2,31}|#\\d{1,7}|#x[\\dA-Fa-f]{1,6});';

const ALL = new RegExp([INLINE_CODE, URL, EMAIL, ...PLACEHOLDERS, MARKUP].join('|'), 'gu');
/** One of these occurs in whatever ALL matches: most segments are let through without running it. */
const ANY_SIGN = /[@%{}`<&]|\\[nrt]|\$[A-Za-z_]|:\/\/|www\.|mailto:|tel:/;

export interface Span {
  readonly start: number;
  readonly end: number;
}

const START = '(?<![\\p{L}\\p{N}])';
const END = '(?![\\p{L}\\p{N}])';

/** What is said of a current. */
const WITH_AMPERE =
  'AC|DC|fuses?|circuits?|breakers?|relays?|suppl(?:y|ies)|chargers?|sockets?|plugs?|switch(?:es)?|max(?:imum)?|peak|continuous';
/** What goes before the number of a current. */
const OF_AMPERE =
  '[Aa]n?|[Tt]he|of|to|at|by|than|with|each|every|most|least|max(?:imum)?|min(?:imum)?|is|are|draws?|takes?|needs?|uses?|gives?|rated';
/** Of what there are several that letters tell apart. */
const OF_LETTERS =
  '[Gg]roup|[Cc]lass|[Tt]ype|[Ff]igure|[Aa]ppendix|[Ss]ection|[Oo]ption|[Tt]able|[Aa]nnex|[Pp]art|[Ss]tep|[Cc]ategory|[Cc]olumn|[Rr]ow|[Pp]oint|[Ii]tem|[Pp]aragraph|[Ll]evel|[Vv]ariant|[Vv]itamin|[Hh]epatitis';

/**
 * Names of things that are no words, though an engine finds words in them: the article in `N/A` and `3-3A`, the network in
 * `.NET`. A letter or digit run by itself (`B12`, `A4`) is left to the engine, which knows no better word for it.
 */
const NAMES = [
  // N/A, I/O, n/a.
  `${START}(?:[A-Z](?:/[A-Z]){1,3}|n/a)${END}`,
  // 3-3A, ISO-9001, A.1.2: capitals and digits in parts.
  `${START}(?=[A-Z./-]{0,20}\\d)(?=[\\d./-]{0,20}[A-Z])[A-Z\\d]{1,12}(?:[-./][A-Z\\d]{1,12}){1,6}[a-z]?${END}`,
  // 3A, 12b. Not the decade of 1990s, the century of 19e, the hour of 8h: words to a reader of French or Dutch.
  `${START}\\d{1,6}(?![seh])[A-Za-z]${END}`,
  // (a), (iv), (2b), behind a number too (4.2(a), 3(1)(b)), and a) without its bracket. Not the ending of Item(s), nor (s)he.
  '(?<!\\p{L})\\((?![Ss]\\)he)(?:[A-Za-z]|[ivx]{2,5}|[IVX]{2,5}|\\d{1,3}[A-Za-z])\\)',
  '(?<=^|\\s)[A-Za-z]\\)',
  // A. at the start of a text, Option A at its end or before a sign. Not the beginning of U.S. nor the drive of C:\a.
  '^[A-Za-z]\\.(?=\\s)',
  '(?<=[\\p{L}\\p{N}]\\s)[A-HJ-Z](?=$|[,;)\\]]|:(?!\\\\)|\\.(?!\\p{L}))',
  // An A that is no article: row A is, A-level, A. Smith, Q&A.
  '(?<=\\p{Ll} )A(?= \\p{Ll})',
  '(?<![\\p{L}\\p{N}.])A(?=-|\\. ?\\p{Lu})',
  `${START}(?:[A-Z] ?& ?A|A ?& ?[A-Z])${END}`,
  // A 10 A cable, up to 10 A at once: ampere. Not the article of Chapter 1 A new approach, nor of 1999 A company.
  `(?<=(?<!\\p{L})(?:${OF_AMPERE}) \\d{1,3}(?:[.,]\\d{1,3})? )A(?= \\p{Ll})`,
  `(?<=(?:^|\\P{N})\\d{1,4}(?:[.,]\\d{1,3})? )A(?= (?:${WITH_AMPERE})${END})`,
  // Group a, Table a. Sales. An article has a word behind it.
  `(?<=(?:${OF_LETTERS})s? )a(?=$|[.,;:)\\]]| (?:and|or|to|is|are|was|were|has|have) )`,
  // a-b, x<y. Not the letters of the French a-t-il, nor the verbs of the Romanian s-a, n-a, v-o.
  "(?<![\\p{L}\\p{N}'’-])(?![CcDdIiLlMmNnSsVv]-[ao])[A-Za-z][-<>=+*][A-Za-z](?![\\p{L}\\p{N}'’-])",
  // od:repeat, xs:string: names with a prefix.
  `(?<![\\p{L}\\p{N}:.@/-])(?:[a-z]{1,2}|xsl|xsd|xml|rdf|owl|svg):[A-Za-z][\\w-]{1,40}(?![\\p{L}\\p{N}:/])`,
  // .NET, ASP.NET, C++, C#, VC++.
  `(?<![\\p{L}\\p{N}.])[A-Z]{0,8}\\.[A-Z][A-Za-z]{1,10}${END}`,
  `${START}[A-Z]{1,8}(?:\\+\\+|#)${END}`,
  // US$, A$: dollars.
  `${START}(?:US|AU?|CA?|NZ|HK|NT|MX|S|R)\\$(?!\\p{L})`,
  // package.json, Node.js.
  '(?<![\\w.-])[\\w-]{1,64}(?:\\.[\\w-]{1,64}){0,6}\\.(?:docx?|xlsx?|pptx?|pdf|txt|csv|json|ya?ml|xml|html?|css|js|ts|py|rb|java|cpp|sh|exe|dll|zip|tar|gz|png|jpe?g|gif|svg|ini|conf|log|sql|md)(?![\\w-])',
  // snake_case, --option, /usr/bin, /items[1]/item.
  '(?<!\\w)[A-Za-z\\d]{1,40}(?:_[A-Za-z\\d]{1,40}){1,10}(?!\\w)',
  '(?<=^|\\s)--[a-z][\\w-]{1,40}',
  '(?<![\\w/.])(?:[A-Za-z]:\\\\|~?/)[\\w.-]{1,64}(?:\\[\\d{1,4}\\])?(?:[/\\\\][\\w.-]{1,64}(?:\\[\\d{1,4}\\])?){1,12}(?<!\\.)',
];
const ALL_NAMES = new RegExp(NAMES.join('|'), 'gu');
/** One of these occurs in whatever ALL_NAMES matches, in the order of NAMES; few texts have one. */
const NAME_SIGN = new RegExp(
  [
    '[A-Z\\d][-./][A-Z\\d]|n/a|\\d[A-Za-z]',
    '\\(\\w{1,5}\\)|(?:^|\\s)[A-Za-z](?:\\)|\\.\\s)|\\s[A-HJ-Z](?:$|[.,;:)\\]])',
    ' A |(?:^|[^A-Za-z\\d.])A[-.]|[A-Z] ?& ?[A-Z]',
    '\\p{L} a(?:$|[.,;:)\\]]| (?:and|or|to|is|are|was|were|has|have) )',
    "(?:^|[^\\p{L}\\p{N}'’-])[A-Za-z][-<>=+*][A-Za-z](?:$|[^\\p{L}\\p{N}'’-])|[a-z]:[A-Za-z]",
    '\\.[A-Z][A-Za-z]|[A-Z](?:\\+\\+|#|\\$)|[\\w-]\\.[a-z]|\\w_\\w',
    '\\s--[a-z]|^--[a-z]|[A-Za-z]:\\\\|(?:^|[^\\w/.])/[\\w.-]',
  ].join('|'),
  'u',
);

/** Whether plain text may have parts that are to come back exactly. */
export function mayHaveUntouchables(plain: string): boolean {
  return ANY_SIGN.test(plain);
}

/** The parts of plain text that are names of things, in order. */
export function nameSpans(plain: string): Span[] {
  if (!NAME_SIGN.test(plain)) return [];
  return Array.from(plain.matchAll(ALL_NAMES), ({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
}

/** The parts of plain text that are to come back exactly, in order, none overlapping another. */
export function untouchableSpans(plain: string): Span[] {
  if (!mayHaveUntouchables(plain)) return [];
  const spans: Span[] = [];
  for (const match of plain.matchAll(ALL)) {
    const kept = withoutSentenceEnd(match[0]);
    spans.push({ start: match.index, end: match.index + kept.length });
  }
  return spans;
}

/** A URL at the end of a sentence or in parentheses leaves the full stop or the closing bracket to the sentence. */
function withoutSentenceEnd(matched: string): string {
  if (!/^(?:[a-z]+:|www\.)/i.test(matched)) return matched;
  const surplus = new Map(
    Object.entries(OPENING).map(([close, open]) => [close, excess(matched, close, open)]),
  );
  let end = matched.length;
  for (; end > 1; end--) {
    const last = matched[end - 1]!;
    const unopened = surplus.get(last) ?? 0;
    if (unopened > 0) surplus.set(last, unopened - 1);
    else if (!/[.,;:!?'’*_]/.test(last)) break;
  }
  return matched.slice(0, end);
}

const OPENING: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** How many more of `close` there are than of `open`. */
function excess(text: string, close: string, open: string): number {
  return text.split(close).length - text.split(open).length;
}
