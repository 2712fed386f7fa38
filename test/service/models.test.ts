import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ModelFilesResource, ModelResource } from '../../service/contract/index.ts';
import { runCommand } from '../support/command.ts';
import { offeredSynthetic } from '../support/models/install-synthetic.ts';
import { startMirror } from '../support/models/mirror.ts';
import type { Mirror } from '../support/models/mirror.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

const ID = 'bergamot-en-da-tiny';
const offered = offeredSynthetic('en', 'da');

describe('models of the running service', () => {
  let mirror: Mirror;
  let service: TestService;
  let folder: string;
  const model = async (): Promise<ModelResource> =>
    (await service.get<{ models: ModelResource[] }>('/v1/models?from=en&to=da')).models[0]!;
  const installEnded = async (): Promise<ModelResource> => {
    await expect.poll(async () => (await model()).state).not.toBe('installing');
    return model();
  };
  const cli = async (...args: string[]) => {
    const { status: code, ...said } = await runCommand('models', ...args, '--data-dir', service.dataDir);
    return { code, ...said };
  };
  const translate = (text = 'The harbour.') =>
    service.post<{ data: { id: string }; detail: string }>('/v1/translate/batch', {
      from: 'en',
      to: 'da',
      segments: [{ text }],
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'interlinear-models-'));
    mirror = await startMirror(offered.files);
    const manifest = join(folder, 'models.json');
    await writeFile(manifest, JSON.stringify({ url: mirror.url, licence: 'none', models: [offered.line] }));
    service = await startService({ INTERLINEAR_MODELS_MANIFEST: manifest, INTERLINEAR_ENGINES: '' });
  });
  afterEach(async () => {
    mirror.misbehave = undefined;
    await service.send('DELETE', `/v1/models/${ID}`);
  });
  afterAll(async () => {
    await service.close();
    await mirror.close();
    await rm(folder, { recursive: true, force: true });
  });

  // Before the others: a thread that has the model loaded does not read its files again.
  it('are installed again where a load, or the install itself, finds a file damaged', async () => {
    const install = () => service.post(`/v1/models/${ID}/install`, {});
    const damage = () => writeFile(join(service.dataDir, 'models', ID, 'model.bin'), Buffer.alloc(4_096));
    await install();
    expect(await installEnded()).toMatchObject({ state: 'installed' });
    await damage();
    expect((await install()).status).toBe(202);
    expect(await installEnded()).toMatchObject({ state: 'installed' });
    await damage();
    const created = await translate('A ship.');
    expect(await service.ended(created.body.data.id, 'batch')).toMatchObject({ status: 'failed' });
    expect(await model()).toMatchObject({
      state: 'failed',
      error: { code: 'hash_mismatch', reason: 'damaged_on_disk' },
    });
    expect((await translate('A ship.')).status).toBe(503);
    expect((await install()).status).toBe(202);
    expect(await installEnded()).toMatchObject({ state: 'installed' });
    expect((await readdir(join(service.dataDir, 'models'))).sort()).toEqual(['.parts', ID]);
    expect((await translate('A ship.')).status).toBe(202);
  });

  it('are installed while it runs: the next job has one', async () => {
    expect(await model()).toMatchObject({ id: ID, state: 'available', engine: 'bergamot', licence: 'none' });
    expect((await translate()).status).toBe(503);
    const began = await service.post<{ data: ModelResource }>(`/v1/models/${ID}/install`, {});
    expect(began).toMatchObject({ status: 202, body: { data: { state: 'installing' } } });
    expect(await installEnded()).toMatchObject({ state: 'installed' });
    expect((await service.post(`/v1/models/${ID}/install`, {})).status).toBe(200);
    const created = await translate();
    expect(await service.ended(created.body.data.id, 'batch')).toMatchObject({
      status: 'done',
      engine: 'bergamot',
    });
    expect((await service.send('DELETE', `/v1/models/${ID}`)).status).toBe(204);
    expect((await translate()).status).toBe(503);
  });

  it('are found by their languages as jobs take them, and by none that is unknown', async () => {
    const ids = async (query: string) =>
      (await service.get<{ models: ModelResource[] }>(`/v1/models?${query}`)).models.map(({ id }) => id);
    expect(await ids('from=EN&to=dansk')).toEqual([ID]);
    expect(await ids('from=English&to=DA')).toEqual([ID]);
    expect(await ids('from=Danish')).toEqual([]);
    expect(await service.send('GET', '/v1/models?from=Klingonish')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'from', code: 'unknown_language' }] },
    });
    expect((await cli('list', '--from', 'english', '--to', 'Danish')).stdout).toContain(ID);
  });

  it('name their files and addresses, over HTTP and on the command line', async () => {
    const { files } = await service.get<ModelFilesResource>(`/v1/models/${ID}`);
    expect(files.length).toBeGreaterThan(1);
    for (const { address, bytes } of files) {
      const fetched = await fetch(address);
      expect((await fetched.arrayBuffer()).byteLength).toBe(bytes);
    }
    expect((await service.send('GET', '/v1/models/bergamot-en-xx-tiny')).status).toBe(404);
    const { code, stdout } = await cli('files', 'en', 'da');
    expect(code).toBe(0);
    for (const { address } of files) expect(stdout).toContain(address);
    expect(await cli('files', 'bergamot-en-xx-tiny')).toMatchObject({ code: 2 });
  });

  it('say why an install failed, and leave no model', async () => {
    mirror.misbehave = (_request, response) => {
      response.writeHead(404).end();
      return true;
    };
    await service.post(`/v1/models/${ID}/install`, {});
    expect(await installEnded()).toMatchObject({ state: 'failed', error: { code: 'not_found' } });
  });

  it('report their progress as events', async () => {
    const stop = new AbortController();
    const response = await fetch(`${service.baseUrl}/v1/models/events`, {
      headers: { Authorization: `Bearer ${await service.sessionKey()}` },
      signal: stop.signal,
    });
    await service.post(`/v1/models/${ID}/install`, {});
    let seen = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body! as AsyncIterable<Uint8Array>) {
      seen += decoder.decode(chunk);
      if (seen.includes('"state":"installed"')) break;
    }
    stop.abort();
    expect(seen).toContain('event: model\ndata: {"id":"bergamot-en-da-tiny"');
  });

  it('are an administrator’s to change, and anyone’s with a key to see', async () => {
    const { key } = await service.newAccount({ name: 'tool' });
    expect((await service.send('GET', '/v1/models', { key })).status).toBe(200);
    expect((await service.send('POST', `/v1/models/${ID}/install`, { key })).status).toBe(403);
    expect((await service.send('POST', '/v1/models/no-such/install')).status).toBe(404);
  });

  it('can be carried over as files', async () => {
    for (const [path, bytes] of offered.files) {
      const form = new FormData();
      form.append('file', new Blob([Uint8Array.from(bytes)]), path.split('/').at(-1));
      const answer = await service.send('POST', '/v1/models/import', { body: form });
      expect(answer.status).toBe(200);
    }
    expect(await model()).toMatchObject({ state: 'installed' });
  });

  it('are listed, installed, imported and removed on the command line', async () => {
    expect(await cli('install', 'English', 'danish')).toMatchObject({
      stderr: expect.stringContaining(`${ID} is installed.`) as string,
    });
    expect((await cli('list', '--installed')).stdout).toContain(ID);
    expect((await cli('remove', ID)).stderr).toContain('is removed');
    expect(await cli('remove', 'bergamot-xx-yy-tiny')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('interlinear models list') as string,
    });
    const stick = join(folder, 'stick', 'deep');
    await mkdir(stick, { recursive: true });
    let n = 0;
    for (const bytes of offered.files.values()) await writeFile(join(stick, `${++n}.gz`), bytes);
    expect((await cli('import', join(folder, 'stick'))).stderr).toContain(`${ID} is installed.`);
    const again = await cli('import', join(folder, 'stick'));
    expect(again.code).toBe(0);
    expect(again.stderr).toContain(`${ID} was installed already.`);
  });
});
