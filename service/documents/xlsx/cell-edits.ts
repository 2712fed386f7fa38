import type { Edit } from '../shared/spans.ts';
import { escapeXml } from '../xml/scan.ts';
import type { ColumnACell } from './cells.ts';
import { plainRichText, writeRichText } from './rich-text.ts';
import type { RichText } from './rich-text.ts';
import type { PartEdits } from './part-edits.ts';
import { sharedStringChanges } from './shared-strings.ts';
import type { SharedStrings } from './shared-strings.ts';
import { encodeXString } from './xstring.ts';

/** A cell and the text it is to show. */
export interface CellChange {
  readonly cell: ColumnACell;
  readonly text: RichText;
}

/**
 * Writes the changes into sheets and string table. Where all cells that show a shared string change to one text, the string is rewritten;
 * a cell that must differ from others gets a string of its own, so that no cell outside column A changes.
 */
export function editCells(
  changes: readonly CellChange[],
  usedElsewhere: ReadonlySet<number>,
  sharedStrings: () => SharedStrings | undefined,
  parts: PartEdits,
): void {
  for (const change of changes) {
    const { part, xml } = change.cell.sheet;
    parts.add(part, xml, ownTextEdit(change));
  }
  const groups = groupByItem(changes);
  // Not even opened where no cell needs it: it may be broken, and would then refuse what extraction took.
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

/** The edit of a cell that holds its text itself. */
function ownTextEdit({ cell, text }: CellChange): Edit[] {
  const { content } = cell;
  if (content.kind === 'inline') return [{ ...content.content, text: writeRichText(text, content.prefix) }];
  if (content.kind !== 'string') return [];
  return [{ ...content.value, text: escapeXml(encodeXString(plainRichText(text))) }];
}

function repointed({ content }: ColumnACell, item: number): Edit[] {
  return content.kind === 'shared' ? [{ ...content.value, text: String(item) }] : [];
}

function groupByItem(changes: readonly CellChange[]): Map<number, CellChange[]> {
  const groups = new Map<number, CellChange[]>();
  for (const change of changes) {
    const { content } = change.cell;
    if (content.kind !== 'shared') continue;
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
