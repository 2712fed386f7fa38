import type { FileType } from '../contract/index.ts';
import { csvFilter } from './csv/csv-filter.ts';
import { docxFilter } from './docx/docx-filter.ts';
import type { Filter } from './shared/filter.ts';
import { txtFilter } from './text/txt-filter.ts';
import { xlsxFilter } from './xlsx/xlsx-filter.ts';

const FILTERS: Record<FileType, Filter> = {
  docx: docxFilter,
  txt: txtFilter,
  csv: csvFilter,
  xlsx: xlsxFilter,
};

export function filterFor(fileType: FileType): Filter {
  return FILTERS[fileType];
}
