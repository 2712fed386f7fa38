import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job, Problem } from '../../service/contract/index.ts';
import { startService } from '../support/service.ts';
import type { Created, TestService } from '../support/service.ts';

const PATH = '/v1/translate/batch';

let service: TestService;
beforeAll(async () => {
  service = await startService({ INTERLINEAR_PSEUDO_DELAY_MS: '30' });
});
afterAll(() => service.close());

const post = (change: object) =>
  service.post<{ data: Created } & Problem>(PATH, {
    from: 'en',
    to: 'en-XA',
    segments: [{ text: 'Hello' }],
    ...change,
  });

describe('a batch job', () => {
  it('brings its translations back in order, ids only where there were any', async () => {
    const segments = [
      { text: 'Good morning', id: 'a' },
      { text: '  ' },
      { text: 'Price < 5 & "more" 😀', id: 'a' },
      { text: 'line one\nline two' },
      { text: '' },
    ];
    const created = await post({ segments });
    expect(created.status).toBe(202);
    const { id } = created.body.data;
    expect(created.body.data).toEqual({
      id,
      status: 'running',
      segment_count: 5,
      source_chars: 12 + 2 + 20 + 17,
    });
    expect(created.headers.get('location')).toBe(`${PATH}/${id}`);
    const job = await service.ended(id, 'batch');
    expect(job).toMatchObject({ kind: 'batch', status: 'done', completed_segments: 5, total_segments: 5 });
    expect(
      job.segments?.map(({ text, id: own }) => ({ text, ...(own === undefined ? {} : { id: own }) })),
    ).toEqual(segments);
    expect(job.segments?.[0]).toHaveProperty('id', 'a');
    expect(job.segments?.[1]).toEqual({ text: '  ', translated_text: '  ' });
    expect(job.segments?.[2]?.translated_text).toContain('< 5 &');
  });

  it('takes 100 segments, and shows no segments while it runs', async () => {
    const segments = Array.from({ length: 100 }, (_, i) => ({ text: `Segment number ${i}` }));
    const { body } = await post({ segments });
    const running = await service.send<{ data: Job }>('GET', `${PATH}/${body.data.id}`);
    expect(running.body.data.status).toBe('running');
    expect(running.body.data).not.toHaveProperty('segments');
    expect(running.headers.get('retry-after')).toBe('2');
    const cancelled = await service.send<{ data: Job }>('POST', `${PATH}/${body.data.id}/cancel`);
    expect(cancelled.body.data.status).toBe('cancelled');
    expect(await service.job(body.data.id, 'batch')).not.toHaveProperty('segments');
  });

  it('takes 10 MB of JSON', async () => {
    const segments = Array.from({ length: 100 }, (_, i) => ({
      text: `${i} `.padEnd(104_000, 'lorem ipsum '),
    }));
    const { status, body } = await post({ segments });
    expect(status).toBe(202);
    expect(body.data.source_chars).toBe(10_400_000);
    await service.send('DELETE', `${PATH}/${body.data.id}`);
  });

  it('warns of a tone that the engine cannot use, and of a term that occurs twice', async () => {
    const glossary = [
      { term: 'museum', translation: 'A' },
      { term: 'museum', translation: 'B' },
    ];
    const { body } = await post({ tone: 'as a pirate', glossary });
    const { warnings, options } = await service.ended(body.data.id, 'batch');
    expect(options).toEqual({ tone: 'as a pirate' });
    expect(warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['tone_ignored', 'glossary_duplicate_term']),
    );
  });

  it('is no document', async () => {
    const { body } = await post({});
    expect((await service.send('GET', `/v1/translate/documents/${body.data.id}`)).status).toBe(404);
    expect((await service.send('GET', `/v1/translate/documents/${body.data.id}/content`)).status).toBe(404);
  });
});

describe('the catalog', () => {
  it('lists languages once, and pairs with their engines', async () => {
    const catalog = await service.get<{
      languages: { code: string }[];
      pairs: { from: string; to: string; engines: string[]; ready: boolean }[];
    }>('/v1/languages');
    const codes = catalog.languages.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes).toEqual(expect.arrayContaining(['en', 'es', 'ar', 'en-XA']));
    expect(catalog.pairs).toContainEqual({ from: '*', to: 'en-XA', engines: ['pseudo'], ready: true });
  });

  it('lists engines, and the models that could be installed', async () => {
    const { engines } = await service.get<{ engines: { id: string; state: string }[] }>('/v1/engines');
    expect(engines).toContainEqual(expect.objectContaining({ id: 'pseudo', ready: true, kind: 'local' }));
    const { models } = await service.get<{ models: { state: string }[] }>('/v1/models');
    expect(new Set(models.map(({ state }) => state))).toEqual(new Set(['available']));
  });

  it('says that the service is up, without a key', async () => {
    const health = await service.send<{ data: object }>('GET', '/v1/health', { key: '' });
    expect(health.body.data).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    });
  });
});
