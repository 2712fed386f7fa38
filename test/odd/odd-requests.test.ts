import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/http-app.ts';
import { openApiCheck } from '../support/openapi-check.ts';
import type { OpenApiCheck } from '../support/openapi-check.ts';
import { makeDocx, makeXlsx } from '../support/office-files.ts';
import { API_KEY } from '../support/service-process.ts';
import { startService } from '../support/service.ts';
import type { Created, TestService } from '../support/service.ts';
import { brokenHttp, oddRequests } from './requests.ts';
import type { OddRequest } from './requests.ts';
import { sendRaw } from './raw-http.ts';
import type { RawAnswer } from './raw-http.ts';
import { IS_LONG } from '../support/effort.ts';

/** `npm run test:odd` sends more of them. The same seed makes the same requests. */
const RUNS = Number(process.env['INTERLINEAR_ODD_RUNS'] ?? (IS_LONG ? 2_000 : 400));
const SEED = Number(process.env['INTERLINEAR_ODD_SEED'] ?? 5);
const BROKEN_RUNS = Math.ceil(RUNS / 10);
/** It ends a test that hangs; a busy machine decides how fast the rest is. */
const TIME_LIMIT_MS = 300_000 + RUNS * 500;
/** Server faults that the document names; any other 5xx is a bug. */
const NAMED_FAULTS = [503, 507];
const REPORTED = 8;

let service: TestService;
let document: object;
let openApi: OpenApiCheck;
let words: Record<string, string[]>;

beforeAll(async () => {
  // Few enough jobs and little enough credit that 402 and 429 come up, too.
  service = await startService({
    INTERLINEAR_PSEUDO_DELAY_MS: '5',
    INTERLINEAR_MAX_RUNNING_JOBS: '20',
    // The engine that is there, and the same, on every machine.
    INTERLINEAR_ENGINES: 'pseudo',
  });
  const served = await (await fetch(`${service.baseUrl}/v1/openapi.json`)).text();
  document = JSON.parse(served) as object;
  openApi = openApiCheck(served);
  const metered = await service.newAccount({ name: 'Metered', credit_balance: 2_000, docx_quota: 3 });
  const spare = await service.post<{ data: { id: string } }>('/v1/keys', {
    account_id: metered.id,
    name: 'To be revoked',
    scopes: ['translate'],
  });
  const upload = await service.upload({ name: 'a.txt', content: 'Hello\nGood bye' });
  const slow = Array.from({ length: 100 }, (_, i) => ({ text: `Sentence ${i}` }));
  const cancelled = await batch(slow);
  await service.send('POST', `/v1/translate/batch/${cancelled}/cancel`);
  words = {
    host: [`127.0.0.1:${service.port}`],
    admin: [API_KEY],
    metered: [metered.key],
    job: [upload.body.data.id, await batch([{ text: 'Hello' }]), cancelled],
    account: [metered.id],
    key: [spare.body.data.id],
  };
});
afterAll(() => service.close());

async function batch(segments: object[]): Promise<string> {
  const answer = await service.post<{ data: Created }>('/v1/translate/batch', {
    from: 'en',
    to: 'en-XA',
    segments,
  });
  return answer.body.data.id;
}

/** Fills in the names in braces; of several values the one at `index`, cyclically. */
function fill(text: string, index: number): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const known = words[name];
    return known?.[index % known.length] ?? whole;
  });
}

function write({ method, target, headers, body, framing }: OddRequest, index: number): Buffer {
  const framed: Record<OddRequest['framing'], [string, string][]> = {
    length: [['Content-Length', String(body?.length)]],
    short: [['Content-Length', String(Math.max(0, (body?.length ?? 0) - 1))]],
    long: [['Content-Length', String((body?.length ?? 0) + 10)]],
    chunked: [['Transfer-Encoding', 'chunked']],
    none: [],
  };
  const all = [...headers, ...(body ? framed[framing] : []), ['Connection', 'close'] as const];
  const head = `${method} ${target} HTTP/1.1\r\n${all.map(([name, text]) => `${name}: ${text}\r\n`).join('')}\r\n`;
  const content = body && framing === 'chunked' ? inChunks(body) : (body ?? Buffer.alloc(0));
  return Buffer.concat([Buffer.from(fill(head, index), 'latin1'), fillBody(content, framing, index)]);
}

/** A body's words are filled in only where that leaves its length alone. */
function fillBody(content: Buffer, framing: OddRequest['framing'], index: number): Buffer {
  return framing === 'none' ? Buffer.from(fill(content.toString('latin1'), index), 'latin1') : content;
}

function inChunks(body: Buffer): Buffer {
  const half = body.length >> 1;
  const chunks = [body.subarray(0, half), body.subarray(half)].filter(({ length }) => length > 0);
  const written = chunks.flatMap((chunk) => [
    Buffer.from(`${chunk.length.toString(16)}\r\n`),
    chunk,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...written, Buffer.from('0\r\n\r\n')]);
}

/** The part the service's router looks at: no query, no fragment, no address in front. */
function pathOf(target: string): string {
  return target.replace(/^http:\/\/[^/]*/, '').replace(/[?#].*$/s, '');
}

function judge(method: string, path: string, { status, headers, body }: RawAnswer): void {
  if (status >= 500 && !NAMED_FAULTS.includes(status)) throw new Error(`${status}: ${body.toString()}`);
  const isJson = headers.get('content-type')?.includes('json') === true && body.length > 0;
  const parsed: unknown = isJson ? JSON.parse(body.toString()) : undefined;
  openApi.check(method, path, { status, headers, body: parsed, bytes: body.length });
}

/**
 * Sends each, and answers how often which status came. Throws with the requests that were not answered as the
 * document says.
 */
async function sendAll<T>(
  requests: readonly T[],
  send: (request: T, index: number) => Promise<number | undefined>,
) {
  const counts = new Map<string, number>();
  const faults: string[] = [];
  for (const [index, request] of requests.entries()) {
    try {
      const status = String((await send(request, index)) ?? 'closed');
      counts.set(status, (counts.get(status) ?? 0) + 1);
    } catch (error) {
      faults.push(`${index} ${String(error).slice(0, 600)}\n  ${JSON.stringify(request).slice(0, 600)}`);
    }
  }
  if (faults.length > 0)
    throw new Error(
      `${faults.length} of ${requests.length}, seed ${SEED}:\n${faults.slice(0, REPORTED).join('\n')}\n${service.stderr().slice(-2_000)}`,
    );
  return Object.fromEntries([...counts].sort());
}

describe(`whatever is sent (seed ${SEED})`, () => {
  it(
    `is answered as the document says: ${RUNS} requests`,
    async () => {
      const files = [
        ...['Hello\nthere', '', 'a,b\n1,2', '"broken', '%PDF-1.7', '\0\0\0\0', 'é'].map((text) =>
          Buffer.from(text),
        ),
        await makeDocx(['Hello']),
        await makeXlsx(['Hello']),
        (await makeDocx(['Hello'])).subarray(0, 300),
      ];
      const requests = fc.sample(oddRequests(document, files), { numRuns: RUNS, seed: SEED });
      const counts = await sendAll(requests, async (request, index) => {
        const incomplete =
          request.body !== undefined && request.framing !== 'length' && request.framing !== 'chunked';
        const answer = await sendRaw(service.port, write(request, index), {
          incomplete,
          isHead: request.method === 'HEAD',
        });
        if (answer) judge(request.method, pathOf(fill(request.target, index)), answer);
        else if (!incomplete) throw new Error('The connection was closed without an answer.');
        return answer?.status;
      });
      // The requests reach far enough to say something: past auth and validation, and into refusals of every
      // kind.
      for (const status of ['200', '202', '400', '401', '403', '404', '405', '415'])
        expect(counts).toHaveProperty(status);
    },
    TIME_LIMIT_MS,
  );

  it(
    `is answered as a problem where it is no HTTP: ${BROKEN_RUNS} requests`,
    async () => {
      const requests = fc.sample(brokenHttp, { numRuns: BROKEN_RUNS, seed: SEED });
      await sendAll(requests, async (request) => {
        const bytes = Buffer.from(fill(request.toString('latin1'), 0), 'latin1');
        const answer = await sendRaw(service.port, bytes, { incomplete: true });
        if (answer) judge('GET', answer.status < 400 ? '/v1/health' : '/v1/no-such-thing', answer);
        return answer?.status;
      });
    },
    TIME_LIMIT_MS,
  );

  it('leaves the service alive, and no upload behind', async () => {
    expect((await service.send('GET', '/v1/health')).status).toBe(200);
    await eventually(async () => {
      const list = await service.get<{ jobs: object[] }>('/v1/jobs?status=running');
      return list.jobs.length === 0;
    });
    const ids = new Set((await service.stored()).filter((path) => /^[\w-]{36}$/.test(path)));
    // A job that was edited has a note beside its folder, for the next start.
    const strays = (await service.stored()).filter(
      (path) => !ids.has(path.replace('.edited-', '').slice(0, 36)),
    );
    expect(strays).toEqual([]);
    const created = await service.upload({ name: 'a.txt', content: 'Still at work' });
    expect((await service.ended(created.body.data.id)).status).toBe('done');
    expect(service.stderr()).not.toContain('failed through a bug');
  });
});
