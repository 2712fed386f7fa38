// Programs that use the service while it is killed under them: they create, poll, cancel and download, and ask again when a
// connection breaks. They keep what they were told, to be held against what is there afterwards.
import { setTimeout as sleep } from 'node:timers/promises';
import { someLines } from './texts.mjs';

const CANCELLED_SHARE = 0.2;
/** Before a cancel. */
const MOST_POLLS = 6;
const POLL_MS = 100;
const AGAIN_MS = 40;
/** A service that does not answer for so long does not come back. */
const GIVE_UP_MS = 60_000;

/** What the clients were told, and how long they had to wait for it. */
export function newNotes() {
  return { accepted: new Map(), problems: [], worstMs: 0, asked: 0, postponed: 0, stopped: false };
}

export async function runClients(count, context) {
  await Promise.all(Array.from({ length: count }, () => oneClient(context)));
}

async function oneClient(context) {
  const { notes } = context;
  while (!notes.stopped) {
    try {
      await oneJob(context);
    } catch (error) {
      notes.problems.push(String(error.message));
      await sleep(AGAIN_MS);
    }
  }
}

async function oneJob({ service, random, notes, engines, references }) {
  const engine = random.pick(engines);
  const lines = someLines(random);
  const upload = () => service.upload('letter.txt', lines.join('\n'), { to: engine.to, engine: engine.name });
  const { id } = await stubbornly(notes, upload);
  const expected = lines.map((line) => references.get(engine.name).get(line)).join('\n');
  const told = { expected, status: 'running' };
  notes.accepted.set(id, told);
  const path = `/v1/translate/documents/${id}`;
  const cancelAfter = random.chance(CANCELLED_SHARE) ? random.below(MOST_POLLS) : Infinity;
  for (let polls = 0; told.status === 'running'; polls++) {
    if (polls === cancelAfter) await cancel(service, notes, path, told);
    else told.status = (await stubbornly(notes, () => service.data(path))).status;
    if (told.status === 'running') await sleep(POLL_MS);
  }
  if (told.status === 'done') {
    const content = await stubbornly(notes, () => service.content(id));
    if (content.toString() !== expected) notes.problems.push(`${id}: the download is not the translation`);
  }
}

/** 409 means that it was done already, which the next poll tells. */
async function cancel(service, notes, path, told) {
  const answer = await stubbornly(notes, async () => {
    const response = await service.request(`${path}/cancel`, { method: 'POST' });
    return { status: response.status, body: await response.json() };
  });
  if (answer.status === 200) told.status = answer.body.data.status;
  else if (answer.status !== 409) throw new Error(`cancel: ${answer.status} ${JSON.stringify(answer.body)}`);
}

/** Asks until there is an answer. What a kill may cause is a broken connection, or 503 while the translation process is away. */
async function stubbornly(notes, ask) {
  const began = performance.now();
  notes.asked++;
  for (;;) {
    try {
      const answer = await ask();
      notes.worstMs = Math.max(notes.worstMs, performance.now() - began);
      return answer;
    } catch (error) {
      const isAway = String(error.message).includes('engine_unavailable');
      const mayPass = isAway || error instanceof TypeError || error.name === 'TimeoutError';
      if (!mayPass || performance.now() - began > GIVE_UP_MS) throw error;
      if (isAway) notes.postponed++;
      await sleep(AGAIN_MS);
    }
  }
}
