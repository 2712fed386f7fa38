import { escapeXml, rawPrefix } from '../../xml/scan.ts';
import { applyEdits } from '../../shared/spans.ts';
import type { Edit } from '../../shared/spans.ts';
import { unlessRefused } from '../../shared/refusals.ts';
import { mainPart } from '../kind.ts';
import { openPackage } from '../package.ts';
import type { OoxmlPackage } from '../package.ts';
import { recalculateOnLoad } from '../recalculate.ts';
import { encodeXString } from '../xstring.ts';
import type { CellAddress } from './cell-references.ts';
import { formulasOf, readCells, readStrings, sheetParts } from './read-workbook.ts';
import type { DataCell, StringTable } from './read-workbook.ts';
import { readTables, renamedColumns } from './tables.ts';

/** A cell that a chart shows, and its new text. */
export interface CellText extends CellAddress {
  readonly before: string;
  readonly after: string;
}

export interface EditedWorkbook {
  readonly bytes: Uint8Array;
  /** Unchanged cells: a formula, other content than the chart's, or a column named in formulas. */
  readonly kept: number;
}

/** Excel's limit for the text of a cell, in UTF-16 units. */
const MAX_CELL_TEXT = 32_767;

/** The chart's workbook with some cell texts replaced. An unreadable one stays unchanged. */
export function editWorkbook(source: Uint8Array, texts: readonly CellText[]): EditedWorkbook {
  const edited = unlessRefused(() => {
    const pkg = openPackage(source);
    const main = mainPart(pkg);
    return main !== undefined && /sheet\.(?:macroenabled\.)?main\+xml$/.test(pkg.contentType(main) ?? '')
      ? changedWorkbook(pkg, main, texts)
      : undefined;
  });
  return edited ?? { bytes: source, kept: texts.length };
}

interface CellEdit {
  readonly cell: DataCell;
  readonly text: CellText;
}

function changedWorkbook(pkg: OoxmlPackage, main: string, texts: readonly CellText[]): EditedWorkbook {
  const sheets = sheetParts(pkg, main);
  const strings = readStrings(pkg, main);
  const formulas = formulasOf(pkg, [main, ...sheets.values()]);
  const changes = new Map<string, Edit[]>();
  const addEdits = (part: string, edits: readonly Edit[]) => {
    const known = changes.get(part);
    if (!known) changes.set(part, [...edits]);
    else for (const edit of edits) known.push(edit);
  };
  const appended: string[] = [];
  let done = 0;
  const bySheet = new Map<string, CellText[]>();
  for (const text of texts) {
    const name = text.sheet.toLowerCase();
    const same = bySheet.get(name);
    if (same) same.push(text);
    else bySheet.set(name, [text]);
  }
  for (const [name, wanted] of bySheet) {
    const part = sheets.get(name);
    if (part === undefined) continue;
    const edits = cellEdits(pkg, part, wanted, strings);
    const renamed = renamedColumns(readTables(pkg, part), edits, formulas);
    for (const { part: table, ...edit } of renamed.edits) addEdits(table, [edit]);
    const written = edits.filter((edit) => !renamed.refused.has(edit));
    addEdits(
      part,
      written.map((edit) => writtenCell(edit, strings, appended)),
    );
    done += written.length;
  }
  if (done === 0) return { bytes: pkg.save(new Map()), kept: texts.length };
  if (strings && appended.length > 0) addEdits(strings.part, appendedStrings(strings, appended));
  if (formulas.length > 0) addEdits(main, recalculateOnLoad(pkg.text(main), main));
  const parts = Array.from(changes, ([part, edits]) => [part, applyEdits(pkg.text(part), edits)] as const);
  return { bytes: pkg.save(new Map(parts)), kept: texts.length - done };
}

/** Edits for the texts that the cells contain exactly as shown in the chart. */
function cellEdits(
  pkg: OoxmlPackage,
  part: string,
  texts: readonly CellText[],
  strings: StringTable | undefined,
): CellEdit[] {
  const wanted = new Map(texts.map((text) => [`${text.row} ${text.column}`, text]));
  const edits: CellEdit[] = [];
  for (const cell of readCells(pkg, part, strings, (row, column) => wanted.has(`${row} ${column}`))) {
    const text = wanted.get(`${cell.row} ${cell.column}`)!;
    if (cell.hasFormula || cell.text === undefined || text.after.length > MAX_CELL_TEXT) continue;
    if (lines(cell.text) === lines(text.before)) edits.push({ cell, text });
  }
  return edits;
}

function lines(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}

/** Other cells may show a shared string too, so the cell gets its own. */
function writtenCell({ cell, text }: CellEdit, strings: StringTable | undefined, appended: string[]): Edit {
  const value = encodeXString(text.after);
  if (cell.kind === 'own') return { ...cell.content, text: escapeXml(value) };
  if (cell.kind === 'inline')
    return { ...cell.content, text: textElement(rawPrefix(cell.xml, cell.start), value) };
  const { xml, root, items } = strings!;
  const prefix = rawPrefix(xml, root.start);
  const { look } = items[cell.index]!;
  const content = textElement(prefix, value);
  appended.push(
    `<${prefix}si>${look === '' ? content : `<${prefix}r>${look}${content}</${prefix}r>`}</${prefix}si>`,
  );
  return { ...cell.content, text: String(items.length + appended.length - 1) };
}

function textElement(prefix: string, value: string): string {
  return `<${prefix}t xml:space="preserve">${escapeXml(value)}</${prefix}t>`;
}

function appendedStrings({ uniqueCount, end, items }: StringTable, appended: readonly string[]): Edit[] {
  const added = { start: end, end, text: appended.join('') };
  return uniqueCount ? [added, { ...uniqueCount, text: String(items.length + appended.length) }] : [added];
}
