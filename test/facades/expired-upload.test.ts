import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp } from '../support/http-app.ts';
import type { TestApp } from '../support/http-app.ts';
import { TRANSLATE_KEY } from '../support/memory-services.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(() => vi.useRealTimers());
afterAll(() => app.close());

it('an import whose file is never sent expires after 15 minutes, and its address with it', async () => {
  const headers = { Authorization: `DeepL-Auth-Key ${TRANSLATE_KEY}`, 'Content-Type': 'application/json' };
  const asked = { source_file: { file_name: 'a.tmx', content_length: 5 } };
  const answer = await fetch(`${app.baseUrl}/v3/translation_memories/import`, {
    method: 'POST',
    headers,
    body: JSON.stringify(asked),
  });
  expect(answer.status).toBe(201);
  const made = (await answer.json()) as { job_id: string; upload_url: string; expires_at: string };
  const status = async () => {
    const job = await fetch(`${app.baseUrl}/v3/translation_memories/jobs/${made.job_id}`, { headers });
    return ((await job.json()) as { results: object[] }).results[0];
  };
  expect(await status()).toMatchObject({ status: 'awaiting_input' });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(made.expires_at) + 1 });
  expect((await fetch(made.upload_url, { method: 'PUT', body: 'TMX-1' })).status).toBe(404);
  expect(await status()).toMatchObject({
    status: 'expired',
    error: { message: expect.any(String) as string },
  });
});
