// A text at once beside long jobs: what they do to who waits for an answer.
import { hasApertium } from '../../scripts/lib/apertium.mjs';
import { time } from '../support/figures.ts';
import { startService } from '../support/live-service.ts';
import { NO_LIMITS } from '../support/service-process.ts';
import { figuresOf } from './figures.ts';
import type { Row } from './figures.ts';

const ROUNDS = 15;
const JOBS = 5;
const LINES = 1_000;

/** Apertium has one pipeline that all share; without it `pseudo`, which has no queue to be first in. */
export async function benchTexts(): Promise<Row[]> {
  const to = hasApertium() ? 'es' : 'en-XA';
  const service = await startService({ env: { ...NO_LIMITS, INTERLINEAR_PSEUDO_DELAY_MS: '2' } });
  const ask = () =>
    service.data('/v1/translate/segments', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ from: 'en', to, segments: [{ text: 'The ship left the harbour at noon.' }] }),
    });
  try {
    await ask();
    const alone: number[] = [];
    for (let i = 0; i < ROUNDS; i++) alone.push(await time(ask));
    const lines = (job: number) =>
      Array.from({ length: LINES }, (_, n) => `Line ${n} of job ${job}: the ship left the harbour at noon.`);
    const jobs = await Promise.all(
      Array.from({ length: JOBS }, (_, n) => service.upload(`${n}.txt`, lines(n).join('\n'), { to })),
    );
    const beside: number[] = [];
    for (let i = 0; i < ROUNDS; i++) beside.push(await time(ask));
    for (const { id } of jobs) await service.request(`/v1/jobs/${id}/events`).then((events) => events.text());
    const what = `a text at once, ms: beside ${JOBS} running jobs of ${LINES} lines / alone`;
    return [{ what, aim: '≤ 10', ...figuresOf(beside.map((ours, i) => [ours, alone[i]!])) }];
  } finally {
    await service.close();
  }
}
