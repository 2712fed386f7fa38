import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_KEY } from '../support/service-process.ts';
import { startService } from '../support/service.ts';
import type { Created, TestService } from '../support/service.ts';

const MARK = 'zirconium';
const WRONG_KEY = `il_${MARK}-wrong-key`;

let service: TestService;
let jobId: string;
let sessionKey: string;
beforeAll(async () => {
  service = await startService({ INTERLINEAR_LOG_LEVEL: 'debug' });
  sessionKey = await service.sessionKey();
  await useEverywhere();
});
afterAll(() => service.close());

/** Puts the mark wherever a client can send text. */
async function useEverywhere(): Promise<void> {
  const glossary = [{ term: `${MARK}-term`, translation: `${MARK}-translation` }];
  const hints = { from: 'en', to: 'en-XA', context: `${MARK}-context`, tone: `${MARK}-tone` };
  const document = await service.upload(
    { name: `${MARK}-name.txt`, content: `A ${MARK} sentence.\nAnother ${MARK} one.` },
    { ...hints, glossary: JSON.stringify(glossary) },
  );
  jobId = document.body.data.id;
  await service.ended(jobId);
  await service.send('GET', `/v1/translate/documents/${jobId}/content?simple=1&${MARK}=query`);
  await service.send('GET', `/v1/jobs/${jobId}/segments`);
  await service.send('GET', `/v1/jobs/${MARK}-id/events`);
  await service.send('GET', `/${MARK}-path.docx`);
  await service.send('GET', '/v1/usage', { key: WRONG_KEY });
  const batch = await service.send<{ data: Created }>('POST', '/v1/translate/batch', {
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `${MARK}-${randomUUID()}` },
    body: JSON.stringify({ ...hints, glossary, segments: [{ text: `${MARK} text`, id: `${MARK}-id` }] }),
  });
  await service.ended(batch.body.data.id, 'batch');
  for (const body of [`{"${MARK}`, `{"from":"${MARK}","to":5,"segments":["${MARK}"]}`]) {
    await service.send('POST', '/v1/translate/batch', {
      headers: { 'Content-Type': 'application/json' },
      body,
    });
  }
  await service.upload({ name: `${MARK}.docx`, content: `PK\u0003\u0004 ${MARK}` });
  await service.upload({ name: `${MARK}.txt`, content: MARK }, { from: MARK, to: 'de' });
  await service.post('/v1/session', { token: `${MARK}-token` });
  await service.newAccount({ name: `${MARK}-account` });
}

const lines = () =>
  service
    .stderr()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('the log of a service that is used in every way', () => {
  it('holds no text, name, hint, term, path, token or key of a client, even at its finest level', () => {
    expect(
      service
        .stderr()
        .split('\n')
        .filter((line) => line.includes(MARK)),
    ).toEqual([]);
    for (const key of [API_KEY, sessionKey]) expect(service.stderr()).not.toContain(key);
  });

  it('is kept in the data folder as well, line by line', async () => {
    const kept = await readFile(join(service.dataDir, 'logs', 'service.log'), 'utf8');
    expect(kept).not.toContain(MARK);
    for (const key of [API_KEY, sessionKey]) expect(kept).not.toContain(key);
    const written = service.stderr().split('\n');
    expect(kept.split('\n').every((line) => written.includes(line))).toBe(true);
    expect(kept).toContain('"msg":"service is ready"');
    expect(kept).toContain(`"job_id":"${jobId}","status":"done"`);
  });

  it('has one line a request, with method, route, status, time, and the job where there is one', () => {
    const requests = lines().filter(({ msg }) => msg === 'request');
    const created = requests.filter(({ route }) => route === '/v1/translate/documents');
    expect(created.map(({ status }) => status)).toEqual([202, 400, 400]);
    expect(created[0]).toMatchObject({
      level: 30,
      method: 'POST',
      status: 202,
      ms: expect.any(Number) as number,
      job_id: jobId,
      request_id: expect.stringMatching(/^[\w-]{36}$/) as string,
    });
    expect(new Set(requests.map(({ request_id }) => request_id)).size).toBe(requests.length);
    expect(requests).toContainEqual(expect.objectContaining({ route: '/v1/usage', status: 401 }));
    expect(requests).toContainEqual(expect.objectContaining({ status: 404, method: 'GET' }));
  });

  it('says of each job that it ran and how it ended', () => {
    const ofJob = lines().filter((line) => line['job_id'] === jobId && line['msg'] !== 'request');
    expect(ofJob).toMatchObject([
      { msg: 'job runs', kind: 'document', file_type: 'txt', segment_count: 2, engine: 'pseudo' },
      { msg: 'job ended', status: 'done' },
    ]);
  });
});
