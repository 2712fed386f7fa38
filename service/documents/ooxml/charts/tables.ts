import { attributeSpan, escapeAttribute, scanXml } from '../../xml/scan.ts';
import type { Span } from '../../xml/scan.ts';
import type { Edit } from '../../shared/spans.ts';
import type { OoxmlPackage } from '../package.ts';
import { decodeXString, encodeXStringAttribute } from '../xstring.ts';
import { columnNumber } from './cell-references.ts';

interface Table {
  readonly part: string;
  readonly xml: string;
  readonly left: number;
  /** 0 if the table has none. */
  readonly headerRow: number;
  readonly totalsRow: number;
  readonly columns: readonly { readonly name: string; readonly tag: Span }[];
  /** Whether its columns come from elsewhere and are matched by name. */
  readonly isLinked: boolean;
}

export function readTables(pkg: OoxmlPackage, sheet: string): Table[] {
  const hasPivots = pkg.partNames.some((part) => /pivotCacheDefinition/i.test(part));
  return pkg.relationships(sheet).flatMap(({ kind, part }) => {
    if (kind !== 'table' || part === undefined) return [];
    const xml = pkg.text(part);
    const columns: { name: string; tag: Span }[] = [];
    let range: RegExpExecArray | null = null;
    let [headers, totals, isLinked] = [1, 0, hasPivots];
    scanXml(xml, part, {
      open(tag) {
        if (tag.name === 's:table') {
          range = /^\$?([A-Z]+)\$?(\d+):\$?[A-Z]+\$?(\d+)$/i.exec(tag.attribute('ref') ?? '');
          headers = Number(tag.attribute('headerRowCount') ?? 1);
          totals = Number(tag.attribute('totalsRowCount') ?? 0);
          isLinked ||= (tag.attribute('tableType') ?? 'worksheet') !== 'worksheet';
        } else if (tag.name === 's:tableColumn') {
          const name = decodeXString(tag.attribute('name') ?? '');
          columns.push({ name, tag: { start: tag.start, end: tag.end } });
        }
      },
    });
    const [, left, top, bottom] = (range as RegExpExecArray | null) ?? [];
    if (left === undefined) return [];
    const headerRow = headers > 0 ? Number(top) : 0;
    const totalsRow = totals > 0 ? Number(bottom) : 0;
    return [{ part, xml, left: columnNumber(left), headerRow, totalsRow, columns, isLinked }];
  });
}

/** The part of a cell's change that `renamedColumns` needs. */
interface Change {
  readonly cell: { readonly row: number; readonly column: number };
  readonly text: { readonly after: string };
}

/** Limit of searching formulas for names: no workbook behind a chart needs a hundredth of it. */
const MAX_LOOKS = 5_000_000;
/** Excel's limit for the name of a table column. */
const MAX_NAME = 255;

/**
 * A header cell must equal the name of its column, or Excel repairs the workbook: both change or neither.
 * `refused`: cells that keep their text, since another column has the name, or a formula uses this one.
 */
export function renamedColumns<Edited extends Change>(
  tables: readonly Table[],
  edits: readonly Edited[],
  formulas: readonly string[],
): { readonly edits: (Edit & { readonly part: string })[]; readonly refused: ReadonlySet<Edited> } {
  const calls = formulas.filter((formula) => formula.includes('['));
  const isTooMuch = calls.length * edits.length > MAX_LOOKS;
  const written: (Edit & { readonly part: string })[] = [];
  const refused = new Set<Edited>();
  for (const { part, xml, left, headerRow, totalsRow, columns, isLinked } of tables) {
    const names = columns.map(({ name }) => name.toLowerCase());
    const taken = new Map<string, number>();
    const count = (name: string, more: number) => taken.set(name, (taken.get(name) ?? 0) + more);
    for (const name of names) count(name, 1);
    const set = (tag: Span, attribute: string, text: string) => {
      const span = attributeSpan(xml, tag, attribute);
      if (span) written.push({ ...span, part, text: escapeAttribute(encodeXStringAttribute(text)) });
    };
    for (const edit of edits) {
      const at = edit.cell.column - left;
      const column = columns[at];
      if (!column) continue;
      const { after } = edit.text;
      if (edit.cell.row === totalsRow) set(column.tag, 'totalsRowLabel', after);
      if (edit.cell.row !== headerRow) continue;
      const [old, renamed] = [names[at]!, after.toLowerCase()];
      const isTaken = (taken.get(renamed) ?? 0) > (renamed === old ? 1 : 0);
      const isCalled = isTooMuch || calls.some((formula) => formula.includes(old));
      if (isLinked || isTaken || isCalled || after.length > MAX_NAME) {
        refused.add(edit);
      } else {
        count(old, -1);
        count(renamed, 1);
        names[at] = renamed;
        set(column.tag, 'name', after);
      }
    }
  }
  return { edits: written, refused };
}
