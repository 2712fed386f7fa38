import { createHash } from 'node:crypto';
import { LIMITS, ProblemError, readFormatOptions } from '../../contract/index.ts';
import { cellsOf } from '../../documents/blocks/join-blocks.ts';
import { detectFormat } from '../../documents/formats.ts';
import type { ExtractedSegment, Format } from '../../documents/format.ts';
import { segmented } from '../../documents/sentences/split-paragraph.ts';
import { followFileSize } from '../../documents/shared/document-limits.ts';
import { readableText, visibleLength } from '../../text/codes.ts';
import { sampleOf } from './language-sample.ts';
import { openSource } from './source-file.ts';
import { countWords } from '../../text/count-words.ts';
import { withSyntaxes } from '../../text/protected/evidence.ts';
import type { Active } from '../../text/protected/scan.ts';
import type { ExaminedDocument, ExamineDocumentTask, RefusedFile } from '../document-port.ts';

/** 96 bits: no two texts of a quote collide. */
const HASH_LENGTH = 16;

/** See `DocumentPort.examine`. */
export async function examineDocument(task: ExamineDocumentTask): Promise<ExaminedDocument | RefusedFile> {
  const { bytes: source, size } = await openSource(task.sourcePath);
  followFileSize(size);
  const format = await detectFormat(source, task);
  const options = readFormatOptions(format.fileType, task.formatOptions);
  try {
    const { active, ...examined } = await examine(task, source, format, options.syntaxes ?? undefined);
    return { ...examined, options: { ...options, syntaxes: [...active] } };
  } catch (error) {
    if (error instanceof ProblemError) return { fileType: format.fileType, refused: error.toWire() };
    throw error;
  }
}

async function examine(
  task: ExamineDocumentTask,
  source: Uint8Array,
  format: Format,
  syntaxes: Active | undefined,
): Promise<Omit<ExaminedDocument, 'options'> & { active: Active }> {
  const context = {
    fileName: task.fileName,
    maxSegments: LIMITS.maxDocumentSegments,
    ...(task.from === undefined ? {} : { from: task.from }),
    ...(task.to === undefined ? {} : { to: task.to }),
    ...(task.formatOptions && { formatOptions: task.formatOptions }),
  };
  const { segments: paragraphs, warnings } = await format.extract(source, context);
  const { segments, active } = withSyntaxes(segmented(format, paragraphs, context), {
    format: format.fileType,
    option: syntaxes,
  });
  const { columns, leftOut = [] } = (await format.examine?.(source, context)) ?? {};
  const { distinct, ...words } = wordsOf(segments);
  return {
    active,
    fileType: format.fileType,
    segmentCount: segments.length,
    countedSegments: cellsOf(segments).length,
    sourceChars: paragraphs.reduce((sum, { text }) => sum + visibleLength(text), 0),
    ...words,
    sample: sampleOf(segments),
    texts: [...distinct.values()],
    ...(columns ? { columns: [...columns] } : {}),
    leftOut: leftOut.filter(({ count }) => count > 0),
    warnings: [...warnings],
  };
}

/** Words of all segments, repeated ones, copied ones, and each distinct text to translate. */
function wordsOf(segments: readonly ExtractedSegment[]) {
  const distinct = new Map<string, { text: string; hash: string; words: number; repeated: number }>();
  const seen = new Map<string, number>();
  const counts = { sourceWords: 0, repeatedWords: 0, copiedWords: 0 };
  for (const { text, copy } of segments) {
    const before = seen.get(text);
    const words = before ?? countWords(readableText(text));
    seen.set(text, words);
    counts.sourceWords += words;
    if (before !== undefined) counts.repeatedWords += words;
    if (copy) {
      counts.copiedWords += words;
      continue;
    }
    const known = distinct.get(text);
    if (known) known.repeated += words;
    else distinct.set(text, { text, hash: hashOf(text), words, repeated: 0 });
  }
  return { ...counts, distinct };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, HASH_LENGTH);
}
