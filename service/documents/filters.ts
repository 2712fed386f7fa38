import type { FileType } from '../contract/index.ts';
import { csvFilter } from './csv.ts';
import { docxFilter } from './docx.ts';
import type { Filter } from './filter.ts';
import { txtFilter } from './txt.ts';
import { xlsxFilter } from './xlsx.ts';

const FILTERS: Record<FileType, Filter> = {
  docx: docxFilter,
  txt: txtFilter,
  csv: csvFilter,
  xlsx: xlsxFilter,
};

export function filterFor(fileType: FileType): Filter {
  return FILTERS[fileType];
}
