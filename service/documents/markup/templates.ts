/** Code of a template language in markup, `text[start, end)`. */
export interface TemplateSpan {
  readonly start: number;
  readonly end: number;
  /**
   * `wall`: a statement, between texts. `shown`: prints a value within a text. `value`: likewise, and short
   * enough to be part of the text, where masks protect it (`{{ name }}`).
   */
  readonly kind: 'wall' | 'shown' | 'value';
}

/** UTF-16 units within `{{ }}` or `{% %}`; anything longer is data of a script. */
const MAX_BRACES = 500;
const BRACES = `\\{\\{[^{}\\n]{1,${MAX_BRACES}}\\}\\}|\\{%[^{}%\\n]{0,${MAX_BRACES}}%\\}`;
const BEGIN = new RegExp(`<\\?|<%|${BRACES}`, 'g');

/** `{{ name }}` and `{% if %}` in a text. */
export const BRACED = new RegExp(BRACES, 'g');

/** PHP, ERB and ASP, also across lines; `{{ }}` and `{% %}` of Jinja, Liquid, Vue and others on one line. */
export function templateSpans(text: string): TemplateSpan[] {
  const spans: TemplateSpan[] = [];
  const closeOf = { '<?': finder(text, '?>'), '<%': finder(text, '%>') };
  const begin = new RegExp(BEGIN);
  for (let found = begin.exec(text); found; found = begin.exec(text)) {
    const [sign] = found;
    const start = found.index;
    if (sign !== '<?' && sign !== '<%') {
      spans.push({ start, end: begin.lastIndex, kind: 'value' });
      continue;
    }
    const close = closeOf[sign](start + 2);
    // An unclosed `<?php` runs to the end of the file; others are left to the HTML parser.
    if (close === -1 && !text.startsWith('<?php', start)) continue;
    const end = close === -1 ? text.length : close + 2;
    spans.push({ start, end, kind: printsValue(text, start) ? 'shown' : 'wall' });
    begin.lastIndex = end;
  }
  return spans;
}

/** Whether the statement `<% %>` or `<? ?>` at an offset prints a value: `<%= name %>`. */
export function printsValue(text: string, start: number): boolean {
  return /^<[%?]=/.test(text.slice(start, start + 3));
}

/** Finds the next occurrence of a mark; the text after the last one is searched only once. */
function finder(text: string, mark: string): (from: number) => number {
  let isGone = false;
  return (from) => {
    const found = isGone ? -1 : text.indexOf(mark, from);
    isGone = found === -1;
    return found;
  };
}
