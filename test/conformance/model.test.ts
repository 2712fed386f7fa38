import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobList } from '../../service/contract/index.ts';
import { statusOf, transition } from '../../service/jobs/state.ts';
import type { StateEvent, JobState } from '../../service/jobs/state.ts';
import { makeDocx } from '../support/office-files.ts';
import { startService } from '../support/service.ts';
import type { Answer, Created, TestService } from '../support/service.ts';
import { IS_LONG } from '../support/effort.ts';

/**
 * Random orders of what clients and power cuts do, against the pure state machine and a ledger of a few
 * lines. After each step balances, reservations, totals, quota, and the list with its order must be what the
 * model says, for two accounts.
 */
const RUNS = IS_LONG ? 10 : 2;
const STEPS = 24;
const SEED = Number(process.env['INTERLINEAR_MODEL_SEED'] ?? 1);
const SEGMENT_MS = '400';
const ENV = { INTERLINEAR_PSEUDO_DELAY_MS: SEGMENT_MS };

const DOCX_QUOTA = 3;
const BALANCES = [4_000, 1_500] as const;
/** One is done while its step waits for it; the other still runs when all steps are done. */
const TEXTS = {
  short: ['Hello there'],
  long: Array.from({ length: 90 }, (_, i) => `Row ${i} here`),
};
type Length = keyof typeof TEXTS;

interface ModelJob {
  account: number;
  docx: boolean;
  length: Length;
  state: JobState | 'deleted';
}

interface Model {
  jobs: ModelJob[];
  accounts: { balance: number; total: number; docxUsed: number }[];
}

interface Real {
  keys: string[];
  /** In the order of the model's jobs. */
  ids: string[];
}

let service: TestService;
let docx: Record<Length, Uint8Array<ArrayBuffer>>;
beforeAll(async () => {
  service = await startService(ENV);
  docx = {
    short: new Uint8Array(await makeDocx(TEXTS.short)),
    long: new Uint8Array(await makeDocx(TEXTS.long)),
  };
});
afterAll(() => service.close());

const charsOf = ({ length }: Pick<ModelJob, 'length'>): number => TEXTS[length].join('').length;
const kindOf = (job: ModelJob) => (job.docx ? 'documents' : 'batch');
const isRunning = ({ state }: ModelJob): boolean =>
  state !== 'deleted' && statusOf(state).status === 'running';
const reservedBy = (model: Model, account: number): number =>
  model.jobs
    .filter((job) => job.account === account && isRunning(job))
    .reduce((sum, job) => sum + charsOf(job), 0);

/** The state after these events, each of which the state machine must allow. */
function through(state: JobState, events: readonly StateEvent[]): JobState {
  return events.reduce((at, event) => {
    const next = transition(at, event);
    if ('refused' in next) throw new Error(`The model took ${event} in ${at}: ${next.refused}`);
    return next.to;
  }, state);
}

/** The code that a new job is refused with, in the order of the contract's checks. */
function refusal(model: Model, job: ModelJob): string | undefined {
  const { balance, docxUsed } = model.accounts[job.account]!;
  if (job.docx && docxUsed >= DOCX_QUOTA) return 'quota_exceeded';
  return charsOf(job) > balance - reservedBy(model, job.account) ? 'insufficient_credit' : undefined;
}

type CreateAnswer = Answer<{ data: Created; code?: string }>;

/** The consequences of the answer to a new job, or to a retry, in model and service. */
async function enter(model: Model, real: Real, job: ModelJob, answer: CreateAnswer): Promise<void> {
  const refused = refusal(model, job);
  expect([answer.status === 202, answer.body.code]).toEqual([refused === undefined, refused]);
  if (refused !== undefined) return;
  const { id } = answer.body.data;
  const account = model.accounts[job.account]!;
  if (job.docx) account.docxUsed++;
  model.jobs.push(job);
  real.ids.push(id);
  if (job.length === 'long') return;
  await service.ended(id, kindOf(job), real.keys[job.account]);
  job.state = through('translating', ['translated', 'assembled', 'stored']);
  account.balance -= charsOf(job);
  account.total += charsOf(job);
}

/** All that a client can see of both accounts. */
async function compare(model: Model, real: Real): Promise<void> {
  for (const [account, key] of real.keys.entries()) {
    const { balance, total, docxUsed } = model.accounts[account]!;
    expect(await service.usage(key)).toMatchObject({
      credit_balance: balance,
      credit_reserved: reservedBy(model, account),
      total_chars: total,
      docx_quota: { limit: DOCX_QUOTA, used: docxUsed },
    });
    const expected = model.jobs
      .map((job, i) => ({ ...job, id: real.ids[i] }))
      .filter((job) => job.account === account && job.state !== 'deleted')
      .map(({ id, state }) => `${id} ${statusOf(state as JobState).status}`)
      .reverse();
    const { jobs } = await service.get<JobList>('/v1/jobs?limit=200', key);
    expect(jobs.map(({ id, status }) => `${id} ${status}`)).toEqual(expected);
  }
}

type Step = fc.AsyncCommand<Model, Real>;

/** A step that needs no job yet. */
function step(name: string, run: (model: Model, real: Real) => Promise<void>): Step {
  return {
    check: () => true,
    toString: () => name,
    async run(model, real) {
      await run(model, real);
      await compare(model, real);
    },
  };
}

/**
 * A step with one of the jobs that there are, deleted ones too. `path` is where the job is, `key` whose it
 * is.
 */
function jobStep(
  name: string,
  pick: number,
  run: (context: { job: ModelJob; model: Model; real: Real; path: string; key: string }) => Promise<void>,
): Step {
  return {
    ...step(`${name}(${pick})`, (model, real) => {
      const at = pick % model.jobs.length;
      const job = model.jobs[at]!;
      const path = `/v1/translate/${kindOf(job)}/${real.ids[at]}`;
      return run({ job, model, real, path, key: real.keys[job.account]! });
    }),
    check: ({ jobs }) => jobs.length > 0,
  };
}

function create(account: number, isDocx: boolean, length: Length): Step {
  return step(`create(${account}, ${isDocx ? 'docx' : 'batch'}, ${length})`, async (model, real) => {
    const key = real.keys[account]!;
    const job: ModelJob = { account, docx: isDocx, length, state: 'translating' };
    const segments = TEXTS[length].map((text) => ({ text }));
    const answer: CreateAnswer = isDocx
      ? await service.upload({ name: 'a.docx', content: docx[length] }, { from: 'en', to: 'en-XA' }, key)
      : await service.post('/v1/translate/batch', { from: 'en', to: 'en-XA', segments }, key);
    await enter(model, real, job, answer);
  });
}

const poll = (pick: number): Step =>
  jobStep('poll', pick, async ({ job, path, key }) => {
    const { status, body } = await service.send<{ data?: { status: string } }>('GET', path, { key });
    const expected = job.state === 'deleted' ? [404, undefined] : [200, statusOf(job.state).status];
    expect([status, body.data?.status]).toEqual(expected);
  });

const cancel = (pick: number): Step =>
  jobStep('cancel', pick, async ({ job, path, key }) => {
    const { status, body } = await service.send<{ data?: { status: string } }>('POST', `${path}/cancel`, {
      key,
    });
    if (job.state === 'deleted') {
      expect(status).toBe(404);
      return;
    }
    const next = transition(job.state, 'cancel');
    if ('refused' in next) {
      expect([next.refused, status]).toEqual(['conflict', 409]);
      return;
    }
    job.state = next.to === 'ending_cancelled' ? through(next.to, ['stored']) : next.to;
    expect([status, body.data?.status]).toEqual([200, 'cancelled']);
  });

const retry = (pick: number): Step =>
  jobStep('retry', pick, async ({ job, model, real, path, key }) => {
    const answer: CreateAnswer = await service.send('POST', `${path}/retry`, { key });
    if (job.state === 'deleted') {
      expect(answer.status).toBe(404);
      return;
    }
    if ('refused' in transition(job.state, 'retry')) {
      expect(answer.status).toBe(409);
      return;
    }
    await enter(model, real, { ...job, state: 'translating' }, answer);
  });

const remove = (pick: number): Step =>
  jobStep('delete', pick, async ({ job, path, key }) => {
    const { status } = await service.send('DELETE', path, { key });
    expect(status).toBe(job.state === 'deleted' ? 404 : 204);
    job.state = 'deleted';
  });

const content = (pick: number): Step =>
  jobStep('content', pick, async ({ job, path, key }) => {
    const { status } = await service.send('GET', `${path}/content`, { key });
    const isThere = job.docx && job.state !== 'deleted';
    expect(status).toBe(
      isThere
        ? { running: 202, done: 200, cancelled: 409, failed: 409 }[statusOf(job.state as JobState).status]
        : 404,
    );
  });

const askAsOther = (pick: number): Step =>
  jobStep('ask as the other account', pick, async ({ job, real, path }) => {
    const key = real.keys[1 - job.account]!;
    for (const [method, under] of [
      ['GET', ''],
      ['POST', '/cancel'],
      ['POST', '/retry'],
      ['DELETE', ''],
    ] as const) {
      expect((await service.send(method, `${path}${under}`, { key })).status).toBe(404);
    }
  });

const powerCut: Step = step('power cut', async () => {
  await service.kill();
  service = await startService(ENV, { dataDir: service.dataDir });
});

const pick = fc.nat({ max: 40 });
const steps = fc.commands(
  [
    ...Array.from({ length: 3 }, () =>
      fc
        .tuple(fc.constantFrom(0, 1), fc.boolean(), fc.constantFrom<Length>('short', 'long'))
        .map((given) => create(...given)),
    ),
    pick.map(poll),
    pick.map(cancel),
    pick.map(cancel),
    pick.map(retry),
    pick.map(retry),
    pick.map(remove),
    pick.map(content),
    pick.map(askAsOther),
    fc.constant(powerCut),
  ],
  { maxCommands: STEPS, size: 'max' },
);

async function twoAccounts(): Promise<{ model: Model; real: Real }> {
  const keys: string[] = [];
  for (const [i, credit_balance] of BALANCES.entries()) {
    keys.push(
      (await service.newAccount({ name: `Account ${i}`, credit_balance, docx_quota: DOCX_QUOTA })).key,
    );
  }
  const accounts = BALANCES.map((balance) => ({ balance, total: 0, docxUsed: 0 }));
  return { model: { jobs: [], accounts }, real: { keys, ids: [] } };
}

/** Running jobs would hold up the next run. */
async function cancelRunning({ model, real }: { model: Model; real: Real }): Promise<void> {
  for (const [i, job] of model.jobs.entries()) {
    if (isRunning(job))
      await service.send('DELETE', `/v1/translate/${kindOf(job)}/${real.ids[i]}`, {
        key: real.keys[job.account]!,
      });
  }
}

describe('whatever clients and power cuts do, in any order', () => {
  it(`jobs, credit and quota are as the model says (seed ${SEED})`, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (commands) => {
        const start = await twoAccounts();
        try {
          await fc.asyncModelRun(() => start, commands);
        } finally {
          await cancelRunning(start);
        }
      }),
      // Shrinking starts the service dozens of times: the seed and the path of a failure are enough.
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
  });
});
