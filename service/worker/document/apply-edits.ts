import type { Reason, SegmentState } from '../../contract/index.ts';
import { checkedFlags, NO_CHECKS } from '../../quality/memory-checks.ts';
import type { MemoryChecks } from '../../quality/memory-checks.ts';
import type { AskedEdit } from '../../records/asked-edits.ts';
import { isByPerson, isDefaultEdit, isUntouched } from '../../records/edits.ts';
import type { SegmentEdit } from '../../records/edits.ts';
import type { Journal } from '../../records/journal.ts';
import { firstOccurrences, isOfEngine, resolveLines } from '../../records/resolve-lines.ts';
import type { ResolvedLine } from '../../records/resolve-lines.ts';
import type { SegmentLine } from '../../records/segments.ts';
import { termFlags, presentFlags } from '../../records/stored-flags.ts';
import type { StoredFlag } from '../../records/stored-flags.ts';
import { escapeText, formatCoded, parseCoded, plainText } from '../../text/codes.ts';
import { readEditedTarget } from '../../text/edited-target.ts';
import { termFaults } from '../../text/glossary.ts';
import type { Glossary } from '../../text/glossary.ts';
import type { Active } from '../../text/protected/scan.ts';
import type { EditTask, RefusedEdit } from '../document-port.ts';

export interface AppliedEdits {
  /** Edits of the whole job, in order. */
  readonly edits: readonly SegmentEdit[];
  /** Indexes of the segments whose translation or state changes, in order. */
  readonly changed: readonly number[];
  /** Segments with only their comments or time changed. */
  readonly commented: readonly number[];
  /** Refused ones among the requested edits, in their order. */
  readonly refused: readonly RefusedEdit[];
}

interface EditedJob {
  readonly segments: readonly SegmentLine[];
  readonly journal: Journal;
  readonly edits: readonly SegmentEdit[];
  readonly glossary: Glossary;
}

type Task = Pick<EditTask, 'kind' | 'from' | 'to' | 'repetitions' | 'learns'> & { checks?: MemoryChecks };

/**
 * The edits of a job with new ones added. A refused edit changes nothing; a segment named twice is refused.
 */
export function applyEdits(job: EditedJob, asked: readonly AskedEdit[], task: Task): AppliedEdits {
  const { segments } = job;
  const edits = new Map(job.edits.map((edit) => [edit.i, edit]));
  const before = resolveLines(segments, job.journal);
  const changed = new Set<number>();
  const commented = new Set<number>();
  const seen = new Set<number>();
  const takenBack = new Set<number>();
  const refused: RefusedEdit[] = [];
  const carried: SegmentEdit[] = [];
  const put = (edit: SegmentEdit): void => {
    const present = edits.get(edit.i);
    if (!isSame(present, edit)) changed.add(edit.i);
    else if (present?.c !== edit.c || present?.n !== edit.n || present?.a !== edit.a) commented.add(edit.i);
    else if (present?.b === edit.b) return;
    if (isDefaultEdit(edit)) edits.delete(edit.i);
    else edits.set(edit.i, edit);
  };
  for (const [position, one] of asked.entries()) {
    const { index } = one;
    const refuse = (field: RefusedEdit['field'], message: string, reason?: Reason): void =>
      void refused.push({ position, index, field, message, ...(reason ? { reason } : {}) });
    const segment = segments[index];
    if (!segment) {
      refuse('index', `The job has no segment ${index}. It has ${segments.length}, counted from 0.`);
      continue;
    }
    if (seen.has(index)) {
      refuse('index', 'This segment is there twice. Send each once.', 'segment_twice');
      continue;
    }
    seen.add(index);
    if (one.text === null) takenBack.add(index);
    if (segment.locked) {
      refuse('index', 'The file says that this segment is locked: it cannot be changed.', 'segment_locked');
      continue;
    }
    const { source } = one;
    if (source !== undefined && source !== (task.kind === 'batch' ? plainText(segment.text) : segment.text)) {
      refuse('index', 'This segment has another source by now. Read the segments again.', 'other_source');
      continue;
    }
    if (one.learned) {
      if (!segment.copy && one.source === segment.text && isUntouched(edits.get(index)))
        put(withComments(learnedEdit(segment, one, before[index], job.glossary, task), {}, edits.get(index)));
      continue;
    }
    // In the form that a client sends back: an engine may have written a sign in another way.
    const engines = canonical(segment.copy ? segment.text : (before[index]?.t ?? segment.text));
    const line = before[index];
    const next = nextEdit({ segment, engines, line, present: edits.get(index) }, one, job.glossary, task);
    if ('problem' in next) {
      refuse('translated_text', next.problem, next.reason);
      put(withComments(edits.get(index) ?? { i: index }, one, edits.get(index)));
      continue;
    }
    put(withComments(next.edit, one, edits.get(index)));
    if (task.repetitions && !segment.copy) carried.push(next.edit);
  }
  for (const edit of repeated(segments, carried, seen, edits)) put(withComments(edit, {}, edits.get(edit.i)));
  if (task.learns)
    for (const edit of followers(segments, before, changed, edits, takenBack))
      put(withComments(edit, {}, edits.get(edit.i)));
  return {
    edits: [...edits.values()].sort((a, b) => a.i - b.i),
    changed: [...changed].sort((a, b) => a - b),
    commented: [...commented],
    refused,
  };
}

/** The state of a segment after a request, or the reason the request is refused. */
function nextEdit(
  {
    segment,
    engines,
    line,
    present,
  }: {
    segment: SegmentLine;
    engines: string;
    line: ResolvedLine | undefined;
    present: SegmentEdit | undefined;
  },
  { index, text, state }: AskedEdit,
  glossary: Glossary,
  task: Task,
): { edit: SegmentEdit } | { problem: string; reason: Reason } {
  const same: SegmentEdit = { ...present, i: index };
  // Unchanged text is no edit, even if it would be refused as one.
  if (text === undefined || (text !== null && written(text, task) === (present?.t ?? engines)))
    return { edit: withState(same, state ?? present?.s, segment) };
  if (text === null)
    return { edit: withState(restored(segment, line, present, glossary, task, index), state, segment) };
  const read = readEditedTarget(segment.text, text, { rules: segment.rules, plain: task.kind === 'batch' });
  if ('problem' in read) return read;
  if (read.text === (present?.t ?? engines)) return { edit: withState(same, state ?? present?.s, segment) };
  if (segment.copy)
    return {
      problem: 'This segment holds no text to translate; it is copied as it is.',
      reason: 'edit_nothing_to_translate',
    };
  // The engine's answer typed again is no edited text.
  const edit =
    read.text === engines
      ? { i: index, ...(present?.o ? { b: true as const } : {}) }
      : {
          i: index,
          t: read.text,
          ...flagsOf(segment.text, read.text, glossary, {
            ...{ ...task, syntaxes: segment.syntaxes },
            engine: line?.e ?? (line && isOfEngine(line) ? line.t : undefined),
          }),
        };
  return { edit: withState(edit, state ?? 'draft', segment) };
}

/**
 * The engine's answer, as it was where a person had changed it. Where learned corrections have, its own words,
 * which stay.
 */
function restored(
  segment: SegmentLine,
  line: ResolvedLine | undefined,
  present: SegmentEdit | undefined,
  glossary: Glossary,
  task: Task,
  index: number,
): SegmentEdit {
  if (present && isByPerson(present)) return { i: index };
  if (line?.e === undefined) return { i: index, ...(present?.o ? { b: true } : {}) };
  const flags = flagsOf(segment.text, line.e, glossary, { ...task, syntaxes: segment.syntaxes });
  return { i: index, t: line.e, ...flags, o: 'engine', l: [], b: true };
}

/** An untouched segment with what has been learned since it was translated. */
function learnedEdit(
  segment: SegmentLine,
  { index, text, learned }: AskedEdit,
  line: ResolvedLine | undefined,
  glossary: Glossary,
  task: Task,
): SegmentEdit {
  if (typeof text !== 'string' || text === line?.t) return { i: index };
  const flags = flagsOf(segment.text, text, glossary, { ...task, syntaxes: segment.syntaxes });
  return { i: index, t: text, ...flags, o: 'engine', l: [...(learned ?? [])] };
}

/**
 * Edits of untouched segments equal to a changed one: they take its translation once it is confirmed without
 * flags, as the memory would give it to another job, and lose it if no equal segment is confirmed any more.
 * One whose own answer a person has just asked back keeps that.
 */
function followers(
  segments: readonly SegmentLine[],
  before: readonly (ResolvedLine | undefined)[],
  changed: ReadonlySet<number>,
  edits: ReadonlyMap<number, SegmentEdit>,
  takenBack: ReadonlySet<number>,
): SegmentEdit[] {
  const firsts = firstOccurrences(segments);
  const groups = new Set([...changed].flatMap((index) => (segments[index]?.copy ? [] : [firsts[index]!])));
  const confirmed = new Map<number, SegmentEdit>();
  for (const edit of [...edits.values(), ...[...changed].flatMap((index) => edits.get(index) ?? [])]) {
    if (edit.s === 'confirmed' && presentFlags(edit.f).length === 0) confirmed.set(firsts[edit.i]!, edit);
  }
  return segments.flatMap((segment, i): SegmentEdit[] => {
    const own = edits.get(i);
    if (segment.copy || !groups.has(firsts[i]!) || !isUntouched(own)) return [];
    const model = confirmed.get(firsts[i]!);
    if (!model) return own?.o === 'memory' ? [{ i }] : [];
    if (takenBack.has(i)) return [{ i, b: true }];
    const t = model.t ?? before[i]?.t;
    return t === undefined || t === before[i]?.t ? [{ i }] : [{ i, t, o: 'memory' }];
  });
}

/** The edits carried to all equal segments that are neither in the request nor confirmed. */
function repeated(
  segments: readonly SegmentLine[],
  carried: readonly SegmentEdit[],
  asked: ReadonlySet<number>,
  edits: ReadonlyMap<number, SegmentEdit>,
): SegmentEdit[] {
  if (carried.length === 0) return [];
  const firsts = firstOccurrences(segments);
  const byFirst = new Map(carried.map((edit) => [firsts[edit.i], edit]));
  return segments.flatMap((segment, i) => {
    const edit = segment.copy ? undefined : byFirst.get(firsts[i]);
    if (!edit || asked.has(i) || edits.get(i)?.s === 'confirmed') return [];
    // What the file did with the edited segment does not hold for this one.
    const { k: _, ...carriedEdit } = edit;
    return [{ ...carriedEdit, i }];
  });
}

function withState(
  { s: _, c: _c, n: _n, ...edit }: SegmentEdit,
  state: SegmentState | undefined,
  { given }: SegmentLine,
): SegmentEdit {
  const usual = given && edit.t === undefined ? given.state : 'translated';
  return { ...edit, ...(state === undefined || state === usual ? {} : { s: state }) };
}

/** Longer ones are pauses. */
const MAX_ACTIVE_MS = 30_000;

/** The edit with the requested comments, or else with those that the segment has, and with all its time. */
function withComments(
  { c: _, n: _n, a: _a, ...edit }: SegmentEdit,
  asked: Pick<AskedEdit, 'comment' | 'privateNote' | 'activeMs'>,
  present: SegmentEdit | undefined,
): SegmentEdit {
  const { comment = present?.c ?? '', privateNote = present?.n ?? '', activeMs = 0 } = asked;
  const active = (present?.a ?? 0) + Math.min(activeMs, MAX_ACTIVE_MS);
  return {
    ...edit,
    ...(comment === '' ? {} : { c: comment }),
    ...(privateNote === '' ? {} : { n: privateNote }),
    ...(active === 0 ? {} : { a: active }),
  };
}

function isSame(one: SegmentEdit | undefined, other: SegmentEdit): boolean {
  return one?.t === other.t && one?.s === other.s;
}

function canonical(coded: string): string {
  return formatCoded(parseCoded(coded));
}

/** A client's text as coded text: in a batch all of it is text. */
function written(text: string, { kind }: Task): string {
  return kind === 'batch' ? escapeText(text) : canonical(text);
}

/** Flags of an unchecked translation, other than `edited`. */
export function flagsOf(
  source: string,
  target: string,
  glossary: Glossary,
  {
    from,
    to,
    checks,
    syntaxes,
    engine,
  }: Pick<Task, 'from' | 'to' | 'checks'> & { syntaxes?: Active | undefined; engine?: string | undefined },
): Pick<SegmentEdit, 'f'> {
  const pair = { source, target, from, to, isEdited: true, syntaxes, engine };
  const quality = checkedFlags(pair, checks ?? NO_CHECKS);
  const isEmpty = quality.some(({ code }) => code === 'empty');
  const terms = isEmpty ? [] : termFlags(termFaults(source, target, glossary, to));
  const flags: StoredFlag[] = [...terms, ...quality];
  return flags.length > 0 ? { f: flags } : {};
}
