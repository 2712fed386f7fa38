// Each attack of the hostile list put to a service that another account uses: how late the host's event loop
// is meanwhile, and how much longer the other account's jobs take than on a service at rest.
import { median } from '../support/figures.ts';
import type { LiveService } from '../support/live-service.ts';
import { startWatched } from '../support/loop-watch.ts';
import type { Delay } from '../support/loop-watch.ts';
import { ATTACKS } from './hostile.ts';
import type { Attack, HostileRequest } from './hostile.ts';

/** Honest jobs on a service at rest; the median is what one takes. */
const AT_REST = 9;
/** Honest jobs beside each attack at least, also where it is over at once. */
const BESIDE = 3;

export interface AttackResult {
  name: string;
  /** How each of its requests was answered, and how its jobs ended. */
  outcomes: readonly string[];
  /** From the first byte until the last job's end. Milliseconds. */
  ms: number;
  delay: Delay;
  /** Delay of the slowest ordinary job against one at rest, ms. */
  honestMs: number;
}

/** One account's requests. */
type Client = (path: string, init?: RequestInit) => Promise<Response>;

/** Puts the attacks to a service, one after the other. `only`: those with this in their names. */
export async function attack(only: string, tell: (line: string) => void): Promise<AttackResult[]> {
  const { service, during, close } = await startWatched();
  try {
    const [attacker, honest] = [await clientOf(service, 'attacker'), await clientOf(service, 'honest')];
    const hasApertium = await isReady(honest);
    const results: AttackResult[] = [];
    for (const one of ATTACKS.filter(({ name }) => name.includes(only))) {
      if (one.needsApertium === true && !hasApertium) {
        tell(`Left out, since Apertium is not installed: ${one.name}`);
        continue;
      }
      tell(`${one.name} …`);
      const to = one.needsApertium === true ? 'es' : 'en-XA';
      const rest: number[] = [];
      while (rest.length < AT_REST) rest.push(await honestJob(honest, to));
      const { result, delay } = await during(() => beside(one, attacker, () => honestJob(honest, to)));
      const { outcomes, ms, honestTimes } = result;
      results.push({
        name: one.name,
        outcomes,
        ms,
        delay,
        honestMs: Math.max(...honestTimes) - median(rest),
      });
    }
    return results;
  } finally {
    await close();
  }
}

async function beside({ requests }: Attack, attacker: Client, honestWork: () => Promise<number>) {
  const began = performance.now();
  const over = new AbortController();
  const attacks = Promise.all(requests.map((request) => put(attacker, request))).finally(() => over.abort());
  const honestTimes: number[] = [];
  while (!over.signal.aborted || honestTimes.length < BESIDE) honestTimes.push(await honestWork());
  return { outcomes: await attacks, ms: performance.now() - began, honestTimes };
}

/**
 * Sends a request, and reads all that there is to read of what comes of it. Resolves with how it was answered
 * or ended.
 */
async function put(client: Client, { path, body, type }: HostileRequest): Promise<string> {
  const init = {
    method: 'POST',
    body: body as NonNullable<RequestInit['body']>,
    ...(type === undefined ? {} : { headers: { 'content-type': type } }),
  };
  const response = await client(path, init);
  const answer = (await response.json()) as {
    data?: { id: string };
    errors?: { code: string }[];
    code?: string;
  };
  if (answer.data === undefined) return `${response.status} ${answer.errors?.[0]?.code ?? answer.code}`;
  const { id } = answer.data;
  // The stream ends with the job.
  await drain(await client(`/v1/jobs/${id}/events`));
  const { data } = (await (await client(`/v1/jobs?q=${id}`)).json()) as {
    data: { jobs: { status: string }[] };
  };
  await drain(await client(`${path}/${id}`));
  await drain(await client(`${path}/${id}/segments`));
  return data.jobs[0]?.status ?? 'gone';
}

/** Milliseconds that a job of three sentences takes from its request until it is done. */
async function honestJob(client: Client, to: string): Promise<number> {
  const began = performance.now();
  const segments = ['The museum opens at ten.', 'It closes at six.', `Ticket ${began}.`].map((text) => ({
    text,
  }));
  const response = await client('/v1/translate/batch', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: 'en', to, segments }),
  });
  const { data } = (await response.json()) as { data: { id: string } };
  await drain(await client(`/v1/jobs/${data.id}/events`));
  return performance.now() - began;
}

async function drain(response: Response): Promise<void> {
  await response.body?.pipeTo(new WritableStream());
}

async function clientOf(service: LiveService, name: string): Promise<Client> {
  const post = (path: string, body: object) =>
    service.data<{ id: string; key: string }>(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const { id } = await post('/v1/accounts', { name });
  const { key } = await post('/v1/keys', { account_id: id, name, scopes: ['translate'] });
  return (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${key}`);
    return fetch(service.baseUrl + path, { ...init, headers });
  };
}

async function isReady(client: Client): Promise<boolean> {
  const { data } = (await (await client('/v1/languages')).json()) as {
    data: { pairs: { from: string; to: string; ready: boolean }[] };
  };
  return data.pairs.some(({ from, to, ready }) => from === 'en' && to === 'es' && ready);
}
