import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/steps.mjs';
import { offeredSynthetic } from '../support/models/install-synthetic.ts';
import { startMirror } from '../support/models/mirror.ts';
import type { Mirror } from '../support/models/mirror.ts';
import { IS_LONG } from '../support/effort.ts';

const QUICKSTART = join(root, 'scripts', 'quickstart.mjs');
/** util-linux's: runs a command on a separate terminal. */
const hasTerminal = spawnSync('script', ['--version']).status === 0;

let folder: string;
let bin: string;
let mirror: Mirror;
let data: string;

/**
 * The quickstart's real process, on a PATH without apt and Apertium, with a server of models on this machine.
 */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlinear-quickstart-'));
  bin = join(folder, 'bin');
  await mkdir(bin);
  await symlink(process.execPath, join(bin, 'node'));
  if (hasTerminal) for (const name of ['script', 'sh']) await symlink(`/usr/bin/${name}`, join(bin, name));
  const { files, line } = offeredSynthetic('en', 'es');
  mirror = await startMirror(files);
  await writeFile(
    join(folder, 'models.json'),
    JSON.stringify({ url: mirror.url, licence: 'none', models: [line] }),
  );
});
afterAll(async () => {
  await mirror.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});
beforeEach(async () => {
  data = await mkdtemp(join(folder, 'data-'));
  mirror.requests.length = 0;
});

interface Ended {
  code: number;
  output: string;
}

async function end(command: string, args: readonly string[], typed?: string, env = {}): Promise<Ended> {
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: bin,
      HOME: folder,
      SHELL: '/bin/sh',
      INTERLINEAR_DATA_DIR: data,
      INTERLINEAR_MODELS_MANIFEST: join(folder, 'models.json'),
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += String(text);
      if (typed !== undefined && output.includes('[Y/n]')) child.stdin.end(typed);
    });
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

const quickstart = (...args: string[]) => end(process.execPath, [QUICKSTART, '--no-start', ...args]);

/** On a terminal, where somebody answers. */
const atTerminal = (typed: string, env = {}) =>
  end(
    'script',
    ['--quiet', '--return', '--command', `node ${QUICKSTART} --no-start`, '/dev/null'],
    typed,
    env,
  );

const translated = (to: string) => readFile(join(root, 'translated', `welcome-letter.${to}.txt`), 'utf8');

describe.skipIf(process.platform === 'win32')('the quickstart, without apt', () => {
  it('downloads nothing unasked, makes pseudo-translations, and says how a real one is had', async () => {
    const { code, output } = await quickstart();
    expect(code).toBe(0);
    expect(output).toContain('npm run quickstart -- --model');
    expect(output).toContain('sudo apt install apertium');
    expect(await translated('en-XA')).toContain('[');
    expect(mirror.requests).toEqual([]);
  });

  if (IS_LONG)
    it('told to, downloads the neural model, shows how far it is, translates with it, and keeps it for the app', async () => {
      const { code, output } = hasTerminal ? await atTerminal('y\n') : await quickstart('--model');
      expect(code).toBe(0);
      if (hasTerminal) expect(output).toMatch(/neural model from English to Spanish, \d+ MB\? \[Y\/n\]/);
      expect(output).toMatch(/bergamot-en-es-tiny: \d+ %/);
      expect(await translated('es')).not.toContain('[');
      const asked = mirror.requests.length;
      expect(asked).toBeGreaterThan(0);
      const again = await quickstart('--model');
      expect(again.output).toContain('English to Spanish …');
      expect(mirror.requests).toHaveLength(asked);
    });

  if (IS_LONG)
    it('goes on with pseudo-translations where the download fails', async () => {
      mirror.misbehave = (_request, response) => {
        response.writeHead(404).end();
        return true;
      };
      const { code, output } = await quickstart('--model');
      mirror.misbehave = undefined;
      expect(code).toBe(0);
      expect(output).toContain('404');
      expect(output).toContain('pseudo-translation');
    });

  if (IS_LONG)
    it('offline, fetches nothing and names every file to carry over', async () => {
      const { code, output } = await quickstart('--offline');
      expect(code).toBe(0);
      expect(mirror.requests).toEqual([]);
      expect(output.match(new RegExp(`${mirror.url}/models/tiny/enes/\\S+\\.gz`, 'g'))).toHaveLength(2);
      expect(output).toContain('models import');
    });

  if (IS_LONG)
    it('offline without its dependencies, names them and every file of a model at once', async () => {
      const bare = await mkdtemp(join(folder, 'bare-'));
      for (const path of ['package.json', 'package-lock.json', 'scripts', 'resources/models.json'])
        await cp(join(root, path), join(bare, path), { recursive: true });
      const { code, output } = await end(process.execPath, [
        join(bare, 'scripts', 'quickstart.mjs'),
        '--offline',
      ]);
      expect(code).toBe(1);
      expect(output).toContain('npm ci');
      expect(output.match(new RegExp(`${mirror.url}/\\S+\\.gz`, 'g'))).toHaveLength(2);
      expect(mirror.requests).toEqual([]);
    });

  it('says which list of models cannot be read', async () => {
    const none = join(folder, 'none.json');
    const { code, output } = await end(process.execPath, [QUICKSTART, '--offline'], undefined, {
      INTERLINEAR_MODELS_MANIFEST: none,
    });
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`${none} cannot be read: .* INTERLINEAR_MODELS_MANIFEST`));
    expect(output).not.toContain('    at ');
  });

  it('refuses to download and to be offline at once', async () => {
    expect(await quickstart('--offline', '--model')).toMatchObject({ code: 2 });
  });

  if (IS_LONG)
    describe.skipIf(!hasTerminal)('on a terminal', () => {
      it.each([
        ['a no', 'n\n'],
        ['Ctrl-D', '\x04'],
      ])('downloads nothing on %s', async (_what, typed) => {
        const { code, output } = await atTerminal(typed);
        expect(code).toBe(0);
        expect(output).toContain('[Y/n]');
        expect(output).toContain('pseudo-translation');
        expect(mirror.requests).toEqual([]);
      });

      it('ends on Ctrl-C, without a stack', async () => {
        const { code, output } = await atTerminal('\x03');
        expect(code).toBe(130);
        expect(output).not.toMatch(/Error|Translating/);
      });

      it('asks nobody in CI', async () => {
        const { code, output } = await atTerminal('', { CI: 'true' });
        expect(code).toBe(0);
        expect(output).not.toContain('[Y/n]');
      });
    });
});
