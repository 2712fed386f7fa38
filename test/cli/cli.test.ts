import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../service/contract/index.ts';
import { eventually } from '../support/http-app.ts';
import { runCommand } from '../support/command.ts';
import { API_KEY, MAIN } from '../support/service-process.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** In this process: for commands that speak to a running service. */
async function cliHere(...args: string[]): Promise<Ended> {
  const { status: code, stdout, stderr } = await runCommand(...args);
  return { code, stdout, stderr };
}

/** Starts the built command line; `onStderr` may look at what it has said so far, and send signals. */
function cli(
  args: string[],
  options: {
    env?: Record<string, string>;
    onStderr?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
    /** Instead of a pipe whose content is answered. */
    stdout?: number;
    stderr?: number;
    /** A program that starts it, with its arguments. */
    by?: readonly string[];
  } = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const [program = '', ...rest] = [...(options.by ?? []), process.execPath, MAIN, ...args];
    const child = spawn(program, rest, {
      env: { ...process.env, ...options.env },
      stdio: ['ignore', options.stdout ?? 'pipe', options.stderr ?? 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      options.onStderr?.(stderr, (signal) => child.kill(signal));
    });
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Root has to give the right away. */
const UNPRIVILEGED = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-net_bind_service'] : [];
const FIRST_OPEN_PORT = '/proc/sys/net/ipv4/ip_unprivileged_port_start';
const mayLose80 =
  existsSync(FIRST_OPEN_PORT) &&
  Number(readFileSync(FIRST_OPEN_PORT, 'utf8')) > 180 &&
  (UNPRIVILEGED.length === 0 || spawnSync('setpriv', ['--version']).status === 0);

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlinear-cli-'));
});
afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }));
beforeEach(async () => {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, maxRetries: 5 });
  file = join(folder, 'letter.txt');
  await writeFile(file, 'Good morning\n\nSee you tomorrow\n');
});

/** A separate data folder, with no service running. */
const alone = () => ({ INTERLINEAR_DATA_DIR: join(folder, 'data') });
const translate = (...more: string[]) => ['translate', file, '--from', 'en', '--to', 'en-XA', ...more];

describe('translate, with no service running', () => {
  it('starts one for the job, writes the result beside the document, and prints its path', async () => {
    const { code, stdout, stderr } = await cli(translate(), { env: alone() });
    expect([code, stderr]).toEqual([0, expect.stringContaining('letter.txt: done, 2 of 2 segments')]);
    const output = join(folder, 'letter.en-XA.txt');
    expect(stdout).toBe(`${output}\n`);
    const lines = (await readFile(output, 'utf8')).split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/Ĝ/);
    expect(await readdir(folder)).toEqual(['data', 'letter.en-XA.txt', 'letter.txt']);
    expect(await readdir(join(folder, 'data'))).not.toContain('endpoint.json');
  });

  it('replaces an existing result only with --force', async () => {
    const output = join(folder, 'out.txt');
    await writeFile(output, 'precious');
    const refused = await cli(translate('--out', output), { env: alone() });
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--force')]);
    expect(await readFile(output, 'utf8')).toBe('precious');
    expect((await cli(translate('--out', output, '--force'), { env: alone() })).code).toBe(0);
    expect(await readFile(output, 'utf8')).not.toBe('precious');
  });

  it.each([
    [
      'a file that is not there',
      ['translate', 'no-such-file.docx', '--from', 'en', '--to', 'es', '--data-dir', 'no-such-folder'],
      'no-such-file',
    ],
    ['no languages', ['translate', 'x.docx'], '--from'],
    ['an unknown option', ['languages', '--nonsense'], 'nonsense'],
    ['an unknown command', ['transmogrify'], 'transmogrify'],
  ])('ends with 2 at %s', async (_what, args, hint) => {
    const { code, stdout, stderr } = await cliHere(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(hint);
    expect(stderr).not.toMatch(/\bat .*:\d+:\d+/);
  });

  it('ends with 2 where the service refuses the file or the languages, and writes nothing', async () => {
    const picture = join(folder, 'photo.png');
    await writeFile(picture, Buffer.from('89504e470d0a1a0a', 'hex'));
    const refused = await cli(['translate', picture, '--from', 'en', '--to', 'es'], { env: alone() });
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    const unknown = await cli(['translate', file, '--from', 'en', '--to', 'elvish'], { env: alone() });
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('elvish')]);
    expect(await readdir(folder)).toEqual(['data', 'letter.txt', 'photo.png']);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('ends at %s with %i, with the job cancelled and no result', async (signal, exitCode) => {
    await writeFile(file, Array.from({ length: 300 }, (_, i) => `Line ${i}`).join('\n'));
    let isSent = false;
    const { code, stdout } = await cli(translate(), {
      env: { ...alone(), INTERLINEAR_PSEUDO_DELAY_MS: '50' },
      onStderr: (text, kill) => {
        if (isSent || !text.includes('translating')) return;
        isSent = true;
        kill(signal);
      },
    });
    expect([code, stdout]).toEqual([exitCode, '']);
    expect(await readdir(folder)).toEqual(['data', 'letter.txt']);
    const [id] = await readdir(join(folder, 'data', 'jobs'));
    expect(await readFile(join(folder, 'data', 'jobs', id!, 'journal.ndjson'), 'utf8')).toContain(
      'cancelled',
    );
  });

  it.runIf(existsSync('/dev/full'))('fails where what it prints cannot be written whole', async () => {
    const full = openSync('/dev/full', 'w');
    const ended = await Promise.all(
      [['languages'], ['--help']].map((args) => cli(args, { env: alone(), stdout: full })),
    );
    closeSync(full);
    for (const { code, stderr } of ended) {
      expect([code, stderr]).toEqual([1, expect.stringContaining('no space left')]);
    }
  });

  it.runIf(existsSync('/dev/full'))('translates though nothing can be said of it', async () => {
    const full = openSync('/dev/full', 'w');
    const { code, stdout } = await cli(translate(), { env: alone(), stderr: full });
    closeSync(full);
    expect(code).toBe(0);
    expect(await readFile(stdout.trim(), 'utf8')).not.toBe('');
  });

  it('says that an address to listen at is not of this machine, and leaves the data folder out of it', async () => {
    const { code, stderr } = await cli(['serve', '--port', '0', '--host', '192.0.2.1', '--plain-http'], {
      env: alone(),
    });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/cannot listen at 192\.0\.2\.1: this machine has no such address\..*--host.*\n$/),
    ]);
    expect(stderr).not.toContain('data folder');
  });

  it('says which ports are taken where none is free, and nothing else', async () => {
    const last = 65_535;
    const holders = Array.from({ length: 12 }, (_, n) => createServer().listen(last - n, '127.0.0.1'));
    // A port that somebody else has is taken as well.
    await Promise.allSettled(holders.map((holder) => once(holder, 'listening')));
    const args = ['serve', '--port', String(last - 11)];
    const { code, stderr } = await cli(args, { env: alone() });
    for (const holder of holders) holder.close();
    expect([code, stderr]).toEqual([
      1,
      `The service cannot listen at 127.0.0.1: ports ${last - 11} to ${last} are in use. Choose another with --port.\n`,
    ]);
  });

  it.runIf(mayLose80)('says that a port is not for this user', async () => {
    const { code, stderr } = await cli(['serve', '--port', '80'], { env: alone(), by: UNPRIVILEGED });
    expect([code, stderr]).toEqual([
      1,
      'The service cannot listen at 127.0.0.1: this user may not use ports 80 to 180. Choose one over 1023 with --port.\n',
    ]);
  });

  it('says which list of models cannot be read', async () => {
    const none = join(folder, 'none.json');
    const env = { ...alone(), INTERLINEAR_MODELS_MANIFEST: none };
    const { code, stderr } = await cli(['models', 'list'], { env });
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(
        /^The manifest of models .*none\.json cannot be read: .* INTERLINEAR_MODELS_MANIFEST.*\n$/,
      ),
    ]);
  });

  it('changes the port of the services to come', async () => {
    expect(await cli(['settings', 'set', 'port', '5001'], { env: alone() })).toMatchObject({
      code: 0,
      stderr: '',
    });
    const { stdout } = await cli(['settings', 'get', 'port'], { env: alone() });
    expect(stdout).toBe('5001\n');
  });

  it.each(['--port', '--host', '--data-dir'])('refuses an empty %s instead of guessing', async (flag) => {
    const { code, stdout, stderr } = await cliHere('serve', flag, '');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`${flag} is empty`);
  });

  it('ends with 2 where a setting cannot be used, and says which', async () => {
    const { code, stderr } = await cli(translate(), { env: { ...alone(), INTERLINEAR_DOCX_QUOTA: 'many' } });
    expect([code, stderr]).toEqual([2, expect.stringContaining('INTERLINEAR_DOCX_QUOTA')]);
  });
});

describe('with a service running', () => {
  let service: TestService;
  let dataDir: string[];
  beforeAll(async () => {
    service = await startService();
    dataDir = ['--data-dir', service.dataDir];
  });
  afterAll(() => service.close());

  it('translate uses that one', async () => {
    const glossary = join(folder, 'glossary.json');
    await writeFile(glossary, JSON.stringify([{ term: 'morning', translation: 'dawn' }]));
    const { code } = await cliHere(...translate('--glossary', glossary, '--tone', 'formal', ...dataDir));
    expect(code).toBe(0);
    const { jobs } = await service.get<{ jobs: { file_name: string; options: object }[] }>('/v1/jobs');
    expect(jobs[0]).toMatchObject({ file_name: 'letter.txt', options: { tone: 'formal' } });
  });

  it('translate prints its result as JSON when asked to', async () => {
    const { code, stdout } = await cliHere(...translate('--json', ...dataDir));
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      {
        output: join(folder, 'letter.en-XA.txt'),
        job: expect.objectContaining({ status: 'done', file_name: 'letter.txt' }) as unknown,
      },
    ]);
  });

  it('translate follows its job also beside all the streams of events that an account may have open', async () => {
    const { id } = (await service.upload({ name: 'other.txt', content: 'Good evening' })).body.data;
    const stopped = new AbortController();
    const answers: Response[] = [];
    const open = async (path: string) => {
      const headers = { Authorization: `Bearer ${API_KEY}` };
      const answer = await fetch(service.baseUrl + path, { headers, signal: stopped.signal });
      // One that is garbage is collected, which closes its stream.
      answers.push(answer);
      return answer.status;
    };
    // Those of the commands before may still be closing.
    const opened = () => eventually(async () => (await open('/v1/events')) === 200);
    await Promise.all(Array.from({ length: LIMITS.eventStreams }, opened));
    for (const path of ['/v1/events', `/v1/jobs/${id}/events`]) expect(await open(path)).toBe(429);
    const { code, stderr } = await cliHere(...translate(...dataDir));
    expect([code, stderr]).toEqual([0, expect.stringContaining('letter.txt: done, 2 of 2 segments')]);
    stopped.abort();
  });

  it('keys are created, listed and revoked', async () => {
    const created = await cliHere('keys', 'create', 'My script', ...dataDir);
    const key = created.stdout.trim();
    expect([created.code, key]).toEqual([0, expect.stringMatching(/^il_[\w-]{43}$/)]);
    expect((await service.send('GET', '/v1/usage', { key })).status).toBe(200);
    expect((await service.send('GET', '/v1/keys', { key })).status).toBe(403);
    const listed = await cliHere('keys', 'list', ...dataDir);
    const row = listed.stdout.split('\n').find((line) => line.includes('My script'))!;
    expect(listed.stdout).not.toContain(key);
    expect((await cliHere('keys', 'revoke', row.split(' ')[0]!, ...dataDir)).code).toBe(0);
    expect((await service.send('GET', '/v1/usage', { key })).status).toBe(401);
  });

  it('keys are listed as JSON when asked to', async () => {
    const { stdout } = await cliHere('keys', 'list', '--json', ...dataDir);
    expect(JSON.parse(stdout)).toMatchObject({ keys: expect.any(Array) as unknown });
  });

  it.each([
    ['a key that is not there', ['keys', 'revoke', 'no-such-key'], 'interlinear keys list'],
    ['an account that is not there', ['keys', 'create', 'x', '--account', 'nobody'], 'no account "nobody"'],
    [
      'a language nobody knows',
      ['translate', 'FILE', '--from', 'en', '--to', 'elvish'],
      'interlinear languages',
    ],
  ])('%s is reported in the terms of the command line, not of the API', async (_what, args, words) => {
    const { code, stderr } = await cliHere(...args.map((arg) => (arg === 'FILE' ? file : arg)), ...dataDir);
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
    expect(stderr).not.toContain('/v1');
  });

  it('languages lists what can be translated, and all languages', async () => {
    const pairs = await cliHere('languages', ...dataDir);
    expect([pairs.code, pairs.stdout]).toEqual([0, expect.stringMatching(/^\* +en-XA .* pseudo +ready$/m)]);
    expect((await cliHere('languages', '--all', ...dataDir)).stdout).toMatch(/^es +Spanish +español$/im);
    const json = JSON.parse((await cliHere('languages', '--json', ...dataDir)).stdout) as {
      pairs: unknown[];
    };
    expect(json.pairs.length).toBeGreaterThan(0);
  });

  it('a second service on the same data folder is refused, naming the first', async () => {
    const { code, stdout, stderr } = await cli(['serve', '--port', '0', ...dataDir]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(service.baseUrl);
  });
});

describe('with a slow service running', () => {
  let other: TestService;
  beforeAll(async () => {
    other = await startService({ INTERLINEAR_PSEUDO_DELAY_MS: '200' });
  });
  afterAll(() => other.close());

  it('translate ends with 1 where the job is cancelled by another program', async () => {
    await writeFile(file, Array.from({ length: 100 }, (_, i) => `Line ${i}`).join('\n'));
    const ended = cliHere(...translate('--data-dir', other.dataDir));
    let id: string | undefined;
    await eventually(async () => {
      const { jobs } = await other.get<{ jobs: { id: string }[] }>('/v1/jobs');
      id = jobs[0]?.id;
      return id !== undefined;
    });
    await other.send('POST', `/v1/translate/documents/${id!}/cancel`);
    expect(await ended).toMatchObject({ code: 1, stdout: '' });
  });

  // The last: it ends the service.
  it('translate ends with 1, a sentence and the id of its job where the service goes away', async () => {
    await writeFile(file, Array.from({ length: 100 }, (_, i) => `Line ${i}`).join('\n'));
    let said = '';
    const ended = cli(translate('--data-dir', other.dataDir), { onStderr: (text) => (said = text) });
    // Not before it knows its job, which the service does first.
    await eventually(() => said.includes('translating'));
    // The newest: the one before it is cancelled.
    const { jobs } = await other.get<{ jobs: { id: string }[] }>('/v1/jobs');
    await other.kill();
    const { code, stdout, stderr } = await ended;
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`stopped answering. The job ${jobs[0]!.id} is kept`);
    expect(stderr).not.toMatch(/\bat .*:\d+:\d+/);
  });
});

describe('serve', () => {
  it('prints where it listens, with an address that signs a browser in once, and ends in order', async () => {
    const child = spawn(process.execPath, [MAIN, 'serve', '--port', '0', '--open-token'], {
      env: { ...process.env, ...alone() },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    await eventually(() => stdout.includes('\n'));
    const said = JSON.parse(stdout) as { base_url: string; data_dir: string; open_url: string };
    expect(said.data_dir).toBe(join(folder, 'data'));
    const [, token] = said.open_url.split('/#token=');
    const session = await fetch(`${said.base_url}/v1/session`, {
      method: 'POST',
      body: JSON.stringify({ token }),
      headers: { 'Content-Type': 'application/json', Origin: said.base_url },
    });
    const { data } = (await session.json()) as { data: { key: string } };
    const keys = await fetch(`${said.base_url}/v1/keys`, {
      headers: { Authorization: `Bearer ${data.key}` },
    });
    expect(keys.status).toBe(200);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(await readdir(join(folder, 'data'))).not.toContain('session.json');
  });

  it('goes on where nobody reads its log any more', async () => {
    const child = spawn(process.execPath, [MAIN, 'serve', '--port', '0', '--json'], {
      env: { ...process.env, ...alone(), INTERLINEAR_API_KEY: API_KEY },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    await eventually(() => stdout.includes('\n'));
    const { base_url } = JSON.parse(stdout) as { base_url: string };
    child.stderr.destroy();
    await once(child.stderr, 'close');
    // Each request is a line of the log.
    const headers = { authorization: `Bearer ${API_KEY}` };
    for (let n = 0; n < 5; n++) expect((await fetch(`${base_url}/v1/engines`, { headers })).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('takes the next free port where its own is taken', async () => {
    const first = await startService();
    const second = spawn(process.execPath, [MAIN, 'serve', '--port', String(first.port), '--json'], {
      env: { ...process.env, ...alone() },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let stdout = '';
    second.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    await eventually(() => stdout.includes('\n'));
    const { base_url } = JSON.parse(stdout) as { base_url: string };
    expect(Number(new URL(base_url).port)).toBeGreaterThan(first.port);
    second.kill('SIGTERM');
    await new Promise((resolve) => second.once('exit', resolve));
    await first.close();
  });
});
