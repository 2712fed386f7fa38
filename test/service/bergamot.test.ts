import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job, Languages } from '../../service/contract/index.ts';
import { installSynthetic } from '../support/models/install-synthetic.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

describe('the service with a neural model (random weights: its words are noise)', () => {
  let service: TestService;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'interlinear-neural-'));
    service = await startService({ INTERLINEAR_ENGINES: '' }, { dataDir });
    // After the start: models come and go while the service runs.
    await installSynthetic(join(dataDir, 'models'), 'en', 'da');
    await installSynthetic(join(dataDir, 'models'), 'pl', 'en', { seed: 2 });
  });
  afterAll(async () => {
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('takes it before every other engine, and lists what it could do with more models', async () => {
    const { pairs } = await service.get<Languages>('/v1/languages');
    const pair = (from: string, to: string) => pairs.find((one) => one.from === from && one.to === to);
    expect(pair('en', 'da')).toMatchObject({ engines: ['bergamot'], ready: true });
    expect(pair('en', 'uk')).toMatchObject({ engines: ['bergamot'], ready: false });
  });

  it('translates a document', async () => {
    const created = await service.upload(
      { name: 'a.txt', content: 'The harbour is open.\n\nVisit https://example.org or call {{name}}.\n' },
      { from: 'en', to: 'da' },
    );
    expect(created.body).toHaveProperty('data');
    const job = await service.ended(created.body.data.id);
    expect(job).toMatchObject({ status: 'done', engine: 'bergamot' });
    const content = await service.send('GET', `/v1/translate/documents/${job.id}/content`);
    const text = content.bytes.toString();
    expect(text).toMatch(/^\S.*\n\n\S.*\n$/);
    expect(text).toContain('https://example.org');
    expect(text).toContain('{{name}}');
    expect(text).not.toContain('harbour is open');
  });

  it('goes by way of English where there is no direct model', async () => {
    const { body } = await service.post<{ data: { id: string } }>('/v1/translate/batch', {
      from: 'pl',
      to: 'da',
      segments: [{ text: 'port' }],
    });
    const job = (await service.ended(body.data.id, 'batch')) as Job & {
      segments: { translated_text: string }[];
    };
    expect(job).toMatchObject({ status: 'done', engine: 'bergamot', engine_pair: { from: 'pl', to: 'da' } });
    expect(job.segments[0]!.translated_text.trim()).not.toBe('');
  });

  it('offers the model to install where a direction lacks it, by button and by command', async () => {
    const refused = await service.post<{ code: string; detail: string }>('/v1/translate/batch', {
      from: 'en',
      to: 'uk',
      segments: [{ text: 'port' }],
    });
    expect(refused.status).toBe(503);
    expect(refused.body).toMatchObject({ code: 'engine_unavailable' });
    expect(refused.body.detail).toMatch(/Install under Engines.*interlinear models install bergamot-en-uk-/);
  });
});
