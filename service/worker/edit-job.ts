import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { readBilingual } from '../bilingual/read-bilingual.ts';
import type { RefusedUnit } from '../bilingual/read-bilingual.ts';
import { ProblemError, specificsOf } from '../contract/index.ts';
import { removeFile, writeDurably } from '../lib/atomic-file.ts';
import { parseAskedEdits } from '../records/asked-edits.ts';
import type { AskedEdit } from '../records/asked-edits.ts';
import { editedLines, encodeEdits } from '../records/edits.ts';
import type { EditsRecord } from '../records/edits.ts';
import { parseJobRecord } from '../records/job-record.ts';
import type { JournalSegmentLine } from '../records/journal.ts';
import type { SegmentLine } from '../records/segments.ts';
import { compileGlossary } from '../text/glossary.ts';
import type { Glossary } from '../text/glossary.ts';
import { applyEdits } from './apply-edits.ts';
import { countFlagged } from './flag-warnings.ts';
import { readEdits, readJob } from './job-files.ts';
import { resolveLines } from './plan.ts';
import { damagedJob } from './port.ts';
import type { EditResult, EditTask, RefusedEdit } from './port.ts';
import { presentSegment, segmentsJson } from './segments-page.ts';

/** Errors that one answer names. */
const NAMED = 100;

type Build = (
  task: EditTask,
  segments: readonly SegmentLine[],
  lines: readonly (JournalSegmentLine | undefined)[],
) => Promise<{ bytes: Uint8Array }>;

/** See `TranslationPort.edit`. `build` makes the job's result of its lines. */
export async function editJob(task: EditTask, build: Build): Promise<EditResult> {
  const { segments, journal } = await readJob(task);
  const before = await readEdits(task.editsPath);
  const glossary = await glossaryOf(task.jobPath);
  const job = { segments, journal, edits: before?.edits ?? [], glossary };
  const present = resolveLines(segments, journal, editedLines(before));
  const { asked, refused: unread } = await readAsked(task, segments, present);
  const { edits, changed, refused } = applyEdits(job, asked, task);
  if (refused.length > 0 && !task.imported) throw refusal(refused);
  const unflagged: EditsRecord = { version: 1, at: task.at, edits, flagged: 0 };
  const lines = resolveLines(segments, journal, editedLines(unflagged));
  const flagged = countFlagged(lines);
  const json = segmentsJson(task.kind, segments, lines, changed);
  if (changed.length > 0) {
    const { bytes } = await build(task, segments, lines);
    const result = { bytes: bytes.byteLength, crc32: crc32(bytes) };
    // Of a try that ended with its process.
    for (const path of [task.resultPath, task.nextEditsPath]) await removeFile(path);
    await writeDurably(task.resultPath, bytes);
    const record: EditsRecord = { ...unflagged, flagged, ...(task.simple ? {} : { result }) };
    await writeDurably(task.nextEditsPath, encodeEdits(record));
  }
  return {
    changed: changed.length,
    json,
    unchanged: asked.length - refused.length - changed.length,
    refused: [
      ...unread,
      ...refused.map(({ index, message, reason }) => ({ index, message, ...(reason && { reason }) })),
    ],
    toLearn: toLearn(changed, asked, edits),
    edited: edits.length,
    flagged,
  };
}

/** What is asked a second time is learned again: the memory may have been off, or emptied, the first time. */
function toLearn(
  changed: readonly number[],
  asked: readonly AskedEdit[],
  edits: EditsRecord['edits'],
): number[] {
  const edited = new Set(edits.map(({ i }) => i));
  return [...new Set([...changed, ...asked.flatMap(({ index }) => (edited.has(index) ? [index] : []))])];
}

async function readAsked(
  task: EditTask,
  segments: readonly SegmentLine[],
  lines: readonly (JournalSegmentLine | undefined)[],
): Promise<{ asked: AskedEdit[]; refused: RefusedUnit[] }> {
  const bytes = await readFile(task.askedPath);
  if (!task.imported) return { asked: parseAskedEdits(bytes), refused: [] };
  const shown = segments.map((segment, n) => presentSegment(task.kind, segment, lines[n], n));
  const { units, refused } = await readBilingual(bytes, {
    id: task.jobId,
    coded: task.kind === 'document',
    sourceOf: (index) => shown[index]?.text,
    targetOf: (index) => shown[index]?.translated_text ?? undefined,
  });
  return { asked: units.map(({ index, target }) => ({ index, text: target })), refused };
}

async function glossaryOf(jobPath: string): Promise<Glossary> {
  const job = parseJobRecord(await readFile(jobPath, 'utf8'));
  if (!job) throw damagedJob('job.json');
  return compileGlossary(job.options.glossary ?? []);
}

function refusal(refused: readonly RefusedEdit[]): ProblemError {
  const errors = refused.slice(0, NAMED).map(({ position, field, message, ...specifics }) => ({
    field: `segments[${position}].${field}`,
    code: 'invalid' as const,
    message,
    ...specificsOf(specifics),
  }));
  const more = refused.length > 1 ? ` ${refused.length - 1} more of the segments cannot be taken.` : '';
  return new ProblemError('invalid_request', `${errors[0]!.message} Nothing was changed.${more}`, { errors });
}
