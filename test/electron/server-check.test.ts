import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { shellWords } from '../../electron/main/language/words.ts';
import {
  checkServer,
  createCertificateJudge,
  readServerAddress,
  troubleOf,
} from '../../electron/main/server/check-server.ts';
import { createServerClient } from '../../electron/main/server/server-client.ts';
import { serverSentence } from '../../electron/main/server/server-words.ts';
import { isAuthority } from '../../electron/main/server/trust.ts';
import type { Trust } from '../../electron/main/server/trust.ts';
import { LANGUAGE_CODES } from '../../i18n/languages.ts';
import { root } from '../../scripts/lib/steps.mjs';

const CERTIFICATES = join(root, 'test', 'support', 'certificates');
const pem = (name: string) => readFileSync(join(CERTIFICATES, `${name}.pem`), 'utf8');
const KEY = 'il_the-key-of-a-colleague';
const VERSION = '1.4.0';
const AUTHORITY: Trust = { by: 'authority', pem: pem('authority') };
const fingerprintOf = (name: string) => new X509Certificate(pem(name)).fingerprint256;

const HEALTHY: { status: number; body: unknown } = {
  status: 200,
  body: { data: { status: 'ok', version: VERSION } },
};

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** A server with a certificate of the tests' authority; `key`s are what it was asked with. */
async function startServer({ certificate = 'server', health = HEALTHY } = {}) {
  const keys: (string | undefined)[] = [];
  const server = createServer({ cert: pem(certificate), key: pem('server.key') }, (request, response) => {
    keys.push(request.headers.authorization);
    const isKnown = request.headers.authorization === `Bearer ${KEY}`;
    const answer =
      request.url === '/v1/health' ? health : { status: isKnown ? 200 : 401, body: { code: 'unauthorized' } };
    response.writeHead(answer.status).end(JSON.stringify(answer.body));
  });
  return { keys, server, origin: await listening(server) };
}

async function listening(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

const check = (origin: string, trust: Trust = AUTHORITY, key = KEY) =>
  checkServer(origin, { key, trust, version: VERSION });
const english = shellWords('en');

describe('the address of a team server', () => {
  it.each([
    ['team.example', 'https://team.example:4717'],
    [' team.example:443 ', 'https://team.example'],
    ['https://team.example', 'https://team.example'],
    ['https://team.example:4717/', 'https://team.example:4717'],
    ['10.0.0.4', 'https://10.0.0.4:4717'],
    ['[fd00::1]:8443', 'https://[fd00::1]:8443'],
  ])('is read as people write it: %s', (written, origin) => {
    expect(readServerAddress(written)).toBe(origin);
  });

  it.each([
    '',
    'http://team.example',
    'https://user:word@team.example',
    'team.example/v1',
    'file:///etc',
    'a b',
  ])('is not: %s', (written) => {
    expect(readServerAddress(written)).toBeUndefined();
  });
});

describe('a team server is taken', () => {
  it('with a certificate of the authority that was chosen, and a key that it knows', async () => {
    const { origin, keys } = await startServer();
    expect(await check(origin)).toBeUndefined();
    // Its health tells nothing secret.
    expect(keys).toEqual([undefined, `Bearer ${KEY}`]);
  });

  it('with the certificate whose fingerprint was confirmed', async () => {
    const { origin } = await startServer();
    expect(await check(origin, { by: 'pin', fingerprint: fingerprintOf('server') })).toBeUndefined();
  });
});

describe('a team server is refused before the key is sent', () => {
  it('when this machine does not know its authority: the fingerprint must be compared', async () => {
    const { origin, keys } = await startServer();
    expect(await check(origin, { by: 'system' })).toEqual({
      host: new URL(origin).host,
      reason: 'unknown',
      fingerprint: fingerprintOf('server'),
    });
    expect(keys).toEqual([]);
  });

  it.each([
    [
      'shows another certificate than the confirmed one',
      'server',
      'changed',
      'is not the one that you confirmed',
    ],
    ['has a certificate that has expired', 'expired', 'expired', /expired on .*2020/],
    ['has a certificate for another name', 'other-name', 'other-name', 'for another name (other.example)'],
  ])('when it %s', async (_, certificate, reason, sentence) => {
    const { origin, keys } = await startServer({ certificate });
    for (const trust of [
      { by: 'pin', fingerprint: fingerprintOf('authority') },
      ...(reason === 'changed' ? [] : [AUTHORITY]),
    ] as const) {
      const trouble = (await check(origin, trust))!;
      expect(trouble.reason).toBe(reason);
      expect(serverSentence(english, trouble)).toMatch(sentence);
    }
    expect(keys).toEqual([]);
  });

  it('when it has another version', async () => {
    const { origin, keys } = await startServer({
      health: { status: 200, body: { data: { status: 'ok', version: '2.0.0' } } },
    });
    const trouble = (await check(origin))!;
    expect(serverSentence(english, trouble)).toContain(
      'runs version 2.0.0, this program is version 1.4.0. Install',
    );
    expect(keys).toEqual([undefined]);
  });

  it.each([
    ['is no Interlinear', { status: 200, body: '<html>' }, 'is not Interlinear. Check the address'],
    ['does not answer to the name', { status: 403, body: { code: 'forbidden' } }, '--allowed-host localhost'],
  ])('when it %s', async (_, health, sentence) => {
    const { origin, keys } = await startServer({ health });
    expect(serverSentence(english, (await check(origin))!)).toContain(sentence);
    expect(keys).toEqual([undefined]);
  });

  it('when nothing answers, or not in TLS', async () => {
    const { origin, server } = await startServer();
    await new Promise((resolve) => server.close(resolve));
    expect(serverSentence(english, (await check(origin))!)).toContain('Nothing answers at localhost:');
    const plain = await listening(createPlainServer((_, response) => response.end('{}')));
    expect(serverSentence(english, (await check(plain))!)).toContain('does not speak TLS');
    expect(serverSentence(english, troubleOf('team.example:4717', { code: 'ENOTFOUND' }))).toContain(
      'No machine is called team.example.',
    );
  });
});

it('an unknown key is reported in one sentence', async () => {
  const { origin } = await startServer();
  const trouble = (await check(origin, AUTHORITY, 'another'))!;
  expect(serverSentence(english, trouble)).toMatch(/does not know this key\. Ask its administrator/);
});

it('a server that breaks off while it answers has stopped', async () => {
  const server = createServer({ cert: pem('server'), key: pem('server.key') }, (_, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{', () => response.destroy());
  });
  expect(await check(await listening(server))).toMatchObject({ reason: 'stopped' });
});

it('Chromium gets what the shell has judged, and a renewed certificate is judged anew', async () => {
  const { origin, server } = await startServer();
  const client = createServerClient(origin, AUTHORITY);
  const isTrusted = createCertificateJudge(client);
  expect(await isTrusted(pem('server'))).toBe(true);
  expect(await isTrusted(pem('other-name'))).toBe(false);
  await new Promise((resolve) => server.close(resolve));
  await expect(isTrusted(pem('expired'))).rejects.toThrow();
  expect(await isTrusted(pem('server'))).toBe(true);
  client.close();
});

it('only a certificate is an authority', () => {
  expect(isAuthority(pem('authority'))).toBe(true);
  for (const text of ['', 'nothing', pem('server.key')]) expect(isAuthority(text)).toBe(false);
});

it.each(LANGUAGE_CODES)('each trouble is said in %s, without a gap', (code) => {
  const words = shellWords(code);
  const host = 'team.example:4717';
  const moment = 'Nov  2 04:15:15 2020 GMT';
  for (const trouble of [
    { host, reason: 'expired', moment },
    { host, reason: 'early', moment },
    { host, reason: 'other-name', names: 'other.example' },
    { host, reason: 'unknown', fingerprint: '' },
    { host, reason: 'changed', fingerprint: '' },
    ...(['not-found', 'silent', 'no-tls', 'stopped', 'foreign', 'key'] as const).map((reason) => ({
      host,
      reason,
    })),
    { host, reason: 'name', name: 'team.example' },
    { host, reason: 'version', theirs: '2', ours: '1' },
    { host, reason: 'failing', status: 500 },
  ] as const) {
    const sentence = serverSentence(words, trouble);
    expect(sentence).toContain('team.example');
    expect(sentence).not.toMatch(/[{}]/);
  }
});
