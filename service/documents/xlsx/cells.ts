import { escapeText, readableText } from '../../text/codes.ts';
import { isTranslatable } from '../../text/translatable.ts';
import type { ExtractedSegment } from '../format.ts';
import type { CellContent } from './cell.ts';
import { codeRichText } from './rich-text.ts';
import type { RichText } from './rich-text.ts';
import { scanSheet } from './sheet-scan.ts';
import type { SheetVisitor } from './sheet-scan.ts';
import type { Workbook } from './workbook.ts';

/** A cell of column A that counts. */
export interface ColumnACell {
  readonly sheet: { readonly part: string; readonly xml: string };
  readonly row: number;
  readonly content: CellContent;
  /** What a translation may change; undefined for a number, date, boolean, error or formula, and for what an array formula fills. */
  readonly text: RichText | undefined;
  readonly segment: ExtractedSegment;
}

/** What else may be told of a workbook's sheets. */
export interface SheetsVisitor extends Omit<SheetVisitor, 'columnA' | 'otherCell'> {
  /** Of each sheet, before its cells. */
  sheet?(sheet: ColumnACell['sheet']): void;
}

/** Calls `visit` for each cell of column A that is not empty: sheets in workbook order, cells as they stand in the sheet. */
export function eachColumnACell(
  workbook: Workbook,
  visit: (cell: ColumnACell) => void,
  others: SheetsVisitor = {},
): void {
  for (const part of workbook.sheets) {
    const sheet = { part, xml: workbook.pkg.text(part) };
    others.sheet?.(sheet);
    scanSheet(sheet.xml, part, {
      sharedElsewhere: others.sharedElsewhere,
      formula: others.formula,
      columnA(content, row, computed) {
        const text = textOf(workbook, content);
        const segment = segmentOf(content, text);
        if (!segment) return;
        if (computed)
          visit({ sheet, row, content, text: undefined, segment: { text: segment.text, copy: true } });
        else visit({ sheet, row, content, text, segment });
      },
    });
  }
}

export function textOf(workbook: Workbook, content: CellContent): RichText | undefined {
  switch (content.kind) {
    case 'shared':
      return workbook.sharedStrings()?.read(content.index);
    case 'inline':
      return content.text;
    case 'string':
      return { runs: [{ format: '', text: content.text }], rich: false, rest: '' };
    case 'fixed':
      return undefined;
  }
}

export function segmentOf(content: CellContent, text: RichText | undefined): ExtractedSegment | undefined {
  if (content.kind === 'fixed') return { text: escapeText(content.text), copy: true };
  if (!text || text.runs.length === 0) return undefined;
  const coded = codeRichText(text);
  if (!coded) return { text: escapeText(text.runs.map((run) => run.text).join('')), copy: true };
  return isTranslatable(readableText(coded.text)) ? { text: coded.text } : { text: coded.text, copy: true };
}
