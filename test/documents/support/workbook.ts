import { xlsxFormat } from '../../../service/documents/xlsx/xlsx-format.ts';
import { workbook } from '../../support/ooxml.ts';
import type { WorkbookParts } from '../../support/ooxml.ts';
import { EN_ES } from './pseudo.ts';
import { unzip } from './zip.ts';

/** Two items of a string table. */
export const STRINGS = '<si><t>Screw</t></si><si><t>Nut</t></si>';

export function row(...cells: string[]): string {
  return `<row>${cells.join('')}</row>`;
}

export function shared(index: number, ref = ''): string {
  return `<c${ref && ` r="${ref}"`} t="s"><v>${index}</v></c>`;
}

export function inline(text: string): string {
  return `<c t="inlineStr"><is>${text}</is></c>`;
}

/** Assembles, and returns the changed parts without their frame, and why segments keep their source, with the codes of the warnings. */
export async function translated(parts: WorkbookParts, targets: (string | null)[]) {
  const { bytes, warnings, kept } = await xlsxFormat.assemble(workbook(parts), targets, EN_ES);
  const files = await unzip(bytes);
  const inside = (name: string, pattern: RegExp) => pattern.exec(files.get(name)?.toString() ?? '')?.[1];
  return {
    sheet: (n = 1) => inside(`xl/worksheets/sheet${n}.xml`, /<sheetData>(.*)<\/sheetData>/s),
    strings: inside('xl/sharedStrings.xml', /(<sst.*)<\/sst>/s)?.replace(/ xmlns="[^"]*"/, ''),
    workbook: inside('xl/workbook.xml', /<\/sheets>(.*)<\/workbook>/s),
    table: inside('xl/tables/table1.xml', /<table[^>]*>(.*)<\/table>/s),
    codes: [...(kept ?? []).map(({ reason = 'structure' }) => reason), ...warnings.map(({ code }) => code)],
    /** The names in the warning about quoted texts. */
    found: warnings.find(({ code }) => code === 'formula_quotes_text')?.details?.['found'],
  };
}
