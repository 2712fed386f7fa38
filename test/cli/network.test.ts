import { copyFile, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/steps.mjs';
import { createWrongKeys } from '../../service/http/middleware/wrong-keys.ts';
import { runCommand } from '../support/command.ts';
import { API_KEY } from '../support/service-process.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';
import { IS_LONG } from '../support/effort.ts';

/**
 * The listener for the network, here on this machine; its certificates are made for these tests and trusted
 * nowhere.
 */

const CERTIFICATES = join(root, 'test', 'support', 'certificates');
const AUTHORITY = join(CERTIFICATES, 'authority.pem');

let folder: string;
let service: TestService;
let ca: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlinear-network-'));
  await use('server');
  ca = await readFile(AUTHORITY, 'utf8');
  service = await startService(
    {},
    { args: ['--host', '127.0.0.1', ...tls(), '--allowed-host', 'team.example'] },
  );
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

/** Puts this certificate and its key where the service reads them. */
async function use(name: string): Promise<void> {
  await copyFile(join(CERTIFICATES, `${name}.pem`), join(folder, 'cert.pem'));
  await copyFile(join(CERTIFICATES, 'server.key.pem'), join(folder, 'key.pem'));
}

function tls(): string[] {
  return ['--tls-cert', join(folder, 'cert.pem'), '--tls-key', join(folder, 'key.pem')];
}

interface Asked {
  key?: string;
  headers?: Record<string, string>;
  method?: string;
}

function ask(path: string, { key = API_KEY, headers = {}, method = 'GET' }: Asked = {}) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: unknown }>(
    (resolve, reject) => {
      request(
        `${service.networkUrl}${path}`,
        { ca, servername: 'localhost', method, headers: { authorization: `Bearer ${key}`, ...headers } },
        (answer) => {
          json(answer).then(
            (body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }),
            reject,
          );
        },
      )
        .on('error', reject)
        .end();
    },
  );
}

describe('a service on the network', () => {
  it('speaks TLS there, with HSTS, and plain HTTP on loopback as before', async () => {
    expect(service.networkUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(service.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const answer = await ask('/v1/usage');
    expect(answer).toMatchObject({ status: 200, body: { data: { account_id: 'local' } } });
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=\d+$/);
    const local = await fetch(`${service.baseUrl}/v1/usage`, {
      headers: { authorization: `Bearer ${API_KEY}` },
    });
    expect(local.status).toBe(200);
    expect(local.headers.has('strict-transport-security')).toBe(false);
  });

  it('refuses versions of TLS before 1.2', async () => {
    const { port } = new URL(service.networkUrl);
    await expect(
      new Promise((resolve, reject) => {
        const socket = connect(
          { port: Number(port), host: '127.0.0.1', ca, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' },
          () => resolve('connected'),
        ).on('error', reject);
        socket.on('secureConnect', () => socket.destroy());
      }),
    ).rejects.toThrow();
  });

  it('takes its own names and those that were allowed, with and without the port of the scheme', async () => {
    const { port } = new URL(service.networkUrl);
    for (const host of [`team.example:${port}`, 'team.example', `127.0.0.1:${port}`]) {
      expect((await ask('/v1/usage', { headers: { host } })).status, host).toBe(200);
    }
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1:1']) {
      expect((await ask('/v1/usage', { headers: { host } })).status, host).toBe(403);
    }
  });

  it('is its own origin, by https; another page is none', async () => {
    const own = new URL(service.networkUrl).origin;
    expect((await ask('/v1/usage', { headers: { origin: own } })).status).toBe(200);
    for (const origin of [own.replace('https', 'http'), 'https://evil.example']) {
      expect((await ask('/v1/usage', { headers: { origin } })).status, origin).toBe(403);
    }
  });

  it('makes addresses of its own scheme, which give the rights of the key that asked', async () => {
    const made = await service.post<{ data: { id: string } }>('/v1/accounts', { name: 'Ann' });
    const account_id = made.body.data.id;
    const asked = { account_id, name: 'Ann', scopes: ['translate'] };
    const { key } = (await service.post<{ data: { key: string } }>('/v1/keys', asked)).body.data;
    const address = await ask('/v1/session/sign-in', { key, method: 'POST' });
    const { open_url } = (address.body as { data: { open_url: string } }).data;
    expect(open_url).toMatch(new RegExp(`^${service.networkUrl}/#token=`));
    const session = await service.post('/v1/session', {
      token: open_url.split('=')[1],
    });
    expect(session.body).toMatchObject({ data: { account_id, scopes: ['translate'] } });
  });

  if (IS_LONG)
    it('goes on with a new certificate that is written in place of the old one; a bad one changes nothing', async () => {
      const subject = () =>
        new Promise<string>((resolve, reject) => {
          const { port } = new URL(service.networkUrl);
          const socket = connect({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false }, () => {
            resolve(socket.getPeerCertificate().subjectaltname ?? '');
            socket.destroy();
          }).on('error', reject);
        });
      expect(await subject()).toContain('localhost');
      await writeFile(join(folder, 'key.pem'), 'no key');
      await use('other-name');
      // A copy may have the time of its source.
      await utimes(join(folder, 'cert.pem'), new Date(), new Date());
      await expect.poll(subject, { timeout: 60_000, interval: 500 }).toContain('other.example');
      await use('server');
      await expect.poll(subject, { timeout: 60_000, interval: 500 }).toContain('localhost');
    });
});

describe('the command line', () => {
  const languages = (...args: string[]) => runCommand('languages', ...args);

  it('works with a server by its address, its authority and a key of the environment', async () => {
    process.env['INTERLINEAR_SERVER_KEY'] = API_KEY;
    const source = join(folder, 'letter.txt');
    await writeFile(source, 'Bring a coat');
    const server = ['--server', service.networkUrl.replace('127.0.0.1', 'localhost'), '--ca', AUTHORITY];
    // Only the name of the certificate's other addresses reaches the host check.
    const translated = await runCommand(
      'translate',
      source,
      '--from',
      'en',
      '--to',
      'en-XA',
      '--server',
      service.networkUrl,
      '--ca',
      AUTHORITY,
    );
    expect(translated).toMatchObject({ status: 0, stdout: join(folder, 'letter.en-XA.txt') });
    expect(await readFile(translated.stdout, 'utf8')).not.toContain('Bring');
    expect((await languages(...server)).status).toBe(0);
  });

  it('says why it cannot: no trust, no key, no server, no encryption', async () => {
    process.env['INTERLINEAR_SERVER_KEY'] = API_KEY;
    expect(await languages('--server', service.networkUrl)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/does not trust .*--ca/) as string,
    });
    expect(await languages('--server', 'http://team.example')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/https:\/\/team\.example:4717/) as string,
    });
    expect(await languages('--server', 'https://127.0.0.1:9', '--ca', AUTHORITY)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/Nothing answers at 127\.0\.0\.1:9/) as string,
    });
    process.env['INTERLINEAR_SERVER_KEY'] = 'x'.repeat(40);
    expect(await languages('--server', service.networkUrl, '--ca', AUTHORITY)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/not known here/) as string,
    });
    delete process.env['INTERLINEAR_SERVER_KEY'];
    expect(await languages('--server', service.networkUrl)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/INTERLINEAR_SERVER_KEY/) as string,
    });
  });
});

describe('a start for the network', () => {
  const serve = (...args: string[]) =>
    runCommand('serve', '--data-dir', join(folder, 'other'), '--port', '0', ...args);

  it('without encryption is refused, unless something else encrypts', async () => {
    expect(await serve('--host', '0.0.0.0')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/--tls-cert and --tls-key; or say --plain-http/) as string,
    });
    expect(await serve('--host', '127.0.0.1', '--tls-cert', 'x.pem')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/--tls-key/) as string,
    });
  });

  it('with files that do not fit names the file and the remedy', async () => {
    const key = join(CERTIFICATES, 'server.key.pem');
    const start = (cert: string, withKey = key) =>
      serve('--host', '127.0.0.1', '--tls-cert', cert, '--tls-key', withKey);
    const expired = join(CERTIFICATES, 'expired.pem');
    expect(await start(expired)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/expired on .*2020/) as string,
    });
    expect(await start(AUTHORITY)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/does not belong to/) as string,
    });
    expect(await start(key)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/no certificate in PEM form/) as string,
    });
    expect(await start(join(folder, 'none.pem'))).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/cannot be read/) as string,
    });
  });
});

it('wrong keys from the network are slowed after ten a minute, those of this machine never', async () => {
  let time = 0;
  const keys = createWrongKeys(() => time);
  const from = (remoteAddress: string) => ({ req: { socket: { remoteAddress } } }) as never;
  const isSlow = async (address: string): Promise<boolean> => {
    const noted = keys.note(from(address)).then(() => 'noted');
    return (
      (await Promise.race([noted, new Promise((resolve) => setImmediate(() => resolve('waits')))])) ===
      'waits'
    );
  };
  const slow: boolean[] = [];
  for (let n = 0; n < 12; n += 1) slow.push(await isSlow('10.0.0.7'));
  expect(slow).toEqual([...Array<boolean>(10).fill(false), true, true]);
  expect(await isSlow('10.0.0.8')).toBe(false);
  time = 61_000;
  expect(await isSlow('10.0.0.7')).toBe(false);
  for (let n = 0; n < 20; n += 1) expect(await isSlow('::ffff:127.0.0.1')).toBe(false);
});
