import { htmlBlockNames, htmlRawNames } from 'micromark-util-html-tag-name';
import { hostile } from '../shared/refusals.ts';
import { borderFinder } from './borders.ts';
import type { Border } from './borders.ts';
import { esmEnd } from './esm.ts';
import type { Labels } from './events.ts';
import { commonMarkEnd, inlineAt, nextSign } from './inline-syntaxes.ts';
import type { InlineReader } from './inline-syntaxes.ts';
import { labelFinder } from './labels.ts';
import { lineSyntaxOf } from './line-syntaxes.ts';
import type { FoundLine } from './line-syntaxes.ts';
import { endOfLine, matchAt, nextLine } from './lines.ts';
import { shownText } from './shown-text.ts';
import { tagAt } from './tags.ts';

/** Syntax unknown to CommonMark, `text[start, end)`: kept, and hidden from the parser. */
export interface Mark {
  readonly start: number;
  readonly end: number;
}

/** The title of an admonition, container or tab, which the parser sees as a heading. */
export interface Title extends Mark {
  /** It is between quotation marks, so it contains none. */
  readonly isQuoted: boolean;
}

export interface Marks {
  /** Tags on separate lines, which are not part of a text. */
  readonly tags: readonly Mark[];
  /** Parts of texts, in order, without overlaps. */
  readonly inline: readonly Mark[];
  readonly titles: readonly Title[];
  readonly borders: readonly Border[];
  readonly labels: Labels;
  /** The text that the parser sees, of the same length. */
  readonly masked: string;
}

/** Maximum nesting of lists and quotes. */
export const MAX_DEPTH = 256;

const PREFIX = /(?:[ \t]*>)*[ \t]*/y;
const LIST_MARKER = /(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)+/y;
const FENCE = /^(?:(`{3,})[^`]*|(~{3,}).*)$/;
const TAG_NAME = /^<(\/?)([A-Za-z][A-Za-z\d-]*)(?=[\s>/]|$)/;
/** A tag alone on its line. */
const LONE_TAG = /^<\/?[a-z][a-z\d-]*(?:\s[^<>]*)?>\s*$/i;
const FORMULA = /^\$\$(?!.*\$\$.*\S)/;
const DEFINITION = /^:(?=[ \t]+\S)/;
/** UTF-16 units that may be read in vain, see tags.ts. */
const MIN_EFFORT = 1_000_000;
/** UTF-16 units of a formula, and of the content of a raw element. */
const MAX_FORMULA = 5_000;
const MAX_RAW = 1_000_000;

interface Scan extends InlineReader {
  readonly shown: ReturnType<typeof shownText>;
  readonly borders: ReturnType<typeof borderFinder>;
  readonly labels: ReturnType<typeof labelFinder>;
  readonly tags: Mark[];
  readonly inline: Mark[];
  readonly titles: Title[];
  fence: { readonly sign: string; readonly quotes: number; readonly indent: number } | undefined;
  isInHtml: boolean;
  isAfterBlank: boolean;
}

/** A line: `text[start, end)` without its end; `content`: its start after quotes and indentation. */
interface Line {
  readonly start: number;
  readonly end: number;
  readonly next: number;
  readonly content: number;
  readonly quotes: number;
  readonly indent: number;
}

/** The content of a line after its list markers. */
interface Content extends Line {
  readonly marker: string;
  readonly text: string;
  readonly isAfterBlank: boolean;
}

export interface MarksOptions {
  /** The end of the front matter. */
  readonly start: number;
  /** The end of front matter that the parser does not know. */
  readonly blankTo: number;
  readonly isMdx: boolean;
}

/** Finds syntax beyond CommonMark: JSX, ESM, templates, shortcodes, directives, admonitions, formulas. */
export function findMarks(text: string, { start, blankTo, isMdx }: MarksOptions): Marks {
  const scan: Scan = {
    text,
    isMdx,
    effort: { left: MIN_EFFORT + 10 * text.length },
    noCommentFrom: Infinity,
    shown: shownText(text),
    borders: borderFinder(),
    labels: labelFinder(),
    tags: [],
    inline: [],
    titles: [],
    fence: undefined,
    isInHtml: false,
    isAfterBlank: true,
  };
  if (blankTo > 0) scan.shown.blank(0, blankTo);
  for (let at = start; at < text.length;) at = readLine(scan, lineAt(text, at));
  const { tags, inline, titles, shown, borders, labels } = scan;
  return {
    tags,
    inline,
    titles,
    borders: borders.borders,
    labels: labels.labels,
    masked: shown.finished(),
  };
}

function lineAt(text: string, start: number): Line {
  const end = endOfLine(text, start);
  const prefix = matchAt(PREFIX, text, start);
  return {
    start,
    end,
    next: nextLine(text, end),
    content: Math.min(end, start + prefix.length),
    quotes: prefix.split('>').length - 1,
    indent: prefix.length - prefix.lastIndexOf('>') - 1,
  };
}

/** Returns the start of the line to continue with. */
function readLine(scan: Scan, line: Line): number {
  if (isInFence(scan, line)) return line.next;
  const { text, isAfterBlank } = scan;
  const isRow = text[line.start] === '|' && !scan.isInHtml;
  scan.borders.row(line.start, isRow ? text.slice(line.start, line.end) : undefined, isAfterBlank);
  scan.isAfterBlank = line.content >= line.end;
  if (scan.isAfterBlank) {
    scan.isInHtml = false;
    scan.labels.blankLine();
    return line.next;
  }
  const content = contentOf(scan, line, isAfterBlank);
  if (beginsFence(scan, content) || scan.isInHtml) return line.next;
  const { marker } = content;
  const isAtMargin = line.content === line.start && content.text !== '';
  if (isAtMargin && (isAfterBlank || /^[-*+]/.test(marker))) scan.borders.block(line.start);
  scan.labels.line(content.text, marker !== '');
  return (
    (content.text.startsWith('<') ? readHtml(scan, content) : undefined) ??
    readEsm(scan, content) ??
    readFormula(scan, content) ??
    readLineSyntax(scan, content) ??
    readText(scan, content)
  );
}

/** Whether a line belongs to a fenced code block, end included. */
function isInFence(scan: Scan, { content, end, quotes, indent }: Line): boolean {
  const { fence } = scan;
  if (!fence) return false;
  const isBlank = content >= end;
  if (quotes < fence.quotes || (!isBlank && indent < fence.indent - 3)) {
    scan.fence = undefined;
    return false;
  }
  const line = scan.text.slice(content, end).trim();
  if (line.startsWith(fence.sign) && line === line[0]!.repeat(line.length)) scan.fence = undefined;
  return true;
}

function beginsFence(scan: Scan, { start, content, quotes, text }: Content): boolean {
  const [, ticks, tildes] = FENCE.exec(text) ?? [];
  const sign = ticks ?? tildes;
  if (sign !== undefined) scan.fence = { sign, quotes, indent: content - start };
  return sign !== undefined;
}

function contentOf({ text }: Scan, line: Line, isAfterBlank: boolean): Content {
  const { end, quotes, indent } = line;
  const marker = matchAt(LIST_MARKER, text, line.content);
  if (quotes + marker.length / 2 > MAX_DEPTH || (marker !== '' && indent > 2 * MAX_DEPTH))
    throw hostile('it nests lists or quotes absurdly deep');
  const content = line.content + marker.length;
  return { ...line, content, marker, isAfterBlank, text: text.slice(content, end) };
}

/** Blocks of HTML, which CommonMark itself reads, except components. */
function readHtml(scan: Scan, { content, next, text: line }: Content): number | undefined {
  const { text, isMdx, effort } = scan;
  const unread = isMdx ? undefined : ['<?', '<![CDATA['].find((sign) => line.startsWith(sign));
  if (unread !== undefined) {
    const close = text.indexOf(unread === '<?' ? '?>' : ']]>', content);
    if (close !== -1) return nextLine(text, endOfLine(text, close));
  }
  const [opening, slash, name] = TAG_NAME.exec(line) ?? [];
  const lower = name?.toLowerCase() ?? '';
  if (slash === '' && htmlRawNames.includes(lower) && !/^\s*\/>/.test(line.slice(opening!.length))) {
    const found = new RegExp(`</${lower}\\s*>`, 'i').exec(text.slice(content, content + MAX_RAW));
    if (found) {
      const end = endOfLine(text, content + found.index);
      if (isMdx) scan.shown.blank(content, end);
      return nextLine(text, end);
    }
  }
  if (isMdx || !(htmlBlockNames.includes(lower) || LONE_TAG.test(line))) return undefined;
  if (tagAt(text, content, effort)?.isJsx === true) return undefined;
  scan.isInHtml = true;
  return next;
}

function readEsm(scan: Scan, { start, content, isAfterBlank }: Content): number | undefined {
  if (!isAfterBlank || content !== start) return undefined;
  const end = esmEnd(scan.text, start);
  if (end === undefined) return undefined;
  scan.shown.blank(start, end);
  scan.isAfterBlank = true;
  return nextLine(scan.text, end);
}

/** A formula on separate lines. */
function readFormula({ text, shown }: Scan, { content, end, text: line }: Content): number | undefined {
  if (!FORMULA.test(line)) return undefined;
  let close = content + line.trimEnd().length;
  if (!/\$\$[ \t]*$/.test(line.slice(2))) {
    const length = text.slice(end, end + MAX_FORMULA).search(/\$\$[ \t]*(?=[\r\n]|$)/);
    if (length === -1) return undefined;
    close = endOfLine(text, end + length);
  }
  shown.blank(content, close);
  return nextLine(text, close);
}

function readLineSyntax(scan: Scan, content: Content): number | undefined {
  const found = lineSyntaxOf(content.text, content.quotes > 0);
  if (!found) return undefined;
  readTitle(scan, content, found);
  return content.next;
}

function readTitle(scan: Scan, { content, end }: Content, { syntax, title }: FoundLine): void {
  const { shown: opener = '#' } = syntax;
  if (!title && opener === '#') {
    scan.shown.blank(content, end);
    return;
  }
  const start = title ? content + title[0] : end;
  scan.shown.put(content, start, opener.padEnd(start - content));
  if (!title) return;
  const titleEnd = content + title[1];
  scan.titles.push({ start, end: titleEnd, isQuoted: syntax.isQuoted === true });
  readInline(scan, start, titleEnd);
  scan.shown.put(titleEnd, end, ' '.repeat(end - titleEnd));
}

function readText(scan: Scan, { content, end, marker, text: line }: Content): number {
  // The definition of a term is read as a list item.
  if (marker === '' && DEFINITION.test(line)) scan.shown.put(content, content + 1, '-');
  return readInline(scan, content, end);
}

/** Marks in a line; a mark or code may end in a later one. Returns the line to continue with. */
function readInline(scan: Scan, from: number, to: number): number {
  const { text } = scan;
  const found: Mark[] = [];
  let endsText = false;
  let lineEnd = to;
  for (let at = nextSign(text, from, lineEnd); at < lineEnd; at = nextSign(text, at, lineEnd)) {
    const behind = commonMarkEnd(scan, at);
    const mark = behind === undefined ? inlineAt(scan, at) : undefined;
    if (mark) {
      found.push({ start: at, end: mark.end });
      endsText ||= mark.kind === 'lines';
    }
    at = behind ?? mark?.end ?? at + 1;
    if (at > lineEnd) lineEnd = endOfLine(text, at);
  }
  if (endsText && isAllMarks(text, found, from, lineEnd)) {
    scan.shown.blank(from, lineEnd);
    for (const mark of found) if (text[mark.start] === '<') scan.tags.push(mark);
  } else {
    for (const mark of found) {
      scan.shown.hide(mark.start, mark.end);
      scan.inline.push(mark);
    }
  }
  return nextLine(text, lineEnd);
}

function isAllMarks(text: string, marks: readonly Mark[], from: number, to: number): boolean {
  let at = from;
  for (const { start, end } of marks) {
    if (/\S/.test(text.slice(at, start))) return false;
    at = end;
  }
  return !/\S/.test(text.slice(at, to));
}
