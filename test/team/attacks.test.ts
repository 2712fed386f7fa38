import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TeamSettings } from '../../service/engines/configuration.ts';
import { createLog } from '../../service/log.ts';
import { startTeamWorker } from '../../service/team/announce.ts';
import type { AskedEngines } from '../../service/team/consume.ts';
import { createLink } from '../../service/team/link.ts';
import type { TeamLink } from '../../service/team/link.ts';
import { namesOf, PROTOCOL } from '../../service/team/protocol.ts';
import { createRoster } from '../../service/team/roster.ts';
import { createSeal } from '../../service/team/seal.ts';
import { NO_REDIS, RedisServer } from './support/redis.ts';
import { TEAM_KEY } from './support/team.ts';

/** What a broken worker and a stranger with the password of Redis can do to a team. */

const log = createLog({ level: 'error', write: () => undefined });
const PAIR = { from: 'en', to: 'en-XA' };
const QUEUE = 'c1.pseudo.any';
const LIMIT = { timeout: 30_000 };
const seal = createSeal(TEAM_KEY);

describe.skipIf(NO_REDIS)('a team under attack', () => {
  const redis = new RedisServer();
  let client: Redis;
  let host: TeamLink;
  let settings: TeamSettings;
  const names = namesOf('default');
  const ends: (() => unknown)[] = [];

  beforeAll(async () => {
    await redis.start();
    client = new Redis(redis.url);
    settings = { url: redis.url, key: TEAM_KEY, name: 'default', hostId: 'this-host' };
  });
  afterAll(async () => {
    client.disconnect();
    await redis.close();
  });
  beforeEach(async () => {
    await client.flushall();
    host = createLink(settings, '1.0.0', log);
    expect(await host.claimed(30_000)).toBeUndefined();
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    await host.close();
  });

  const ask = (text = 'abc') =>
    host.ask(
      { engine: 'pseudo', pair: PAIR, texts: [text], options: {} },
      AbortSignal.timeout(LIMIT.timeout),
    );
  const backwards: AskedEngines['ask'] = ({ texts }) =>
    Promise.resolve({ texts: texts.map((text) => text.split('').toReversed().join('')), ms: 1 });

  function worker(answer: AskedEngines['ask'] = backwards) {
    const made = startTeamWorker({
      ...{ settings, name: 'one', version: '1.0.0', slots: 1, log, countWords: () => 1 },
      engines: { ask: answer, release: () => Promise.resolve() },
      offered: () => Promise.resolve([{ id: 'pseudo', pairs: [PAIR] }]),
    });
    ends.push(() => made.close());
    return made;
  }

  /** An announcement that this team's key has sealed. */
  async function announce(content: unknown): Promise<string> {
    const id = randomUUID();
    await client.set(names.worker(id), seal.close(`worker ${id}`, content));
    await client.zadd(names.workers, Date.now(), id);
    return id;
  }

  /** The id and stream of a question that no worker takes. */
  async function placed(): Promise<{ id: string; stream: string }> {
    const queue = new Queue(QUEUE, { connection: client, prefix: names.prefix });
    let jobs: { id?: string | undefined; data: { r: string } }[] = [];
    await expect
      .poll(async () => (jobs = (await queue.getWaiting()) as typeof jobs).length, LIMIT)
      .toBeGreaterThan(0);
    await queue.close();
    return { id: jobs[0]!.id!, stream: jobs[0]!.data.r };
  }

  it.each([
    ['nothing', null],
    ['a text', 'Good morning'],
    ['numbers', { ok: true, texts: [1], ms: 1 }],
    ['a time before its beginning', { ok: true, texts: ['cba'], ms: -5 }],
    ['a failure of no kind', { ok: false, kind: 'bored', message: '', retryable: true }],
  ])('says so when a worker answers with %s', async (_, answer) => {
    const asked = ask();
    asked.catch(() => undefined);
    const { id, stream } = await placed();
    await client.xadd(stream, '*', 'id', id, 'b', seal.close(`answer ${id}`, answer));
    await expect(asked).rejects.toMatchObject({
      message: expect.stringMatching(/something else than translations\. Bring all workers/) as string,
      retryable: true,
    });
    expect(host.status().queue).toMatchObject({ up: true });
  });

  it('drops what is forged, and answers of another question, until the right one comes', async () => {
    const asked = ask();
    const { id, stream } = await placed();
    const other = seal.close('answer other', { ok: true, texts: ['stolen'], ms: 1 });
    const strange = createSeal('x'.repeat(43)).close(`answer ${id}`, { ok: true, texts: ['lie'], ms: 1 });
    for (const forged of [other, strange, Buffer.from('no seal')])
      await client.xadd(stream, '*', 'id', id, 'b', forged);
    await client.xadd(stream, '*', 'what', 'else');
    const right = seal.close(`answer ${id}`, { ok: true, texts: ['right'], ms: 1 });
    await client.xadd(stream, '*', 'id', id, 'b', right);
    await client.xadd(stream, '*', 'id', id, 'b', right);
    await expect(asked).resolves.toMatchObject({ texts: ['right'] });
    await expect.poll(() => host.status().chunks.dropped).toBe(4);
    expect(await client.xlen(stream)).toBe(0);
  });

  it('asks for no more than a payload may have', async () => {
    const random = Array.from({ length: 300_000 }, () => randomUUID()).join('');
    await worker(() => Promise.resolve({ texts: [random], ms: 1 })).listed(LIMIT.timeout);
    await expect(ask()).rejects.toMatchObject({
      message: 'The engine answered with too much for its texts.',
      retryable: false,
    });
  });

  it('works on through forged questions, and leaves none of them', async () => {
    const queue = new Queue(QUEUE, { connection: client, prefix: names.prefix });
    const sealed = seal.close('question replayed', {
      engine: 'pseudo',
      pair: PAIR,
      texts: ['abc'],
      options: {},
    });
    for (const data of [null, 5, {}, { r: names.host, b: 'AAAA' }, { r: [], b: {} }])
      await queue.add('c', data);
    // A real question, whose answer is to go elsewhere.
    await queue.add('c', { r: names.host, b: sealed.toString('base64') }, { jobId: 'replayed' });
    await worker().listed(LIMIT.timeout);
    await expect(ask()).resolves.toMatchObject({ texts: ['cba'] });
    await expect
      .poll(
        async () => Object.values(await queue.getJobCounts()).reduce((sum, count) => sum + count, 0),
        LIMIT,
      )
      .toBe(0);
    await queue.close();
    expect(await client.type(names.host)).toBe('string');
  });

  it('lists a worker whose announcement cannot be read, and works with the others', async () => {
    const good = {
      name: 'good',
      version: '1',
      protocol: PROTOCOL,
      beat: 1,
      slots: 1,
      busy: 0,
      words: 0,
      engines: [],
    };
    await announce({ ...good, name: 'broken', engines: 'all' });
    await announce({ ...good, name: 'greedy', slots: 1e9 });
    await announce({ ...good, name: 'n'.repeat(5_000) });
    await announce(7);
    await worker().listed(LIMIT.timeout);
    await expect
      .poll(() => host.status().workers.map(({ name, state, slots }) => [name, state, slots]), LIMIT)
      .toEqual(
        expect.arrayContaining([
          ['broken', 'refused', 0],
          ['greedy', 'refused', 0],
          ['n'.repeat(100), 'refused', 0],
          ['?', 'refused', 0],
          ['one', 'ready', 1],
        ]),
      );
    const broken = host.status().workers.find(({ name }) => name === 'broken');
    expect(broken!.reason).toMatch(/cannot be read\. Bring it to the version of the host/);
    await expect(ask()).resolves.toMatchObject({ texts: ['cba'] });
  });

  it('loses a worker whose last announcement somebody keeps alive', async () => {
    await announce({
      ...{ name: 'ghost', version: '1', protocol: PROTOCOL, beat: 1, slots: 1, busy: 0, words: 0 },
      engines: [{ id: 'pseudo', pairs: [PAIR] }],
    });
    const roster = createRoster(client, seal, names, '1.0.0');
    await roster.read();
    expect(roster.list()).toMatchObject([
      { state: 'ready', reason: expect.stringMatching(/^It has version 1, the host 1\.0\.0\./) as string },
    ]);
    const now = performance.now() + 7_000;
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now);
    await roster.read();
    clock.mockRestore();
    expect(roster.list()).toMatchObject([{ name: 'ghost', state: 'lost' }]);
  });

  it('loses a worker kept alive with two old announcements, or with invalid ones', async () => {
    const ghost = { name: 'ghost', version: '1.0.0', protocol: PROTOCOL, slots: 1, busy: 0, words: 0 };
    const id = randomUUID();
    const sealed = [1, 2, 3].map((beat) => seal.close(`worker ${id}`, { ...ghost, beat, engines: [] }));
    const say = async (bytes: Buffer) => {
      await client.set(names.worker(id), bytes);
      await client.zadd(names.workers, Date.now(), id);
    };
    const roster = createRoster(client, seal, names, '1.0.0');
    const clock = vi.spyOn(performance, 'now');
    const start = performance.now();
    const stateAfter = async (seconds: number, bytes: Buffer) => {
      clock.mockReturnValue(start + seconds * 1_000);
      await say(bytes);
      await roster.read();
      return roster.list()[0]?.state;
    };
    expect(await stateAfter(0, sealed[0]!)).toBe('ready');
    expect(await stateAfter(5, sealed[2]!)).toBe('ready');
    expect(await stateAfter(8, sealed[0]!)).toBe('ready');
    expect(await stateAfter(12, sealed[1]!)).toBe('lost');
    expect(await stateAfter(13, Buffer.from('no announcement'))).toBe('lost');
    // Forgotten after ten minutes, it does not come back.
    expect(await stateAfter(620, sealed[0]!)).toBeUndefined();
    expect(await stateAfter(621, sealed[1]!)).toBeUndefined();
    clock.mockRestore();
  });

  it('starts and goes on beside names of queues that nobody has, and keys of other types', async () => {
    await host.close();
    await client.zadd(names.wanted, 1, 'no:queue', 2, '', 3, '../../x');
    host = createLink(settings, '1.0.0', log);
    expect(await host.claimed(30_000)).toBeUndefined();
    await expect.poll(() => host.status().queue.up, LIMIT).toBe(true);
    await client.del(names.host);
    await client.lpush(names.host, 'x');
    await expect
      .poll(() => host.trouble(), LIMIT)
      .toMatch(/something else under the names of the team\. Choose another name with INTERLINEAR_TEAM/);
    await client.del(names.host);
    await expect.poll(() => host.trouble(), LIMIT).toBeUndefined();
  });

  it('keeps an accepted worker while another host has the team for a moment', async () => {
    const one = worker();
    await one.listed(LIMIT.timeout);
    await expect(ask()).resolves.toMatchObject({ texts: ['cba'] });
    let end = '';
    void one.refused.then((reason) => (end = reason));
    await client.set(names.host, createSeal('x'.repeat(43)).close('host', {}));
    await expect.poll(() => host.trouble(), LIMIT).toContain('A host with another team key serves the team');
    const [id] = await client.zrange(names.workers, 0, '-1');
    await expect
      .poll(async () => seal.open(`worker ${id}`, (await client.getBuffer(names.worker(id!)))!), LIMIT)
      .toMatchObject({ refused: expect.stringContaining('has another team key') as string });
    await client.del(names.host);
    await expect(ask('xyz')).resolves.toMatchObject({ texts: ['zyx'] });
    expect(end).toBe('');
  });
});
