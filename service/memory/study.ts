import { readFileSync } from 'node:fs';
import { isActive } from '../learning/correction.ts';
import type { Correction } from '../learning/correction.ts';
import { candidatesOf } from '../learning/lesson.ts';
import { linksOf, trainLinks } from '../learning/links.ts';
import type { LinkModel } from '../learning/links.ts';
import { teach } from '../learning/teach.ts';
import type { Taught } from '../learning/teach.ts';
import { tryCorrection } from '../learning/trial.ts';
import { MAX_WORDS, wordsOf } from '../learning/words.ts';
import type { Word } from '../learning/words.ts';
import { engineAnswers } from '../records/engine-answers.ts';
import { correctionOf, CORRECTION } from './corrections.ts';
import type { CorrectionRow, Corrections } from './corrections.ts';
import type { Db } from './database.ts';
import { createKeptWork } from './kept-work.ts';
import { ofKey, OF_KEY } from './memory-key.ts';
import type { MemoryKey } from './memory-key.ts';
import type { Turned } from './memory-port.ts';

/** The job whose segments were confirmed: its answers show how words go together. */
export interface StudiedJob {
  readonly jobId: string;
  readonly segmentsPath: string;
  readonly journalPath: string;
}

export interface StudyStep {
  /** Whether no lesson of the direction is left. */
  readonly isDone: boolean;
  readonly turned: readonly Turned[];
}

/** Learns corrections from confirmed units, one after the other. */
export interface Study {
  /** For some time: `until` by performance.now(). */
  step(key: MemoryKey, job: StudiedJob | undefined, until: number): StudyStep;
  /** How words go together in the direction's units and the job; undefined if unfinished at `until`. */
  model(key: MemoryKey, until: number, job?: StudiedJob): LinkModel | undefined;
  /** Directions with lessons left, such as after a crash. */
  due(): MemoryKey[];
}

/** Confirmed segments that a new candidate is tried on at once. */
const RECENT = 60;
/** Candidates seen once are dropped after this many further units. */
const PATIENCE = 1_000;
const SWEEP_EVERY = 100;
/** Earlier pairs that help a job with few segments. */
const EARLIER_PAIRS = 1_000;
const MAX_PAIRS = 5_000;
const MODELS = 3;
const RECENTS = 4;

interface Recent extends Taught {
  readonly unit: number;
}

interface UnitRow {
  readonly id: number;
  readonly source: string;
  readonly target: string;
  readonly engine_text: string;
}

const TAUGHT = `SELECT id, source, target, engine_text FROM unit WHERE ${OF_KEY} AND engine_text IS NOT NULL`;

export function createStudy(db: Db, corrections: Corrections): Study {
  const models = createKeptWork<Generator<undefined, LinkModel> | LinkModel>(
    MODELS,
    (model) => !('next' in model),
  );
  const recents = createKept<Recent[]>(RECENTS);
  let studied = 0;

  const modelOf = (key: MemoryKey, job: StudiedJob | undefined, until: number): LinkModel | undefined => {
    const name = JSON.stringify([key.account, key.from, key.to, job?.jobId]);
    const known = models.get(name, (one) => one ?? training(db, key, job));
    if (!known || !('next' in known)) return known;
    for (;;) {
      const step = known.next();
      if (step.done) {
        models.set(name, step.value);
        return step.value;
      }
      if (performance.now() > until) return undefined;
    }
  };
  const recentOf = (key: MemoryKey): Recent[] => {
    const name = JSON.stringify(key);
    const own =
      recents.get(name) ??
      db
        .all<UnitRow>(`${TAUGHT} AND lesson = 0 ORDER BY id DESC LIMIT ${RECENT}`, ofKey(key))
        .reverse()
        .flatMap((row) => recentUnit(row) ?? []);
    recents.set(name, own);
    return own;
  };
  const learn = (key: MemoryKey, row: UnitRow, model: LinkModel): Correction[] => {
    db.run('UPDATE unit SET lesson = 0 WHERE id = ?', [row.id]);
    const recent = recentOf(key);
    const place = recent.findIndex(({ unit }) => unit === row.id);
    if (place >= 0) recent.splice(place, 1);
    const own = recentUnit(row);
    if (!own) return [];
    const turned = noteTrials(db, key, own, model, recent);
    recent.push(own);
    if (recent.length > RECENT) recent.shift();
    if (++studied % SWEEP_EVERY === 0) dropForgotten(db, key);
    return turned;
  };
  return {
    step(key, job, until) {
      const next = `${TAUGHT} AND lesson = 1 ORDER BY id LIMIT 1`;
      if (!db.get(next, ofKey(key))) return { isDone: true, turned: [] };
      const model = modelOf(key, job, until);
      if (!model) return { isDone: false, turned: [] };
      const turned: Correction[] = [];
      let isDone = false;
      try {
        db.transaction(() => {
          do {
            const row = db.get<UnitRow>(next, ofKey(key));
            isDone = !row;
            if (row) turned.push(...learn(key, row, model));
          } while (!isDone && performance.now() < until);
        });
      } catch (error) {
        recents.delete(JSON.stringify(key));
        throw error;
      }
      if (turned.length > 0) corrections.changed(key);
      return { isDone, turned };
    },
    model: (key, until, job) => modelOf(key, job, until),
    due: () =>
      db.all<MemoryKey>(
        'SELECT DISTINCT account, source_language AS "from", target_language AS "to" FROM unit WHERE lesson = 1',
      ),
  };
}

function recentUnit({ id, source, target, engine_text }: UnitRow): Recent | undefined {
  const taught = teach(source, engine_text, target);
  return taught && { ...taught, unit: id };
}

/** Tries known corrections on a lesson, and its candidates on the lessons before. */
function noteTrials(
  db: Db,
  key: MemoryKey,
  own: Recent,
  model: LinkModel,
  recent: readonly Recent[],
): Correction[] {
  const known = db
    .all<CorrectionRow>(`${CORRECTION} WHERE ${OF_KEY} AND engine IN (SELECT value FROM json_each(?))`, [
      ...ofKey(key),
      JSON.stringify([...own.phrases.engine.keys()]),
    ])
    .map(correctionOf);
  const before = new Map<number, Correction>();
  const note = (correction: Correction, { unit, lesson, phrases }: Recent): void => {
    const trial = tryCorrection(correction, lesson, phrases);
    if (!trial) return;
    before.set(correction.id, before.get(correction.id) ?? correction);
    // A unit may be gone, or have another translation since.
    db.run(`INSERT OR IGNORE INTO evidence SELECT ?, id, ?, ? FROM unit WHERE id = ? AND lesson = 0`, [
      correction.id,
      trial.verdict,
      trial.gain,
      unit,
    ]);
  };
  for (const correction of known) note(correction, own);
  const names = new Set(known.map(nameOf));
  const { source, engine } = own.lesson;
  for (const candidate of candidatesOf(
    own.lesson,
    linksOf(model, source.words, engine.words),
    model.frequent,
  )) {
    if (names.has(nameOf(candidate))) continue;
    if (tryCorrection(candidate, own.lesson, own.phrases)?.verdict !== 'good') continue;
    db.run(
      `INSERT INTO correction (account, source_language, target_language, engine, source, human, is_frequent, is_term, born)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        ...ofKey(key),
        ...[candidate.engine, candidate.source, candidate.human],
        ...[Number(candidate.isFrequent), Number(candidate.isTerm), own.unit],
      ],
    );
    const { id } = db.get<{ id: number }>('SELECT last_insert_rowid() AS id')!;
    const trials = { good: 0, kept: 0, other: 0, gain: 0, state: 'auto' as const };
    for (const one of [own, ...recent]) note({ ...candidate, ...trials, id }, one);
  }
  const after = db
    .all<CorrectionRow>(`${CORRECTION} WHERE id IN (SELECT value FROM json_each(?))`, [
      JSON.stringify([...before.keys()]),
    ])
    .map(correctionOf);
  return after.filter((one) =>
    [false, true].some((offered) => isActive(one, offered) !== isActive(before.get(one.id)!, offered)),
  );
}

function nameOf({ source, engine, human }: Pick<Correction, 'source' | 'engine' | 'human'>): string {
  return JSON.stringify([source, engine, human]);
}

function dropForgotten(db: Db, key: MemoryKey): void {
  db.run(
    `DELETE FROM correction WHERE ${OF_KEY} AND good < 2 AND state = 'auto'
       AND born < (SELECT id FROM unit WHERE ${OF_KEY} AND engine_text IS NOT NULL
                   ORDER BY id DESC LIMIT 1 OFFSET ${PATIENCE})`,
    [...ofKey(key), ...ofKey(key)],
  );
}

/** How words go together in a job's answers and in earlier ones. Yields now and then. */
function* training(db: Db, key: MemoryKey, job: StudiedJob | undefined): Generator<undefined, LinkModel> {
  const texts: [source: string, engine: string][] = db
    .all<UnitRow>(`${TAUGHT} ORDER BY id DESC LIMIT ${EARLIER_PAIRS}`, ofKey(key))
    .map(({ source, engine_text }) => [source, engine_text]);
  if (job) texts.unshift(...answersIn(job));
  const pairs: [readonly Word[], readonly Word[]][] = [];
  for (const [source, engine] of texts.slice(0, MAX_PAIRS)) {
    const [one, other] = [wordsOf(source).words, wordsOf(engine).words];
    if (one.length <= MAX_WORDS && other.length <= MAX_WORDS) pairs.push([one, other]);
    yield;
  }
  return yield* trainLinks(pairs);
}

/** Empty if the job has been removed: its units teach something all the same. */
function answersIn({ segmentsPath, journalPath }: StudiedJob): [string, string][] {
  try {
    return engineAnswers(readFileSync(segmentsPath), readFileSync(journalPath));
  } catch {
    return [];
  }
}

interface KeptValues<Value> {
  get(name: string): Value | undefined;
  set(name: string, value: Value): void;
  delete(name: string): void;
}

/** At most `limit` values, the least recently set are dropped. */
function createKept<Value>(limit: number): KeptValues<Value> {
  const kept = new Map<string, Value>();
  return {
    get: (name) => kept.get(name),
    set(name, value) {
      kept.delete(name);
      kept.set(name, value);
      for (const oldest of kept.keys()) if (kept.size > limit) kept.delete(oldest);
    },
    delete: (name) => void kept.delete(name),
  };
}
