import type { Warning } from '../../contract/index.ts';
import type { Format } from '../format.ts';
import { recogniseOoxml } from '../ooxml/kind.ts';
import { signatureWarnings } from '../ooxml/signature.ts';
import { segmentList } from '../shared/segment-list.ts';
import { promiseTry } from '../shared/promise-try.ts';
import { editCells } from './cell-edits.ts';
import type { CellChange } from './cell-edits.ts';
import { eachColumnACell } from './cells.ts';
import type { ColumnACell } from './cells.ts';
import { findChanges, noteUse } from './find-changes.ts';
import type { FoundChanges } from './find-changes.ts';
import { checkHeaders, withTableHeaders } from './headers.ts';
import { partEdits } from './part-edits.ts';
import { comparisonsIn } from './quoted-texts.ts';
import { plainRichText } from './rich-text.ts';
import { openWorkbook, recalculateOnLoad } from './workbook.ts';
import type { Workbook } from './workbook.ts';

/** Workbooks: column A of every worksheet, sheets in workbook order; each cell that is not empty counts. */
export const xlsxFormat: Format = {
  fileType: 'xlsx',

  recognise: (look) =>
    recogniseOoxml(look, {
      contentType: 'spreadsheetml.sheet.main+xml',
      root: 's:workbook',
      family: /spreadsheetml|ms-excel/,
    }),

  extract(source, { maxSegments }) {
    return promiseTry(() => {
      const workbook = openWorkbook(source);
      const list = segmentList(maxSegments);
      const sheets = new Set<string>();
      eachColumnACell(workbook, ({ segment, sheet }) => {
        list.add(segment);
        sheets.add(sheet.part);
      });
      checkHeaders(workbook, sheets);
      const warnings = list.segments.length > 0 ? signatureWarnings(workbook.pkg) : [];
      return { segments: list.segments, warnings: [...warnings, ...list.warnings()] };
    });
  },

  assemble(source, targets) {
    return promiseTry(() => {
      const workbook = openWorkbook(source);
      const found = findChanges(workbook, targets);
      const { changes, usedElsewhere, hasFormulas, tooLong } = found;
      const headers = withTableHeaders(workbook, changes);
      const warnings = [...tooLongWarning(tooLong), ...headerWarning(headers.refused.length)];
      if (headers.changes.length === 0) return { bytes: source, warnings };

      for (const { cell } of headers.refused) noteUse(cell, usedElsewhere);
      const parts = partEdits();
      editCells(headers.changes, usedElsewhere, () => workbook.sharedStrings(), parts);
      for (const { part, xml, edits } of headers.partEdits) parts.add(part, xml, edits);
      if (hasFormulas) {
        const xml = workbook.pkg.text(workbook.mainPart);
        parts.add(workbook.mainPart, xml, recalculateOnLoad(xml, workbook.mainPart));
      }
      warnings.push(...comparedWarning(comparedCells(workbook, headers.changes, found)));
      return { bytes: workbook.pkg.save(parts.written()), warnings };
    });
  },
};

function tooLongWarning(count: number): Warning[] {
  if (count === 0) return [];
  const message =
    'Some translations are longer than the 32,767 characters a cell can hold, so those cells keep their source text. ' +
    'Split the text over several cells and translate it again.';
  return [{ code: 'cell_too_long', message, count }];
}

function headerWarning(count: number): Warning[] {
  if (count === 0) return [];
  const message =
    'Some headers of tables or pivot tables keep their source text: formulas or filters call the column by that name, or the translation is the name of another column. ' +
    'Rename them in Excel, which changes the formulas too.';
  return [{ code: 'table_header_untranslated', message, count }];
}

/** How many changed cells formulas know by the text that they had, in the formula or in a cell of another column. */
function comparedCells(
  { pkg, mainPart }: Workbook,
  changes: readonly CellChange[],
  { inOtherColumns, withFormulas }: FoundChanges,
): number {
  const { names, withCells } = comparisonsIn(
    [mainPart, ...withFormulas].map((part) => ({ part, xml: pkg.text(part) })),
  );
  const isInOtherColumn = ({ content }: ColumnACell): boolean =>
    content.kind === 'shared' && inOtherColumns.has(content.index);
  return changes.filter(
    ({ cell }) => (withCells && isInOtherColumn(cell)) || (cell.text && names(plainRichText(cell.text))),
  ).length;
}

function comparedWarning(count: number): Warning[] {
  if (count === 0) return [];
  const message =
    'Formulas or rules compare cells of column A, which are translated now, with their source texts in the formula or in other columns, so they no longer find them. ' +
    'Put the translations into those formulas or cells.';
  return [{ code: 'formula_quotes_text', message, count }];
}
