import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesOf, flagsOf, withFiles } from '../../electron/main/arguments.ts';

describe("the shell's command line", () => {
  it("takes the service's options from among Electron's own and files to open", () => {
    const argv = ['.', '--no-sandbox', '--data-dir', '/tmp/x', '--port=5000', '--type=gpu', 'contract.docx'];
    expect(flagsOf(argv)).toMatchObject({ dataDir: '/tmp/x', port: '5000' });
  });

  it('has none of them when none is given', () => {
    expect(Object.values(flagsOf(['.', '--inspect'])).every((value) => value === undefined)).toBe(true);
  });
});

describe('files to open', () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'interlinear-argv-'));
    file = join(folder, 'Vertrag für Jürgen.docx');
    await writeFile(file, 'x');
    await mkdir(join(folder, 'data'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const files = (argv: string[], isDevelopment = false) =>
    filesOf(argv, { workingDirectory: folder, isDevelopment });

  it('are taken as paths from where the program was started, or as addresses', () => {
    expect(files(['Vertrag für Jürgen.docx'])).toEqual([file]);
    expect(files(['--no-sandbox', file, pathToFileURL(file).href])).toEqual([file, file]);
  });

  it('are not folders, values of options, other addresses or what is not there', () => {
    const argv = [
      '--data-dir',
      file,
      'data',
      'missing.docx',
      'https://example.org/a.docx',
      'file://server/a',
      '-psn_0_1',
    ];
    expect(files(argv)).toEqual([]);
  });

  it('take the place of those of before where the program starts again, beside its other arguments', () => {
    const place = { workingDirectory: folder, isDevelopment: false };
    const argv = ['--no-sandbox', 'Vertrag für Jürgen.docx', '--data-dir', '/tmp/x', 'data'];
    expect(withFiles(argv, ['/b.txt'], place)).toEqual([
      '--no-sandbox',
      '--data-dir',
      '/tmp/x',
      'data',
      '/b.txt',
    ]);
  });

  it("are not the app itself, which Electron's own program is given first in development", () => {
    expect(files([file, '--inspect', file], true)).toEqual([file]);
    expect(files([file], true)).toEqual([]);
  });
});
