import { attributesAt } from '../odf/styles.ts';
import { applyEdits } from '../shared/spans.ts';
import type { Edit } from '../shared/spans.ts';
import type { Slice } from '../spans/nested-edits.ts';
import { escapeAttribute, escapeXml, rawName } from '../xml/scan.ts';
import { cellAt } from './cells.ts';
import type { OdsCell, OdsRow } from './scan-sheets.ts';

/** New cells of a row, replacing some columns. */
export interface NewCell {
  readonly from: number;
  readonly to: number;
  /** The content between its tags. */
  readonly content: string;
  /** The value that programs compute with. */
  readonly value: string;
  /** The edit, if only its words change. */
  readonly edit?: Edit | undefined;
  /** For a column after the last cell: the cell that it looks like. */
  readonly like: OdsCell;
  /** Its style, if it differs from that of its place. */
  readonly style?: string | undefined;
}

const REPEATED = 'table:number-columns-repeated';
const VALUE = 'office:string-value';
const STYLE = 'table:style-name';
const OFFICE = 'urn:oasis:names:tc:opendocument:xmlns:office:1.0';

/**
 * The edits that put cells into a row. A repeated cell is split if only some of its columns change; `slice`
 * returns the source with changes within cells.
 */
export function rowEdits(source: string, row: OdsRow, cells: readonly NewCell[], slice: Slice): Edit[] {
  const inside = new Map<OdsCell, NewCell[]>();
  const behind: NewCell[] = [];
  const edits: Edit[] = [];
  for (const cell of cells) {
    if (cell.edit) {
      edits.push(cell.edit);
      if (cell.style !== undefined) edits.push(styleEdit(source, cell.like, cell.style));
      continue;
    }
    const place = cellAt(row, cell.from);
    if (!place) behind.push(cell);
    else if (inside.has(place)) inside.get(place)!.push(cell);
    else inside.set(place, [cell]);
  }
  for (const [place, own] of inside)
    edits.push({ start: place.start, end: place.end, text: divided(source, place, own, slice) });
  if (behind.length > 0)
    edits.push({ start: row.contentEnd, end: row.contentEnd, text: appended(source, row, behind) });
  return edits;
}

function divided(source: string, place: OdsCell, cells: readonly NewCell[], slice: Slice): string {
  const rest = (count: number) =>
    count > 0 ? tagOf(source, place, count) + slice(place.contentStart, place.end) : '';
  let written = '';
  let column = place.column;
  for (const { from, to, content, value, style } of [...cells].sort((a, b) => a.from - b.from)) {
    const tag = tagOf(source, place, to - from + 1, { value, style });
    written += rest(from - column);
    written += cellXml(tag, rawName(source, place.start), content);
    column = to + 1;
  }
  return written + rest(place.column + place.columns - column);
}

function appended(source: string, row: OdsRow, cells: readonly NewCell[]): string {
  const last = row.cells.at(-1)!;
  let next = last.column + last.columns;
  let written = '';
  for (const { from, content, like, style } of [...cells].sort((a, b) => a.from - b.from)) {
    const name = rawName(source, like.start);
    const prefix = name.slice(0, name.indexOf(':') + 1);
    if (from > next) written += `<${name} ${tableName(prefix, 'number-columns-repeated')}="${from - next}"/>`;
    const [own] = attributesAt(source, { start: like.start, end: like.contentStart, scope: like.scope }, [
      STYLE,
    ]);
    const named =
      style === undefined ? undefined : ` ${tableName(prefix, 'style-name')}="${escapeAttribute(style)}"`;
    const look = named ?? (own ? ` ${source.slice(own.nameStart, own.end + 1)}` : '');
    written += cellXml(`<${name}${look}${typed(source)}>`, name, content);
    next = from + 1;
  }
  return written;
}

/** An attribute without a prefix has no namespace. */
function tableName(prefix: string, name: string): string {
  return `${prefix === '' ? 'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" table:' : prefix}${name}`;
}

/** The edit that gives a cell a style. */
function styleEdit(source: string, { start, contentStart, scope }: OdsCell, style: string): Edit {
  const text = escapeAttribute(style);
  const [own] = attributesAt(source, { start, end: contentStart, scope }, [STYLE]);
  if (own) return { start: own.start, end: own.end, text };
  const name = rawName(source, start);
  const at = start + 1 + name.length;
  const attribute = tableName(name.slice(0, name.indexOf(':') + 1), 'style-name');
  return { start: at, end: at, text: ` ${attribute}="${text}"` };
}

function cellXml(tag: string, name: string, content: string): string {
  return `${tag.replace(/\s*\/>$/, '>')}${content}</${name}>`;
}

/** The start tag of a cell repeated `repeat` times; with a value, that of a text. */
function tagOf(
  source: string,
  cell: OdsCell,
  repeat: number,
  { value, style }: { value?: string; style?: string | undefined } = {},
): string {
  const { start, contentStart, scope } = cell;
  const edits: Edit[] = [];
  for (const at of attributesAt(source, { start, end: contentStart, scope }, [REPEATED])) {
    if (repeat > 1) edits.push({ start: at.start, end: at.end, text: String(repeat) });
    else edits.push({ start: at.nameStart - 1, end: at.end + 1, text: '' });
  }
  if (value !== undefined) {
    for (const at of attributesAt(source, { start, end: contentStart, scope }, [VALUE]))
      edits.push({ start: at.start, end: at.end, text: escapeAttribute(value).replaceAll('\n', '&#10;') });
    const end = start + 1 + rawName(source, start).length;
    if (cell.kind === 'empty') edits.push({ start: end, end, text: typed(source) });
  }
  if (style !== undefined) edits.push(styleEdit(source, cell, style));
  const own = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
  return applyEdits(source.slice(start, contentStart), own);
}

/** The attribute that makes a new cell a text. */
function typed(source: string): string {
  const declared = new RegExp(`xmlns:([\\w.-]+)\\s*=\\s*["']${OFFICE}["']`).exec(
    source.slice(0, 65_536),
  )?.[1];
  const prefix = declared ?? `xmlns:office="${OFFICE}" office`;
  return ` ${prefix}:value-type="string"`;
}

/** A text's paragraph, in the part's notation. */
export function paragraphXml(source: string, like: OdsCell, text: string): string {
  const tag = source.startsWith('<', like.textStart) ? rawName(source, like.textStart) : '';
  const name = tag === '' ? 'text:p' : tag;
  return `<${name}>${escapeXml(text)}</${name}>`;
}
