import { readFile } from 'node:fs/promises';
import type { RefusedUnit } from '../../bilingual/read-bilingual.ts';
import { ProblemError, specificsOf } from '../../contract/index.ts';
import { parseAskedEdits } from '../../records/asked-edits.ts';
import type { AskedEdit } from '../../records/asked-edits.ts';
import { NO_CHECKS } from '../../quality/memory-checks.ts';
import type { MemoryChecks } from '../../quality/memory-checks.ts';
import { addLine, parseHistories } from '../../records/edit-history.ts';
import { encodeEditsLine, isByPerson } from '../../records/edits.ts';
import type { EditsLine, EditsRecord, SegmentEdit } from '../../records/edits.ts';
import { reshape } from '../../records/reshape.ts';
import type { StoredJob } from '../../records/reshape.ts';
import { shiftedIndex } from '../../records/reshaped.ts';
import type { Piece, ReshapedParagraph } from '../../records/reshaped.ts';
import { isLearnable, resolveLines } from '../../records/resolve-lines.ts';
import type { ResolvedLine } from '../../records/resolve-lines.ts';
import type { SegmentLine } from '../../records/segments.ts';
import type { Glossary } from '../../text/glossary.ts';
import { readableText } from '../../text/codes.ts';
import { countWords } from '../../text/count-words.ts';
import { applyEdits, flagsOf } from './apply-edits.ts';
import { reshapeSegments } from './reshape-segments.ts';
import type { Reshaped } from './reshape-segments.ts';
import { countFlagged, countKept } from '../flag-warnings.ts';
import { fileSize, readEdits, readGlossary, readJob } from '../job-files.ts';
import type { EditResult, EditTask, RefusedEdit } from '../document-port.ts';
import { presentSegment, segmentsJson } from '../text/segments-page.ts';

/** Errors named in one answer. */
const NAMED = 100;
/** Size from which `edits.ndjson` is compacted if that halves it: repeated edits of a segment. */
const COMPACT_FROM = 1_048_576;

/** See `DocumentPort.edit`. */
export async function editJob(task: EditTask): Promise<EditResult> {
  const [stored, before, glossary, logBytes] = await Promise.all([
    readJob(task),
    readEdits(task.editsPath),
    readGlossary(task.jobPath),
    fileSize(task.editsPath),
  ]);
  const { reshaped, ...job } = presentJob(stored, before, glossary, task);
  const { segments, journal } = job;
  const present = resolveLines(segments, journal, job.edits);
  const { asked, refused: unread } = await readAsked(
    task,
    segments,
    present,
    (before?.reshaped.length ?? 0) > 0,
  );
  const applied = applyEdits({ ...job, glossary }, asked, { ...task, checks: checksOf(task) });
  const { edits, commented, refused } = applied;
  if (refused.length > 0 && !task.imported) throw refusal(refused);
  const lines = resolveLines(segments, journal, edits);
  const counts = {
    edited: edits.filter(isByPerson).length,
    flagged: countFlagged(lines),
    kept: countKept(lines),
    confirmed: confirmedIn(lines).size,
    confirmed_words: confirmedWords(
      segments,
      lines,
      reshaped || !before ? undefined : { lines: present, words: before.confirmed_words },
    ),
    ...(reshaped || before?.segments !== undefined ? { segments: segments.length } : {}),
  };
  const made = reshaped ? Array.from({ length: reshaped.moved.by }, (_, n) => reshaped.moved.i + n) : [];
  const changed = [...new Set([...made, ...applied.changed])].sort((a, b) => a - b);
  const learn = toLearn(changed, asked, present, lines);
  return {
    changed: changed.length,
    ...(reshaped ? { replaced: reshaped.moved } : {}),
    json: segmentsJson(
      task.kind,
      segments,
      lines,
      [...changed, ...commented].sort((a, b) => a - b),
    ),
    unchanged: asked.length - refused.length - changed.length,
    refused: [
      ...unread,
      ...refused.map(({ index, message, reason }) => ({ index, message, ...(reason && { reason }) })),
    ],
    toLearn: learn,
    ...counts,
    ...(changed.length + commented.length === 0
      ? {}
      : await lineOf(task, {
          ...{ before, edits, counts, learn, logBytes, reshaped },
          changed: [...changed, ...commented],
        })),
  };
}

function checksOf({ checks }: EditTask): MemoryChecks {
  return checks === undefined ? NO_CHECKS : (JSON.parse(checks) as MemoryChecks);
}

/** The job before the new edits: with earlier splits and joins, and with the task's own. */
function presentJob(
  stored: StoredJob,
  before: EditsRecord | undefined,
  glossary: Glossary,
  task: EditTask,
): StoredJob & { edits: readonly SegmentEdit[]; reshaped: Reshaped | undefined } {
  const edited = { edits: before?.edits ?? [], reshaped: before?.reshaped ?? [] };
  if (!task.reshape) return { ...reshape(stored, edited.reshaped), edits: edited.edits, reshaped: undefined };
  const reshaped = reshapeSegments(stored, edited, task.reshape, {
    ...{ kind: task.kind, to: task.to },
    flagsOf: (source, target) =>
      flagsOf(source, target, glossary, { ...task, checks: checksOf(task) }).f ?? [],
  });
  return { ...reshaped.job, edits: reshaped.edits, reshaped };
}

/** The line to append to `edits.ndjson`, or to start it with. */
async function lineOf(
  task: EditTask,
  {
    before,
    edits,
    changed,
    counts,
    learn,
    logBytes,
    reshaped,
  }: {
    before: EditsRecord | undefined;
    edits: readonly SegmentEdit[];
    changed: readonly number[];
    counts: Pick<EditResult, 'edited' | 'flagged' | 'kept' | 'confirmed' | 'confirmed_words' | 'segments'>;
    learn: readonly number[];
    logBytes: number;
    reshaped: Reshaped | undefined;
  },
): Promise<Pick<EditResult, 'line' | 'isWhole'>> {
  const byIndex = new Map(edits.map((edit) => [edit.i, edit]));
  const learning = (indexes: readonly number[]) =>
    task.learns && indexes.length > 0 ? { learn: [...indexes] } : {};
  const line = (indexes: Iterable<number>) => ({
    at: task.at,
    prev: before?.at ?? '',
    ...(task.by ? { by: task.by } : {}),
    set: [...indexes].map((i) => byIndex.get(i) ?? { i }),
    ...counts,
  });
  const moved = reshaped && { reshaped: [{ ...writable([reshaped.paragraph])[0]!, moved: reshaped.moved }] };
  const normal = { ...line(changed), ...moved };
  if (logBytes > COMPACT_FROM) {
    const earlier = (before?.unlearned ?? []).flatMap((index) => {
      const i = reshaped ? shiftedIndex(index, reshaped.moved) : index;
      return i === undefined ? [] : [i];
    });
    const unlearned = [...new Set([...earlier, ...learn])];
    const all = reshaped?.all ?? before?.reshaped ?? [];
    const whole = {
      ...line(byIndex.keys()),
      whole: true as const,
      ...(all.length === 0 ? {} : { reshaped: writable(all) }),
      ...learning(unlearned),
    };
    if (Buffer.byteLength(encodeEditsLine(whole)) < logBytes / 2) {
      const bytes = Buffer.from(encodeEditsLine({ ...whole, past: await pastOf(task, normal) }));
      if (bytes.length < (logBytes * 3) / 4) return { line: bytes, isWhole: true };
    }
  }
  return { line: Buffer.from(encodeEditsLine({ ...normal, ...learning(learn) })), isWhole: false };
}

/** The segments' histories, the new line's among them. */
async function pastOf({ editsPath }: EditTask, line: Pick<EditsLine, 'at' | 'by' | 'set' | 'reshaped'>) {
  const histories = addLine(parseHistories(await readFile(editsPath)), line);
  return [...histories].map(([i, versions]) => ({ i, versions: [...versions] }));
}

function writable(paragraphs: readonly ReshapedParagraph[]): { p: number; pieces: Piece[] }[] {
  return paragraphs.map(({ p, pieces }) => ({ p, pieces: [...pieces] }));
}

/** Counted from the previous totals, so that an edit of a long job does not count all its words. */
function confirmedWords(
  segments: readonly SegmentLine[],
  lines: Lines,
  before: { readonly lines: Lines; readonly words: number } | undefined,
): number {
  const was = confirmedIn(before?.lines ?? []);
  const is = confirmedIn(lines);
  const wordsOf = (indexes: ReadonlySet<number>, without: ReadonlySet<number>): number => {
    let words = 0;
    for (const i of indexes) if (!without.has(i)) words += countWords(readableText(segments[i]?.text ?? ''));
    return words;
  };
  return Math.max(0, (before?.words ?? 0) + wordsOf(is, was) - wordsOf(was, is));
}

type Lines = readonly (ResolvedLine | undefined)[];

function confirmedIn(lines: Lines): Set<number> {
  return new Set(lines.flatMap((line, i) => (line?.s === 'confirmed' ? [i] : [])));
}

/**
 * Segments for the memory to learn or forget. A segment confirmed a second time is learned again: the memory
 * may have been off, or emptied, the first time.
 */
function toLearn(
  changed: readonly number[],
  asked: readonly AskedEdit[],
  before: readonly (ResolvedLine | undefined)[],
  lines: readonly (ResolvedLine | undefined)[],
): number[] {
  const concerned = changed.filter((i) => isLearnable(before[i]) || isLearnable(lines[i]));
  const again = asked.flatMap(({ index }) => (isLearnable(lines[index]) ? [index] : []));
  return [...new Set([...concerned, ...again])];
}

async function readAsked(
  task: EditTask,
  segments: readonly SegmentLine[],
  lines: readonly (ResolvedLine | undefined)[],
  isReshaped: boolean,
): Promise<{ asked: AskedEdit[]; refused: RefusedUnit[] }> {
  const bytes = await readFile(task.askedPath);
  if (!task.imported) return { asked: parseAskedEdits(bytes), refused: [] };
  const { readBilingual } = await import('../../bilingual/read-bilingual.ts');
  const shown = segments.map((segment, n) => presentSegment(task.kind, segment, lines[n], n));
  const { units, refused } = await readBilingual(bytes, {
    id: task.jobId,
    coded: task.kind === 'document',
    ...(isReshaped ? { sources: shown.map(({ text }) => text) } : {}),
    sourceOf: (index) => shown[index]?.text,
    targetOf: (index) => shown[index]?.translated_text ?? undefined,
  });
  const asked = units.map(({ index, target, state, comment, privateNote }): AskedEdit => {
    const own = shown[index];
    // A state exported unchanged says nothing about a text edited since. No state revokes a confirmation.
    const isNew = state !== undefined && state !== own?.state && own?.origin !== 'copied';
    const isLower = own?.state === 'confirmed' && target === own.translated_text;
    return {
      index,
      text: target,
      ...(isNew && !isLower ? { state } : {}),
      ...(comment === undefined ? {} : { comment }),
      ...(privateNote === undefined ? {} : { privateNote }),
    };
  });
  return { asked, refused };
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
