import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../service/contract/index.ts';
import { refusedStart, startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

const BLOCK = 4_096;
const DISK_BYTES = 3 * 1024 * 1024;

const disk = mountSmallDisk(DISK_BYTES);

describe.skipIf(disk === undefined)('on a separate disk that runs full (needs root and mount)', () => {
  const data = join(disk?.folder ?? tmpdir(), 'data');
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ INTERLINEAR_PSEUDO_DELAY_MS: '25' }, { dataDir: data });
  });
  afterAll(async () => {
    await service.close();
    disk!.unmount();
  });

  it('a document and a batch are refused with storage_full and leave nothing behind', async () => {
    const before = await service.stored();
    const used = (await service.usage()).docx_quota.used;
    disk!.fill(0);
    const upload = await service.upload({ name: 'a.txt', content: 'Hello world.\n'.repeat(1_000) });
    const batch = await service.post<Problem>('/v1/translate/batch', {
      from: 'en',
      to: 'en-XA',
      segments: [{ text: 'Hello world. '.repeat(1_000) }],
    });
    for (const { status, body } of [upload, batch])
      expect({ status, code: body.code }).toEqual({ status: 507, code: 'storage_full' });
    expect(upload.body.detail).toMatch(/space/);
    expect(await service.stored()).toEqual(before);
    const usage = await service.usage();
    expect({ used: usage.docx_quota.used, reserved: usage.credit_reserved }).toEqual({ used, reserved: 0 });
    disk!.free();
  });

  it('a running job fails for that reason, costs nothing, and the service goes on', async () => {
    const text = Array.from({ length: 300 }, (_, n) => `Line ${n}: ${'a long sentence '.repeat(20)}`).join(
      '\n',
    );
    const { id } = (await service.upload({ name: 'long.txt', content: text })).body.data;
    disk!.fill(2 * BLOCK);
    expect(await service.ended(id)).toMatchObject({ status: 'failed', error: { code: 'storage_full' } });
    expect((await service.usage()).total_chars).toBe(0);
    expect((await service.send('GET', '/v1/health')).status).toBe(200);
    expect((await service.send('GET', `/v1/translate/documents/${id}/content`)).status).toBe(409);
    disk!.free();
  });

  it('after there is space again jobs are taken, ended and charged', async () => {
    const { id, source_chars } = (await service.upload({ name: 'b.txt', content: 'One.\nTwo.' })).body.data;
    expect(await service.ended(id)).toMatchObject({ status: 'done' });
    await expect.poll(async () => (await service.usage()).total_chars).toBe(source_chars);
  });

  it('glossaries, memory and edits are refused with storage_full, and are as they were', async () => {
    const { id } = (await service.upload({ name: 'd.txt', content: 'One.\nTwo.' })).body.data;
    await service.ended(id);
    const entries = Array.from({ length: 5_000 }, (_, n) => ({
      term: `term ${n}`,
      translation: `translation ${n}`,
    }));
    const glossary = (count: number) =>
      service.post<Problem>('/v1/glossaries', {
        name: 'Full',
        dictionaries: [{ from: 'en', to: 'en-XA', entries: entries.slice(0, count) }],
      });
    const edit = (text: string) =>
      service.send<Problem>('PATCH', `/v1/jobs/${id}/segments`, {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ segments: [{ index: 0, translated_text: text, state: 'confirmed' }] }),
      });
    expect((await glossary(1)).status).toBe(201);
    expect((await edit('before')).status).toBe(200);
    disk!.fill(0);
    for (const { status, body } of [await glossary(5_000), await edit('after '.repeat(1_000))])
      expect({ status, code: body.code }).toEqual({ status: 507, code: 'storage_full' });
    disk!.free();
    const { glossaries } = await service.get<{ glossaries: object[] }>('/v1/glossaries');
    expect(glossaries).toHaveLength(1);
    const content = await service.send('GET', `/v1/translate/documents/${id}/content`);
    expect(content.bytes.toString()).toMatch(/^before\n/);
    expect((await service.get<{ units: number }>('/v1/memory')).units).toBe(1);
    expect((await glossary(5_000)).status).toBe(201);
  });

  it('a deletion makes space where there is none', async () => {
    const { id } = (await service.upload({ name: 'c.txt', content: 'x'.repeat(200_000) })).body.data;
    await service.ended(id);
    disk!.fill(0);
    expect((await service.send('DELETE', `/v1/translate/documents/${id}`)).status).toBe(204);
    expect(await readdir(join(data, 'jobs'))).not.toContain(id);
    disk!.free();
  });

  it('a restart finds every job as clients saw it', async () => {
    const { jobs } = await service.get<{ jobs: { id: string; status: string }[] }>('/v1/jobs');
    await service.kill();
    service = await startService({}, { dataDir: data });
    const after = await service.get<{ jobs: { id: string; status: string }[] }>('/v1/jobs');
    const states = (list: typeof jobs): string[] => list.map(({ id, status }) => `${id} ${status}`);
    expect(states(after.jobs)).toEqual(states(jobs));
  });
});

it.skipIf(disk === undefined)(
  'a start on a full disk says so, without a stack (needs root and mount)',
  async () => {
    const full = mountSmallDisk(DISK_BYTES)!;
    full.fill(0);
    const ended = await refusedStart(join(full.folder, 'data'));
    full.unmount();
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/no space left/i);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
  },
);
