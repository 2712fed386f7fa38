import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

interface Detected {
  data: { languages: { code: string; confidence: number }[] };
}

describe('POST /v1/detect', () => {
  it('detects the language of a text', async () => {
    const answer = await service.post<Detected>('/v1/detect', { text: 'Bitte starten Sie den Drucker neu.' });
    expect(answer.status).toBe(200);
    expect(answer.body.data.languages[0]?.code).toBe('de');
  });

  it('answers each of many that ask at once', async () => {
    const texts = Array.from({ length: 30 }, (_, n) =>
      n % 2 ? 'La reunión es el jueves.' : 'Kokous on siirretty torstaille.',
    );
    const answers = await Promise.all(texts.map((text) => service.post<Detected>('/v1/detect', { text })));
    expect(answers.map(({ body }) => body.data.languages[0]?.code)).toEqual(
      texts.map((_, n) => (n % 2 ? 'es' : 'fi')),
    );
  });

  it('says nothing of a text without letters, and refuses what is no text or too long', async () => {
    expect((await service.post<Detected>('/v1/detect', { text: '12,50 €' })).body.data.languages).toEqual([]);
    expect((await service.post('/v1/detect', {})).status).toBe(400);
    expect((await service.post('/v1/detect', { text: 7 })).status).toBe(400);
    const long = await service.post('/v1/detect', { text: 'a'.repeat(100_001) });
    expect(long.body).toMatchObject({ errors: [{ field: 'text', code: 'too_long' }] });
    expect((await service.post('/v1/detect', { text: 'a'.repeat(2_100_000) })).status).toBe(413);
    expect((await service.post('/v1/detect', { text: 'Hola' }, '')).status).toBe(401);
  });
});
