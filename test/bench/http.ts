// The HTTP face beside a bare koa server: how much every check between the socket and the handler costs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startService } from '../support/live-service.ts';
import { API_KEY } from '../support/service-process.ts';
import { figuresOf, sideBySide } from './figures.ts';
import type { Figures, Row } from './figures.ts';

const REQUESTS = 3_000;
const CONCURRENCY = 16;
const STARTS = 7;
/** Headers with the administrator's key. */
export const AUTHORISED = { authorization: `Bearer ${API_KEY}` };
const BARE = join(import.meta.dirname, 'bare-koa.mjs');

async function startBare(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [BARE], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    base: (JSON.parse(line) as { base_url: string }).base_url,
    async close() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

export const STATUSES = `${REQUESTS} times the status of a job`;

/** Asks for one address REQUESTS times, CONCURRENCY at a time over connections that stay open. */
export async function ask(url: string, headers: Record<string, string> = {}): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const askOnce = () =>
    new Promise((resolve, reject) => {
      get(url, { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`));
        answer.resume().once('end', resolve);
      }).once('error', reject);
    });
  let left = REQUESTS;
  const lane = async () => {
    while (left-- > 0) await askOnce();
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  agent.destroy();
}

/**
 * Requests a second for a job's status, with its authentication, beside a bare route that answers the same
 * bytes. Of the host's time per request half is Node's own write; the rest (routing, the key's digest, the
 * request id, limits, the log) has no part above 3 %.
 */
export async function benchStatus(): Promise<Row[]> {
  const service = await startService({ keepLog: false });
  try {
    const { id } = await service.upload('letter.txt', 'Good morning.');
    await service.result(id);
    const path = `/v1/translate/documents/${id}`;
    const body = await (await service.request(path)).text();
    const bare = await startBare({ BENCH_PATH: path, BENCH_BODY: body });
    try {
      const figures = await sideBySide(
        5,
        () => ask(bare.base + path),
        () => ask(service.baseUrl + path, AUTHORISED),
      );
      return [{ what: `${STATUSES}: bare koa / service`, aim: '≥ 0.5', ...figures }];
    } finally {
      await bare.close();
    }
  } finally {
    await service.close();
  }
}

type Start = () => Promise<{ close(): Promise<unknown> }>;

/** From the start of each until it listens; what ends them is not counted. */
export async function startsSideBySide(ours: Start, other: Start): Promise<Figures> {
  const timeStart = async (start: Start): Promise<number> => {
    const began = performance.now();
    const running = await start();
    const ms = performance.now() - began;
    await running.close();
    return ms;
  };
  const pairs: [number, number][] = [];
  for (let i = 0; i < STARTS; i++) pairs.push([await timeStart(ours), await timeStart(other)]);
  return figuresOf(pairs);
}

/**
 * From the start of the process to the line that says where it listens. Most of our share is loading the
 * modules, half of that the schemas of the contract.
 */
export async function benchColdStart(): Promise<Row[]> {
  const what = 'cold start until it listens: headless service / bare koa';
  return [{ what, aim: '≤ 2.2', ...(await startsSideBySide(startService, startBare)) }];
}
