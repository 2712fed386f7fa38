/**
 * What runs in a document thread (piscina's tasks, called by name). Each runs under a time and memory limit and can be
 * killed at any point, so a result is whole or not there. Answers are outcomes, not throws: an Error would lose its
 * code on the way out of the thread.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { LIMITS } from '../contract/index.ts';
import type { FileType } from '../contract/index.ts';
import { detectFileType } from '../documents/detect/detect-file-type.ts';
import { filterFor } from '../documents/filters.ts';
import { writeAtomically } from '../lib/atomic-file.ts';
import { plainText, visibleLength } from '../text/codes.ts';
import { flagWarnings } from './flag-warnings.ts';
import { readJournal, readSegments } from './job-files.ts';
import { resolveLines } from './plan.ts';
import { WorkerError } from './port.ts';
import type {
  AssembleResult,
  AssembleTask,
  DetectTask,
  ExtractResult,
  ExtractTask,
  JournalSegmentLine,
  SegmentLine,
} from './port.ts';
import { toErrorWire } from './wire-error.ts';
import type { ErrorWire } from './wire-error.ts';

export type Outcome<Value> = { ok: true; value: Value } | { ok: false; error: ErrorWire };

export function detect(task: DetectTask): Promise<Outcome<FileType>> {
  return outcome(async () => detectFileType(await readFile(task.sourcePath), task));
}

export function extract(task: ExtractTask): Promise<Outcome<ExtractResult>> {
  return outcome(async () => {
    const source = await readFile(task.sourcePath);
    const fileType = detectFileType(source, task);
    const { segments, warnings } = await filterFor(fileType).extract(source, {
      maxSegments: LIMITS.documentSegments,
    });
    // In the folder of a job that is still being made: what makes the job durable does so for this file.
    await writeFile(task.segmentsPath, segments.map((segment) => `${JSON.stringify(segment)}\n`).join(''), {
      mode: 0o600,
    });
    return {
      fileType,
      segmentCount: segments.length,
      sourceChars: segments.reduce((sum, segment) => sum + visibleLength(segment.text), 0),
      warnings: [...warnings],
    };
  });
}

export function assemble(task: AssembleTask): Promise<Outcome<AssembleResult>> {
  return outcome(async () => {
    const segments = await readSegments(task.segmentsPath);
    const lines = resolveLines(segments, await readJournal(task.journalPath, segments.length));
    const { bytes, warnings } =
      task.kind === 'batch'
        ? { bytes: batchResult(segments, lines), warnings: [] }
        : await documentResult(task, segments, lines);
    await writeAtomically(task.resultPath, bytes);
    return { bytes: bytes.byteLength, crc32: crc32(bytes), warnings: [...warnings, ...flagWarnings(lines)] };
  });
}

async function documentResult(
  task: AssembleTask,
  segments: readonly SegmentLine[],
  lines: readonly (JournalSegmentLine | undefined)[],
) {
  if (!task.fileType) throw new WorkerError('internal_error', 'The job does not say what file it is.', false);
  const targets = segments.map((segment, index) => targetOf(segment, lines[index], index));
  return filterFor(task.fileType).assemble(await readFile(task.sourcePath), targets, {
    from: task.from,
    to: task.to,
    ...(task.simple === undefined ? {} : { simple: task.simple }),
    ...(task.escapeFormulas === undefined ? {} : { escapeFormulas: task.escapeFormulas }),
  });
}

/** JSON, the array of `{id?, text, translated_text}` that the batch's status shows: plain texts, not coded ones. */
function batchResult(
  segments: readonly SegmentLine[],
  lines: readonly (JournalSegmentLine | undefined)[],
): Uint8Array {
  const results = segments.map((segment, index) => ({
    ...(segment.id === undefined ? {} : { id: segment.id }),
    text: plainText(segment.text),
    translated_text: plainText(targetOf(segment, lines[index], index) ?? segment.text),
  }));
  return new TextEncoder().encode(JSON.stringify(results));
}

/** The target as coded text, null where the source stays. A gap would be a silent loss, so it is a failure. */
function targetOf(segment: SegmentLine, line: JournalSegmentLine | undefined, index: number): string | null {
  if (segment.copy) return null;
  if (!line) throw new WorkerError('internal_error', `Segment ${index + 1} has no translation yet.`, false);
  return line.t;
}

async function outcome<Value>(work: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: toErrorWire(error) };
  }
}
