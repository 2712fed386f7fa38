import { specificsOf } from '../../contract/index.ts';
import type { DetectedLanguages, ExaminedResource } from '../../contract/index.ts';
import type { Examined } from '../../jobs/jobs-port.ts';

export function presentExamined(
  examined: Examined,
  languages: DetectedLanguages['languages'],
  withTexts: boolean,
): ExaminedResource {
  const { memoryWords, columns, reading, leftOut, warnings, options } = examined;
  return {
    file_type: examined.fileType,
    segment_count: examined.segmentCount,
    source_chars: examined.sourceChars,
    source_words: examined.sourceWords,
    repeated_words: examined.repeatedWords,
    ...(memoryWords ? { memory_words: memoryWords } : {}),
    word_bands: examined.wordBands,
    ...(withTexts ? { texts: [...examined.texts] } : {}),
    languages,
    ...(columns
      ? {
          columns: columns.map(({ name, letter, segments, texts, sample }) => ({
            ...(name === undefined ? {} : { name }),
            letter,
            segments,
            texts,
            sample: [...sample],
          })),
        }
      : {}),
    ...(reading
      ? {
          pages: reading.pages,
          read_by: reading.readBy,
          pages_without_text: reading.pagesWithoutText,
          unreadable_letters: reading.unreadableLetters,
          tables: reading.tables,
          pictures: reading.pictures,
        }
      : {}),
    ...(examined.shown ? { shown: examined.shown } : {}),
    left_out: leftOut.map(({ what, count }) => ({ what, count })),
    warnings: warnings.map(({ code, message, count, ...specifics }) => ({
      code,
      message,
      ...specificsOf(specifics),
      ...(count === undefined ? {} : { count }),
    })),
    options,
  };
}
