import { RUN_ON } from './addresses.ts';
import { merged } from './spans.ts';
import type { Span } from './spans.ts';

/** Parts of one sentence: a program puts a value there. Sources of patterns with the flag `u`. */
const PLACEHOLDERS = [
  // {{name}}, {{#each items}}, {{< figure src="a" >}}, {!! $name !!}: Mustache, Angular, Vue, Hugo, Blade.
  '\\{\\{\\{?[^{}\\n]{1,200}\\}\\}\\}?',
  '\\{!![^{}\\n]{1,200}!!\\}',
  // ${name}, #{name}, %{name}: JavaScript, Ruby. $t(key), @:key: references to other texts.
  '[$#%]\\{[^{}\\n]{1,200}\\}|[$%]\\[[A-Za-z_][\\w.]{0,60}\\]',
  '\\$t\\([^()\\n]{1,200}\\)',
  '@(?:\\.\\w{1,20})?:(?:\\w[\\w.]{0,100}|\\([^()\\n]{1,100}\\))(?<!\\.)',
  // {$smarty.now|date_format:"%Y"}, { $name }, { -brand }, {name!r}, {}: Smarty, Fluent, Python.
  '\\{\\$[^{}\\n]{1,200}\\}|\\{ ?-?[A-Za-z_][\\w.-]{0,60} ?\\}|\\{ \\$[\\w-]{1,60} \\}',
  '\\{(?:[\\p{L}\\p{N}_.$-]|\\[\\w{1,20}\\]){0,64}(?:![rsa])?(?::[^{}\\s]{1,64})?\\}',
  '\\{![A-Za-z_][\\w.]{0,100}\\}',
  // [1,19], ]1,Inf[: limits of plurals of Laravel and Symfony.
  '(?<=^|\\|)[[\\]](?:-?\\d{1,9}|\\*|-Inf),\\s?(?:-?\\d{1,9}|\\*|\\+?Inf)[[\\]]',
  // *|FNAME|*, [[FirstName]], [[House|, <<First Name>>, «First_Name», ##name##: mails in series, wikis.
  '\\*\\|[^|*\\n]{1,100}\\|\\*',
  '\\[\\[[^\\[\\]\\s|]{1,100}(?:\\]\\]|\\|)|\\[\\[\\$\\{[^{}\\n]{1,100}\\}\\]\\]',
  '<<[A-Za-z_][\\w .-]{0,60}>>|«[A-Za-z]\\w{0,40}(?:_|(?<=[a-z])[A-Z])\\w{0,40}»|##[A-Za-z_]\\w{0,40}##',
  // {0}, {name}, {0:N2}, {date, short}, {price, number, ::currency/EUR .00}: .NET, Python, flat ICU.
  '\\{[\\p{L}\\p{N}_.$-]{1,64}(?:(?:, ?|:)[^{}\\s]{1,64}){0,2}\\}',
  '\\{\\s?[\\w.-]{1,64}\\s?,\\s?(?:number|date|time|spellout|ordinal|duration|list)\\b[^{}\\n]{0,100}\\}',
  // {\an8}, {\i1}: Advanced SubStation Alpha.
  '\\{\\\\[^{}\\n]{1,100}\\}',
  // %<price>.2f, %*d, %n: Ruby, C, Nextcloud.
  '%<\\w{1,40}>[-+#0 ]{0,3}\\d{0,4}(?:\\.\\d{1,3})?[A-Za-z]?(?![\\p{L}\\p{N}])',
  '%[-+#0]{0,3}(?:\\*|\\d{1,4})?\\.?\\*[diouxXeEfFgGs](?![\\p{L}\\p{N}_])|(?<![\\p{N}%]|\\p{N}[ \\u00a0\\u202f])%n(?![\\p{L}\\p{N}_])',
  // %s, %1$d, %(count)d, %.2f, %@: C, Python, Objective-C. Not "50 % discount", "100%de", "50%-a", "100%A股".
  `%(?!(?<=\\p{N}%)-)(?:\\d{1,2}\\$|\\([\\w.]{1,64}\\))?[-+#0]{0,3}\\d{0,4}(?:\\.\\d{1,3})?(?:hh|h|ll|l|q|j|z|t|L)?[diouxXeEfFgGcrsaA@](?:(?![\\p{L}\\p{N}_])|(?<!\\p{N}%.)(?=${RUN_ON}))`,
  // %1$#@files@: the place of a plural in Apple's dictionaries.
  '%(?:\\d{1,2}\\$)?#@\\w{1,60}@',
  '[$%]\\([A-Za-z_][\\w.]{0,60}\\)',
  // %I%p, %Y%m%d: times in C, Ruby, Python.
  '(?:%[-_^]?[A-Za-z]){2,9}(?![\\p{L}\\p{N}%])',
  // %NAME%, %%First Name%%: Windows, Symfony, mails in series. %%: a literal per cent sign.
  '%%[A-Za-z_][\\w .-]{0,60}(?<! )%%|%[A-Za-z_][\\w.]{0,63}%',
  '%%',
  // %name, %(name): Drupal, logs. Not the "%de" of "50 %de".
  '(?<![\\p{L}\\p{N}%]|\\p{N}[ \\u00a0\\u202f])%[A-Za-z_]\\w{1,40}(?![\\p{L}\\p{N}%])',
  // %B, %-I, %H:%M: the same. Not the "%B" of "50 %B".
  '%(?<![\\p{L}\\p{N}%]%|\\p{N}[ \\u00a0\\u202f]%)[-_^]?[A-Za-z](?![\\p{L}\\p{N}])',
  // $name, $user_id, $!item.name, $HOME/a: PHP, Velocity, shells. Not the sign in US$ or in A$AP.
  '(?<![\\p{L}\\p{N}$])\\$!?(?:[A-Za-z_]\\w{1,40}|[A-Za-z](?=\\.[a-z_]))(?:\\$(?![\\p{L}\\p{N}])|(?:\\.[a-z_]\\w{0,40}){1,6}(?:\\(\\))?|(?:/[\\w.-]{1,64}){1,12}(?<!\\.))?',
  // !name: Drupal.
  '(?<![^\\s("\'])![a-z][a-z\\d_-]{1,40}(?![\\p{L}\\p{N}!])',
  // :name, :count: Laravel, SQL, routes; :smile:. Not Nutzer:innen, re:payment, 10:30, ":)" or "a::b".
  '(?<![\\p{L}\\p{N}\\p{M}:.)\\]}"’”?]):(?:[a-z\\d_+-]{2,40}:(?![\\p{L}\\p{N}:])|[A-Za-z_][A-Za-z\\d_]{1,40}(?![\\p{L}\\p{N}\\p{M}:(/]))',
  // #RedCar: of networks.
  '(?<![\\p{L}\\p{N}&#/._-])#[\\p{L}_][\\p{L}\\p{N}_]{1,60}(?![\\p{L}\\p{N}-])',
  // @lang('home.title'), __('home.title'): Laravel.
  "@[a-zA-Z]{2,20}\\([^()\\n]{0,200}\\)|(?<![\\p{L}\\p{N}_])__\\('[^'()\\n]{1,200}'\\)",
  // .nav-item--active: classes of style sheets.
  '(?<![\\p{L}\\p{N}.)\\]])\\.[a-z][a-z\\d]{0,30}(?:[-_]{1,2}[a-z\\d]{1,30}){1,6}(?![\\p{L}\\p{N}])',
  // __count__, @name: Django's and others' names of values, accounts of networks.
  '(?<![\\p{L}\\p{N}_])__[A-Za-z\\d](?:[\\w.-]{0,60}[A-Za-z\\d])?__(?![\\p{L}\\p{N}_])',
  '(?<![\\p{L}\\p{N}_@./])@[A-Za-z_]\\w{1,40}(?![\\p{L}\\p{N}@])',
  // \n, \r\n, \t, \N, \u00e9 as resource files and subtitles write them. Not a folder of C:\new.
  '(?<!\\\\|[A-Za-z]:[^\\s"]{0,60})(?:\\\\(?:[nrtN]|h(?![a-z])|u[\\dA-Fa-f]{4}))+',
];

/** HTML and XML tags and references written as text; FreeMarker tags; WebVTT times and voices. */
const MARKUP =
  '</?[#@]?[A-Za-z][\\w:.-]{0,60}(?:\\s[^<>]{0,400})?/?>|<(?:\\d{1,3}:)?\\d\\d:\\d\\d\\.\\d{3}>|&(?:[A-Za-z]{2,31}|#\\d{1,7}|#x[\\dA-Fa-f]{1,6});';

const DIRECTIVES =
  'if|else if|elseif|unless|isset|empty|auth|guest|can|cannot|foreach|forelse|for|while|switch|case|include|includeIf|extends|section|yield|component|slot|push|stack|choice|lang|json|class|error|env|defer|let';

/** Statements between texts: no word moves from one side to the other. */
const STATEMENTS = [
  // <!DOCTYPE>, <![CDATA[.
  '<!(?:DOCTYPE|doctype)[^<>]{0,400}>|<!\\[CDATA\\[|\\]\\]>',
  // {if $x}, {foreach $a as $b}, {/if}: Smarty.
  '\\{(?:if|elseif|foreach|for|while|section|include|assign|capture|block|extends|function|call)\\s[^{}\\n]{0,200}[$=][^{}\\n]{0,200}\\}',
  '\\{(?:/(?:if|foreach|for|while|section|capture|block|function|strip|literal|nocache)|else|foreachelse|elseif|strip|literal)\\}',
  // @if (user.isLoggedIn) {, } @else {, @foreach ($users as $user), @endif: Blade, Angular, Razor.
  `(?:\\} ?)?(?<![\\p{L}\\p{N}_@./])@(?:${DIRECTIVES})\\s?\\((?:[^()\\n]|\\((?:[^()\\n]|\\([^()\\n]{0,100}\\)){0,100}\\)){0,200}\\)(?: ?\\{)?`,
  '(?:\\} ?)?(?<![\\p{L}\\p{N}_@./])@(?:else(?: if)?|default|empty|placeholder|loading|error|auth|guest|csrf|php|verbatim|production|parent|stop|show|end[a-z]{2,15})(?![\\p{L}\\p{N}])(?: ?\\{)?',
  // #foreach($a in $b), #else, #end: Velocity.
  '#(?:if|elseif|foreach|set|include|parse|macro)\\s?\\((?:[^()\\n]|\\([^()\\n]{0,100}\\)){0,200}\\)|#\\{?(?:else|end)\\}?(?![\\p{Ll}\\p{N}])',
  // {$count ->, [one], *[other]: Fluent.
  '\\{\\s?\\$[\\w-]{1,60}\\s?->|(?<=^\\s{0,20}|\\n\\s{0,20})(?:\\*\\[\\w{1,40}\\]|\\[(?:zero|one|two|few|many|other|male|female|masculine|feminine|neuter)\\])(?=\\s)',
  // 00:00:01.000 --> 00:00:04.000 align:start: WebVTT, SubRip.
  '(?:\\d{1,3}:)?\\d{1,2}:\\d\\d[.,]\\d{1,3}[ \\t]{1,9}-->[ \\t]{1,9}(?:\\d{1,3}:)?\\d{1,2}:\\d\\d[.,]\\d{1,3}(?:[ \\t]{1,9}[A-Za-z\\d]{1,20}:[^\\s]{1,40}){0,9}',
  '^\\ufeff?WEBVTT(?=$|\\s)',
];

export const TEMPLATES = [...STATEMENTS, ...PLACEHOLDERS, MARKUP];

/** One of these occurs in whatever TEMPLATES match. */
export const TEMPLATE_SIGN =
  '[@%{}<&«]|\\*\\||\\[\\[|#[\\p{L}_{#]|(?:^|[\\s("\'])![a-z]|[[\\]](?:-?\\d{1,9}|\\*|-Inf),|\\*\\[\\w|(?:^|\\n)\\s{0,20}\\[[a-z]|(?:^|[^\\p{L}\\p{N}.)\\]])\\.[a-z]|__\\(|\\\\[nrtNhu]|\\$(?:[A-Za-z_!([]|t\\()|(?:^|[^\\p{L}\\p{N}]):[A-Za-z_\\d+-]|__[A-Za-z\\d]|-->|^\\ufeff?WEBVTT|\\]\\]>';

/** How code in templates, scripts in pages and comments begin and end. */
const ENCLOSED: readonly (readonly [begin: RegExp, end: string])[] = [
  [/\{%/g, '%}'],
  [/\{#(?=[-\s])/g, '#}'],
  [/<%/g, '%>'],
  [/<\?(?:php|xml|=|\s|$)/g, '?>'],
  [/<!--/g, '-->'],
];
const MAX_STATEMENT = 2_000;

/** `{% if %}`, `{# … #}`, `<% %>`, `<?php ?>`, `<!-- -->`. An unclosed one ends with its line. */
export function statementSpans(text: string): Span[] {
  return ENCLOSED.reduce<Span[]>((spans, [begin, end]) => merged(spans, enclosedSpans(text, begin, end)), []);
}

function enclosedSpans(text: string, begin: RegExp, end: string): Span[] {
  const spans: Span[] = [];
  begin.lastIndex = 0;
  let close = -1;
  for (let found = begin.exec(text); found;) {
    const start = found.index;
    const inside = start + found[0].length;
    found = begin.exec(text);
    if (close < inside && close !== Infinity) close = orInfinity(text.indexOf(end, inside));
    const isClosed = close - start < MAX_STATEMENT && !(found && found.index < close);
    const stop = isClosed
      ? close + end.length
      : Math.min(orInfinity(text.indexOf('\n', inside)), text.length);
    spans.push({ start, end: stop });
    while (found && found.index < stop) found = begin.exec(text);
  }
  return spans;
}

function orInfinity(index: number): number {
  return index === -1 ? Infinity : index;
}

/** Elements that begin a new line in a page, and separate items in a table, a list or a form. */
const BLOCK_ELEMENTS =
  'address|article|aside|blockquote|body|br|button|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hgroup|hr|html|iframe|legend|li|link|main|menu|meta|nav|noscript|object|ol|optgroup|option|p|param|pre|script|search|section|select|source|style|summary|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|track|ul|video';
const WALL = new RegExp(
  [
    // A tag that gives a value, as {{ name }} and <%= name %> do, is a word of its sentence.
    '^(?:\\{%|\\{#[-\\s]|<%(?!=|-\\s?=)|<\\?(?!=)|<!|\\]\\]>$)',
    '^\\{\\{[-~]?\\s?(?:[#/^!>]|else\\b|<|%)',
    `^(?:\\} ?)?@(?:(?:end|else)[a-z]{0,15}|(?:${DIRECTIVES})(?=\\s?\\()|(?:default|empty|placeholder|loading|error|auth|guest|stop|show)(?: ?\\{)?$)`,
    '^#\\{?(?:if|elseif|foreach|set|include|parse|macro|else|end)(?![\\p{L}\\p{N}])',
    '^\\{\\s?\\$[\\w-]{1,60}\\s?->$|^\\*?\\[(?:zero|one|two|few|many|other|male|female|masculine|feminine|neuter)\\]$|^\\*\\[\\w{1,40}\\]$',
    '^\\[/?(?:vc|et_pb|fusion|su|av|elementor)_',
    '^\\{(?:/|if\\s|else|foreach|for\\s|while\\s|section\\s|include\\s|assign\\s|capture\\s|block\\s|extends\\s|strip\\}|literal\\})',
    `^</?(?:${BLOCK_ELEMENTS})(?=[\\s/>])`,
    '^</?[#@]|-->|WEBVTT$',
    '^\\[(?:\\*|/?(?:list|gallery|caption|playlist|embed|quote|code|center|left|right|table|tr|td|th|li|ul|ol|hr|br|spoiler|h[1-6])\\b)',
  ].join('|'),
  'iu',
);

/** `\n` ends a line, `\t` a column; subtitles break sentences with `\N`. */
const LINE_END = /^\\(?:[nrt]|u000[ad])/u;

/** Whether an untouchable separates texts: a statement of a template, a tag of a block, the end of a line. */
export function isBetweenTexts(untouchable: string): boolean {
  return WALL.test(untouchable) || LINE_END.test(untouchable);
}
