import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import JSZip from 'jszip';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressOf, partPath, spaceFor } from '../../service/models/install.ts';
import { readInstalled } from '../../service/models/installed.ts';
import { downloadBytes, parseManifest } from '../../service/models/manifest.ts';
import { openModels } from '../../service/models/models.ts';
import type { Models, ModelView } from '../../service/models/models-port.ts';
import { gate } from '../support/gate.ts';
import { offeredSynthetic, sha256 } from '../support/models/install-synthetic.ts';
import { startMirror } from '../support/models/mirror.ts';
import type { Mirror } from '../support/models/mirror.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

const ID = 'bergamot-en-es-tiny';
const offered = offeredSynthetic('en', 'es');
const other = offeredSynthetic('en', 'de', { seed: 2 });
const files = new Map([...offered.files, ...other.files]);
const [[modelPath, modelFile], [, vocabularyFile]] = [...offered.files] as [
  [string, Buffer],
  [string, Buffer],
];
const manifest = parseManifest({
  licence: 'none',
  source: 's',
  commit: 'c',
  models: [offered.line, other.line],
});

describe('models', () => {
  let mirror: Mirror;
  let folder: string;
  let models: Models;
  let checked: string | undefined;
  let onCheck: () => void;
  const open = async (stallMs = 30_000): Promise<Models> =>
    openModels({
      folder,
      manifest,
      url: () => mirror.url,
      check: () => {
        onCheck();
        return Promise.resolve(checked);
      },
      retryMs: 1,
      stallMs,
    });
  /** The state of a model once nothing is being done to it. */
  const end = async (id = ID): Promise<ModelView> => {
    for (;;) {
      const view = (await models.list()).find(({ model }) => model.id === id)!;
      if (view.state !== 'installing') return view;
      await new Promise<void>((resolve) => {
        const stop = models.subscribe((told) => {
          if (told.model.id !== id || told.state === 'installing') return;
          stop();
          resolve();
        });
        // It may have ended between the list and the subscription.
        void models.list().then((list) => {
          if (list.find(({ model }) => model.id === id)!.state !== 'installing') resolve();
        });
      });
    }
  };
  const install = async (id = ID): Promise<ModelView> => {
    await models.install(id);
    return end(id);
  };
  /** Resolves when `bytes` of a model's first file are on the disk. */
  const partOf = async (bytes: number): Promise<void> => {
    const part = join(folder, '.parts', ID);
    await expect
      .poll(async () => {
        const [name] = await readdir(part).catch(() => []);
        return name === undefined ? 0 : (await stat(join(part, name))).size;
      })
      .toBe(bytes);
  };
  /** Leaves the remains of an earlier download of the model's first file. */
  const leave = async (bytes: Uint8Array): Promise<void> => {
    const path = partPath(folder, ID, manifest.models[0]!.files[0]!);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  };
  const leftovers = async (): Promise<string[]> =>
    (await readdir(folder)).filter((name) => name !== '.parts' && name !== ID);

  beforeAll(async () => {
    mirror = await startMirror(files);
  });
  beforeEach(async () => {
    mirror.misbehave = undefined;
    mirror.requests.length = 0;
    checked = undefined;
    onCheck = () => undefined;
    folder = await mkdtemp(join(tmpdir(), 'models-'));
    models = await open();
  });
  afterEach(async () => {
    await models.close();
    await rm(folder, { recursive: true, force: true });
  });
  afterAll(() => mirror.close());

  it('are listed with their sizes, quality and licence before anything is installed', async () => {
    const [first] = await models.list({ to: 'es' });
    expect(first).toMatchObject({
      state: 'available',
      model: { id: ID, licence: 'none', quality: { bleu: 1 } },
    });
    expect(first!.downloadBytes).toBe(
      [...offered.files.values()].reduce((sum, file) => sum + file.length, 0),
    );
  });

  it('are installed whole: verified, unpacked, checked, in their place', async () => {
    const seen: ModelView[] = [];
    models.subscribe((view) => seen.push(view));
    expect(await install()).toMatchObject({ state: 'installed' });
    const [model] = await readInstalled(folder);
    expect(model).toMatchObject({ id: ID, from: 'en', to: 'es', variant: 'tiny' });
    expect((await stat(join(folder, ID, 'model.bin'))).size).toBe(model!.files[0]!.bytes);
    expect(seen.at(-1)).toMatchObject({ state: 'installed' });
    expect(await readdir(join(folder, '.parts'))).not.toContain(ID);
    expect(await models.install(ID)).toMatchObject({ begun: false });
  });

  it('are downloaded once by two installs at once', async () => {
    await Promise.all([models.install(ID), models.install(ID)]);
    expect(await end()).toMatchObject({ state: 'installed' });
    expect(mirror.requests).toHaveLength(2);
  });

  it('go on where a broken connection stopped', async () => {
    let cut = true;
    mirror.misbehave = (_request, response, file) => {
      if (!cut || !file || file.length < 1_000) return false;
      cut = false;
      response.writeHead(200, { 'Content-Length': file.length });
      response.write(file.subarray(0, 500));
      // Bytes that have not reached the disk when the connection breaks are lost.
      void partOf(500).then(() => response.destroy());
      return true;
    };
    expect(await install()).toMatchObject({ state: 'installed' });
    expect(mirror.requests.map(({ range }) => range).filter(Boolean)).toEqual(['bytes=500-']);
  });

  it('begin again where the server knows no ranges', async () => {
    let tries = 0;
    mirror.misbehave = (_request, response, file) => {
      if (!file || file.length < 1_000) return false;
      response.writeHead(200, { 'Content-Length': file.length });
      if (tries++ === 0) response.write(file.subarray(0, 500), () => response.destroy());
      else response.end(file);
      return true;
    };
    expect(await install()).toMatchObject({ state: 'installed' });
  });

  it.each([
    ['another range', { status: 206, from: 100, contentRange: 'bytes 100-' }],
    ['a range it does not name', { status: 206, from: 500, contentRange: undefined }],
    ['that there is no such range', { status: 416, from: Infinity, contentRange: 'bytes */100' }],
  ])('begin again where the server answers %s', async (_what, { status, from, contentRange }) => {
    await leave(modelFile.subarray(0, 500));
    mirror.misbehave = ({ headers }, response, file) => {
      if (headers.range === undefined) return false;
      response.writeHead(status, contentRange === undefined ? {} : { 'Content-Range': contentRange });
      response.end(file!.subarray(from));
      return true;
    };
    expect(await install()).toMatchObject({ state: 'installed' });
    expect(mirror.requests.map(({ range }) => range)).toEqual(['bytes=500-', undefined, undefined]);
  });

  it('begin again where what was left is of another file', async () => {
    await leave(Buffer.from('<html>Sign in to the network</html>'));
    expect(await install()).toMatchObject({ state: 'installed' });
  });

  it('keep what they have where a network answers with its own page', async () => {
    await leave(modelFile.subarray(0, 500));
    mirror.misbehave = (_request, response) => {
      response.writeHead(200, { 'Content-Length': 4 }).end('page');
      return true;
    };
    expect(await install()).toMatchObject({ state: 'failed', error: { code: 'hash_mismatch' } });
    mirror.misbehave = undefined;
    expect(await install()).toMatchObject({ state: 'installed' });
    expect(mirror.requests.at(-2)).toMatchObject({ range: 'bytes=500-' });
  });

  it('go on however often the connection breaks, where each one brings something', async () => {
    const piece = 70_000;
    mirror.misbehave = ({ headers }, response, file) => {
      if (!file || file.length < 1_000) return false;
      const start = Number(/\d+/.exec(headers.range ?? '0')![0]);
      const end = start + piece;
      const range = `bytes ${start}-${file.length - 1}/${file.length}`;
      response.writeHead(start > 0 ? 206 : 200, {
        'Content-Length': file.length - start,
        'Content-Range': range,
      });
      if (end >= file.length) response.end(file.subarray(start));
      else {
        response.write(file.subarray(start, end));
        void partOf(end).then(() => response.destroy());
      }
      return true;
    };
    expect(modelFile.length / piece).toBeGreaterThan(4);
    expect(await install()).toMatchObject({ state: 'installed' });
  });

  it('are given up where a server begins again each time and never comes further', async () => {
    const ends = [200_000, 100_000];
    mirror.misbehave = (_request, response, file) => {
      if (!file || file.length < 1_000 || mirror.requests.length > 20) return false;
      const end = ends[mirror.requests.length % 2]!;
      response.writeHead(200, { 'Content-Length': file.length });
      response.write(file.subarray(0, end));
      void partOf(end).then(() => response.destroy());
      return true;
    };
    expect(await install()).toMatchObject({ state: 'failed', error: { code: 'network' } });
  });

  it('are taken as they are from a server that declares them as packed', async () => {
    mirror.misbehave = (_request, response, file) => {
      response.writeHead(200, { 'Content-Encoding': 'x-gzip', 'Content-Length': file!.length }).end(file);
      return true;
    };
    expect(await install()).toMatchObject({ state: 'installed' });
  });

  it('are asked for below the mirror’s folder, with what its address has after that', () => {
    const [file] = manifest.models[0]!.files;
    expect(addressOf('https://mirror.example', file!)).toBe(`https://mirror.example/${modelPath}`);
    expect(addressOf('https://mirror.example/a//?token=1', file!)).toBe(
      `https://mirror.example/a/${modelPath}?token=1`,
    );
  });

  it('are not called damaged by an error that says nothing of their bytes', async () => {
    await install();
    const path = join(folder, ID, 'model.bin');
    // A folder cannot be read as a file.
    await rename(path, `${path}.away`);
    await mkdir(path);
    await expect(models.install(ID)).rejects.toHaveProperty('syscall');
    expect(await models.list({ state: 'installed' })).toHaveLength(1);
    await rm(path, { recursive: true });
    await rename(`${path}.away`, path);
    expect(await models.install(ID)).toMatchObject({ begun: false });
  });

  it('that another list had are shown as their records say, and can be removed', async () => {
    await install();
    await models.close();
    models = await openModels({
      folder,
      manifest: parseManifest({ models: [other.line] }),
      url: () => mirror.url,
      check: () => Promise.resolve(undefined),
    });
    expect(await models.list({ state: 'installed' })).toMatchObject([
      { model: { id: ID, from: 'en', to: 'es', version: '1.0', licence: 'none' }, downloadBytes: 0 },
    ]);
    expect(await models.install(ID)).toMatchObject({ begun: false });
    await writeFile(join(folder, ID, 'model.bin'), 'x');
    await expect(models.install(ID)).rejects.toMatchObject({ code: 'not_found' });
    const [, damaged] = await models.list();
    expect(damaged).toMatchObject({ state: 'failed', error: { reason: 'damaged_on_disk' } });
    expect(damaged!.error!.message).toContain('Remove the model.');
    await models.remove(ID);
    expect((await models.list()).map(({ model }) => model.id)).toEqual(['bergamot-en-de-tiny']);
    expect(await leftovers()).toEqual([]);
    await expect(models.remove(ID)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('stop at a cancel, leave no model, and go on at the next install', async () => {
    mirror.misbehave = (_request, response, file) => {
      response.writeHead(200, { 'Content-Length': file!.length });
      response.write(file!.subarray(0, 700));
      return true;
    };
    await models.install(ID);
    await partOf(700);
    expect(await models.cancel(ID)).toMatchObject({ state: 'available' });
    expect(await leftovers()).toEqual([]);
    mirror.misbehave = undefined;
    expect(await install()).toMatchObject({ state: 'installed' });
    expect(mirror.requests.some(({ range }) => range === 'bytes=700-')).toBe(true);
  });

  it.each([
    [
      'a file of the right length and other bytes',
      (file: Buffer) => Buffer.alloc(file.length, 7),
      'hash_mismatch',
    ],
    ['more bytes than the list says', (file: Buffer) => Buffer.concat([file, file]), 'hash_mismatch'],
  ])('refuse %s, and keep nothing of it', async (_what, wrong, code) => {
    mirror.misbehave = (_request, response, file) => {
      const bytes = wrong(file!);
      response.writeHead(200, { 'Content-Length': bytes.length }).end(bytes);
      return true;
    };
    expect(await install()).toMatchObject({ state: 'failed', error: { code } });
    expect(await readdir(join(folder, '.parts', ID))).toEqual([]);
    expect(await leftovers()).toEqual([]);
    expect(await readInstalled(folder)).toEqual([]);
  });

  it('say that the mirror has not the file', async () => {
    mirror.misbehave = (_request, response) => {
      response.writeHead(404).end();
      return true;
    };
    const { error } = await install();
    expect(error).toMatchObject({ code: 'not_found' });
    expect(error!.message).toContain(modelPath);
  });

  it('give a server up that sends nothing any more', async () => {
    await models.close();
    models = await open(100);
    mirror.misbehave = (_request, response, file) => {
      response.writeHead(200, { 'Content-Length': file!.length }).write('a');
      return true;
    };
    const { error } = await install();
    expect(error).toMatchObject({ code: 'network' });
    expect(error!.message).toContain('has sent nothing for');
  });

  it('follow no redirect to another origin', async () => {
    mirror.misbehave = (_request, response) => {
      response.writeHead(302, { Location: 'http://example.invalid/model' }).end();
      return true;
    };
    const { error } = await install();
    expect(error).toMatchObject({ code: 'network' });
    expect(error!.message).toContain('example.invalid');
    expect(mirror.requests).toHaveLength(1);
  });

  it('say that nobody answers, and how to do without the network', async () => {
    await models.close();
    const gone = await startMirror(new Map());
    await gone.close();
    models = await openModels({
      folder,
      manifest,
      url: () => gone.url,
      check: () => Promise.resolve(undefined),
      retryMs: 1,
    });
    const { error } = await install();
    expect(error).toMatchObject({ code: 'network' });
    expect(error!.message).toMatch(/cannot be reached.*import/);
  });

  it('are not installed where they cannot translate, and the next try needs no download', async () => {
    checked = 'its answers are empty.';
    expect(await install()).toMatchObject({
      state: 'failed',
      error: { code: 'unusable', message: expect.stringContaining('its answers are empty') as string },
    });
    expect(await readInstalled(folder)).toEqual([]);
    expect(await leftovers()).toEqual([]);
    checked = undefined;
    mirror.misbehave = () => {
      throw new Error('Nothing is asked of the mirror.');
    };
    expect(await install()).toMatchObject({ state: 'installed' });
  });

  it('are not kept where the list names a file that is cut short', async () => {
    const cut = modelFile.subarray(0, 1_000);
    const line = structuredClone(offered.line) as { files: { model: object } };
    Object.assign(line.files.model, { size: cut.length, sha256: sha256(cut) });
    await models.close();
    models = await openModels({
      folder,
      manifest: parseManifest({ models: [line] }),
      url: () => mirror.url,
      check: () => Promise.resolve(undefined),
    });
    mirror.misbehave = (_request, response, file) => {
      response.end(file === modelFile ? cut : file);
      return true;
    };
    const { error } = await install();
    expect(error).toMatchObject({ code: 'unusable' });
    expect(error!.message).toContain('cut short');
    expect(await readdir(join(folder, '.parts'))).toEqual([]);
  });

  it('stop at a cancel while they are checked', async () => {
    await models.close();
    const checking = gate();
    models = await openModels({
      folder,
      manifest,
      url: () => mirror.url,
      check: () => {
        checking.open();
        return new Promise(() => undefined);
      },
    });
    await models.install(ID);
    await checking.passed;
    expect(await models.cancel(ID)).toMatchObject({ state: 'available' });
    expect(await leftovers()).toEqual([]);
  });

  it('leave nothing half done where the process was killed', async () => {
    await mkdir(join(folder, `.new-${ID}`));
    await writeFile(join(folder, `.new-${ID}`, 'model.bin'), 'half');
    await mkdir(join(folder, 'of-somebody-else'));
    await models.close();
    models = await open();
    expect((await readdir(folder)).sort()).toEqual(['of-somebody-else']);
    expect((await models.list({ state: 'installed' })).length).toBe(0);
  });

  it('keep no parts that nobody goes on with: those of what is installed', async () => {
    await install();
    const file = (id: string, name: string) => join(folder, '.parts', id, name);
    await mkdir(file(ID, ''), { recursive: true });
    await mkdir(file('other', ''), { recursive: true });
    await writeFile(file(ID, 'model-0123456789abcdef'), 'whole');
    await writeFile(file('other', 'model-0123456789abcdef'), 'half');
    await models.close();
    models = await open();
    expect(await readdir(join(folder, '.parts'))).toEqual(['other']);
    expect(await readdir(file('other', ''))).toEqual(['model-0123456789abcdef']);
  });

  it('are removed with all their files', async () => {
    await install();
    await models.remove(ID);
    expect((await models.list({ state: 'installed' })).length).toBe(0);
    expect(await leftovers()).toEqual([]);
    await expect(models.remove('bergamot-xx-yy-tiny')).rejects.toMatchObject({ code: 'not_found' });
  });

  it.skipIf(process.getuid?.() === 0)('say that the folder cannot be written', async () => {
    await chmod(folder, 0o500);
    expect(await install()).toMatchObject({ state: 'failed' });
    await chmod(folder, 0o700);
  });

  describe('carried over', () => {
    const carry = async (name: string, bytes: Uint8Array) => {
      const path = join(folder, '..', `carried-${process.pid}-${name}`);
      await writeFile(path, bytes);
      try {
        return await models.importFile(path, name);
      } finally {
        await rm(path);
      }
    };

    it('in a ZIP, whatever its folders and names', async () => {
      const zip = new JSZip();
      let n = 0;
      for (const file of files.values()) zip.file(`from the usb stick/${++n}.bin`, file);
      zip.file('readme.txt', 'hello');
      const report = await carry('models.zip', await zip.generateAsync({ type: 'nodebuffer' }));
      expect([...report.installed].sort()).toEqual(['bergamot-en-de-tiny', ID]);
      expect(report.refused).toMatchObject([{ name: 'readme.txt' }]);
    });

    it('leave nothing behind where the model is installed, and say so', async () => {
      await install();
      const zip = new JSZip();
      for (const [path, file] of offered.files) zip.file(path, file);
      const report = await carry('again.zip', await zip.generateAsync({ type: 'nodebuffer' }));
      expect(report).toEqual({ installed: [], present: [ID], refused: [] });
      expect(await readdir(join(folder, '.parts'))).not.toContain(ID);
    });

    it('are not called installed where that is cancelled', async () => {
      const [first, second] = [...offered.files.values()];
      await carry('a.gz', first!);
      onCheck = () => void models.cancel(ID);
      expect(await carry('b.gz', second!)).toEqual({ installed: [], present: [], refused: [] });
      expect(await models.list({ state: 'installed' })).toEqual([]);
    });

    it('twice at once are installed once', async () => {
      const zip = new JSZip();
      for (const [path, file] of offered.files) zip.file(path, file);
      const bytes = await zip.generateAsync({ type: 'nodebuffer' });
      let checks = 0;
      onCheck = () => {
        checks++;
      };
      const reports = await Promise.all(
        ['1.zip', '2.zip', '3.zip', '4.zip'].map((name) => carry(name, bytes)),
      );
      expect(reports.flatMap(({ installed }) => installed)).toEqual([ID]);
      expect(reports.flatMap(({ refused }) => refused)).toEqual([]);
      expect(checks).toBe(1);
      expect(await readdir(join(folder, '.parts'))).not.toContain(ID);
    });

    it('one file at a time', async () => {
      const [first, second] = [...offered.files.values()];
      expect(await carry('a.gz', first!)).toEqual({ installed: [], present: [], refused: [] });
      expect(await carry('b.gz', second!)).toEqual({ installed: [ID], present: [], refused: [] });
      expect(await readFile(join(folder, ID, 'model.json'), 'utf8')).toContain(ID);
    });

    it('are refused where the ZIP is damaged or names paths outside', async () => {
      await expect(carry('bad.zip', Buffer.from('PK\u0003\u0004 and nothing more'))).rejects.toMatchObject({
        code: 'invalid_request',
      });
      const evil = new JSZip();
      evil.file('model', modelFile);
      evil.file('../../escape.bin', 'x', { createFolders: false });
      const bytes = await evil.generateAsync({ type: 'nodebuffer' });
      await expect(carry('evil.zip', bytes)).rejects.toMatchObject({ code: 'invalid_request' });
      expect(await leftovers()).toEqual([]);
    });

    it('leave what a download has brought where the ZIP is damaged further on', async () => {
      await leave(modelFile.subarray(0, 700));
      const broken = new JSZip()
        .file('model', modelFile)
        .file('../../escape.bin', 'x', { createFolders: false });
      const bytes = await broken.generateAsync({ type: 'nodebuffer' });
      await expect(carry('broken.zip', bytes)).rejects.toMatchObject({ code: 'invalid_request' });
      await partOf(700);
    });

    it('are named by a name that is short enough to read', async () => {
      const zip = new JSZip();
      zip.file('n'.repeat(60_000), 'x');
      const { refused } = await carry('names.zip', await zip.generateAsync({ type: 'nodebuffer' }));
      expect(refused).toHaveLength(1);
      expect(JSON.stringify(refused).length).toBeLessThan(1_000);
    });

    it('are not completed with a download that was stopped before it was checked', async () => {
      await leave(Buffer.alloc(modelFile.length, 7));
      expect(await carry('v.gz', vocabularyFile)).toEqual({ installed: [], present: [], refused: [] });
      expect(await carry('m.gz', modelFile)).toMatchObject({ installed: [ID] });
    });

    it('are refused where the ZIP is a bomb, before it is unpacked', async () => {
      expect((await carry('bomb.zip', await zipThatSays(600_000_000))).refused).toMatchObject([
        { name: 'zeros.bin' },
      ]);
      expect(await leftovers()).toEqual([]);
    });

    it('are refused where the ZIP unpacks to more than it says', async () => {
      // The size of a file of a model: of others nothing is unpacked.
      await expect(carry('liar.zip', await zipThatSays(vocabularyFile.length))).rejects.toMatchObject({
        code: 'invalid_request',
      });
      expect(await leftovers()).toEqual([]);
    });
  });
});

const disk = mountSmallDisk(3 * 1024 * 1024);

describe.skipIf(disk === undefined)('models on a separate disk (needs root and mount)', () => {
  let mirror: Mirror;
  let models: Models;
  let check: () => Promise<undefined>;
  const [first, second] = [ID, 'bergamot-en-de-tiny'];
  const ended = async (id: string): Promise<ModelView> => {
    await expect.poll(async () => (await view(id)).state).not.toBe('installing');
    return view(id);
  };
  const view = async (id: string): Promise<ModelView> =>
    (await models.list()).find(({ model }) => model.id === id)!;

  beforeAll(async () => {
    mirror = await startMirror(files);
  });
  beforeEach(async () => {
    mirror.misbehave = undefined;
    mirror.requests.length = 0;
    check = () => Promise.resolve(undefined);
    models = await openModels({
      folder: join(disk!.folder, 'models'),
      manifest,
      url: () => mirror.url,
      check: () => check(),
    });
  });
  afterEach(async () => {
    for (const id of [first, second]) await models.remove(id);
    await models.close();
    disk!.free();
  });
  afterAll(async () => {
    await mirror.close();
    disk!.unmount();
  });

  it('are not begun where there is no room, and say how much they need', async () => {
    disk!.fill(500_000);
    await models.install(first);
    const { error } = await ended(first);
    expect(error).toMatchObject({ code: 'no_space' });
    expect(error!.message).toContain('needs 1 MB');
    expect(mirror.requests).toEqual([]);
  });

  it('do not take each other’s room: of two that are begun, one goes on', async () => {
    disk!.fill(1_000_000);
    await Promise.all([models.install(first), models.install(second)]);
    const [one, other] = [await ended(first), await ended(second)];
    expect([one.state, other.state].sort()).toEqual(['failed', 'installed']);
    expect(one.error ?? other.error).toMatchObject({ code: 'no_space' });
  });

  it('that are carried over have taken their room: another one needs only its own', async () => {
    const [checking, held] = [gate(), gate()];
    check = async () => {
      checking.open();
      await held.passed;
      return undefined;
    };
    const zip = new JSZip();
    for (const [path, file] of offered.files) zip.file(path, file);
    const carried = join(tmpdir(), `carried-${process.pid}.zip`);
    await writeFile(carried, await zip.generateAsync({ type: 'nodebuffer' }));
    const imported = models.importFile(carried, 'models.zip');
    await checking.passed;
    const [one, another] = manifest.models.map(spaceFor) as [number, number];
    disk!.fill(another + one - downloadBytes(manifest.models[0]!) + 50_000);
    check = () => Promise.resolve(undefined);
    await models.install(second);
    expect(await ended(second)).toMatchObject({ state: 'installed' });
    held.open();
    expect(await imported).toMatchObject({ installed: [first] });
    await rm(carried);
  });

  it('go on from what is there once a disk that ran full has room again', async () => {
    let full = false;
    disk!.fill(1_000_000);
    mirror.misbehave = (_request, response, file) => {
      if (full || !file || file.length < 1_000) return false;
      full = true;
      response.writeHead(200, { 'Content-Length': file.length });
      response.write(file.subarray(0, 100_000), () => {
        disk!.free();
        disk!.fill(0);
        response.end(file.subarray(100_000));
      });
      return true;
    };
    await models.install(first);
    expect(await ended(first)).toMatchObject({ state: 'failed', error: { code: 'no_space' } });
    disk!.free();
    disk!.fill(2_000_000);
    await models.install(first);
    expect(await ended(first)).toMatchObject({ state: 'installed' });
  });
});

/** A ZIP of 100,000 zeros whose directory gives another size (APPNOTE 4.3.12). */
async function zipThatSays(size: number): Promise<Buffer> {
  const zip = new JSZip().file('zeros.bin', Buffer.alloc(100_000));
  const bytes = await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
  bytes.writeUInt32LE(size, bytes.indexOf('PK\u0001\u0002', 'latin1') + 24);
  return bytes;
}
