import { matchAt } from './lines.ts';
import { expressionEnd, tagAt } from './tags.ts';
import type { Effort } from './tags.ts';
import { closingEnd, closingOnLine, templateEnd } from './templates.ts';

/** A syntax beyond CommonMark that may be in a sentence. */
export interface InlineSyntax {
  /** Its first character. */
  readonly sign: string;
  /** `lines`: it separates texts if it is alone on its lines. */
  readonly kind: 'lines' | 'inline';
  /** Absent: in both. */
  readonly only?: 'markdown' | 'mdx';
  /** The end, for a syntax that begins at an offset: a sticky pattern, or a function. */
  readonly end: RegExp | ((text: string, at: number, effort: Effort) => number | undefined);
}

const comment = (text: string, at: number) =>
  text.startsWith('<!--', at) ? closingEnd(text, at, '-->') : undefined;
const erb = (text: string, at: number) => (text[at + 1] === '%' ? closingEnd(text, at, '%>') : undefined);
const tag = (text: string, at: number, effort: Effort) => tagAt(text, at, effort)?.end;
const value = (text: string, at: number) =>
  text[at + 1] === '{' ? closingOnLine(text, at, '}}') : undefined;
const formula = (text: string, at: number) =>
  text[at + 1] === '$' ? closingOnLine(text, at, '$$') : undefined;

/** Tried in this order for each sign. Patterns are bounded: a text may consist of unclosed signs. */
const SYNTAXES: readonly InlineSyntax[] = [
  // CommonMark itself reads comments, MDX has none.
  { sign: '<', kind: 'lines', only: 'mdx', end: comment },
  { sign: '<', kind: 'lines', end: erb },
  // JSX; in MDX HTML too.
  { sign: '<', kind: 'lines', end: tag },
  // Statements of Liquid, shortcodes of Hugo.
  { sign: '{', kind: 'lines', end: templateEnd },
  // Comments of MDX.
  { sign: '{', kind: 'inline', end: /\{\/\*[^]{0,5000}?\*\/\}/y },
  // Attributes of Pandoc, kramdown and markdown-it-attrs: `{#id}`, `{: .note}`, `{width=50%}`.
  {
    sign: '{',
    kind: 'inline',
    end: /\{(?:[:#]?\s*(?:[.#][\w:.-]+|[\w-]+=(?:"[^"\n]{0,1000}"|[^\s}"]+))(?:\s+[^}\n]{0,1000})?|:[^}\n]{0,1000}|=\w+)\s*\}/y,
  },
  // Values of Liquid, Handlebars, Vue.
  { sign: '{', kind: 'inline', only: 'markdown', end: value },
  { sign: '{', kind: 'lines', only: 'mdx', end: expressionEnd },
  { sign: '$', kind: 'inline', end: formula },
  // A formula of one letter or with a typical sign; not two amounts.
  {
    sign: '$',
    kind: 'inline',
    end: /\$(?![\s\d]*\s)(?=[^$\n]{0,5000}[\\^_={}<>|+]|[^$\s]{1,3}\$)[^$\n`]{1,500}(?<![\s\\])\$(?!\d)/y,
  },
  // Links of a wiki (Obsidian, MediaWiki).
  { sign: '[', kind: 'inline', end: /\[\[[^[\]\n]{1,300}\]\](?![([])/y },
  // Pandoc's citations, `[see @smith2020, p. 3]`; not a link `[@name](…)`.
  {
    sign: '[',
    kind: 'inline',
    end: /\[(?:[^[\]\n@`]{0,80}[\s;])?-?@[\p{L}\d_](?![^[\]\n]{0,5000}`)[^[\]\n]{0,300}\](?![([:])/uy,
  },
  // Embedded files of Obsidian.
  { sign: '!', kind: 'lines', end: /!\[\[[^[\]\n]{1,300}\]\]/y },
  // References of Quarto to figures, tables and sections.
  {
    sign: '@',
    kind: 'inline',
    end: /(?<!\w)@(?:fig|tbl|sec|eq|lst|thm|lem|cor|prp|def|exm|exr)-[\w-]*\w/y,
  },
  // Ids that Obsidian gives blocks.
  { sign: '^', kind: 'inline', end: /(?<= )\^[A-Za-z\d-]+(?=[ \t]*(?:[\r\n]|$))/y },
  // Nested tags of Obsidian; others are protected as hashtags.
  {
    sign: '#',
    kind: 'inline',
    end: /(?<!\S)#(?=[\p{L}_])[\p{L}\p{M}\p{N}_-]{1,60}(?:\/[\p{L}\p{M}\p{N}_-]{1,60}){1,9}(?![\p{L}\p{N}/])/uy,
  },
  // Keys of fields within a sentence (Dataview for Obsidian): `[status:: open]`, `(status:: open)`.
  ...['[', '('].map((sign): InlineSyntax => ({
    sign,
    kind: 'inline',
    end: /[[(]\p{L}[\p{L}\p{M}\p{N}_-]{0,60}::(?=[ \t])/uy,
  })),
  // Emoji by their names.
  { sign: ':', kind: 'inline', end: /(?<![\w:]):[a-z][a-z\d_+-]{1,60}:(?![\w:/])/y },
  // Text directives (the proposal "generic directives").
  {
    sign: ':',
    kind: 'inline',
    end: /(?<![\w:]):[a-z][\w-]*(?:\[[^\]\n]{0,500}\]\{[^}\n]{0,1000}\}|\{[^}\n]{0,1000}\})/y,
  },
];

const BY_SIGN: ReadonlyMap<string, readonly InlineSyntax[]> = new Map(
  SYNTAXES.map(({ sign }) => [sign, SYNTAXES.filter((other) => other.sign === sign)]),
);

/** Signs that may begin a syntax, here or in CommonMark. */
const SIGN = /[\\`<{$:[(!@^#]/g;

/** The next such sign in `text[from, to)`; `to` without one. */
export function nextSign(text: string, from: number, to: number): number {
  SIGN.lastIndex = from;
  return Math.min(to, SIGN.exec(text)?.index ?? to);
}

export interface InlineReader {
  readonly text: string;
  readonly isMdx: boolean;
  readonly effort: Effort;
  /** No comment ends after this offset. */
  noCommentFrom: number;
}

/** The syntax beyond CommonMark at `at`: its end, and whether it may have its own lines. */
export function inlineAt(
  { text, isMdx, effort }: InlineReader,
  at: number,
): { readonly end: number; readonly kind: InlineSyntax['kind'] } | undefined {
  for (const { end: ends, kind, only } of BY_SIGN.get(text[at]!) ?? []) {
    if (only !== undefined && isMdx !== (only === 'mdx')) continue;
    const end = typeof ends === 'function' ? ends(text, at, effort) : at + matchAt(ends, text, at).length;
    if (end !== undefined && end > at) return { end, kind };
  }
  return undefined;
}

const AUTOLINK = /<(?:[A-Za-z][A-Za-z\d+.-]{1,31}:(?=\S)[^\s<>]*|[^\s<>@]{1,64}@[^\s<>]{1,255})>/y;
/** Maximum UTF-16 units of a code span. */
const MAX_CODE = 5_000;

/** The end of CommonMark's own syntax at `at`: an escape, a code, a comment, an address, a plain tag. */
export function commonMarkEnd(reader: InlineReader, at: number): number | undefined {
  const { text, isMdx, effort } = reader;
  const sign = text[at];
  if (sign === '\\') return at + 2;
  if (sign === '`') return codeEnd(text, at);
  if (sign !== '<') return undefined;
  if (!isMdx && text.startsWith('<!--', at)) {
    const close = at < reader.noCommentFrom ? text.indexOf('-->', at + 4) : -1;
    if (close === -1) reader.noCommentFrom = Math.min(reader.noCommentFrom, at);
    return close === -1 ? undefined : close + 3;
  }
  const address = matchAt(AUTOLINK, text, at);
  if (address !== '') return at + address.length;
  const tag = isMdx ? undefined : tagAt(text, at, effort);
  return tag && !tag.isJsx ? tag.end : undefined;
}

/** The end of the code span at `at`, or of its back quotes if it is unclosed. */
function codeEnd(text: string, at: number): number {
  const run = matchAt(/`+/y, text, at);
  const behind = at + run.length;
  const tail = text.slice(behind, behind + MAX_CODE);
  const paragraph = tail.slice(0, /\n[ \t>]*\r?\n/.exec(tail)?.index ?? tail.length);
  for (const { 0: other, index } of paragraph.matchAll(/`+/g))
    if (other.length === run.length) return behind + index + run.length;
  return behind;
}
