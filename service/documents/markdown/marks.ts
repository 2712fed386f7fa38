import { hostile } from '../shared/refusals.ts';
import { normalisedLabel } from './events.ts';
import type { Labels } from './events.ts';
import { expressionEnd, tagAt } from './tags.ts';
import type { Tag } from './tags.ts';

/**
 * A stretch of syntax that CommonMark does not know, `text[start, end)`: it is kept, and hidden from the
 * parser. `lines`: it ends the text before it. `inline`: it is part of a text.
 */
export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly kind: 'lines' | 'inline';
  readonly tag?: Tag;
}

/** The title of an admonition, container or tab, which the parser sees as a heading. */
export interface Title {
  readonly start: number;
  readonly end: number;
  /** It is between quotation marks, so it has none. */
  readonly isQuoted: boolean;
}

export interface Border {
  readonly at: number;
  /** What has to come before the piece for it to be read as it is where it is: the head of a table. */
  readonly head: string;
}

export interface Marks {
  /** Tags on lines of their own, which are no part of a text. */
  readonly tags: readonly Mark[];
  /** In order, none overlapping another. */
  readonly inline: readonly Mark[];
  readonly titles: readonly Title[];
  /** The starts of pieces that can be parsed one by one. */
  readonly borders: readonly Border[];
  readonly labels: Labels;
  /** The text as the parser is shown it, of the same length. */
  readonly masked: string;
}

/** Lists and quotes in one another. */
export const MAX_DEPTH = 256;

const SPECIAL = /[\\`<{$:[!@^\n]/g;
const PREFIX = /(?:[ \t]*>)*[ \t]*/y;
const LIST_MARKER = /(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)+/y;
const FENCE = /^(?:(`{3,})[^`]*|(~{3,}).*)$/;
const RAW_ELEMENT = /^<(script|style|pre|textarea)(?=[\s>]|$)/i;
/** The start of an HTML block that ends at a blank line (CommonMark §4.6, kinds 6 and 7). */
const HTML_BLOCK =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[\s>/]|$)|^<\/?[a-z][a-z\d-]*(?:\s[^<>]*)?>\s*$/i;
const ESM =
  /^(?:import\s+(?:["'{*]|[\w$]+\s*(?:,|\s+from\s))|export\s+(?:default\b|const\b|let\b|var\b|function\b|async\b|class\b|\{|\*|type\b|interface\b))/;
const CONTAINER = /^:{3,}[ \t]*(?<type>[\w-]*)(?<title>.*)$/;
const LEAF_DIRECTIVE = /^::[A-Za-z][\w-]*(?:\[[^\]\n]*\])?(?:\{[^}\n]*\})?[ \t]*$/;
const ADMONITION = /^(?:!!!|\?\?\?\+?|===[!+]?)(?=[ \t])(?<before>[^"\n]*)(?:"(?<title>[^"\n]*)"[ \t]*)?$/;
const CALLOUT = /^\[![\w-]+\][-+]?(?:[ \t]+(?<title>.*))?$/;
/**
 * An attribute list of kramdown, an abbreviation, a place for a table of contents, a command of LaTeX, a comment
 * of Obsidian.
 */
const KEPT_LINE =
  /^(?:\{:[^}\n]*\}|\*\[[^\]\n]+\]:.*|\[\[?_?toc_?\]\]?|\\[a-z]+(?:\[[^\]\n]*\]|\{[^{}\n]*\})*|%%.*%%)[ \t]*$/i;
const DEFINITION = /^:(?=[ \t]+\S)/;
const PAIRED =
  /^\{[%{][-<%]?\s*(highlight|raw|comment|mermaid|math|katex|latex|plantuml|verbatim|codeblock|code(?:-toggle)?)(?=\s|[-%>]*\})/;
/** Math of one letter or with a sign of formulas; not two amounts. */
const MATH = /^\$(?![\s\d]*\s)(?=[^$\n]*[\\^_={}<>|+]|[^$\s]{1,3}\$)[^$\n`]{1,500}(?<![\s\\])\$(?!\d)/;
const WIKI = /^\[\[[^[\]\n]{1,300}\]\](?![([])/;
/** A citation of Pandoc, `[see @smith2020, p. 3]`; a link `[@name](…)` is none. */
const CITATION = /^\[(?:[^[\]\n@`]{0,80}[\s;])?-?@[\p{L}\d_](?![^[\]\n]*`)[^[\]\n]{0,300}\](?![([:])/u;
/** A reference of Quarto to a figure, table or section, and an id that Obsidian gives a block. */
const REFERENCE = /^@(?:fig|tbl|sec|eq|lst|thm|lem|cor|prp|def|exm|exr)-[\w-]*\w/;
const BLOCK_ID = /^\^[A-Za-z\d-]+(?=[ \t]*(?:[\r\n]|$))/;
const EMOJI = /^:[a-z][a-z\d_+-]{1,60}:(?![\w:/])/;
const TEXT_DIRECTIVE = /^:[a-z][\w-]*(?:\[[^\]\n]{0,500}\]\{[^}\n]*\}|\{[^}\n]*\})/;
const ATTRIBUTES =
  /^\{(?:[:#]?\s*(?:[.#][\w:.-]+|[\w-]+=(?:"[^"\n]*"|[^\s}"]+))(?:\s+[^}\n]*)?|:[^}\n]*|=\w+)\s*\}/;
const MDX_COMMENT = /^\{\/\*[^]*?\*\/\}/;
/** A footnote, or a link with its address, which may be on the next line, and its title, which may be too. */
const DEFINITION_OF_LABEL =
  /^\[(?:\^([^\s[\]]{1,999})\]:|((?=[^\]]*\S)(?:\\.|[^[\]\\]){1,999})\]:[ \t]*(?:(?:<[^<>]*>|[^\s<]\S*)[ \t]*(?:"[^]*|'[^]*|\([^]*)?)?$)/;
const DASHES = /^\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/;
/** UTF-16 units that are read in vain at most, see tags.ts. */
const MIN_EFFORT = 1_000_000;
/** UTF-16 units: smaller pieces are parsed together. */
const MIN_PIECE = 2_048;
/** UTF-16 units that a template tag or its content may be long, and lines of a formula. */
const MAX_TEMPLATE = 5_000;
const MAX_LOOKAHEAD = 100_000;

/** Finds syntax beyond CommonMark: JSX, ESM, templates, shortcodes, directives, admonitions, formulas. */
export function findMarks(text: string, start: number, isMdx: boolean): Marks {
  const inline: Mark[] = [];
  const tags: Mark[] = [];
  const titles: Title[] = [];
  const pieces: string[] = [];
  let maskedTo = 0;
  let fence: { readonly sign: string; readonly quotes: number; readonly indent: number } | undefined;
  let isInHtml = false;
  let isAfterBlank = true;
  /** A definition may follow: after a blank line, a heading or another one. */
  let mayDefine = true;
  const borders: Border[] = [];
  let table: { readonly columns: number; readonly head: string | undefined } | undefined;
  const definitions = new Set<string>();
  const footnotes = new Set<string>();
  let noCommentFrom = Infinity;
  const effort = { left: MIN_EFFORT + 10 * text.length };

  let at = start;
  while (at < text.length) at = readLine(at);
  pieces.push(text.slice(maskedTo));
  return { inline, tags, titles, borders, labels: { definitions, footnotes }, masked: pieces.join('') };

  function show(from: number, to: number, shown: string): void {
    if (from < maskedTo) return;
    pieces.push(text.slice(maskedTo, from), shown);
    maskedTo = to;
  }

  function readLine(lineStart: number): number {
    const lineEnd = endOfLine(text, lineStart);
    const next = nextLine(text, lineEnd);
    const prefix = matchAt(PREFIX, text, lineStart);
    let content = Math.min(lineEnd, lineStart + prefix.length);
    const quotes = prefix.split('>').length - 1;
    const indent = prefix.slice(prefix.lastIndexOf('>') + 1).length;
    const isBlank = content >= lineEnd;
    if (fence) {
      const isOutside = quotes < fence.quotes || (!isBlank && indent < fence.indent - 3);
      if (!isOutside) {
        const line = text.slice(content, lineEnd).trim();
        if (line.startsWith(fence.sign) && line === line[0]!.repeat(line.length)) fence = undefined;
        return next;
      }
      fence = undefined;
    }
    const row = text[lineStart] === '|' ? text.slice(lineStart, lineEnd) : undefined;
    if (row !== undefined && !isInHtml && table?.head !== undefined) addBorder(lineStart, table.head);
    table = row === undefined || isInHtml ? undefined : tableWith(row, isAfterBlank);
    if (isBlank) {
      isInHtml = false;
      isAfterBlank = true;
      mayDefine = true;
      return next;
    }
    const wasBlank = isAfterBlank;
    isAfterBlank = false;
    const marker = matchAt(LIST_MARKER, text, content);
    if (quotes + marker.length / 2 > MAX_DEPTH || (marker !== '' && indent > 2 * MAX_DEPTH))
      throw hostile('it nests lists or quotes absurdly deep');
    content += marker.length;
    const line = text.slice(content, lineEnd);
    const [, ticks, tildes] = FENCE.exec(line) ?? [];
    const sign = ticks ?? tildes;
    if (sign !== undefined) {
      fence = { sign, quotes, indent: content - lineStart };
      return next;
    }
    if (isInHtml) return next;
    if (content === lineStart + marker.length && (wasBlank || /^[-*+]/.test(marker)) && line !== '')
      addBorder(lineStart);
    define(line, marker);
    const unread = /^<(?:\?|!\[CDATA\[)/.exec(line)?.[0];
    if (unread !== undefined && !isMdx) {
      const close = text.indexOf(unread === '<?' ? '?>' : ']]>', content);
      if (close !== -1) return nextLine(text, endOfLine(text, close));
    }
    const raw = RAW_ELEMENT.exec(line)?.[1];
    if (raw !== undefined && !/^\s*\/>/.test(line.slice(raw.length + 1))) {
      const close = indexOfTag(text, raw, content);
      if (close !== -1) {
        const end = endOfLine(text, close);
        if (isMdx) keepLines(content, end);
        return nextLine(text, end);
      }
    }
    if (!isMdx && HTML_BLOCK.test(line) && tagAt(text, content, effort)?.isJsx !== true) {
      isInHtml = true;
      return next;
    }
    if (wasBlank && content === lineStart && ESM.test(line)) {
      const end = esmEnd(text, lineStart);
      keepLines(lineStart, end);
      isAfterBlank = true;
      return nextLine(text, end);
    }
    if (/^\$\$(?!.*\$\$.*\S)/.test(line)) {
      const close = /\$\$[ \t]*$/.test(line.slice(2))
        ? content + line.trimEnd().length
        : closeOfMath(lineEnd);
      if (close !== undefined) {
        keepLines(content, close);
        return nextLine(text, close);
      }
    }
    if (
      container(line, content, lineEnd) ||
      admonition(line, content, lineEnd) ||
      (quotes > 0 && callout(line, content, lineEnd))
    )
      return next;
    if (KEPT_LINE.test(line) || LEAF_DIRECTIVE.test(line)) {
      keepLines(content, lineEnd);
      return next;
    }
    if (marker === '' && DEFINITION.test(line)) show(content, content + 1, '-');
    return readInline(content, lineEnd);
  }

  function addBorder(at: number, head = ''): void {
    if (at - (borders.at(-1)?.at ?? 0) >= MIN_PIECE) borders.push({ at, head });
  }

  /** The table that a row is part of: the first after a blank line has its names, the second its dashes. */
  function tableWith(row: string, isFirst: boolean): typeof table {
    if (isFirst) return { columns: cellsOf(row), head: undefined };
    if (!table || table.head !== undefined) return table;
    if (!DASHES.test(row) || cellsOf(row) !== table.columns) return undefined;
    return { ...table, head: `|${'a|'.repeat(table.columns)}\n|${'-|'.repeat(table.columns)}\n` };
  }

  function define(line: string, marker: string): void {
    const [, note, label] = DEFINITION_OF_LABEL.exec(line) ?? [];
    if (note !== undefined) footnotes.add(normalisedLabel(note));
    else if (label !== undefined && (mayDefine || marker !== '')) definitions.add(normalisedLabel(label));
    mayDefine = label !== undefined || /^#{1,6}\s/.test(line);
  }

  /** Blanks. */
  function keepLines(from: number, to: number): void {
    show(
      from,
      to,
      text
        .slice(from, to)
        .replace(/[^\r\n>]/g, ' ')
        .replace(/(?<=[^\r\n])>/g, ' '),
    );
  }

  function heading(
    opener: string,
    from: number,
    to: number,
    title: { start: number; end: number },
    isQuoted: boolean,
  ): boolean {
    const isEmpty = title.start >= title.end;
    if (isEmpty && opener === '#') {
      keepLines(from, to);
      return true;
    }
    show(from, isEmpty ? to : title.start, opener.padEnd((isEmpty ? to : title.start) - from));
    if (!isEmpty) {
      titles.push({ ...title, isQuoted });
      readInline(title.start, title.end);
      show(title.end, to, ' '.repeat(to - title.end));
    }
    return true;
  }

  function container(line: string, from: number, to: number): boolean {
    const found = CONTAINER.exec(line)?.groups;
    if (!found) return false;
    const { title = '' } = found;
    const label = /^[ \t]*\[(.*)\][ \t]*(?:\{[^}]*\}[ \t]*)?$/.exec(title);
    const bare = title.replace(/[ \t]*\{[^{}]*\}[ \t]*:*[ \t]*$|[ \t]*:{3,}[ \t]*$/, '');
    const value = label ? label[1]! : bare.trim();
    const start = from + line.length - title.length + (value === '' ? 0 : title.indexOf(value));
    return heading('#', from, to, { start, end: start + value.length }, false);
  }

  function admonition(line: string, from: number, to: number): boolean {
    const found = ADMONITION.exec(line)?.groups;
    if (!found || (line.startsWith('=') && found['title'] === undefined)) return false;
    const { title = '' } = found;
    const start = from + line.indexOf('"') + 1;
    // The following lines are indented by four, as in a list item, whose heading takes no more lines.
    return heading('- #', from, to, { start, end: start + title.length }, true);
  }

  function callout(line: string, from: number, to: number): boolean {
    const found = CALLOUT.exec(line);
    if (!found) return false;
    const title = found.groups!['title']?.trim() ?? '';
    const start = from + (title === '' ? line.length : line.indexOf(title, line.indexOf(']')));
    return heading('#', from, to, { start, end: start + title.length }, false);
  }

  function closeOfMath(from: number): number | undefined {
    const close = text.slice(from, from + MAX_TEMPLATE).search(/\$\$[ \t]*(?=[\r\n]|$)/);
    return close === -1 ? undefined : endOfLine(text, from + close);
  }

  /** Marks in a line; a mark or code may end in a later one. Returns the line to continue with. */
  function readInline(from: number, to: number): number {
    const found: Mark[] = [];
    let lineEnd = to;
    let position = from;
    const special = new RegExp(SPECIAL);
    while (position < lineEnd) {
      special.lastIndex = position;
      const index = special.exec(text)?.index ?? lineEnd;
      if (index >= lineEnd) break;
      const end = skipped(index);
      if (end !== undefined) {
        position = end;
      } else {
        const mark = markAt(index);
        if (mark) found.push(mark);
        position = mark?.end ?? index + 1;
      }
      if (position > lineEnd) lineEnd = endOfLine(text, position);
    }
    addMarks(found, from, lineEnd);
    return nextLine(text, lineEnd);
  }

  /** Behind an escape, a code, an address or a plain tag that begins at `index`. */
  function skipped(index: number): number | undefined {
    const sign = text[index];
    if (sign === '\\') return index + 2;
    if (sign === '`') return codeEnd(text, index);
    if (sign !== '<') return undefined;
    if (!isMdx && text.startsWith('<!--', index)) {
      if (index >= noCommentFrom) return undefined;
      const close = text.indexOf('-->', index + 4);
      if (close === -1) noCommentFrom = index;
      return close === -1 ? undefined : close + 3;
    }
    const autolink = matchAt(
      /<(?:[A-Za-z][A-Za-z\d+.-]{1,31}:(?=\S)[^\s<>]*|[^\s<>@]{1,64}@[^\s<>]{1,255})>/y,
      text,
      index,
    );
    if (autolink !== '') return index + autolink.length;
    const tag = isMdx ? undefined : tagAt(text, index, effort);
    return tag && !tag.isJsx ? tag.end : undefined;
  }

  function markAt(index: number): Mark | undefined {
    const sign = text[index]!;
    const inlineMark = (end: number | undefined, tag?: Tag): Mark | undefined =>
      end === undefined || end === index
        ? undefined
        : { start: index, end, kind: 'inline', ...(tag && { tag }) };
    const lineMark = (end: number | undefined, tag?: Tag): Mark | undefined => {
      const mark = inlineMark(end, tag);
      return mark && { ...mark, kind: 'lines' };
    };
    const tail = () => text.slice(index, index + MAX_TEMPLATE);
    const matched = (pattern: RegExp): number | undefined => {
      const length = pattern.exec(tail())?.[0].length;
      return length === undefined ? undefined : index + length;
    };
    switch (sign) {
      case '<': {
        if (text.startsWith('<!--', index)) return lineMark(closing(index, '-->'));
        if (text.startsWith('<%', index)) return lineMark(closing(index, '%>'));
        const tag = tagAt(text, index, effort);
        return tag && lineMark(tag.end, tag);
      }
      case '{':
        return (
          lineMark(templateEnd(index)) ??
          inlineMark(matched(MDX_COMMENT) ?? matched(ATTRIBUTES)) ??
          (text.startsWith('{{', index) && !isMdx ? inlineMark(closing(index, '}}', true)) : undefined) ??
          (isMdx ? lineMark(expressionEnd(text, index, effort)) : undefined)
        );
      case '$':
        return text[index + 1] === '$' ? inlineMark(closing(index, '$$', true)) : inlineMark(matched(MATH));
      case '[':
        return inlineMark(matched(text[index + 1] === '[' ? WIKI : CITATION));
      case '!':
        return text.startsWith('![[', index) ? lineMark(matched(/^!\[\[[^[\]\n]{1,300}\]\]/)) : undefined;
      case '@':
        return /\w/.test(text[index - 1] ?? '') ? undefined : inlineMark(matched(REFERENCE));
      case '^':
        return text[index - 1] === ' ' ? inlineMark(matched(BLOCK_ID)) : undefined;
      case ':':
        return /[\w:]/.test(text[index - 1] ?? '')
          ? undefined
          : inlineMark(matched(EMOJI) ?? matched(TEXT_DIRECTIVE));
      default:
        return undefined;
    }
  }

  /** Behind a Liquid statement or a Hugo shortcode, and behind its end where it holds code. */
  function templateEnd(index: number): number | undefined {
    const open = text.slice(index, index + 3);
    const close = open.startsWith('{%') ? '%}' : open === '{{<' ? '>}}' : open === '{{%' ? '%}}' : undefined;
    if (close === undefined) return undefined;
    const end = closing(index, close);
    const name = PAIRED.exec(text.slice(index, index + 60))?.[1];
    if (end === undefined || name === undefined) return end;
    if (/\/\s*[%>]\}\}$/.test(text.slice(index, end))) return end;
    const pair = new RegExp(`\\{[{%][-<%]?\\s*(end|/\\s*)?${name}(?![\\w-])[^}]{0,999}\\}\\}?`).exec(
      text.slice(end, end + MAX_LOOKAHEAD),
    );
    // Another one that opens first: this one holds nothing.
    return pair?.[1] === undefined ? end : end + pair.index + pair[0].length;
  }

  function closing(index: number, sign: string, isOnLine = false): number | undefined {
    const at = text.slice(index + 2, index + 2 + MAX_TEMPLATE).indexOf(sign);
    if (at < 1) return undefined;
    const end = index + 2 + at + sign.length;
    return isOnLine && /[\r\n]/.test(text.slice(index, end)) ? undefined : end;
  }

  function addMarks(found: readonly Mark[], from: number, to: number): void {
    let rest = '';
    let end = from;
    for (const mark of found) {
      rest += text.slice(end, mark.start);
      end = mark.end;
    }
    rest += text.slice(end, to);
    if (found.some(({ kind }) => kind === 'lines') && rest.trim() === '') {
      keepLines(from, to);
      for (const mark of found) if (mark.tag) tags.push(mark);
      return;
    }
    for (const mark of found) {
      inline.push({ ...mark, kind: 'inline' });
      show(mark.start, mark.end, standIn(text.slice(mark.start, mark.end)));
    }
  }
}

/** Punctuation at both ends, nothing meaningful within; line ends and quote marks stay. */
function standIn(mark: string): string {
  return mark
    .split(/([\r\n]+[ \t>]*)/)
    .map((piece, index) =>
      index % 2 === 1
        ? piece
        : piece.length < 2
          ? ','.repeat(piece.length)
          : `,${'x'.repeat(piece.length - 2)},`,
    )
    .join('');
}

/** Behind the code that begins at `index`, or behind its back quotes where none does. */
function codeEnd(text: string, index: number): number {
  const run = matchAt(/`+/y, text, index);
  const behind = index + run.length;
  const tail = text.slice(behind, behind + MAX_TEMPLATE);
  const paragraph = tail.slice(0, /\n[ \t>]*\r?\n/.exec(tail)?.index ?? tail.length);
  for (const { 0: other, index: at } of paragraph.matchAll(/`+/g))
    if (other.length === run.length) return behind + at + run.length;
  return behind;
}

/** The end of the line at which a block of ESM ends: before a blank line, brackets closed. */
function esmEnd(text: string, start: number): number {
  let firstBlank: number | undefined;
  let depth = 0;
  const limit = Math.min(text.length, start + MAX_LOOKAHEAD);
  for (let at = start; at < limit;) {
    const end = endOfLine(text, at);
    const line = text.slice(at, end);
    if (line.trim() === '') {
      firstBlank ??= at;
      if (depth <= 0) return Math.max(start, at - 1);
    }
    for (const sign of line.replace(/(["'`])(?:\\.|(?!\1).)*\1/g, '')) {
      if ('{[('.includes(sign)) depth++;
      else if (')]}'.includes(sign)) depth--;
    }
    at = nextLine(text, end);
  }
  return depth <= 0 ? limit : (firstBlank ?? endOfLine(text, start));
}

/** Of a row that ends with a line; another count than the dashes have makes no table. */
function cellsOf(row: string): number {
  return row.trimEnd().replace(/\\[^]/g, '').split('|').length - 2;
}

function indexOfTag(text: string, name: string, from: number): number {
  const found = new RegExp(`</${name}\\s*>`, 'i').exec(text.slice(from, from + 10 * MAX_LOOKAHEAD));
  return found ? from + found.index : -1;
}

function endOfLine(text: string, from: number): number {
  const end = /[\r\n]/g;
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}

function nextLine(text: string, lineEnd: number): number {
  return lineEnd + (text[lineEnd] === '\r' && text[lineEnd + 1] === '\n' ? 2 : 1);
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
