import type { Edit } from '../shared/spans.ts';
import { escapeXml } from '../xml/scan.ts';
import type { SelectedCell } from './cells.ts';
import { plainRichText, writeRichText } from './rich-text.ts';
import type { RichText } from './rich-text.ts';
import type { PartEdits } from './part-edits.ts';
import { sharedStringChanges } from './shared-strings.ts';
import type { SharedStrings } from './shared-strings.ts';
import { writeTargets } from './target-places.ts';
import type { TargetText } from './target-places.ts';
import { encodeXString } from '../ooxml/xstring.ts';

/** A cell and its new text. */
export interface CellChange {
  readonly cell: SelectedCell;
  readonly text: RichText;
}

/**
 * Writes the changes into sheets and string table. If all cells with a shared string change to one text, the
 * string is rewritten; a cell that must differ from others gets its own string, so that no other cell
 * changes.
 */
export function editCells(
  changes: readonly CellChange[],
  usedElsewhere: ReadonlySet<number>,
  sharedStrings: () => SharedStrings | undefined,
  parts: PartEdits,
): void {
  for (const change of changes) {
    const { part, xml } = change.cell.sheet;
    if (!change.cell.into) parts.add(part, xml, ownTextEdit(change));
  }
  for (const [sheet, texts] of textsInto(changes))
    parts.add(sheet.part, sheet.xml, writeTargets(sheet.xml, texts));
  const groups = groupByItem(changes);
  // Not even opened unless a cell needs it: it may be broken, and would refuse what extraction accepted.
  const strings = groups.size > 0 ? sharedStrings() : undefined;
  if (!strings) return;
  const stringChanges = sharedStringChanges(strings);
  for (const [item, sharing] of groups) {
    const [first, ...others] = groupByText(sharing);
    const rewrites = first !== undefined && !usedElsewhere.has(item);
    if (rewrites) stringChanges.replace(item, first[0]!.text);
    for (const same of rewrites ? others : [first!, ...others]) {
      const appended = stringChanges.append(item, same[0]!.text);
      for (const { cell } of same) parts.add(cell.sheet.part, cell.sheet.xml, repointed(cell, appended));
    }
  }
  parts.add(strings.part, strings.xml, stringChanges.edits());
}

/** The edit of a cell that contains its text itself. */
function ownTextEdit({ cell, text }: CellChange): Edit[] {
  const { content } = cell;
  if (content.kind === 'inline') return [{ ...content.content, text: writeRichText(text, content.prefix) }];
  if (content.kind !== 'string') return [];
  return [{ ...content.value, text: escapeXml(encodeXString(plainRichText(text))) }];
}

/** By sheet, the texts that go into other cells than the ones they translate. */
function textsInto(changes: readonly CellChange[]): Map<SelectedCell['sheet'], TargetText[]> {
  const sheets = new Map<SelectedCell['sheet'], TargetText[]>();
  for (const { cell, text } of changes) {
    if (!cell.into) continue;
    const texts = sheets.get(cell.sheet) ?? [];
    sheets.set(cell.sheet, texts);
    texts.push({ into: cell.into, column: cell.column, text });
  }
  return sheets;
}

function repointed({ content }: SelectedCell, item: number): Edit[] {
  return content.kind === 'shared' ? [{ ...content.value, text: String(item) }] : [];
}

function groupByItem(changes: readonly CellChange[]): Map<number, CellChange[]> {
  const groups = new Map<number, CellChange[]>();
  for (const change of changes) {
    const { content, into } = change.cell;
    if (content.kind !== 'shared' || into) continue;
    const group = groups.get(content.index) ?? [];
    group.push(change);
    groups.set(content.index, group);
  }
  return groups;
}

function groupByText(changes: readonly CellChange[]): (readonly CellChange[])[] {
  if (changes.length === 1) return [changes];
  const groups = new Map<string, CellChange[]>();
  for (const change of changes) {
    const key = JSON.stringify(change.text.runs);
    const group = groups.get(key) ?? [];
    group.push(change);
    groups.set(key, group);
  }
  return [...groups.values()];
}
