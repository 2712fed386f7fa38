import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../service/contract/index.ts';
import type { Job, JobList, Problem } from '../../service/contract/index.ts';
import { makeDocx } from '../support/office-files.ts';
import { startService } from '../support/service.ts';
import type { Created, TestService } from '../support/service.ts';

/** The life of a document job over HTTP, from the built service. Slow on purpose: 40 ms a segment. */
const SAMPLES = join(import.meta.dirname, '..', '..', 'resources', 'samples');
const PATH = '/v1/translate/documents';
const LONG = Array.from({ length: 500 }, (_, i) => `Line number ${i} says something else`).join('\n');

let service: TestService;
beforeAll(async () => {
  service = await startService({ INTERLINEAR_PSEUDO_DELAY_MS: '40', INTERLINEAR_DOCX_QUOTA: '0' });
});
afterAll(() => service.close());

async function create(name: string, content: BlobPart, fields?: Record<string, string>): Promise<Created> {
  const answer = await service.upload({ name, content }, fields);
  expect(answer.status, answer.bytes.toString()).toBe(202);
  expect(answer.headers.get('location')).toBe(`${PATH}/${answer.body.data.id}`);
  expect(answer.headers.get('retry-after')).toBe('2');
  return answer.body.data;
}

describe('a document job', () => {
  it.each([
    [
      'docx',
      'harbour-museum.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['xlsx', 'museum-shop.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['csv', 'audio-guide.csv', 'text/csv'],
    ['txt', 'welcome-letter.txt', 'text/plain'],
  ])('brings a %s back translated, under its own name and type', async (fileType, name, mediaType) => {
    const source = await readFile(join(SAMPLES, name));
    const created = await create(name, source);
    expect(Object.keys(created)).toEqual(['id', 'status', 'file_type', 'segment_count', 'source_chars']);
    expect(created).toMatchObject({ status: 'running', file_type: fileType });

    const job = await service.ended(created.id);
    expect(job).toMatchObject({
      kind: 'document',
      status: 'done',
      file_name: name,
      completed_segments: created.segment_count,
      from: 'en',
      to: 'en-XA',
      engine: 'pseudo',
    });
    const content = await service.send('GET', `${PATH}/${created.id}/content`);
    const stem = name.replace(`.${fileType}`, '');
    expect(content.headers.get('content-disposition')).toBe(
      `attachment; filename="${stem}.en-XA.${fileType}"; filename*=UTF-8''${stem}.en-XA.${fileType}`,
    );
    expect(content.headers.get('content-type')).toBe(mediaType);
    expect(content.headers.get('content-length')).toBe(String(content.bytes.length));
    expect(content.bytes.equals(source)).toBe(false);

    const upload = await service.send('GET', `${PATH}/${created.id}/source`);
    expect(upload.bytes.equals(source)).toBe(true);
  });

  it('is 202 with its state while it runs, then a file with range, HEAD and entity tag', async () => {
    const { id } = await create('long.txt', 'Hello there\n\nGood bye, all of you\n');
    const early = await service.send<{ data: Job }>('GET', `${PATH}/${id}/content`);
    expect(early.status).toBe(202);
    expect(early.headers.get('retry-after')).toBe('2');
    expect(early.body.data).toMatchObject({ id, status: 'running' });
    await service.ended(id);

    const whole = await service.send('GET', `${PATH}/${id}/content`);
    const part = await service.send('GET', `${PATH}/${id}/content`, { headers: { Range: 'bytes=2-5' } });
    expect(part.status).toBe(206);
    expect(part.bytes.equals(whole.bytes.subarray(2, 6))).toBe(true);
    const head = await service.send('HEAD', `${PATH}/${id}/content`);
    expect(head.headers.get('content-length')).toBe(String(whole.bytes.length));
    const etag = whole.headers.get('etag')!;
    expect(etag).toMatch(/^"[^"]+"$/);
    const same = await service.send('GET', `${PATH}/${id}/content`, { headers: { 'If-None-Match': etag } });
    expect(same.status).toBe(304);
    const bad = await service.send('GET', `${PATH}/${id}/content`, { headers: { Range: 'bytes=99999-' } });
    expect(bad.status).toBe(416);
  });

  it('keeps the form of the language that was asked for', async () => {
    const { id } = await create('a.txt', 'Hello', { from: 'ENGLISH', to: 'en_xa' });
    expect(await service.ended(id)).toMatchObject({ from: 'en', to: 'en-XA' });
  });

  it('gives a simplified DOCX where one asks for it', async () => {
    const { id } = await create('a.docx', new Uint8Array(await makeDocx(['Hello there'])));
    await service.ended(id);
    const simple = await service.send('GET', `${PATH}/${id}/content?simple=1`);
    expect(simple.status).toBe(200);
    expect(simple.bytes.subarray(0, 2).toString()).toBe('PK');
  });

  it('with no segments is done, its content equal to the upload', async () => {
    const created = await create('blank.txt', '\n \n\n');
    expect(created).toMatchObject({ status: 'running', segment_count: 0, source_chars: 0 });
    await service.ended(created.id);
    const { bytes } = await service.send('GET', `${PATH}/${created.id}/content`);
    expect(bytes.toString()).toBe('\n \n\n');
  });

  it('takes exactly 10 MB of ASCII text in 1,100 lines', async () => {
    const lines = Array.from({ length: 1_100 }, (_, i) => `${i} `.padEnd(9_531, 'lorem ipsum '));
    const content = lines.join('\n').padEnd(LIMITS.fileBytes, 'x');
    expect(Buffer.byteLength(content)).toBe(LIMITS.fileBytes);
    const created = await create('full.txt', content);
    expect(created).toMatchObject({ segment_count: 1_100 });
    expect((await service.send('POST', `${PATH}/${created.id}/cancel`)).status).toBe(200);
  });
});

describe('cancel, retry and delete', () => {
  it('cancel answers the job already cancelled, also when asked twice; its content is 409', async () => {
    const { id } = await create('long.txt', LONG);
    const first = await service.send<{ data: Job }>('POST', `${PATH}/${id}/cancel`);
    expect([first.status, first.body.data.status]).toEqual([200, 'cancelled']);
    const second = await service.send<{ data: Job }>('POST', `${PATH}/${id}/cancel`);
    expect([second.status, second.body.data.status]).toEqual([200, 'cancelled']);
    const content = await service.send<Problem>('GET', `${PATH}/${id}/content`);
    expect([content.status, content.body.code]).toEqual([409, 'job_cancelled']);
  });

  it('cancel of a done job is 409; so is retry of a running one', async () => {
    const done = await create('a.txt', 'Hello');
    await service.ended(done.id);
    const cancel = await service.send<Problem>('POST', `${PATH}/${done.id}/cancel`);
    expect([cancel.status, cancel.body.code]).toEqual([409, 'conflict']);
    const running = await create('long.txt', LONG);
    const retry = await service.send<Problem>('POST', `${PATH}/${running.id}/retry`);
    expect([retry.status, retry.body.code]).toEqual([409, 'conflict']);
    await service.send('DELETE', `${PATH}/${running.id}`);
  });

  it('retry of a cancelled job makes a new one from the stored source', async () => {
    const { id } = await create('letter.txt', LONG);
    await service.send('POST', `${PATH}/${id}/cancel`);
    const retry = await service.send<{ data: Created }>('POST', `${PATH}/${id}/retry`);
    expect(retry.status).toBe(202);
    expect(retry.body.data.id).not.toBe(id);
    expect(retry.headers.get('location')).toBe(`${PATH}/${retry.body.data.id}`);
    expect(await service.job(retry.body.data.id)).toMatchObject({
      file_name: 'letter.txt',
      segment_count: 500,
    });
    await service.send('DELETE', `${PATH}/${retry.body.data.id}`);
  });

  it('delete takes the job and its files away, also a running one', async () => {
    const { id } = await create('long.txt', LONG);
    expect((await service.send('DELETE', `${PATH}/${id}`)).status).toBe(204);
    expect((await service.send('GET', `${PATH}/${id}`)).status).toBe(404);
    expect((await service.send('DELETE', `${PATH}/${id}`)).status).toBe(404);
    expect((await service.stored()).filter((path) => path.startsWith(id))).toEqual([]);
  });

  it('is found by its id in capitals too, as some clients write UUIDs', async () => {
    const { body } = await service.upload({ name: 'a.txt', content: 'Hello' });
    const job = await service.job(body.data.id.toUpperCase());
    expect(job.id).toBe(body.data.id);
  });

  it('a document is no batch', async () => {
    const { id } = await create('a.txt', 'Hello');
    expect((await service.send('GET', `/v1/translate/batch/${id}`)).status).toBe(404);
    expect((await service.send('POST', `/v1/translate/batch/${id}/cancel`)).status).toBe(404);
    await service.ended(id);
  });
});

describe('the list of jobs', () => {
  it('is newest first, in pages, by kind and status', async () => {
    const { id } = await create('newest.txt', 'Hello');
    await service.ended(id);
    const first = await service.get<JobList>('/v1/jobs?limit=2&kind=document');
    expect(first.jobs.map((job) => job.id)[0]).toBe(id);
    expect(first.jobs).toHaveLength(2);
    const second = await service.get<JobList>(`/v1/jobs?limit=2&kind=document&cursor=${first.next_cursor}`);
    const ids = [...first.jobs, ...second.jobs].map((job) => job.id);
    expect(new Set(ids).size).toBe(4);
    const cancelled = await service.get<JobList>('/v1/jobs?status=cancelled');
    expect(new Set(cancelled.jobs.map(({ status }) => status))).toEqual(new Set(['cancelled']));
  });

  it('refuses an invalid page size and status', async () => {
    const answer = await service.send<Problem>('GET', '/v1/jobs?limit=0&status=lost');
    expect(answer.body.errors?.map(({ field }) => field).sort()).toEqual(['limit', 'status']);
  });

  it('refuses a cursor that no list gave, rather than answer an empty page', async () => {
    const answer = await service.send<Problem>('GET', '/v1/jobs?cursor=next');
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, 'cursor']);
  });
});

describe('events of a job', () => {
  it('follow it to its end', async () => {
    const { id } = await create('a.txt', Array.from({ length: 20 }, (_, i) => `Sentence ${i}`).join('\n'));
    const answer = await service.send('GET', `/v1/jobs/${id}/events`);
    const events = [...answer.bytes.toString().matchAll(/^event: (\w+)\ndata: (.*)$/gm)];
    const names = events.map(([, name]) => name);
    expect(names[0]).toBe('progress');
    expect(names.at(-1)).toBe('done');
    expect(names.filter((name) => name === 'done')).toHaveLength(1);
    const counts = events.map(([, , data]) => (JSON.parse(data!) as Job).completed_segments ?? 0);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
  });
});

describe('an upload in pieces', () => {
  it('may come without a length', async () => {
    const parts = [
      '--B\r\nContent-Disposition: form-data; name="from"\r\n\r\nen\r\n',
      '--B\r\nContent-Disposition: form-data; name="to"\r\n\r\nen-XA\r\n',
      '--B\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n',
    ];
    const body = new ReadableStream({
      async start(controller) {
        for (const part of parts) controller.enqueue(Buffer.from(part));
        for await (const chunk of createReadStream(join(SAMPLES, 'welcome-letter.txt'))) {
          controller.enqueue(chunk);
        }
        controller.enqueue(Buffer.from('\r\n--B--\r\n'));
        controller.close();
      },
    });
    const init = { body, duplex: 'half', headers: { 'Content-Type': 'multipart/form-data; boundary=B' } };
    const answer = await service.send('POST', PATH, init);
    expect(answer.status).toBe(202);
  });
});
