import { readFormatOptions } from '../../contract/index.ts';
import type { Warning } from '../../contract/index.ts';
import type { Format, KeptSegment } from '../format.ts';
import { recogniseOoxml } from '../ooxml/kind.ts';
import { cellIndex } from '../lookups/cell-index.ts';
import type { CellIndex } from '../lookups/cell-index.ts';
import { quoteWarning } from '../lookups/quoted-texts.ts';
import { missingWarnings } from '../ooxml/missing-parts.ts';
import { recalculateOnLoad } from '../ooxml/recalculate.ts';
import { signatureWarnings } from '../ooxml/signature.ts';
import { targetKeptWarning } from '../shared/target-kept.ts';
import { segmentList } from '../shared/segment-list.ts';
import { promiseTry } from '../shared/promise-try.ts';
import { chartCacheEdits } from './chart-caches.ts';
import { editCells } from './cell-edits.ts';
import type { CellChange } from './cell-edits.ts';
import { eachCell, segmentNumbers } from './cells.ts';
import { examineWorkbook } from './examine-workbook.ts';
import { findChanges, noteUse } from './find-changes.ts';
import { checkHeaders, withTableHeaders } from './headers.ts';
import { editsByPart, partEdits } from './part-edits.ts';
import { readRules } from './rules.ts';
import { newHeaders } from './new-headers.ts';
import { plainRichText } from './rich-text.ts';
import { selectCells } from './selection.ts';
import { drawingTarget, sheetTexts, workbookTexts } from './sheet-texts.ts';
import type { SheetTexts } from './sheet-texts.ts';
import { openWorkbook } from './workbook.ts';
import type { Workbook } from './workbook.ts';

/** Workbooks: column A of every worksheet, or the options' columns; each non-empty cell. */
export const xlsxFormat: Format = {
  fileType: 'xlsx',
  mayHoldHtml: true,

  recognise: (look) =>
    recogniseOoxml(look, {
      contentTypes: ['spreadsheetml.sheet.main+xml'],
      root: 's:workbook',
      family: /spreadsheetml|ms-excel/,
    }),

  extract(source, { maxSegments, formatOptions, from, to }) {
    return promiseTry(() => {
      const workbook = openWorkbook(source);
      const selection = selectCells(workbook, readFormatOptions('xlsx', formatOptions));
      const list = segmentList(maxSegments);
      const sheets = new Set<string>();
      const numbers = segmentNumbers(selection);
      const drawing = drawingTarget(from, to);
      let kept = 0;
      const addAll = (texts: Iterable<SheetTexts>): void => {
        for (const { spans } of texts) for (const { segment } of spans) list.add(segment);
      };
      eachCell(
        workbook,
        selection,
        (cell) => {
          if (numbers.ofCell(cell).isNew) list.add(cell.segment);
          sheets.add(cell.sheet.part);
        },
        {
          kept: () => kept++,
          afterCells: (sheet) => addAll(sheetTexts(workbook, sheet, selection, drawing)),
        },
      );
      addAll(workbookTexts(workbook, selection));
      checkHeaders(workbook, selection, sheets);
      const warnings = list.segments.length > 0 ? signatureWarnings(workbook.pkg) : [];
      return {
        segments: list.segments,
        warnings: [
          ...warnings,
          ...missingWarnings(workbook.missing),
          ...targetKeptWarning(kept),
          ...list.warnings(),
        ],
        ignoresLanguage: true,
      };
    });
  },

  examine: (source, { formatOptions }) =>
    promiseTry(() => examineWorkbook(openWorkbook(source), readFormatOptions('xlsx', formatOptions))),

  assemble(source, targets, { from, to, formatOptions }) {
    return promiseTry(() => {
      const workbook = openWorkbook(source);
      const selection = selectCells(workbook, readFormatOptions('xlsx', formatOptions));
      const found = findChanges(workbook, selection, targets, drawingTarget(from, to));
      const { changes, usedElsewhere, hasFormulas } = found;
      const headers = withTableHeaders(workbook, changes);
      const kept: KeptSegment[] = [
        ...found.tooLong.map((index) => ({ index, reason: 'too_long_for_place' as const })),
        ...headers.refused.map(({ index }) => ({ index, reason: 'header_in_use' as const })),
      ];
      if (headers.changes.length === 0 && found.beside.length === 0)
        return { bytes: source, warnings: [], kept };

      for (const { cell } of headers.refused) noteUse(cell, usedElsewhere);
      const parts = partEdits();
      const written = [...headers.changes, ...newHeaders(headers.changes, selection, to)];
      editCells(written, usedElsewhere, () => workbook.sharedStrings(), parts);
      for (const { part, xml, edits } of headers.partEdits) parts.add(part, xml, edits);
      const charts = selection.isFirst ? [] : chartCacheEdits(workbook, headers.changes);
      for (const [part, edits] of editsByPart([...found.beside, ...charts]))
        parts.add(part, workbook.pkg.text(part), edits);
      if (hasFormulas && headers.changes.length > 0) {
        const xml = workbook.pkg.text(workbook.mainPart);
        parts.add(workbook.mainPart, xml, recalculateOnLoad(xml, workbook.mainPart));
      }
      const warnings = quotesOf(workbook, headers.changes, found.others);
      return { bytes: workbook.pkg.save(parts.written()), warnings, kept };
    });
  },
};

/** Warns of rules that look for translated texts. `others`: cells whose text stays. */
function quotesOf(workbook: Workbook, changes: readonly CellChange[], others: CellIndex): Warning[] {
  const cells = cellIndex();
  const texts: string[] = [];
  for (const { cell } of changes) {
    if (!cell.text || cell.into) continue;
    texts.push(plainRichText(cell.text));
    cells.add(workbook.sheetNames.get(cell.sheet.part) ?? cell.sheet.part, cell.column, cell.row);
  }
  return texts.length === 0 ? [] : quoteWarning(readRules(workbook), { texts, cells, others });
}
