import { formatFacts } from '../../contract/index.ts';
import type { FileType } from '../../contract/index.ts';

interface OfDocument {
  readonly file_type?: FileType | undefined;
}

/** Whether a simple document can stand in for a failed rebuild of this type. */
export function hasSimple({ file_type }: OfDocument): boolean {
  return file_type !== undefined && formatFacts(file_type).simple === true;
}

export function hasDocxQuota({ file_type }: OfDocument): boolean {
  return file_type !== undefined && formatFacts(file_type).quota === 'docx';
}
