import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installSynthetic } from '../support/models/install-synthetic.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
/** On Windows npm and what it links are .cmd files, which only a shell starts. */
const shell = process.platform === 'win32';

describe('the headless package, installed in an empty folder', () => {
  let folder: string;
  let installed: string;
  const interlinear = (...args: string[]) =>
    run(shell ? '.\\node_modules\\.bin\\interlinear' : './node_modules/.bin/interlinear', args, {
      cwd: folder,
      shell,
      env: { PATH: process.env['PATH'], HOME: folder, INTERLINEAR_DATA_DIR: join(folder, 'data') },
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'interlinear headless '));
    await run(process.execPath, [join(root, 'scripts', 'package-headless.mjs')]);
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    await writeFile(join(folder, 'package.json'), '{"private":true}');
    await writeFile(join(folder, 'letter.txt'), 'Good morning.\n');
    const file = join(root, 'dist', `interlinear-${version}.tgz`);
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', file], { cwd: folder, shell });
    installed = join(folder, 'node_modules', 'interlinear');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('brings nothing along: no Electron, no Vue, no other package', async () => {
    expect((await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual([
      'interlinear',
    ]);
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as object;
    expect(Object.keys(manifest).filter((name) => /dependencies|scripts/i.test(name))).toEqual([]);
  });

  it('translates a document', async () => {
    const { stdout } = await interlinear('translate', 'letter.txt', '--from', 'en', '--to', 'en-XA');
    const result = await readFile(join(folder, stdout.trim()), 'utf8');
    expect(result).not.toContain('Good');
    expect(result).toMatch(/^\S.*\n$/u);
  });

  it('keeps glossaries, which lie in a database', async () => {
    await writeFile(join(folder, 'terms.csv'), 'harbour,puerto\n');
    await interlinear('glossaries', 'import', 'terms.csv', '--from', 'en', '--to', 'es', '--name', 'Port');
    const { stdout } = await interlinear('glossaries', 'list');
    expect(stdout).toContain('Port');
  });

  it('holds the neural engine and the page', async () => {
    await installSynthetic(join(folder, 'data', 'models'), 'en', 'da');
    const { stdout } = await interlinear('translate', 'letter.txt', '--from', 'en', '--to', 'da');
    expect(await readFile(join(folder, stdout.trim()), 'utf8')).not.toContain('Good morning');
    expect(await readdir(join(installed, 'out', 'renderer'))).toContain('index.html');
  });
});
