import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..', '..');

let folder: string;
let output = '';
let shown: { argv: string[]; page: string; mode: number };

/**
 * `npm start` with an Electron that its sandbox ends and a Chromium that notes what it was given; both are
 * small programs.
 */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlinear-start-'));
  await program(join(folder, 'electron', 'electron'), 'kill -TRAP $$');
  const note = join(folder, 'shown');
  const keep = `for one in "$@"; do case "$one" in --app=file://*) cp -p "\${one#--app=file://}" "${note}.html";; esac; done`;
  await program(join(folder, 'bin', 'chromium'), `printf '%s\\n' "$@" > "${note}.argv"\n${keep}`);
  const child = spawn(
    process.execPath,
    [join(ROOT, 'scripts', 'start.mjs'), '--port', '0', '--data-dir', join(folder, 'data')],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        DISPLAY: ':99',
        ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'electron'),
        PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`,
      },
    },
  );
  child.stdout.on('data', (text) => (output += String(text)));
  expect((await once(child, 'close'))[0]).toBe(0);
  const argv = (await readFile(`${note}.argv`, 'utf8')).split('\n');
  shown = {
    argv,
    page: await readFile(`${note}.html`, 'utf8'),
    mode: (await stat(`${note}.html`)).mode & 0o777,
  };
});

afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

async function program(path: string, body: string): Promise<void> {
  await mkdir(resolve(path, '..'), { recursive: true });
  await writeFile(path, `#!/bin/sh\n${body}\n`);
  await chmod(path, 0o755);
}

describe.skipIf(process.platform !== 'linux')('npm start', () => {
  it('shows the window in a browser, and says why, where Electron may not make its sandbox', () => {
    expect(output).toContain('chrome-sandbox');
    expect(output).toContain('served to a browser instead');
  });

  it('hands the token that signs in over by a file of its user alone, never by an argument', () => {
    expect(shown.argv.join(' ')).not.toMatch(/token|http:/);
    expect(shown.page).toMatch(/url=http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{20,}"/);
    expect(shown.mode).toBe(0o600);
  });

  it('takes the file away when the window is closed', async () => {
    const url = shown.argv.find((one) => one.startsWith('--app='))!.slice('--app='.length);
    await expect(stat(fileURLToPath(url))).rejects.toThrow('ENOENT');
  });
});
