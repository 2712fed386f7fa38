// Programs that use the service while it is killed under them: they create, poll, cancel, download and edit,
// and ask again when a connection breaks. They record their answers, which are compared with the remains
// afterwards.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '../../service/contract/index.ts';
import { Refusal } from '../support/live-service.ts';
import type { LiveService } from '../support/live-service.ts';
import type { Random } from '../support/random.ts';
import { someLines } from './texts.ts';
import type { Engine } from './texts.ts';

const CANCELLED_SHARE = 0.2;
/** Before a cancel. */
const MAX_POLLS = 6;
/** Limit for one job, in turn. */
const MAX_EDITS = 12;
const EDITED_SHARE = 0.2;
const POLL_MS = 100;
const AGAIN_MS = 40;
/**
 * Longer than a start may take: a service that is up and does not answer for so long has lost the question.
 */
const GIVE_UP_MS = 180_000;

/** A client's answers about a job, and its expected result. */
interface Told {
  status: Job['status'];
  expected: string;
}

/** The clients' answers, and the time they had to wait for them. */
export interface Notes {
  readonly accepted: Map<string, Told>;
  readonly problems: string[];
  worstMs: number;
  asked: number;
  postponed: number;
  /** Changes of translations that were answered. */
  edits: number;
  /** Set where the rounds have ended: each client ends after the job that it has. */
  stopped: boolean;
  /** Aborted where the service is not coming back: nobody waits for it any longer. */
  readonly gone: AbortController;
}

export interface Context {
  readonly service: LiveService;
  readonly random: Random;
  readonly engines: readonly Engine[];
  readonly notes: Notes;
  /** The share of done jobs that are edited. */
  readonly editedJobs: number;
}

export function newNotes(): Notes {
  return {
    accepted: new Map(),
    problems: [],
    worstMs: 0,
    asked: 0,
    postponed: 0,
    edits: 0,
    stopped: false,
    gone: new AbortController(),
  };
}

export async function runClients(count: number, context: Context): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => oneClient(context)));
}

async function oneClient(context: Context): Promise<void> {
  const { notes } = context;
  while (!notes.stopped) {
    try {
      await oneJob(context);
    } catch (error) {
      if (notes.gone.signal.aborted) return;
      notes.problems.push(String(error));
      await sleep(AGAIN_MS);
    }
  }
}

async function oneJob(context: Context): Promise<void> {
  const { service, random, notes, engines } = context;
  const { name, to, translations } = random.pick(engines);
  const lines = someLines(random);
  const upload = () => service.upload('letter.txt', lines.join('\n'), { to, engine: name, memory: 'off' });
  const { id } = await untilAnswered(notes, upload);
  const expected = lines.map((line) => translations.get(line)).join('\n');
  const told: Told = { expected, status: 'running' };
  notes.accepted.set(id, told);
  const path = `/v1/translate/documents/${id}`;
  const cancelAfter = random.chance(CANCELLED_SHARE) ? random.below(MAX_POLLS) : Infinity;
  for (let polls = 0; told.status === 'running'; polls++) {
    if (polls === cancelAfter) await cancel(service, notes, path, told);
    else told.status = (await untilAnswered(notes, () => service.data<Job>(path))).status;
    if (told.status === 'running') await sleep(POLL_MS);
  }
  if (told.status !== 'done') return;
  const content = await untilAnswered(notes, () => service.content(id));
  if (content.toString() !== expected) notes.problems.push(`${id}: the download is not the translation`);
  if (!random.chance(context.editedJobs)) return;
  let edits = random.below(MAX_EDITS);
  // The first one also where the rounds have ended meanwhile: on a busy machine none came before that.
  do await edit(context, id, told);
  while (edits-- > 0 && !notes.stopped);
}

/**
 * Changes some of a job's translations. Whenever the service dies, its file has all of them or none; once it
 * has answered, all.
 */
async function edit({ service, random, notes }: Context, id: string, told: Told): Promise<void> {
  const before = told.expected;
  const lines = before.split('\n');
  const first = random.below(lines.length);
  const indexes = [...lines.keys()].filter((index) => index === first || random.chance(EDITED_SHARE));
  const segments = indexes.map((index) => ({ index, translated_text: `Change ${notes.edits} of ${index}` }));
  for (const { index, translated_text } of segments) lines[index] = translated_text;
  const after = lines.join('\n');
  const init = {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ segments }),
  };
  await untilAnswered(notes, async () => {
    try {
      return await service.data(`/v1/jobs/${id}/segments`, init);
    } catch (error) {
      if (!isBroken(error)) throw error;
      const content = (await service.content(id)).toString();
      if (content !== before && content !== after) notes.problems.push(`${id}: the file has half of an edit`);
      throw error;
    }
  });
  notes.edits++;
  told.expected = after;
  const content = await untilAnswered(notes, () => service.content(id));
  if (content.toString() !== after) notes.problems.push(`${id}: the download is not what it was edited to`);
}

/** 409 means that it was done already, which the next poll tells. */
async function cancel(service: LiveService, notes: Notes, path: string, told: Told): Promise<void> {
  try {
    const ask = () => service.data<Job>(`${path}/cancel`, { method: 'POST' });
    told.status = (await untilAnswered(notes, ask)).status;
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 409)) throw error;
  }
}

/**
 * Asks until there is an answer. A kill may cause a broken connection, or 503 while the engine process
 * is away.
 */
async function untilAnswered<T>(notes: Notes, ask: () => Promise<T>): Promise<T> {
  const began = performance.now();
  notes.asked++;
  for (;;) {
    notes.gone.signal.throwIfAborted();
    try {
      const answer = await ask();
      notes.worstMs = Math.max(notes.worstMs, performance.now() - began);
      return answer;
    } catch (error) {
      const isAway = String(error).includes('engine_unavailable');
      if (!(isAway || isBroken(error)) || performance.now() - began > GIVE_UP_MS) throw error;
      if (isAway) notes.postponed++;
      await sleep(AGAIN_MS);
    }
  }
}

function isBroken(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError');
}
