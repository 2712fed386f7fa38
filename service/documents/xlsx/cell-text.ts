import { escapeText, readableText } from '../../text/codes.ts';
import { isTranslatable } from '../../text/translatable.ts';
import type { ExtractedSegment } from '../format.ts';
import type { CellContent } from './cell.ts';
import { codeRichText } from './rich-text.ts';
import type { RichText } from './rich-text.ts';
import type { Workbook } from './workbook.ts';

/** The translatable text of a cell; undefined for a number, date, boolean, error or formula. */
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
