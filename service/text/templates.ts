import { RUN_ON } from './addresses.ts';
import { merged } from './spans.ts';
import type { Span } from './spans.ts';

/** Parts of one sentence: a program puts a value there. Sources of patterns with the flag `u`. */
const PLACEHOLDERS = [
  // {{name}}, {{#each items}}, {{< figure src="a" >}}, {!! $name !!}: Mustache, Angular, Vue, Hugo, Blade.
  '\\{\\{\\{?[^{}\\n]{1,200}\\}\\}\\}?',
  '\\{!![^{}\\n]{1,200}!!\\}',
  // ${name}, #{name}, %{name}: JavaScript, Ruby. $t(key), @:key: references to other texts.
  '[$#%]\\{[^{}\\n]{1,200}\\}',
  '\\$t\\([^()\\n]{1,200}\\)',
  '@(?:\\.\\w{1,20})?:(?:\\w[\\w.]{0,100}|\\([^()\\n]{1,100}\\))(?<!\\.)',
  // {0}, {name}, {0:N2}, {date, short}, {price, number, ::currency/EUR .00}: .NET, Python, flat ICU.
  '\\{[\\p{L}\\p{N}_.$-]{1,64}(?:(?:, ?|:)[^{}\\s]{1,64}){0,2}\\}',
  '\\{\\s?[\\w.-]{1,64}\\s?,\\s?(?:number|date|time|spellout|ordinal|duration|list)\\b[^{}\\n]{0,100}\\}',
  // {\an8}, {\i1}: Advanced SubStation Alpha.
  '\\{\\\\[^{}\\n]{1,100}\\}',
  // %s, %1$d, %(count)d, %.2f, %@: C, Python, Objective-C. Not "50 % discount", "100%de", "50%-a", "100%A股".
  `%(?!(?<=\\p{N}%)-)(?:\\d{1,2}\\$|\\([\\w.]{1,64}\\))?[-+#0]{0,3}\\d{0,4}(?:\\.\\d{1,3})?(?:hh|h|ll|l|q|j|z|t|L)?[diouxXeEfFgGcrsaA@](?:(?![\\p{L}\\p{N}_])|(?<!\\p{N}%.)(?=${RUN_ON}))`,
  // %NAME%: Windows, Symfony. %%: a literal per cent sign.
  '%[A-Za-z_][\\w.]{0,63}%',
  '%%',
  // %name, %(name): Drupal, logs. Not the "%de" of "50 %de".
  '(?<![\\p{L}\\p{N}%]|\\p{N}[ \\u00a0\\u202f])%[A-Za-z_]\\w{1,40}(?![\\p{L}\\p{N}%])',
  // $name, $user_id: PHP, shells. Not the sign in US$ or in A$AP.
  '(?<![\\p{L}\\p{N}$])\\$[A-Za-z_]\\w{1,40}',
  // :name, :count: Laravel, SQL, routes; :smile:. Not Nutzer:innen, re:payment, 10:30, ":)" or "a::b".
  '(?<![\\p{L}\\p{N}\\p{M}:.)\\]}"’”]):(?:[a-z\\d_+-]{2,40}:(?![\\p{L}\\p{N}:])|[A-Za-z_][A-Za-z\\d_]{1,40}(?![\\p{L}\\p{N}\\p{M}:(/]))',
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

/** Statements between texts: no word moves from one side to the other. */
const STATEMENTS = [
  // <!DOCTYPE>, <![CDATA[.
  '<!(?:DOCTYPE|doctype)[^<>]{0,400}>|<!\\[CDATA\\[|\\]\\]>',
  // {if $x}, {foreach $a as $b}, {/if}: Smarty.
  '\\{(?:if|elseif|foreach|for|while|section|include|assign|capture|block|extends|function|call)\\s[^{}\\n]{0,200}[$=][^{}\\n]{0,200}\\}',
  '\\{(?:/(?:if|foreach|for|while|section|capture|block|function|strip|literal|nocache)|else|foreachelse|elseif|strip|literal)\\}',
  // 00:00:01.000 --> 00:00:04.000 align:start: WebVTT, SubRip.
  '(?:\\d{1,3}:)?\\d{1,2}:\\d\\d[.,]\\d{1,3}[ \\t]{1,9}-->[ \\t]{1,9}(?:\\d{1,3}:)?\\d{1,2}:\\d\\d[.,]\\d{1,3}(?:[ \\t]{1,9}[A-Za-z\\d]{1,20}:[^\\s]{1,40}){0,9}',
  '^\\ufeff?WEBVTT(?=$|\\s)',
];

export const TEMPLATES = [...STATEMENTS, ...PLACEHOLDERS, MARKUP];

/** One of these occurs in whatever TEMPLATES match. */
export const TEMPLATE_SIGN =
  '[@%{}<&]|(?:^|[^\\p{L}\\p{N}.)\\]])\\.[a-z]|__\\(|\\\\[nrtNhu]|\\$(?:[A-Za-z_]|t\\()|(?:^|[^\\p{L}\\p{N}]):[A-Za-z_\\d+-]|__[A-Za-z\\d]|-->|^\\ufeff?WEBVTT|\\]\\]>';

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
    '^\\{\\{[-~]?\\s?(?:[#/^]|else\\b|<|%)',
    '^\\{(?:/|if\\s|else|foreach|for\\s|while\\s|section\\s|include\\s|assign\\s|capture\\s|block\\s|extends\\s|strip\\}|literal\\})',
    `^</?(?:${BLOCK_ELEMENTS})(?=[\\s/>])`,
    '^</?[#@]|-->|WEBVTT$',
    '^\\[(?:\\*|/?(?:list|gallery|caption|playlist|embed|quote|code|center|left|right|table|tr|td|th|li|ul|ol|hr|br|spoiler|h[1-6])\\b)',
  ].join('|'),
  'iu',
);

/** Whether an untouchable separates texts: a statement of a template, a tag of a block. */
export function isBetweenTexts(untouchable: string): boolean {
  return WALL.test(untouchable);
}
