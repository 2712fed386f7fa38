import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Problem, SettingsResource } from '../../service/contract/index.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

const DIRECTION = { from: 'en', to: 'en-XA' };
const MEGABYTE = 1_048_576;

let service: TestService;
beforeAll(async () => {
  service = await startService({ INTERLINEAR_PSEUDO_DELAY_MS: '100' });
});
afterAll(() => service.close());

const change = (changes: Partial<SettingsResource>) =>
  service.send<Problem>('PATCH', '/v1/settings', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(changes),
  });

const upload = (name: string, content: string) => service.upload({ name, content }, DIRECTION);

const lines = (count: number) => Array.from({ length: count }, (_, n) => `Line ${n + 1}`).join('\n');

describe('a limit that the owner sets', () => {
  afterEach(() => change({ max_segments: 1_100, max_file_mb: 10 }));

  it('of segments is named by the refusal, and lets the document in once it is raised', async () => {
    await change({ max_segments: 3 });
    const refused = await upload('four.txt', lines(4));
    expect(refused.status).toBe(400);
    expect(refused.body.detail).toContain('Raise max_segments in the settings');
    expect(refused.body.errors).toMatchObject([
      { code: 'too_many_segments', details: { count: 4, limit: 3, setting: 'max_segments' } },
    ]);
    await change({ max_segments: 4 });
    const { id } = (await upload('four.txt', lines(4))).body.data;
    expect(await service.ended(id)).toMatchObject({ status: 'done', segment_count: 4 });
  });

  it('of megabytes is named by the refusal, and lets the file in once it is raised', async () => {
    await change({ max_file_mb: 1 });
    const large = '0'.repeat(MEGABYTE + 1);
    const refused = await upload('large.txt', large);
    expect(refused.status).toBe(413);
    expect(refused.body.detail).toContain('max_file_mb');
    await change({ max_file_mb: 2 });
    const { id } = (await upload('large.txt', large)).body.data;
    expect(await service.ended(id)).toMatchObject({ status: 'done' });
  });

  it('leaves a job alone that runs as it is lowered, also over a restart', async () => {
    const { id } = (await upload('twenty.txt', lines(20))).body.data;
    expect((await change({ max_segments: 5 })).status).toBe(200);
    await service.kill();
    await service.start();
    expect((await upload('six.txt', lines(6))).status).toBe(400);
    expect(await service.ended(id)).toMatchObject({
      status: 'done',
      segment_count: 20,
      completed_segments: 20,
    });
    const { bytes } = await service.send('GET', `/v1/translate/documents/${id}/content`);
    expect(bytes.toString().split('\n')).toHaveLength(20);
  });

  it('is from 0 to the upper bound: 400 names the range, and nothing changes', async () => {
    for (const [name, most] of [
      ['max_segments', '100,000'],
      ['max_file_mb', '200'],
    ] as const) {
      for (const value of [-1, 100_001]) {
        const { status, body } = await change({ [name]: value });
        expect(status).toBe(400);
        expect(body.errors).toMatchObject([{ field: name, code: 'invalid' }]);
        expect(body.errors?.[0]?.message.replace(',', '')).toContain(`from 0 to ${most.replace(',', '')}`);
      }
    }
    expect(await service.get('/v1/settings')).toMatchObject({ max_segments: 1_100, max_file_mb: 10 });
  });
});

describe('a limit that the environment sets', () => {
  it('is fixed for the run; 0 is the upper bound', async () => {
    const own = await startService({ INTERLINEAR_MAX_SEGMENTS: '0', INTERLINEAR_MAX_FILE_MB: '1' });
    try {
      const { fixed } = await own.get<SettingsResource>('/v1/settings');
      expect(fixed).toEqual(expect.arrayContaining(['max_segments', 'max_file_mb']));
      const large = { name: 'large.txt', content: '0'.repeat(MEGABYTE + 1) };
      expect((await own.upload(large, DIRECTION)).status).toBe(413);
      const many = await own.upload({ name: 'many.txt', content: lines(1_101) }, DIRECTION);
      expect(many.body.data.segment_count).toBe(1_101);
    } finally {
      await own.close();
    }
  });
});
