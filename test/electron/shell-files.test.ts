import { mkdir, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../service/contract/index.ts';
import { request, startShell } from './support/shell.ts';
import type { Shell } from './support/shell.ts';

const DOWNLOAD = { path: '/v1/openapi.json', suggestedName: 'contract.json' };
const text = (content: Uint8Array) => Buffer.from(content).toString();

let shell: Shell;
const at = (...names: string[]) => join(shell.folder, ...names);

beforeAll(async () => {
  shell = await startShell();
  await mkdir(at('originals'));
  await mkdir(at('elsewhere'));
  await shell.window();
});
afterAll(() => shell.remove());

const opened = async () => {
  const [command] = await shell.invoke('interlinear:take-commands', undefined);
  if (command?.command !== 'open-files') throw new Error(`Not files: ${JSON.stringify(command)}`);
  return command;
};

describe('the shell saves', () => {
  it('a download of the service where the user says', async () => {
    const saved = await shell.invoke('interlinear:save-file', {
      ...DOWNLOAD,
      suggestedName: '../../contract.json',
    });
    expect(saved).toEqual({ outcome: 'saved', path: at('contract.json') });
    expect(JSON.parse(await readFile(at('contract.json'), 'utf8'))).toHaveProperty('openapi');
    const [dialog] = (await shell.record()).saveDialogs;
    expect(dialog?.filters.map(({ extensions }) => extensions)).toEqual([['json'], ['*']]);
    expect(dialog?.properties).toContain('showOverwriteConfirmation');
    expect((await readdir(shell.folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('beginning in the folder that the settings name', async () => {
    const { baseUrl, key } = await shell.invoke('interlinear:connect', undefined);
    const set = (folder: string | null) =>
      fetch(`${baseUrl}/v1/settings`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ downloads_folder: folder }),
      });
    expect((await set(at('elsewhere'))).status).toBe(200);
    await shell.invoke('interlinear:save-file', DOWNLOAD);
    expect((await shell.record()).saveDialogs.at(-1)?.defaultPath).toBe(at('elsewhere', 'contract.json'));
    await set(null);
  });

  it("nothing but the service's own downloads", async () => {
    const asked = shell.invoke('interlinear:save-file', { ...DOWNLOAD, path: 'https://evil.example/v1/x' });
    expect(await asked).toMatchObject({ outcome: 'failed' });
  });

  it("passing the service's own words on when there is nothing to save", async () => {
    const path = '/v1/translate/documents/00000000-0000-4000-8000-000000000000/content';
    const outcome = await shell.invoke('interlinear:save-file', { path, suggestedName: 'x.docx' });
    expect(outcome).toMatchObject({ outcome: 'failed', message: expect.stringMatching(/\w+/) as string });
  });

  it('and says in a sentence why a file could not be saved', async () => {
    await mkdir(at('taken.json'));
    const outcome = await shell.invoke('interlinear:save-file', { ...DOWNLOAD, suggestedName: 'taken.json' });
    expect(outcome).toMatchObject({ message: expect.stringMatching(/^There is a folder/) as string });
  });

  it('several files to one folder, keeping those that are there if told to', async () => {
    await shell.change({ chosen: [at('elsewhere')], button: 0 });
    await writeFile(at('elsewhere', 'contract.json'), 'mine');
    const asked = await shell.invoke('interlinear:save-files', [
      DOWNLOAD,
      { ...DOWNLOAD, suggestedName: 'b.json' },
      DOWNLOAD,
    ]);
    expect(asked.map((one) => one.outcome)).toEqual(['saved', 'saved', 'saved']);
    expect((await readdir(at('elsewhere'))).sort()).toEqual(
      ['b.json', 'contract (2).json', 'contract (3).json', 'contract.json'].sort(),
    );
    expect(await readFile(at('elsewhere', 'contract.json'), 'utf8')).toBe('mine');
    expect((await shell.record()).questions).toHaveLength(1);
  });

  it('several files over those that are there if told to, and none where the user cancels', async () => {
    await shell.change({ chosen: [at('elsewhere')], button: 1 });
    await shell.invoke('interlinear:save-files', [DOWNLOAD]);
    expect(await readFile(at('elsewhere', 'contract.json'), 'utf8')).toContain('openapi');
    await writeFile(at('elsewhere', 'Twice.json'), 'mine');
    const twice = ['Twice.json', 'twice.json'].map((suggestedName) => ({ ...DOWNLOAD, suggestedName }));
    const saved = await shell.invoke('interlinear:save-files', [...twice, twice[0]!]);
    expect(new Set(saved.map((one) => one.outcome === 'saved' && one.path)).size).toBe(3);
    expect(await readFile(at('elsewhere', 'Twice.json'), 'utf8')).toContain('openapi');
    for (const change of [{ button: 2 }, { chosen: [] }]) {
      await shell.change(change);
      expect(await shell.invoke('interlinear:save-files', [DOWNLOAD])).toEqual([{ outcome: 'cancelled' }]);
    }
  });

  it('beside the original, under a name that is free, also after a restart of what it keeps', async () => {
    const original = at('originals', 'Vertrag.JSON');
    await writeFile(original, 'original');
    await writeFile(at('originals', 'contract.json'), 'mine');
    expect(await shell.invoke('interlinear:keep-original', { jobId: 'job-1', path: original })).toBe(true);
    expect(await shell.invoke('interlinear:with-original', ['job-0', 'job-1'])).toEqual(['job-1']);
    const saved = await shell.invoke('interlinear:save-beside', { ...DOWNLOAD, jobId: 'job-1' });
    expect(saved).toEqual({ outcome: 'saved', path: at('originals', 'contract (2).json') });
    expect(await readFile(at('originals', 'contract.json'), 'utf8')).toBe('mine');
    const kept: unknown = JSON.parse(await readFile(at('interlinear-window', 'originals.json'), 'utf8'));
    expect(kept).toEqual([['job-1', original]]);
    const program = { ...DOWNLOAD, suggestedName: 'run.bat', jobId: 'job-1' };
    expect(await shell.invoke('interlinear:save-beside', program)).toMatchObject({ outcome: 'failed' });
    expect((await readdir(at('originals'))).sort()).toEqual(
      ['Vertrag.JSON', 'contract (2).json', 'contract.json'].sort(),
    );
  });

  it('beside no original that it does not know or that is no file', async () => {
    for (const path of ['originals/Vertrag.docx', at('originals'), at('missing')])
      expect(await shell.invoke('interlinear:keep-original', { jobId: 'job-2', path })).toBe(false);
    const outcome = await shell.invoke('interlinear:save-beside', { ...DOWNLOAD, jobId: 'job-2' });
    expect(outcome).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('not known') as string,
    });
  });

  it('and shows or opens only files it has saved', async () => {
    const path = at('contract.json');
    await shell.invoke('interlinear:show-item-in-folder', path);
    await shell.invoke('interlinear:show-item-in-folder', '/etc/passwd');
    expect((await shell.record()).shownInFolder).toEqual([path]);
    expect(await shell.invoke('interlinear:open-saved', path)).toBeUndefined();
    expect(await shell.invoke('interlinear:open-saved', '/usr/bin/xterm')).toContain('Only files');
    expect((await shell.record()).opened).toEqual([path]);
    // The data folder is the shell's to know: no path goes along.
    expect(await shell.invoke('interlinear:open-data-folder', undefined)).toBeUndefined();
    expect((await shell.record()).opened.at(-1)).toBe(at('data'));
    // A file saved by the page may be a program: it is shown, and its user starts it or not.
    await shell.invoke('interlinear:save-file', { ...DOWNLOAD, suggestedName: 'run.bat' });
    const program = at('run.bat');
    expect(await shell.invoke('interlinear:open-saved', program)).toBeUndefined();
    expect((await shell.record()).opened).not.toContain(program);
    expect((await shell.record()).shownInFolder.at(-1)).toBe(program);
    // Known again at the next start.
    const kept: unknown = JSON.parse(await readFile(at('interlinear-window', 'saved-files.json'), 'utf8'));
    expect(kept).toContain(path);
  });
});

describe('the shell opens', () => {
  it('a file of the file manager, as macOS sends it', async () => {
    await writeFile(at('a.txt'), 'Hello');
    expect(await shell.ask('openFile', { path: at('a.txt') })).toBe(true);
    const { files, refused } = await opened();
    expect(files.map(({ name, content }) => [name, text(content)])).toEqual([['a.txt', 'Hello']]);
    expect(refused).toEqual([]);
    expect((await shell.window()).events.slice(-2)).toEqual(['show', 'focus']);
    expect((await shell.window()).sent).toContain('interlinear:commands-wait');
  });

  it('files that are chosen by File → Open…, and knows where they lie when they are a job', async () => {
    await shell.change({ chosen: [at('a.txt'), at('missing.docx')] });
    await shell.ask('chooseFromMenu', { label: '&Open…' });
    await shell.until(({ openDialogs }) =>
      openDialogs.some(({ properties }) => properties.includes('openFile')),
    );
    const { files, refused } = await opened();
    expect(refused).toEqual([{ name: 'missing.docx', message: 'The file is not there any more.' }]);
    const place = files[0]?.place ?? '';
    expect(await shell.invoke('interlinear:keep-original', { jobId: 'job-3', place })).toBe(true);
    expect(await shell.invoke('interlinear:keep-original', { jobId: 'job-4', place: 'made-up' })).toBe(false);
  });

  it('no file over the largest limit that an upload may have', async () => {
    await writeFile(at('large.txt'), '');
    await truncate(at('large.txt'), LIMITS.maxFileMb * 1_048_576 + 1);
    await shell.ask('openFile', { path: at('large.txt') });
    const { files, refused } = await opened();
    expect(files).toEqual([]);
    expect(refused[0]?.message).toContain(`larger than ${LIMITS.maxFileMb} MB`);
    await rm(at('large.txt'));
  });

  it('the files of a second instance, which hands them over and ends', async () => {
    const second = await startShell({
      folder: shell.folder,
      env: { STAND_IN_SECOND: '1' },
      args: ['a.txt', '--no-sandbox'],
    });
    expect(await second.exit).toBe(0);
    const { handedOver } = await second.last;
    await shell.ask('startAgain', { data: handedOver });
    expect((await opened()).files.map(({ name }) => name)).toEqual(['a.txt']);
  });

  it('its window alone when a second instance has none, or says what it cannot mean', async () => {
    for (const data of [{ paths: [] }, { paths: 'a.txt' }, null]) await shell.ask('startAgain', { data });
    expect(await shell.invoke('interlinear:take-commands', undefined)).toEqual([]);
  });

  it('the files of its own command line, and one that was dropped on its icon, once its page is there', async () => {
    const other = await startShell({
      args: [at('a.txt')],
      env: { STAND_IN_OPEN_FILE: at('a.txt') },
    });
    await other.window();
    const commands = await other.invoke('interlinear:take-commands', undefined);
    expect(commands.map(({ command }) => command)).toEqual(['open-files', 'open-files']);
    expect((await request(other, '/v1/jobs')).status).toBe(200);
    // Revealed once there is something to see, not before.
    expect((await other.window()).events).toEqual(['show']);
    await other.remove();
  });
});
