/** The tasks of a document process. Each can be killed at any point: a result is complete or absent. */
import { readFile, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Warning } from '../../contract/index.ts';
import { followFileSize } from '../../documents/shared/document-limits.ts';
import { writeAtomically } from '../../lib/atomic-file.ts';
import { parseBatchUpload } from '../../records/batch-upload.ts';
import type { SegmentEdit } from '../../records/edits.ts';
import { resolveLines } from '../../records/resolve-lines.ts';
import type { ResolvedLine } from '../../records/resolve-lines.ts';
import { encodeSegmentLine, parseSegments } from '../../records/segments.ts';
import type { SegmentLine } from '../../records/segments.ts';
import { codePoints, plainText, readableText } from '../../text/codes.ts';
import { countWords } from '../../text/count-words.ts';
import { examineTexts } from '../text/examine-texts.ts';
import { countConfirmed, countFlagged, countKept, countTranslated, flagWarnings } from '../flag-warnings.ts';
import { fingerprintOf } from './converted-source.ts';
import { keptWarnings, markKept } from './kept-source.ts';
import type { Kept } from './kept-source.ts';
import { readEditedJob, readSource } from '../job-files.ts';
import { buildDocument, stateIn, targetOf } from './build-document.ts';
import { readDocument, sampleOf } from './read-document.ts';
import type { ReadDocument } from './read-document.ts';
import type { AlignTask, ChangeTask, PairsTask, SplitTask, UnitsTask } from '../alignment-port.ts';
import type {
  AssembleResult,
  AssembleTask,
  BatchResult,
  BatchTask,
  DrawPageTask,
  CheckTask,
  CountPackageTask,
  EditTask,
  ExamineDocumentTask,
  ExportTask,
  ExtractResult,
  ExtractTask,
  PreviewTask,
  ReadPackageTask,
  RefusedFile,
  ReturnPackageTask,
  UnpackEntryTask,
} from '../document-port.ts';
import { serveTasks } from '../../tasks/serve-tasks.ts';

serveTasks({
  extract,
  examine: async (task: ExamineDocumentTask) => (await import('./examine-document.ts')).examineDocument(task),
  prepareBatch,
  assemble,
  // Loaded on demand: most jobs are only translated.
  edit: async (task: EditTask) => (await import('./edit-job.ts')).editJob(task),
  export: async (task: ExportTask) => (await import('./export-job.ts')).exportJob(task),
  drawPage: async (task: DrawPageTask) => (await import('./draw-page.ts')).drawPage(task),
  check: async (task: CheckTask) => (await import('./check-job.ts')).checkJob(task),
  preview: async (task: PreviewTask) => (await import('./preview-job.ts')).previewJob(task),
  splitTexts: async (task: SplitTask) => (await import('./align-job.ts')).splitTexts(task),
  alignJob: async (task: AlignTask) => (await import('./align-job.ts')).alignJob(task),
  pairsPage: async (task: PairsTask) => (await import('./aligned-pairs.ts')).pairsPage(task),
  changePairs: async (task: ChangeTask) => (await import('./aligned-pairs.ts')).changePairs(task),
  writeUnits: async (task: UnitsTask) => (await import('./aligned-pairs.ts')).writeUnits(task),
  readPackage: async (task: ReadPackageTask) => (await import('./package-tasks.ts')).readPackageFiles(task),
  countPackage: async (task: CountPackageTask) => (await import('./package-tasks.ts')).countPackage(task),
  returnPackage: async (task: ReturnPackageTask) => (await import('./return-package.ts')).returnPackage(task),
  unpackEntry: async (task: UnpackEntryTask) => (await import('./package-tasks.ts')).unpackEntry(task),
});

function extract(task: ExtractTask): Promise<ExtractResult | RefusedFile> {
  return readDocument(task, (document) => extracted(task, document), task.conversion);
}

async function extracted(
  task: ExtractTask,
  { fileType, format, source, conversion, context, extraction, segments, counts }: ReadDocument,
): Promise<ExtractResult> {
  // A file without any text to translate may have unread text: the job's warning says where.
  const examined = segments.every(({ copy }) => copy) ? await format.examine?.(source, context) : undefined;
  const leftOut = [...(conversion?.leftOut ?? []), ...(examined?.leftOut ?? [])].filter(
    ({ count }) => count > 0,
  );
  return {
    fileType,
    ...(conversion && { converted: fingerprintOf(conversion) }),
    segmentsBytes: await writeSegments(task.segmentsPath, segments),
    ...counts,
    sourceWords: extraction.segments.reduce((sum, { text }) => sum + countWords(readableText(text)), 0),
    warnings: [...extraction.warnings],
    ...(task.from === undefined && {
      undetected: {
        sample: sampleOf(segments),
        // Sentences, and the HTML within cells, are read by the language.
        isFinal:
          extraction.ignoresLanguage === true &&
          task.formatOptions?.['segmentation'] !== 'sentence' &&
          segments.every(({ block }) => !block),
      },
    }),
    ...(leftOut.length > 0 ? { leftOut } : {}),
  };
}

async function prepareBatch(task: BatchTask): Promise<BatchResult> {
  const source = await readFile(task.sourcePath);
  const segments = task.isStored ? parseSegments(source) : examinedUpload(source);
  const segmentsBytes = await writeSegments(task.segmentsPath, segments);
  const texts = segments.map(({ text }) => plainText(text));
  return {
    segmentCount: segments.length,
    sourceChars: texts.reduce((sum, text) => sum + codePoints(text), 0),
    sourceWords: texts.reduce((sum, text) => sum + countWords(text), 0),
    segmentsBytes,
  };
}

function examinedUpload(source: Uint8Array): SegmentLine[] {
  const given = parseBatchUpload(source);
  const { segments } = examineTexts(given.map(({ text }) => text));
  return segments.map((segment, i) => {
    const id = given[i]?.id;
    return { ...segment, ...(id === undefined ? {} : { id }) };
  });
}

/** Writes into the folder of a job being created, which becomes durable as a whole. Returns the bytes. */
async function writeSegments(path: string, segments: readonly SegmentLine[]): Promise<number> {
  const lines = Buffer.from(segments.map(encodeSegmentLine).join(''));
  await writeFile(path, lines, { mode: 0o600 });
  return lines.length;
}

async function assemble(task: AssembleTask): Promise<AssembleResult> {
  const { segments, journal, edits } = await readEditedJob(task);
  const resolved = resolveLines(segments, journal, edits?.edits);
  const { content, warnings, kept } = await buildResult(task, segments, resolved, edits?.edits ?? []);
  // A simple rebuild says nothing about the file with its layout.
  const { lines, marks } = task.simple ? { lines: resolved } : markKept(resolved, edits, kept);
  const written = { bytes: 0, crc32: 0 };
  const counted = content instanceof Uint8Array ? count(content, written) : countAll(content, written);
  await writeAtomically(task.resultPath, counted, { durable: task.durable ?? true });
  return {
    ...written,
    warnings: [...warnings, ...keptWarnings(kept, segments), ...flagWarnings(lines)],
    flagged: countFlagged(lines),
    kept: countKept(lines),
    ...(marks && { marks }),
    editsAt: edits?.at ?? '',
    ...countTranslated(lines),
    ...countConfirmed(segments, lines),
  };
}

function count(chunk: Uint8Array, written: { bytes: number; crc32: number }): Uint8Array {
  written.bytes += chunk.byteLength;
  written.crc32 = crc32(chunk, written.crc32);
  return chunk;
}

async function* countAll(
  content: AsyncIterable<Uint8Array>,
  written: { bytes: number; crc32: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) yield count(chunk, written);
}

async function buildResult(
  task: AssembleTask,
  segments: readonly SegmentLine[],
  lines: readonly (ResolvedLine | undefined)[],
  edits: readonly SegmentEdit[],
): Promise<BuiltResult> {
  return task.kind === 'batch'
    ? { content: batchResult(segments, lines), warnings: [], kept: new Map() }
    : await documentResult(task, segments, lines, edits);
}

interface BuiltResult {
  readonly content: Uint8Array | AsyncIterable<Uint8Array>;
  readonly warnings: readonly Warning[];
  readonly kept: Kept;
}

async function documentResult(
  task: AssembleTask,
  segments: readonly SegmentLine[],
  lines: readonly (ResolvedLine | undefined)[],
  edits: readonly SegmentEdit[],
): Promise<BuiltResult> {
  const file = await readSource(task);
  followFileSize(file.size);
  const { bytes, warnings, kept } = await buildDocument(task, {
    segments,
    targets: segments.map((segment, index) => targetOf(segment, lines[index], index)),
    isConfirmed: (index) => lines[index]?.s === 'confirmed',
    stateOf: stateIn(segments, lines, edits),
    source: file.bytes,
  });
  return { content: file.whole(bytes), warnings, kept };
}

/** JSON, the array of `{id?, text, translated_text}` that the batch's status shows: plain texts. */
function batchResult(
  segments: readonly SegmentLine[],
  lines: readonly (ResolvedLine | undefined)[],
): Uint8Array {
  const results = segments.map((segment, index) => ({
    ...(segment.id === undefined ? {} : { id: segment.id }),
    text: plainText(segment.text),
    translated_text: plainText(targetOf(segment, lines[index], index) ?? segment.text),
  }));
  return new TextEncoder().encode(JSON.stringify(results));
}
