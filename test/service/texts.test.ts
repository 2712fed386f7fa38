import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../service/contract/index.ts';
import { API_KEY } from '../support/service-process.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

interface Translated {
  data: {
    segments: { id?: string; text: string; translated_text: string; origin: string; flags: object[] }[];
    source_chars: number;
    engine: string;
    engine_pair: { from: string; to: string };
    warnings: { code: string }[];
  };
}

const PATH = '/v1/translate/segments';
const body = (segments: object[], more: object = {}) => ({ from: 'en', to: 'en-XA', segments, ...more });

let service: TestService;
beforeAll(async () => {
  service = await startService({ INTERLINEAR_PSEUDO_DELAY_MS: '20' });
});
afterAll(() => service.close());

describe('POST /v1/translate/segments', () => {
  it('translates while it is waited for, charges, and stores nothing', async () => {
    const before = await service.usage();
    const answer = await service.post<Translated>(
      PATH,
      body([{ text: 'Save <b>all</b> & more', id: 'a' }, { text: '4711' }], { context: 'a button' }),
    );
    expect(answer.status).toBe(200);
    const { segments, source_chars, engine, engine_pair, warnings } = answer.body.data;
    expect(segments[0]).toMatchObject({ id: 'a', text: 'Save <b>all</b> & more', origin: 'engine' });
    expect(segments[0]?.translated_text).toMatch(/^\[Šåṽé <b>åļļ<\/b> & /);
    expect(segments[1]).toEqual({ text: '4711', translated_text: '4711', origin: 'copied', flags: [] });
    expect([source_chars, engine, engine_pair]).toEqual([26, 'pseudo', { from: 'en', to: 'en-XA' }]);
    expect(warnings.map(({ code }) => code)).toEqual(['context_ignored']);
    expect((await service.usage()).total_chars).toBe(before.total_chars + 26);
    expect(await service.stored()).toEqual([]);
  });

  it('answers before a long job that began before it', async () => {
    const text = Array.from({ length: 800 }, (_, n) => `Line number ${n}`).join('\n');
    const { body: created } = await service.upload({ name: 'long.txt', content: text });
    const answer = await service.post<Translated>(PATH, body([{ text: 'Now' }]));
    expect(answer.body.data.segments[0]?.translated_text).toMatch(/^\[/);
    expect((await service.job(created.data.id)).status).toBe('running');
    await service.post(`/v1/translate/documents/${created.data.id}/cancel`, {});
  });

  it('refuses what a batch refuses, and more than ten segments', async () => {
    const refusal = async (request: object) => (await service.post<Problem>(PATH, request)).body;
    const eleven = Array.from({ length: 11 }, () => ({ text: 'a' }));
    expect(await refusal(body(eleven))).toMatchObject({
      errors: [{ field: 'segments', code: 'too_many_segments' }],
    });
    expect(await refusal(body([]))).toMatchObject({ errors: [{ field: 'segments', code: 'too_few' }] });
    expect(await refusal(body([{ text: 7 }]))).toMatchObject({ errors: [{ field: 'segments[0].text' }] });
    expect(await refusal(body([{ text: 'a' }], { from: 'auto' }))).toMatchObject({
      errors: [{ field: 'from' }],
    });
    expect(await refusal(body([{ text: 'a' }], { to: 'en' }))).toMatchObject({
      errors: [{ code: 'same_language' }],
    });
    const poor = await service.newAccount({ name: 'poor', credit_balance: 2 });
    expect((await service.post(PATH, body([{ text: 'abc' }]), poor.key)).status).toBe(402);
    expect((await service.post(PATH, body([{ text: 'ab' }]), poor.key)).status).toBe(200);
    expect(await service.usage(poor.key)).toMatchObject({ credit_balance: 0, credit_reserved: 0 });
  });

  it('stops when its client hangs up, and costs nothing', async () => {
    const slow = await startService({ INTERLINEAR_PSEUDO_DELAY_MS: '600000' });
    const controller = new AbortController();
    const answer = fetch(`${slow.baseUrl}${PATH}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${API_KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body([{ text: 'abc' }])),
      signal: controller.signal,
    });
    answer.catch(() => undefined);
    await expect.poll(async () => (await slow.usage()).credit_reserved).toBe(3);
    controller.abort();
    await expect.poll(async () => (await slow.usage()).credit_reserved).toBe(0);
    expect((await slow.usage()).total_chars).toBe(0);
    await slow.close();
  });

  it('leaves no reservation and no charge when the service is killed at work, and keeps the charge of what was answered', async () => {
    const killed = await startService({ INTERLINEAR_PSEUDO_DELAY_MS: '1000' });
    const { id, key } = await killed.newAccount({ name: 'metered', credit_balance: 100 });
    expect((await killed.post(PATH, body([{ text: 'abcd' }]), key)).status).toBe(200);
    const cut = killed.post(PATH, body(Array.from({ length: 10 }, () => ({ text: 'abcdef' }))), key);
    cut.catch(() => undefined);
    await expect.poll(async () => (await killed.usage(key)).credit_reserved).toBe(60);
    await killed.kill();
    await killed.start();
    expect(await killed.usage(key)).toMatchObject({
      account_id: id,
      credit_balance: 96,
      credit_reserved: 0,
      total_chars: 4,
    });
    await killed.close();
  });
});
