import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WorkerError } from '../../service/worker/translation-port.ts';
import { gate } from '../support/gate.ts';
import {
  codeOf,
  createDocument,
  leftovers,
  lines,
  newFolder,
  openHarness,
  removeFolder,
  awaitJob,
} from './support/harness.ts';
import type { Harness } from './support/harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness(await newFolder(), {
    jobs: { limits: { runningJobs: () => 2, textsMs: 1_000 } },
  });
});
afterEach(async () => {
  await harness.close();
  await removeFolder(harness.folder);
});

const never = new Promise<void>(() => undefined);

async function translate(texts: string[], signal?: AbortSignal, accountId = 'local') {
  const segments = texts.map((text, n) => ({ text, ...(n === 0 ? { id: 'first' } : {}) }));
  const [answer] = await harness.jobs.translateTexts([
    { accountId, from: 'en', to: 'es', options: {}, segments, ...(signal ? { signal } : {}) },
  ]);
  return answer!;
}

function usage() {
  const { total_chars, credit_reserved, days } = harness.accounts.usage('local');
  return { total_chars, credit_reserved, days: days.length };
}

describe('texts translated at once', () => {
  it('come back in order, with the ids of those that had one, charged once, and nothing of them is stored', async () => {
    const answer = await translate(['abc', '12', 'd🙂f']);
    expect(answer.segments.map(({ id, source, text, origin }) => [id, source, text, origin])).toEqual([
      ['first', 'abc', 'cba', 'engine'],
      [undefined, '12', '12', 'copied'],
      [undefined, 'd🙂f', 'f🙂d', 'engine'],
    ]);
    expect(answer.source_chars).toBe(8);
    expect(usage()).toEqual({ total_chars: 8, credit_reserved: 0, days: 1 });
    expect(await leftovers(harness.folder)).toEqual([]);
    expect((await harness.jobs.list('local', { limit: 10 })).jobs).toEqual([]);
  });

  it('are there before a job that was there before them', async () => {
    const blocked = gate();
    harness.translation.behaviour.beforeChunk = () => blocked.passed;
    const job = await createDocument(harness, lines(50));
    await expect.poll(() => harness.translation.atWork.now).toBeGreaterThan(0);
    await translate(['abc']);
    expect((await harness.jobs.get('local', job.id)).status).toBe('running');
    blocked.open();
    expect((await awaitJob(harness, job.id)).status).toBe('done');
  });

  it('are refused without the credit for them, and with as many jobs as the account may have', async () => {
    const { id } = await harness.accounts.createAccount({ name: 'poor', credit_balance: 3 });
    expect(await codeOf(translate(['abcd'], undefined, id))).toBe('insufficient_credit');
    expect(await codeOf(translate(['abc'], undefined, id))).toBe('accepted');
    expect(harness.accounts.usage(id)).toMatchObject({ credit_balance: 0, credit_reserved: 0 });
    harness.translation.behaviour.beforeChunk = () => never;
    await createDocument(harness, 'one');
    await createDocument(harness, 'two');
    expect(await codeOf(translate(['abc']))).toBe('too_many_jobs');
  });

  it('in two languages are charged together, or not at all where the credit is for one of them', async () => {
    const { id } = await harness.accounts.createAccount({ name: 'poor', credit_balance: 5 });
    let asked = 0;
    harness.translation.behaviour.beforeTexts = () => void asked++;
    const both = (accountId: string) => {
      const common = { accountId, to: 'es', options: {} };
      return harness.jobs.translateTexts([
        { ...common, from: 'en', segments: [{ text: 'abc' }] },
        { ...common, from: 'en-GB', segments: [{ text: 'defg' }] },
      ]);
    };
    expect(await codeOf(both(id))).toBe('insufficient_credit');
    expect(asked).toBe(0);
    expect(harness.accounts.usage(id)).toMatchObject({ credit_balance: 5, credit_reserved: 0 });
    const answers = await both('local');
    expect(answers.map(({ segments, source_chars }) => [segments[0]?.text, source_chars])).toEqual([
      ['cba', 3],
      ['gfed', 4],
    ]);
    expect(usage()).toEqual({ total_chars: 7, credit_reserved: 0, days: 1 });
    harness.translation.behaviour.beforeTexts = () => {
      if (++asked % 2 === 0) throw new WorkerError('engine_failed', 'no words', false);
    };
    await expect(both('local')).rejects.toMatchObject({ code: 'engine_unavailable' });
    expect(usage()).toEqual({ total_chars: 7, credit_reserved: 0, days: 1 });
  });

  it('cost nothing where the engine fails, and the reason is given', async () => {
    harness.translation.behaviour.beforeTexts = () => {
      throw new WorkerError('engine_failed', 'The engine could not translate: no words', false);
    };
    await expect(translate(['abc'])).rejects.toMatchObject({
      code: 'engine_unavailable',
      status: 503,
      message: 'The engine could not translate: no words.',
    });
    expect(usage()).toEqual({ total_chars: 0, credit_reserved: 0, days: 0 });
  });

  it('stop when their client hangs up, and cost nothing', async () => {
    const controller = new AbortController();
    const begun = gate();
    harness.translation.behaviour.beforeTexts = () => {
      begun.open();
      return never;
    };
    const answer = translate(['abc'], controller.signal);
    answer.catch(() => undefined);
    await begun.passed;
    expect(usage().credit_reserved).toBe(3);
    controller.abort(new Error('gone'));
    await expect(answer).rejects.toThrow('gone');
    expect(harness.translation.released).toHaveLength(1);
    expect(usage()).toEqual({ total_chars: 0, credit_reserved: 0, days: 0 });
  });

  it('are given up when the engine takes too long', async () => {
    harness.translation.behaviour.beforeTexts = () => never;
    await expect(translate(['abc'])).rejects.toMatchObject({ code: 'engine_unavailable' });
    expect(harness.translation.released).toHaveLength(1);
    expect(usage()).toEqual({ total_chars: 0, credit_reserved: 0, days: 0 });
  });

  it('of one account leave places for those of another', async () => {
    const { id } = await harness.accounts.createAccount({ name: 'other' });
    const open = await openHarness(await newFolder());
    const first = gate();
    let held = 0;
    open.translation.behaviour.beforeTexts = () => (held++ < 4 ? first.passed : undefined);
    const request = (accountId: string) =>
      open.jobs.translateTexts([
        { accountId, from: 'en', to: 'es', options: {}, segments: [{ text: 'abc' }] },
      ]);
    const many = Array.from({ length: 20 }, () => request('local'));
    await expect.poll(() => held).toBe(4);
    await request(id);
    first.open();
    await Promise.all(many);
    await open.close();
    await removeFolder(open.folder);
  });
});
