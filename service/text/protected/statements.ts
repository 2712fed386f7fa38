import { anyOf } from './syntax.ts';
import type { Syntax } from './syntax.ts';

/** UTF-16 units of a statement that closes; an unclosed one ends with its line. */
const MAX_STATEMENT = 2_000;

/** From its beginning to its end without another beginning between; or to the end of the line. */
function enclosed(begin: string, next: string, end: string): string {
  return `${begin}(?:(?:(?!${next}|${end})[^]){0,${MAX_STATEMENT}}${end}|[^\\n]{0,1000000})`;
}

/** Brackets in brackets, three deep. */
const ARGUMENTS = '\\((?:[^()\\n]|\\((?:[^()\\n]|\\([^()\\n]{0,100}\\)){0,100}\\)){0,200}\\)';

const BLADE =
  'if|else if|elseif|unless|isset|empty|auth|guest|can|cannot|foreach|forelse|for|while|switch|case|include|includeIf|extends|section|yield|component|slot|push|stack|choice|lang|json|class|error|env|defer|let';

const FLUENT_VARIANT = 'zero|one|two|few|many|other|male|female|masculine|feminine|neuter';

/** Elements that begin a new line in a page, and separate items in a table, a list or a form. */
const BLOCK_ELEMENTS =
  'address|article|aside|blockquote|body|br|button|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hgroup|hr|html|iframe|legend|li|link|main|menu|meta|nav|noscript|object|ol|optgroup|option|p|param|pre|script|search|section|select|source|style|summary|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|track|ul|video';

/** No other language of templates has these. */
export const VELOCITY = /#(?:if|elseif|foreach|set|macro)\s?\([^()\n]{0,100}\$/u;

const CUE_TIME = '(?:\\d{1,3}:)?\\d{1,2}:\\d\\d[.,]\\d{1,3}';

/** Statements of templates and markup written as text. */
export const STATEMENTS: readonly Syntax[] = [
  {
    id: 'template-value',
    spec: 'PHP short echo tags, ERB and JSP expressions',
    kind: 'word',
    from: 'prose',
    sign: /<[?%]/u,
    pattern: anyOf(enclosed('<\\?=', '<\\?', '\\?>'), enclosed('<%-?\\s?=', '<%', '%>')),
    examples: ['<?= $x ?>', '<%= name %>'],
    prose: ['a < b'],
  },
  {
    id: 'template-statement',
    spec: 'Jinja, Liquid and Twig statements and comments; PHP, ERB and JSP tags; comments of HTML',
    kind: 'wall',
    from: 'prose',
    sign: /\{[%#]|<[%?!]/u,
    pattern: anyOf(
      enclosed('\\{%', '\\{%', '%\\}'),
      enclosed('\\{#(?=[-\\s])', '\\{#[-\\s]', '#\\}'),
      enclosed('<%', '<%', '%>'),
      enclosed('<\\?(?:php|xml|\\s|$)', '<\\?', '\\?>'),
      enclosed('<!--', '<!--', '-->'),
    ),
    examples: [
      '{% for car in cars %}',
      '{%- if a -%}',
      '{#- no #}',
      '<% if (a > b) { %>',
      '<?php echo $a->b; ?>',
      '<!-- no b > c -->',
      'The car ⟦{% if open⟧',
    ],
    prose: ['{ 5 % }', 'a <- b'],
  },
  {
    id: 'declaration',
    spec: 'XML 1.0, 2.7 CDATA and 2.8 doctypes',
    kind: 'wall',
    from: 'prose',
    sign: /<!|\]\]>/u,
    pattern: String.raw`<!(?:DOCTYPE|doctype)[^<>]{0,400}>|<!\[CDATA\[|\]\]>`,
    examples: ['<!DOCTYPE html>', '<![CDATA[', ']]>'],
    prose: ['<!no'],
  },
  {
    id: 'smarty',
    spec: 'Smarty built-in functions',
    kind: 'wall',
    from: 'prose',
    sign: /\{/u,
    pattern: anyOf(
      '\\{(?:if|elseif|foreach|for|while|section|include|assign|capture|block|extends|function|call)\\s[^{}\\n]{0,200}[$=][^{}\\n]{0,200}\\}',
      '\\{(?:/(?:if|foreach|for|while|section|capture|block|function|strip|literal|nocache)|else|foreachelse|elseif|strip|literal)\\}',
    ),
    examples: ['{if $open}', '{else}', '{/if}', '{foreach $a as $b}'],
    prose: ['{if it is}'],
  },
  {
    id: 'blade',
    spec: 'Laravel Blade directives; control flow of Angular and Razor',
    kind: 'wall',
    from: 'prose',
    sign: /@/u,
    pattern: anyOf(
      `(?:\\} ?)?(?<![\\p{L}\\p{N}_@./])@(?:${BLADE})\\s?${ARGUMENTS}(?: ?\\{)?`,
      '(?:\\} ?)?(?<![\\p{L}\\p{N}_@./])@(?:else(?: if)?|default|empty|placeholder|loading|error|auth|guest|csrf|php|verbatim|production|parent|stop|show|end[a-z]{2,15})(?![\\p{L}\\p{N}])(?: ?\\{)?',
    ),
    examples: ['@if (user.isNew()) {', '} @else {', '@endif', '@foreach ($users as $user)'],
    prose: ['me@else.where'],
  },
  {
    id: 'velocity',
    spec: 'Velocity directives',
    kind: 'wall',
    from: 'prose',
    sign: /#/u,
    pattern: String.raw`#(?:if|elseif|foreach|set|include|parse|macro)\s?\((?:[^()\n]|\([^()\n]{0,100}\)){0,200}\)`,
    examples: ['#foreach($a in $b)', '#set ($a = 1)'],
    prose: ['#if it is so (then)'],
  },
  {
    id: 'velocity-word',
    spec: 'Velocity directives without arguments',
    kind: 'wall',
    from: ['evidence'],
    sign: /#/u,
    pattern: String.raw`#\{?(?:else|end)\}?(?![\p{Ll}\p{N}])`,
    sure: VELOCITY,
    examples: ['#else', '#end', '#{end}'],
    prose: ['#ending'],
  },
  {
    id: 'fluent',
    spec: 'Project Fluent selectors',
    kind: 'wall',
    from: 'prose',
    sign: /->|\[/u,
    pattern: anyOf(
      `\\{\\s?\\$[\\w-]{1,60}\\s?->`,
      `(?<=^\\s{0,20}|\\n\\s{0,20})(?:\\*\\[\\w{1,40}\\]|\\[(?:${FLUENT_VARIANT})\\])(?=\\s)`,
    ),
    examples: ['{$n ->', '⟦*[other]⟧ The cars', '⟦[one]⟧ The car'],
    prose: ['The [other] car'],
  },
  {
    id: 'cue-time',
    spec: 'WebVTT 4.1, SubRip',
    kind: 'wall',
    from: 'prose',
    sign: /-->/u,
    pattern: anyOf(
      `${CUE_TIME}[ \\t]{1,9}-->[ \\t]{1,9}${CUE_TIME}(?:[ \\t]{1,9}[A-Za-z\\d]{1,20}:[^\\s]{1,40}){0,9}`,
    ),
    examples: ['00:00:01.000 --> 00:00:04.000 align:start position:10%'],
    prose: ['a --> b, at 10:30'],
  },
  {
    id: 'line-break',
    spec: 'escapes of resource files: a line or a column ends',
    kind: 'wall',
    from: 'prose',
    // Not a folder of C:\new.
    sign: /\\[nrtu]/u,
    pattern: String.raw`(?<!\\|[A-Za-z]:[^\s"]{0,60})(?:\\[nrt]|\\u000[adAD])(?:\\(?:[nrtN]|h(?![a-z])|u[\dA-Fa-f]{4}))*`,
    examples: ['\\n', '\\r\\n\\t', '\\u000a'],
    prose: ['C:\\new', '\\\\next'],
  },
  {
    id: 'escape',
    spec: 'escapes of resource files and SubStation Alpha',
    kind: 'word',
    from: 'prose',
    sign: /\\[Nhu]/u,
    pattern: String.raw`(?<!\\|[A-Za-z]:[^\s"]{0,60})(?:\\(?:N|h(?![a-z])|u[\dA-Fa-f]{4}))+`,
    examples: ['\\N', '\\u00e9'],
    prose: ['C:\\New', '\\\\Next'],
  },
  {
    id: 'block-tag',
    spec: 'HTML Living Standard, elements that are displayed as blocks; FreeMarker directives',
    kind: 'wall',
    from: 'prose',
    sign: /<[/A-Za-z#@]/u,
    pattern: anyOf(
      `</?(?:${anyCase(BLOCK_ELEMENTS)})(?:\\s[^<>]{0,400})?/?>`,
      '</?[#@][A-Za-z][\\w:.-]{0,60}(?:\\s[^<>]{0,400})?/?>',
    ),
    examples: ['<br>', '</P>', '<td colspan="2">', '<#if a??>', '</#if>', '<@form.input "x"/>'],
    prose: ['a < b and c > d'],
  },
  {
    id: 'tag',
    spec: 'XML 1.0, 3.1 Tags; WebVTT 4.2 cue times and spans',
    kind: 'word',
    from: 'prose',
    sign: /<[/A-Za-z\d]/u,
    pattern: String.raw`<\/?[A-Za-z][\w:.-]{0,60}(?:\s[^<>]{0,400})?\/?>|<(?:\d{1,3}:)?\d\d:\d\d\.\d{3}>`,
    examples: ['<b>', '</b>', '<00:01.500>', '<v John>', '<a href="x">'],
    prose: ['a < b and c > d'],
  },
  {
    id: 'reference',
    spec: 'HTML Living Standard 13.5 named character references',
    kind: 'word',
    from: 'prose',
    sign: /&[A-Za-z#]/u,
    pattern: String.raw`&(?:[A-Za-z]{2,31}|#\d{1,7}|#x[\dA-Fa-f]{1,6});`,
    examples: ['&nbsp;', '&#160;', '&#xA0;'],
    prose: ['d & e; R&D; of it'],
  },
];

/** Names in small letters or in capitals. */
function anyCase(names: string): string {
  return `(?:${names}|${names.toUpperCase()})(?=[\\s/>])`;
}
