import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mkdtempSync, readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TeamSettings } from '../../service/engines/configuration.ts';
import { createLog } from '../../service/log.ts';
import { startTeamWorker } from '../../service/team/announce.ts';
import { examineTeam } from '../../service/team/examine-team.ts';
import { createLink } from '../../service/team/link.ts';
import { namesOf, PROTOCOL } from '../../service/team/protocol.ts';
import { createSeal } from '../../service/team/seal.ts';
import { runCommand } from '../support/command.ts';
import { installSynthetic } from '../support/models/install-synthetic.ts';
import { CERTIFICATES, NO_REDIS, RedisServer } from './support/redis.ts';
import { TEAM_KEY } from './support/team.ts';
import { IS_LONG } from '../support/effort.ts';

/**
 * Each problem of a team is one sentence for the cause and one for the remedy, for host, worker and doctor alike.
 */

const log = createLog({ level: 'error', write: () => undefined });
const PAIR = { from: 'en', to: 'en-XA' };
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function startRedis(args: string[] = [], options: { certificate?: string } = {}): Promise<RedisServer> {
  const redis = new RedisServer(args, options);
  ends.push(() => redis.close());
  await redis.start();
  return redis;
}

const settingsOf = (url: string, more: Partial<TeamSettings> = {}): TeamSettings => ({
  url,
  key: TEAM_KEY,
  name: 'default',
  hostId: 'this-host',
  ...more,
});

function link(settings: TeamSettings) {
  const made = createLink(settings, '1.0.0', log);
  ends.push(() => made.close());
  return made;
}

/** A worker whose engine turns letters round. */
function worker(settings: TeamSettings, name = 'one') {
  const made = startTeamWorker({
    settings,
    name,
    version: '1.0.0',
    slots: 1,
    engines: {
      ask: ({ texts }) =>
        Promise.resolve({ texts: texts.map((text) => text.split('').toReversed().join('')), ms: 1 }),
      release: () => Promise.resolve(),
    },
    offered: () => Promise.resolve([{ id: 'pseudo', pairs: [PAIR] }]),
    countWords: () => 1,
    log,
  });
  ends.push(() => made.close());
  return made;
}

/** The same trouble, as the doctor and the host's jobs are told. */
async function expectTrouble(settings: TeamSettings, sentence: RegExp): Promise<void> {
  expect((await examineTeam(settings, { isHost: false })).trouble).toMatch(sentence);
  const host = link(settings);
  await expect.poll(() => host.trouble()).toMatch(sentence);
  expect(host.status().queue).toMatchObject({ up: false, reason: expect.stringMatching(sentence) as string });
}

describe.skipIf(NO_REDIS)('a team says what is wrong and what to do', () => {
  it('without Redis', async () => {
    const redis = await startRedis();
    await redis.kill();
    await expectTrouble(
      settingsOf(redis.url),
      /does not answer\. Start it, or correct INTERLINEAR_REDIS_URL\.$/,
    );
    await expect(worker(settingsOf(redis.url)).listed(5_000)).rejects.toThrow('does not answer. Start it');
  });

  it('with a wrong password, which no sentence repeats', async () => {
    const redis = await startRedis(['--requirepass', 'the-right-one']);
    const url = redis.url.replace('://', '://:a-wrong-one@');
    await expectTrouble(
      settingsOf(url),
      /^(?!.*a-wrong-one).* refuses the user name or password\. Correct them in INTERLINEAR_REDIS_URL\.$/,
    );
  });

  it.each([
    ['has expired', 'expired', true, /has a certificate that has expired\. Renew it\.$/],
    ['is for another name', 'other-name', true, /for another name\. Use the name of the certificate in/],
    [
      'is of an unknown authority',
      'server',
      false,
      /of an unknown authority\. Name .* in INTERLINEAR_REDIS_CA/,
    ],
  ])('with a certificate of Redis that %s', async (_, certificate, isKnown, sentence) => {
    const redis = await startRedis([], { certificate });
    const ca = readFileSync(join(CERTIFICATES, 'authority.pem'), 'utf8');
    await expectTrouble(settingsOf(redis.url, isKnown ? { ca } : {}), sentence);
  });

  it('with a full Redis', async () => {
    const redis = await startRedis(['--maxmemory', '1', '--maxmemory-policy', 'noeviction']);
    const sentence = /is full\. Give it more memory, or find out what else fills it\.$/;
    await expectTrouble(settingsOf(redis.url), sentence);
  });

  if (IS_LONG)
    it('with a Redis that becomes full: the question waits, and is answered once there is room', async () => {
      const redis = await startRedis(['--maxmemory-policy', 'noeviction']);
      const settings = settingsOf(redis.url);
      const host = link(settings);
      await worker(settings).listed(30_000);
      const client = new Redis(redis.url);
      ends.push(() => client.disconnect());
      await expect.poll(() => host.offered('pseudo'), { timeout: 30_000 }).toHaveLength(1);
      await client.config('SET', 'maxmemory', '1');
      const answer = host.ask(
        { engine: 'pseudo', pair: PAIR, texts: ['abc'], options: {} },
        new AbortController().signal,
      );
      await expect
        .poll(() => host.trouble())
        .toMatch(/is full\. Give it more memory, or find out what else fills it\.$/);
      expect((await examineTeam(settings, { isHost: false })).trouble).toMatch(/is full/);
      await client.config('SET', 'maxmemory', '0');
      await expect(answer).resolves.toMatchObject({ texts: ['cba'] });
    });

  it('with a maxmemory-policy that throws questions away', async () => {
    const redis = await startRedis(['--maxmemory-policy', 'allkeys-lru']);
    const settings = settingsOf(redis.url);
    const sentence = /\(maxmemory-policy allkeys-lru\)\. Set maxmemory-policy to noeviction\.$/;
    expect((await examineTeam(settings, { isHost: false })).problems[0]).toMatch(sentence);
    const host = link(settings);
    await expect.poll(() => host.status().queue.reason).toMatch(sentence);
  });

  it('with a host of another protocol: the worker is refused, and listed so', async () => {
    const redis = await startRedis();
    const settings = settingsOf(redis.url);
    const client = new Redis(redis.url);
    ends.push(() => client.disconnect());
    const record = { protocol: PROTOCOL + 1, version: '9.0.0', id: 'other', life: 'x' };
    const names = namesOf('default');
    await client.set(names.host, createSeal(TEAM_KEY).close('host', record));
    const sentence =
      /version 1\.0\.0\) speaks protocol 1 .* \(version 9\.0\.0\) speaks 2\. Bring both to the same/;
    expect(await worker(settings).refused).toMatch(sentence);
    expect((await examineTeam(settings, { isHost: false })).problems[0]).toMatch(/speaks 2\. Bring both/);
    // Such a host lists it.
    await client.del(names.host);
    const host = link(settings);
    await expect
      .poll(() => host.status().workers, { timeout: 30_000 })
      .toMatchObject([{ name: 'one', state: 'refused', reason: expect.stringMatching(sentence) as string }]);
  });

  it('to the doctor: no host, a host with another key, a second host, a clock that is off', async () => {
    const redis = await startRedis();
    const settings = settingsOf(redis.url);
    const problemsOf = async (own: TeamSettings, isHost = false) =>
      (await examineTeam(own, { isHost })).problems;
    expect(await problemsOf(settings)).toEqual([
      'No host serves the team "default". Start "interlinear serve" on one machine.',
    ]);
    const host = link(settings);
    expect(await host.claimed(30_000)).toBeUndefined();
    expect(await examineTeam(settings, { isHost: true })).toMatchObject({ host: 'this', problems: [] });
    const stranger = { ...settings, key: 'x'.repeat(43) };
    expect((await problemsOf(stranger))[0]).toMatch(/has another team key\. Give this machine the host's/);
    expect((await problemsOf({ ...settings, hostId: 'second' }, true))[0]).toMatch(
      /^Another host serves the team "default"\. Stop it, or give this one another team/,
    );
    const now = Date.now;
    Date.now = () => now() + 60_000;
    try {
      expect((await problemsOf(settings))[0]).toMatch(
        /60 seconds off that of the team's Redis\. Set both by NTP\.$/,
      );
    } finally {
      Date.now = now;
    }
  });
});

describe('a worker', () => {
  /** Of a model that the list has, with other weights. */
  const OTHER = mkdtempSync(join(tmpdir(), 'interlinear-models-'));
  beforeAll(() => installSynthetic(OTHER, 'en', 'fr'));
  afterAll(() => rm(OTHER, { recursive: true, force: true }));

  it.each([
    ['no address', [], {}, /INTERLINEAR_REDIS_URL is not set\. Set it/],
    [
      'a key in its command line',
      ['--team-key', TEAM_KEY],
      {},
      /may not be on the command line.*INTERLINEAR_TEAM_KEY/,
    ],
    [
      'an address in it',
      ['--redis-url', 'redis://queue'],
      {},
      /may not be on the command line.*INTERLINEAR_REDIS_URL/,
    ],
    [
      'no ready engine',
      ['--engines', 'bergamot'],
      { team: true },
      /No engine is ready on this machine\. Install/,
    ],
    [
      'models of a folder that is not there',
      ['--models-from', '/nowhere/models'],
      { team: true },
      /cannot be read from \/nowhere\/models \(ENOENT\)\. Check --models-from\./,
    ],
    [
      'a model that is not the one of the list',
      ['--models-from', OTHER],
      { team: true },
      /sends something else than the model bergamot-en-fr-tiny: model\.bin is not as listed\. Check --models-from/,
    ],
    [
      'models of a server that does not answer',
      ['--models-from', 'http://127.0.0.1:9'],
      { team: true },
      /Nothing answers at 127\.0\.0\.1:9\. Check the address of --models-from/,
    ],
  ])('with %s says so, and ends', async (_, args, { team = false }: { team?: boolean }, sentence) => {
    const folder = await mkdtemp(join(tmpdir(), 'interlinear-worker-'));
    ends.push(() => rm(folder, { recursive: true, force: true }));
    const env = { INTERLINEAR_SERVER_KEY: 'k'.repeat(40) };
    const teamEnv = { INTERLINEAR_REDIS_URL: 'redis://127.0.0.1:9', INTERLINEAR_TEAM_KEY: TEAM_KEY };
    Object.assign(process.env, env, team ? teamEnv : {});
    try {
      const { status, stderr } = await runCommand('worker', '--data-dir', folder, ...args);
      expect(stderr).toMatch(sentence);
      expect(status).toBeGreaterThan(0);
      expect(stderr).not.toContain(TEAM_KEY);
    } finally {
      for (const name of Object.keys({ ...env, ...teamEnv })) Reflect.deleteProperty(process.env, name);
    }
  });
});
