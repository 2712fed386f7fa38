import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import JSZip from 'jszip';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readInstalled } from '../../service/models/installed.ts';
import { parseManifest } from '../../service/models/manifest.ts';
import { openModels } from '../../service/models/models.ts';
import type { Models, ModelView } from '../../service/models/models-port.ts';
import { registrySynthetic } from '../support/models/install-synthetic.ts';
import { startMirror } from '../support/models/mirror.ts';
import type { Mirror } from '../support/models/mirror.ts';

const ID = 'bergamot-zh-Hant-en-base-memory';
const offered = registrySynthetic('zh_hant', 'en');
const { files } = offered;
const [modelPath, sourcePath, targetPath] = [...files.keys()] as [string, string, string];

/** Mozilla's registry has a hash and a size of the unpacked model file only. */
describe('models without hashes of their packed files', () => {
  let mirror: Mirror;
  let folder: string;
  let models: Models;

  const open = async (): Promise<void> => {
    models = await openModels({
      folder,
      // Each model has its own address.
      manifest: parseManifest({
        url: 'http://127.0.0.1:9/nowhere',
        models: [{ ...offered.line, url: mirror.url }],
      }),
      check: () => Promise.resolve(undefined),
      retryMs: 1,
    });
  };
  const install = async (): Promise<ModelView> => {
    const ended = new Promise<ModelView>((resolve) => {
      const stop = models.subscribe((view) => {
        if (view.state === 'installing') return;
        stop();
        resolve(view);
      });
    });
    await models.install(ID);
    return ended;
  };
  /** The mirror sends this for the file. */
  const send = (path: string, bytes: Buffer): void => {
    mirror.misbehave = (request, response) => {
      if (decodeURIComponent(request.url!.slice(1)) !== path) return false;
      response.writeHead(200).end(bytes);
      return true;
    };
  };

  beforeAll(async () => {
    mirror = await startMirror(files);
  });
  beforeEach(async () => {
    mirror.misbehave = undefined;
    mirror.requests.length = 0;
    folder = await mkdtemp(join(tmpdir(), 'registry-models-'));
    await open();
  });
  afterEach(async () => {
    await models.close();
    await rm(folder, { recursive: true, force: true });
  });
  afterAll(() => mirror.close());

  it('are installed with both vocabularies, from their own address', async () => {
    const seen: ModelView[] = [];
    models.subscribe((view) => seen.push(view));
    expect(await install()).toMatchObject({ state: 'installed', model: { quality: { comet: 0.8487 } } });
    const [model] = await readInstalled(folder);
    expect(model).toMatchObject({ id: ID, from: 'zh-Hant', to: 'en' });
    expect(model!.files.map(({ role }) => role)).toEqual(['model', 'srcvocab', 'trgvocab']);
    for (const { state, receivedBytes = 0, downloadBytes } of seen) {
      if (state === 'installing') expect(receivedBytes).toBeLessThanOrEqual(downloadBytes);
    }
  });

  it('are named with the addresses of their files, which can be imported', async () => {
    const named = await models.files(ID);
    expect(named.map(({ address }) => address)).toEqual(
      [...files.keys()].map((path) => `${mirror.url}/${path}`),
    );
    const zip = new JSZip();
    for (const [path, bytes] of files) zip.file(`carried/${basename(path)}`, bytes);
    const file = join(folder, 'carried.zip');
    await writeFile(file, await zip.generateAsync({ type: 'nodebuffer' }));
    expect(await models.importFile(file, 'carried.zip')).toEqual({
      installed: [ID],
      present: [],
      refused: [],
    });
    expect(mirror.requests).toEqual([]);
    await models.remove(ID);
    expect(await readInstalled(folder)).toEqual([]);
  });

  it.each([
    ['a model of other weights', modelPath, gzipSync(Buffer.from('other weights'))],
    ['a page of the network', sourcePath, Buffer.from('<html>Sign in to the network</html>')],
    ['a file cut short', targetPath, files.get(targetPath)!.subarray(0, 100)],
    ['a bomb', modelPath, gzipSync(Buffer.alloc(3_000_000))],
  ])('are refused where the server sends %s, and nothing is left of it', async (_what, path, bytes) => {
    send(path, bytes);
    expect(await install()).toMatchObject({ state: 'failed', error: { code: 'hash_mismatch' } });
    expect(await readInstalled(folder)).toEqual([]);
    mirror.misbehave = undefined;
    expect(await install()).toMatchObject({ state: 'installed' });
  });

  it('continue an interrupted download, and do not ask again for a whole part', async () => {
    let cut = true;
    mirror.misbehave = (_request, response, file) => {
      if (!cut || file !== files.get(targetPath)) return false;
      cut = false;
      response.writeHead(200, { 'Content-Length': file!.length });
      response.write(file!.subarray(0, 50), () => response.destroy());
      return true;
    };
    expect(await install()).toMatchObject({ state: 'installed' });
    expect(mirror.requests.filter(({ path }) => path === modelPath)).toHaveLength(1);
  });

  it.each([
    ['a vocabulary that is not gzip', Buffer.from('no vocabulary')],
    ['a damaged one', gzipSync(Buffer.alloc(5_000, 7)).subarray(0, 30)],
  ])('refuse %s on import, though its name is right', async (_what, bytes) => {
    const file = join(folder, 'carried');
    await writeFile(file, bytes);
    const report = await models.importFile(file, basename(sourcePath));
    expect(report.installed).toEqual([]);
    expect(report.refused).toMatchObject([{ reason: 'unknown_model_file' }]);
    expect(await readdir(folder)).not.toContain('.parts');
  });

  it('have their unpacked hashes kept, so that later damage is found', async () => {
    await install();
    const [model] = await readInstalled(folder);
    expect(model!.files[1]!.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(model!.files[0]!.sha256).toBe((offered.line as { modelSha256: string }).modelSha256);
  });
});
