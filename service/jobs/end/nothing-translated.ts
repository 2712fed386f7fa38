import type { Reason, Warning } from '../../contract/index.ts';
import type { JobRecord } from '../../records/job-record.ts';
import type { AssembleResult } from '../../worker/document-port.ts';

/** The warning for a done job that has text, none of which was translated. */
export function nothingTranslated(
  {
    file_type,
    segment_count,
    left_out = [],
    options,
  }: Pick<JobRecord, 'file_type' | 'segment_count' | 'left_out'> & Partial<Pick<JobRecord, 'options'>>,
  { translated }: Pick<AssembleResult, 'translated'>,
): Warning[] {
  if (translated > 0) return [];
  const countOf = (what: string): number => left_out.find((one) => one.what === what)?.count ?? 0;
  const [columns, chunks] = [countOf('columns'), countOf('alt_chunk')];
  if (columns > 0) {
    const texts = columns === 1 ? '1 text is' : `${columns} texts are`;
    return warningOf('text_in_other_columns', columns, [
      `Nothing was translated: the columns that are read hold no text to translate. ${texts} in other columns.`,
      'Choose the columns to translate (all, or some), and translate the file again.',
    ]);
  }
  if (chunks > 0) {
    const documents = chunks === 1 ? 'a document' : `${chunks} documents`;
    return warningOf('text_in_embedded_documents', chunks, [
      `Nothing was translated: the text is in ${documents} embedded in this one (altChunk), which are not read.`,
      'Open it in Word, save it under a new name and send that.',
    ]);
  }
  // Values of a program are read, and copied.
  const unread = left_out.filter(({ what }) => what !== 'program_values');
  if (unread.length > 0) {
    const count = unread.reduce((sum, one) => sum + one.count, 0);
    return warningOf('text_left_out', count, [
      'Nothing was translated: all of the text is in parts of the file that are not read.',
      'Copy it into the body of the document and send that.',
    ]);
  }
  const onlyFirst = (options?.format?.['columns'] ?? 'first') === 'first';
  if (onlyFirst && (file_type === 'csv' || file_type === 'xlsx')) {
    return warningOf('first_column_copied', segment_count, [
      'Nothing was translated: only column A is read, and it holds no text to translate; numbers, codes and the like are copied.',
      'If the texts are in another column, choose that one, and translate the file again.',
    ]);
  }
  if (segment_count === 0 && (file_type === 'po' || file_type === 'xliff')) {
    return warningOf('all_finished', 0, [
      'Nothing was translated: the file holds no text that is left to translate, and what is finished in it stays.',
      'Check that it is the right one.',
    ]);
  }
  if (segment_count === 0) {
    return warningOf('no_text', 0, [
      'Nothing was translated: no text was found in the file.',
      'Check that it is the right one and that it is whole. Text in pictures is not read.',
    ]);
  }
  return warningOf('all_copied', segment_count, [
    'Nothing was translated: the file holds only numbers, addresses, codes and the like, which are copied as they are.',
    'Check that it is the right one.',
  ]);
}

function warningOf(reason: Reason, count: number, sentences: readonly string[]): Warning[] {
  return [{ code: 'nothing_translated', message: sentences.join(' '), reason, details: { count }, count }];
}
