import { afterEach, describe, expect, it } from 'vitest';
import { MAX_CONCURRENT, requestJson, REQUEST_LIMITS } from '../../../service/engines/remote/http-client.ts';
import { RemoteError, shortened } from '../../../service/engines/remote/remote-error.ts';
import { gate } from '../../support/gate.ts';
import { startRemote } from '../../support/remote-server.ts';
import type { RemoteServer, Reply, Seen } from '../../support/remote-server.ts';

const SECRET = 'very-secret-key-0123456789';
const QUICK = {
  ...REQUEST_LIMITS,
  attempts: 3,

  firstMs: 1,
  maxMs: 2,
};
const never = new AbortController().signal;

let server: RemoteServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function ask(
  reply: (seen: Seen) => Reply,
  options: { limits?: Partial<typeof QUICK>; signal?: AbortSignal; urgent?: boolean } = {},
): Promise<unknown> {
  server = await startRemote(reply);
  return requestJson(
    {
      name: 'The server',
      url: `${server.url}/`,
      headers: { Authorization: `Bearer ${SECRET}` },
      secret: SECRET,
    },
    { method: 'POST', path: '/work', body: { text: 'hello' }, urgent: options.urgent },
    options.signal ?? never,
    { ...QUICK, ...options.limits },
  );
}

async function failure(...args: Parameters<typeof ask>): Promise<RemoteError> {
  const error: unknown = await ask(...args).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RemoteError);
  return error as RemoteError;
}

describe('a request to a server of somebody else', () => {
  it('sends JSON with the key, and returns the JSON of the answer', async () => {
    await expect(ask(() => ({ json: { fine: true } }))).resolves.toEqual({ fine: true });
    expect(server!.seen).toMatchObject([
      { body: { text: 'hello' }, headers: { authorization: `Bearer ${SECRET}` } },
    ]);
  });

  it('waits while as many as are decent are at work there', async () => {
    const full = gate();
    let atWork = 0;
    let most = 0;
    server = await startRemote(async () => {
      most = Math.max(most, ++atWork);
      if (atWork === MAX_CONCURRENT) full.open();
      await full.passed;
      atWork--;
      return { json: 1 };
    });
    const to = { name: 'The server', url: server.url, headers: {} };
    const all = Array.from({ length: 3 * MAX_CONCURRENT }, (_, n) =>
      requestJson(to, { method: 'GET', path: `/${n}` }, never),
    );
    expect(new Set(await Promise.all(all))).toEqual(new Set([1]));
    expect(most).toBe(MAX_CONCURRENT);
  });

  it.each([429, 500, 502, 503, 529])('is sent again after a %i, which may pass', async (status) => {
    await expect(ask(({ nth }) => (nth < 2 ? { status, text: 'busy' } : { json: 1 }))).resolves.toBe(1);
    expect(server!.seen).toHaveLength(3);
  });

  it('is repeated after a 429, for as long as servers take that count requests by the minute', async () => {
    const busy = ({ nth }: Seen): Reply => (nth < 9 ? { status: 429, text: 'slow down' } : { json: 1 });
    await expect(ask(busy)).resolves.toBe(1);
    await server!.close();
    const error = await failure(() => ({ status: 429, text: 'slow down' }), { limits: { tooOftenMs: 10 } });
    expect(error).toMatchObject({ failure: 'status', status: 429 });
    expect(server!.seen.length).toBeGreaterThan(QUICK.attempts);
  });

  it('says soon that it is refused with 429 where somebody waits for the answer', async () => {
    const error = await failure(() => ({ status: 429, text: 'slow down' }), { urgent: true });
    expect(error.message).toContain('slow down');
    expect(server!.seen).toHaveLength(QUICK.attempts);
  });

  it.each([400, 401, 403, 404, 413, 456, 501])('is not sent again after a %i', async (status) => {
    const error = await failure(() => ({ status, json: { error: { message: 'No.' } } }));
    expect(error).toMatchObject({ failure: 'status', status, retryable: false });
    expect(error.message).toContain('No.');
    expect(server!.seen).toHaveLength(1);
  });

  it('waits as long as Retry-After says', async () => {
    const times: number[] = [];
    await ask(({ nth }) => {
      times.push(performance.now());
      return nth === 0 ? { status: 429, headers: { 'Retry-After': '1' }, text: '' } : { json: 1 };
    });
    expect(times[1]! - times[0]!).toBeGreaterThan(990);
  });

  it('fails at once, and says how long, where Retry-After is longer than a job should wait', async () => {
    const error = await failure(() => ({
      status: 429,
      headers: { 'Retry-After': '3600' },
      text: 'slow down',
    }));
    expect(error.message).toContain('3600 seconds');
    expect(server!.seen).toHaveLength(1);
  });

  it('is sent again when the connection breaks off, in the middle of the answer too', async () => {
    const broken: Reply[] = [
      { raw: (response) => response.destroy() },
      {
        raw: (response) => {
          response.writeHead(200, { 'Content-Length': '100' });
          response.write('{"half":', () => response.destroy());
        },
      },
    ];
    await expect(ask(({ nth }) => broken[nth] ?? { json: 1 })).resolves.toBe(1);
  });

  it('fails as unreachable where nothing listens, and names the address but no key', async () => {
    const gone = await startRemote(() => ({ json: 1 }));
    await gone.close();
    const error: unknown = await requestJson(
      { name: 'The server', url: gone.url, headers: {}, secret: SECRET },
      { method: 'GET', path: '/' },
      never,
      QUICK,
    ).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ failure: 'network' });
    expect((error as Error).message).toContain(gone.url);
  });

  it('fails where not a byte comes in time', async () => {
    const error = await failure(() => ({ raw: () => undefined }), {
      limits: { attempts: 1, silenceMs: 200 },
    });
    expect(error).toMatchObject({ failure: 'timeout' });
  });

  it('waits on while bytes come, but not for ever', async () => {
    const drip = (response: Parameters<Extract<Reply, { raw: unknown }>['raw']>[0]): void => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    };
    const error = await failure(() => ({ raw: drip }), {
      limits: { attempts: 1, silenceMs: 500, totalMs: 800 },
    });
    expect(error).toMatchObject({ failure: 'timeout' });
    expect(error.message).toContain('finished');
  });

  it('reads no more of an answer than an answer can be', async () => {
    const error = await failure(() => ({ text: ' '.repeat(100_000) }), { limits: { answerBytes: 10_000 } });
    expect(error).toMatchObject({ failure: 'size' });
    expect(server!.seen).toHaveLength(1);
  });

  it('follows no redirect: the text goes to the address that was agreed to, or nowhere', async () => {
    const other = await startRemote(() => ({ json: 'got it' }));
    try {
      const error = await failure(() => ({
        status: 307,
        headers: { Location: `${other.url}/work` },
        text: '',
      }));
      expect(error).toMatchObject({ failure: 'redirect' });
      expect(error.message).toContain(other.url);
      expect(other.seen).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('fails where the answer is no JSON, after it has asked again', async () => {
    const error = await failure(() => ({ text: '<html>Welcome to nginx</html>' }));
    expect(error).toMatchObject({ failure: 'shape' });
    expect(server!.seen).toHaveLength(3);
  });

  it('fails where the answer has bytes that are no text', async () => {
    const broken: Reply = {
      raw: (response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        response.end(Buffer.from('{"text": "caf\u00e9"}', 'latin1'));
      },
    };
    await expect(ask(({ nth }) => (nth === 0 ? broken : { json: 1 }))).resolves.toBe(1);
    await server!.close();
    expect(await failure(() => broken)).toMatchObject({ failure: 'shape' });
  });

  it('names the path where the server points to another place on itself', async () => {
    const error = await failure(() => ({ status: 301, headers: { Location: '/api/work?key=a' }, text: '' }));
    expect(error.message).toContain(`points to ${server!.url}/api/work, and`);
  });

  it('ends with the signal, and the server sees it', async () => {
    const controller = new AbortController();
    const reason = new Error('cancelled');
    let left: Promise<unknown> | undefined;
    const asking = ask(
      () => ({
        raw: (response) => {
          left = new Promise((resolve) => response.on('close', resolve));
          controller.abort(reason);
        },
      }),
      { signal: controller.signal },
    );
    await expect(asking).rejects.toBe(reason);
    await left;
  });

  it('shows of an error neither its own key nor what looks like one, and not more than a line', async () => {
    const said = `Bad key "${SECRET}", Bearer abc.def, api_key=zzz, sk-proj-abcdefgh1234 sk-ab***cdef and 279a2e9d-83b3-c416-7e2d-f721593e42a0:fx\n${'x'.repeat(500)}`;
    const error = await failure(() => ({ status: 400, json: { error: said } }));
    for (const key of [SECRET, 'abc.def', 'zzz', 'abcdefgh1234', 'cdef', '279a2e9d'])
      expect(error.message).not.toContain(key);
    expect(error.message).not.toContain('\n');
    expect(error.message.length).toBeLessThan(300);
    expect(shortened(`a ${SECRET} b`, undefined)).toContain(SECRET);
  });
});
