import { readFileSync } from 'node:fs';
import { correctAnswer } from '../../learning/correct.ts';
import type { CorrectionState } from '../../learning/correction.ts';
import type { Doubt } from '../../learning/doubt.ts';
import { isUntouched } from '../../records/edits.ts';
import { parseJournal } from '../../records/journal.ts';
import type { Journal, JournalSegmentLine } from '../../records/journal.ts';
import { readEdits } from '../../records/read-edits.ts';
import { reshape } from '../../records/reshape.ts';
import { firstOccurrences, isLearnable, isOfEngine, resolveLines } from '../../records/resolve-lines.ts';
import type { ResolvedLine } from '../../records/resolve-lines.ts';
import { parseSegments } from '../../records/segments.ts';
import type { SegmentLine } from '../../records/segments.ts';
import { ownerOfHolder } from '../../lib/owner.ts';
import { plainText } from '../../text/codes.ts';
import { compileGlossary } from '../../text/glossary.ts';
import type { CorrectionsQuery } from '../corrections.ts';
import { createDoneJobReader } from '../done-job.ts';
import type { Followed, FollowedJob, Offer, SecondAnswers } from '../memory-port.ts';
import type { SourceLesson } from '../stored-units.ts';
import { contextAt } from '../unit-context.ts';
import { distinct } from '../offers.ts';
import { readSecond, writeSecond } from '../second-answers.ts';
import type { StudiedJob } from '../study.ts';
import { workFor } from '../translator-work.ts';
import { keysOf } from './unit-tasks.ts';
import { bytesOf, now, parts, stepEnd, within } from './opened.ts';
import type { Common, InRoom, Keyed } from './opened.ts';

const readDoneJob = createDoneJobReader();

export const LEARNING_TASKS = {
  /**
   * Adds confirmed translations, each with its context, and removes those that are no longer confirmed. A translation
   * that the job had taken from the memory is restored.
   */
  learnFrom: async ({
    database,
    account,
    key,
    jobId,
    segmentsPath,
    journalPath,
    editsPath,
    indexes,
    editedAt,
    engine,
    by,
    room,
  }: Keyed &
    InRoom & {
      jobId: string;
      segmentsPath: string;
      journalPath: string;
      editsPath: string;
      indexes: number[];
      editedAt?: string;
      engine?: string | undefined;
      by?: string | undefined;
    }) => {
    const { segments, lines, journal } = await readJob({ segmentsPath, journalPath, editsPath });
    const lessons = lessonsOf({ segments, lines, journal, indexes, engine });
    // A full account removes units, and learns nothing more.
    const isFull = room.stored + bytesOf(parts(database), account) >= room.limit;
    const kept = isFull ? lessons.filter(({ targets }) => targets.length === 0) : lessons;
    const { memory, corrections } = parts(database);
    const before = corrections.active(key);
    const taughtBy = { at: editedAt ?? now(), by, job: jobId, keepNewer: editedAt !== undefined };
    const { isChanged } = memory.teach(key, kept, taughtBy);
    return {
      isFull: kept.length < lessons.length,
      // A translation that is removed or changed takes its lesson back.
      turned: isChanged ? corrections.turnedSince(key, before) : [],
    };
  },
  /** Learns from confirmed units for some time. */
  study: ({ database, key, job }: Keyed & { job?: StudiedJob | undefined }) => {
    const { study, corrections } = parts(database);
    const step = study.step(key, job, stepEnd());
    return step.isDone ? { ...step, turned: [...step.turned, ...corrections.takeTurned(key)] } : step;
  },
  dueLessons: ({ database }: Common) => parts(database).study.due(),
  /** The active corrections; undefined while they are those of `version`. */
  activeCorrections: ({ database, key, version }: Keyed & { version: number | undefined }) => {
    const { corrections } = parts(database);
    const active = corrections.active(key);
    const now = corrections.version(key);
    return now === version ? undefined : { version: now, json: JSON.stringify([...active.values()].flat()) };
  },
  /** See Memory.workFor; null while an index is unfinished. */
  workFor: ({
    database,
    key,
    segmentsPath,
    indexes,
  }: Keyed & { segmentsPath: string; indexes: readonly number[] }) => {
    const segments = parseSegments(readFileSync(segmentsPath));
    const texts = indexes.flatMap((index) => segments[index]?.text ?? []);
    return workFor(parts(database), key, texts, stepEnd()) ?? null;
  },
  /** See Memory.checks; undefined while they are those of `version`, null where the next call goes on learning. */
  unitChecks: ({ database, key, version }: Keyed & { version: number | undefined }) => {
    const found = parts(database).checks.of(key, stepEnd()) ?? { version: 0, json: '' };
    if (found === 'later') return null;
    return found.version === version ? undefined : found;
  },
  /** See Memory.secondOpinion. */
  writeSecond: async ({
    job,
    indexes,
    path,
  }: Keyed & { job: FollowedJob; indexes: readonly number[]; path: string }) =>
    writeSecond(path, await readDoneJob(job), indexes),
  /** The untouched segments of a job that some corrections concern, and how they read now. */
  follow: async ({
    database,
    key,
    job,
    turned,
    after,
  }: Keyed & {
    job: FollowedJob;
    /** Absent: all there are. */
    turned: readonly { source: string; engine: string }[] | undefined;
    after: number;
  }) => {
    const { segments, lines, edits } = await readDoneJob(job);
    const until = stepEnd();
    const phrases = turned?.map(
      ({ source, engine }) => [source.toLowerCase(), engine.toLowerCase()] as const,
    );
    const terms = compileGlossary(job.glossary ?? []);
    const active = parts(database).corrections.active(key);
    const followed: Followed[] = [];
    for (let index = after; index < segments.length; index++) {
      const [segment, line] = [segments[index]!, lines[index]];
      const answer = engineTextOf(line, line);
      if (segment.copy || answer === undefined || line?.o === 'memory' || !isUntouched(edits.get(index)))
        continue;
      const [source, engine] = [segment.text.toLowerCase(), answer.toLowerCase()];
      if (phrases && !phrases.some((one) => source.includes(one[0]) && engine.includes(one[1]))) continue;
      const { syntaxes, text: from } = segment;
      const { text, changes } = correctAnswer(
        { source: from, answer, to: key.to, glossary: terms, syntaxes },
        (phrase) => active.get(phrase) ?? [],
      );
      if (text !== line!.t) followed.push({ index, source: from, text, learned: changes });
      if (performance.now() > until) return { followed, next: index + 1 };
    }
    return { followed };
  },
  /** What is expected of some segments of a job, or of all; `next`: the one to go on with. */
  doubts: async ({
    database,
    key,
    job,
    indexes,
    after,
  }: Keyed & { job: FollowedJob; indexes?: readonly number[] | undefined; after: number }) => {
    const doubtOf = parts(database).doubts.of(key, stepEnd());
    const found: { index: number; doubt: Doubt }[] = [];
    if (!doubtOf) return { found, next: after, isBuilding: true };
    const { segments, lines } = await readDoneJob(job);
    const until = stepEnd();
    const only = indexes && new Set(indexes);
    for (let index = after; index < segments.length; index++) {
      const [segment, line] = [segments[index]!, lines[index]];
      const answer = engineTextOf(line, line);
      if (segment.copy || only?.has(index) === false || answer === undefined || line?.s === 'confirmed')
        continue;
      const doubt = doubtOf(segment.text, answer);
      if (doubt) found.push({ index, doubt });
      if (performance.now() > until) return { found, next: index + 1 };
    }
    return { found };
  },
  /** Other translations of some segments of a job that are not confirmed; `next`: the place among them to go on with. */
  offers: async ({
    database,
    account,
    key,
    jobId,
    job,
    indexes,
    ids,
    after,
    minMatch,
    isLearned,
    seconds,
  }: Keyed & {
    isLearned: boolean;
    seconds: readonly SecondAnswers[];
    jobId: string;
    job: FollowedJob;
    indexes: readonly number[];
    ids?: readonly string[] | undefined;
    after: number;
    minMatch: number;
  }) => {
    const { segments, lines, edits } = await readDoneJob(job);
    const { offers } = parts(database);
    const asked = {
      ...{ key, keys: ids ? keysOf(database, ownerOfHolder(account), ids, key) : [key] },
      ...{ minMatch, glossary: compileGlossary(job.glossary ?? []), until: stepEnd() },
      job: { jobId, segmentsPath: job.segmentsPath, journalPath: job.journalPath },
    };
    const secondOf = readSecond(seconds);
    const found: { index: number; offers: Offer[] }[] = [];
    for (let place = after; place < indexes.length; place++) {
      const index = indexes[place]!;
      const [segment, line] = [segments[index], lines[index]];
      if (!segment || segment.copy || line?.s === 'confirmed') continue;
      const open = {
        ...{ segment, engine: engineTextOf(line, line) },
        isUntouched: isUntouched(edits.get(index)),
      };
      const own = isLearned ? offers.of(open, asked) : [];
      if (!own) return { found, next: place };
      const all = distinct([...own, ...secondOf(index, segment.text, line?.t)], line?.t);
      if (all.length > 0) found.push({ index, offers: all });
      if (performance.now() > asked.until) return { found, next: place + 1 };
    }
    return { found };
  },
  listCorrections: ({ database, key, query }: Keyed & { query: CorrectionsQuery }) =>
    parts(database).corrections.list(key, query),
  explainCorrections: ({ database, account, ids }: Common & { ids: number[] }) => {
    const { corrections } = parts(database);
    return corrections
      .byId(account, ids)
      .map(({ id, good, kept }) => ({ id, good, kept, examples: corrections.examples(id) }));
  },
  terms: ({ database, key, limit }: Keyed & { limit: number }) =>
    parts(database)
      .corrections.terms(key, limit)
      .map(({ source, engine, human, ...rest }) => ({
        ...rest,
        ...{ source: plainText(source), engine: plainText(engine), human: plainText(human) },
      })),
  refuseTerm: ({ database, account, id }: Common & { id: number }) =>
    parts(database).corrections.settleTerm(account, id, 'refused'),
  /** Adds a proposed term to a glossary. Null without such a proposal. */
  acceptTerm: ({
    database,
    account,
    id,
    glossaryId,
    room,
  }: Common & InRoom & { id: number; glossaryId: string }) => {
    const { corrections, glossaries } = parts(database);
    const found = corrections.withDirection(account, id);
    if (!found) return null;
    const [term, translation] = [plainText(found.source), plainText(found.human)];
    const dictionary = { from: found.from, to: found.to, entries: [{ term, translation }] };
    glossaries.merge(account, glossaryId, dictionary, now(), within(database, account, room));
    corrections.settleTerm(account, id, 'accepted');
    return { term, translation };
  },
  setCorrection: ({ database, account, id, state }: Common & { id: number; state: CorrectionState }) =>
    parts(database).corrections.setState(account, id, state),
  removeCorrection: ({ database, account, id }: Common & { id: number }) =>
    parts(database).corrections.remove(account, id),
};

async function readJob({ segmentsPath, journalPath, editsPath }: Omit<FollowedJob, 'glossary'>) {
  const edits = await readEdits(editsPath);
  const stored = parseSegments(readFileSync(segmentsPath));
  const { segments, journal } = reshape(
    { segments: stored, journal: parseJournal(readFileSync(journalPath), stored.length) },
    edits?.reshaped,
  );
  return { segments, journal, lines: resolveLines(segments, journal, edits?.edits) };
}

/** The sources of some segments, and all their confirmed translations in the job. */
function lessonsOf({
  segments,
  lines,
  journal,
  indexes,
  engine,
}: {
  segments: readonly SegmentLine[];
  lines: readonly (ResolvedLine | undefined)[];
  journal: Journal;
  indexes: readonly number[];
  engine: string | undefined;
}): SourceLesson[] {
  const firsts = firstOccurrences(segments);
  const wanted = new Set(
    indexes.flatMap((index) => (segments[index]?.copy ? [] : (segments[index]?.text ?? []))),
  );
  const remembered = new Map(
    [...journal.values()].filter(({ o }) => o === 'memory').map(({ i, t }) => [segments[i]?.text, t]),
  );
  const targets = new Map<string, SourceLesson['targets'][number][]>([...wanted].map((text) => [text, []]));
  for (const [i, segment] of segments.entries()) {
    const line = lines[i];
    const own = segment.copy ? undefined : targets.get(segment.text);
    if (!own || !isLearnable(line)) continue;
    const text = engineTextOf(line, journal.get(i) ?? journal.get(firsts[i]!));
    const began = engine === undefined || text === undefined ? undefined : { text, engine, segment: i };
    own.push({ target: line.t, context: contextAt(segments, i), began });
  }
  return [...targets].map(([source, own]) => ({ source, targets: own, before: remembered.get(source) }));
}

/** The engine's own answer behind a translation; undefined where no engine gave one. */
function engineTextOf(
  line: ResolvedLine | undefined,
  engines: JournalSegmentLine | undefined,
): string | undefined {
  if (line?.e !== undefined) return line.e;
  return engines && isOfEngine(engines) ? engines.t : undefined;
}
