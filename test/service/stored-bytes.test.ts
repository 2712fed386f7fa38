import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Job, Problem } from '../../service/contract/index.ts';
import { startService } from '../support/service.ts';
import type { Created, TestService } from '../support/service.ts';

/** The result of one such text takes more than half of 1 MB. */
const LINE = 'The museum opens every day of the year, except on holidays. '.repeat(170);
const TEXT = Array.from({ length: 10 }, (_, n) => `${n} ${LINE}`);
const FULL = { status: 507, body: { code: 'storage_full' } };

describe("the disk space of an account's jobs", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ INTERLINEAR_PSEUDO_DELAY_MS: '20' });
    await bound(1);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    const { jobs } = await service.get<{ jobs: Job[] }>('/v1/jobs');
    for (const { id, kind } of jobs) await remove(id, kind);
  });

  async function bound(mb: number): Promise<void> {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ max_stored_mb: mb });
    expect((await service.send('PATCH', '/v1/settings', { headers, body })).status).toBe(200);
  }
  const upload = (key?: string) =>
    service.upload({ name: 'a.txt', content: TEXT.join('\n') }, { from: 'en', to: 'en-XA' }, key);
  const batch = () =>
    service.post<{ data: Created } & Problem>('/v1/translate/batch', {
      from: 'en',
      to: 'en-XA',
      segments: TEXT.map((text) => ({ text })),
    });
  const remove = (id: string, kind: Job['kind'] = 'document') =>
    service.send('DELETE', `/v1/translate/${kind === 'batch' ? 'batch' : 'documents'}/${id}`);

  it('is bounded: of uploads and batches at once only as many are taken as there is room for', async () => {
    const answers = await Promise.all([upload(), batch(), upload(), batch()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 507, 507, 507]);
    const refused = answers.find(({ status }) => status === 507)!.body;
    expect(refused.detail).toMatch(/1 MB .* Delete jobs.* max_stored_mb/);
    const { jobs } = await service.get<{ jobs: { id: string }[] }>('/v1/jobs');
    expect(jobs).toHaveLength(1);
    await service.idle();
    expect((await service.stored()).every((path) => path.startsWith(jobs[0]!.id))).toBe(true);
    expect((await service.usage()).credit_reserved).toBe(0);
  });

  it('is counted by account', async () => {
    expect((await upload()).status).toBe(202);
    const { key } = await service.newAccount({ name: 'other' });
    expect((await upload(key)).status).toBe(202);
    expect(await upload()).toMatchObject(FULL);
  });

  it('is known again after a restart, of jobs that have ended and of those that run', async () => {
    expect((await upload()).status).toBe(202);
    await service.kill();
    await service.start();
    expect(await upload()).toMatchObject(FULL);
    await service.idle();
    await service.stop();
    await service.start();
    expect(await batch()).toMatchObject(FULL);
  });

  it('becomes less when a job is deleted, also one that runs', async () => {
    const { id } = (await upload()).body.data;
    expect(await upload()).toMatchObject(FULL);
    await remove(id);
    const next = await upload();
    expect(next.status).toBe(202);
    await service.ended(next.body.data.id);
    await remove(next.body.data.id);
    expect((await batch()).status).toBe(202);
  });

  it('bounds retries as well', async () => {
    for (const [create, kind] of [
      [upload, 'documents'],
      [batch, 'batch'],
    ] as const) {
      const { id } = (await create()).body.data;
      const path = `/v1/translate/${kind}/${id}`;
      await service.post(`${path}/cancel`, {});
      const first = await service.post<{ data: Created }>(`${path}/retry`, {});
      expect(first.status).toBe(202);
      expect(await service.post(`${path}/retry`, {})).toMatchObject(FULL);
      for (const one of [id, first.body.data.id])
        await service.send('DELETE', `/v1/translate/${kind}/${one}`);
    }
  });

  it('is not bounded where the setting is 0', async () => {
    await bound(0);
    for (let n = 0; n < 3; n++) expect((await upload()).status).toBe(202);
  });
});
