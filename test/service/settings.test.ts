import { afterEach, describe, expect, it } from 'vitest';
import type { Problem, SettingsResource } from '../../service/contract/index.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
afterEach(() => service.close());

const patch = <T = { data: SettingsResource } & Problem>(change: object, key?: string) =>
  service.send<T>('PATCH', '/v1/settings', {
    ...(key === undefined ? {} : { key }),
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(change),
  });

const batch = (text: string) =>
  service.post<{ data: { id: string } } & Problem>('/v1/translate/batch', {
    from: 'en',
    to: 'en-XA',
    segments: [{ text }],
  });

describe('settings of the running service', () => {
  it('are in force at once and after a restart', async () => {
    service = await startService({ INTERLINEAR_PSEUDO_DELAY_MS: '60000' });
    expect((await patch({ max_running_jobs: 1, docx_quota: 7 })).body.data).toMatchObject({
      max_running_jobs: 1,
    });
    expect((await service.usage()).docx_quota.limit).toBe(7);
    expect((await batch('one')).status).toBe(202);
    expect((await batch('two')).status).toBe(429);
    await patch({ max_running_jobs: 0 });
    expect((await batch('two')).status).toBe(202);
    await service.stop();
    await service.start();
    expect(await service.get('/v1/settings')).toMatchObject({
      max_running_jobs: 0,
      docx_quota: 7,
      fixed: ['port'],
    });
  });

  it('remove old jobs as soon as they say so', async () => {
    service = await startService();
    for (const text of ['one', 'two', 'three']) {
      const { id } = (await batch(text)).body.data;
      await service.ended(id, 'batch');
    }
    await patch({ retention: { jobs: 1 } });
    const count = async () => (await service.get<{ jobs: unknown[] }>('/v1/jobs')).jobs.length;
    await expect.poll(count).toBe(1);
  });

  it('take null as left out, unless null is a value', async () => {
    service = await startService();
    const given = { theme: 'dark', docx_quota: 7, language: 'de', retention: { days: 3, jobs: 4 } };
    expect((await patch(given)).status).toBe(200);
    const sent = [
      { theme: null, docx_quota: null, port: null, engine_order: null, memory: null, retention: null },
      { memory: { enabled: null, min_match: 80 }, retention: { days: 1, jobs: null } },
    ];
    for (const change of sent) expect((await patch(change)).status).toBe(200);
    await service.stop();
    await service.start();
    expect(await service.get('/v1/settings')).toMatchObject({
      ...given,
      memory: { enabled: true, min_match: 80 },
      retention: { days: 1, jobs: 4 },
    });
    expect((await patch({ language: null, theme: 'light' })).body.data).toMatchObject({
      language: null,
      theme: 'light',
    });
    expect((await patch({ engine_order: [null] })).status).toBe(400);
  });

  it('are for administrators to change, and refuse wrong values by name', async () => {
    service = await startService({ INTERLINEAR_DOCX_QUOTA: '5' });
    const { key } = await service.newAccount({ name: 'other' });
    expect((await patch({ theme: 'dark' }, key)).status).toBe(403);
    const wrong = await patch({ theme: 'loud', cache_mb: -1, memory: { min_match: '80' } });
    expect(wrong.status).toBe(400);
    expect(wrong.body.errors?.map(({ field }) => field)).toEqual(['cache_mb', 'theme', 'memory.min_match']);
    const fixed = await patch({ docx_quota: 1 });
    expect(fixed.status).toBe(409);
    expect(fixed.body.errors).toMatchObject([{ field: 'docx_quota', code: 'fixed' }]);
  });
});
