import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem, SegmentResource } from '../../service/contract/index.ts';
import { indexOfMark, withoutMarks } from '../../service/contract/index.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';
import { unzip } from '../support/zip.ts';

/** Preview copies over HTTP, and the frame that draws them, from the built service. */
const SAMPLES = join(import.meta.dirname, '..', '..', 'resources', 'samples');

let service: TestService;
beforeAll(async () => {
  service = await startService({ INTERLINEAR_PSEUDO_DELAY_MS: '40' });
});
afterAll(() => service.close());

const path = (id: string): string => `/v1/translate/documents/${id}/preview`;

async function done(name: string, content: BlobPart): Promise<string> {
  const { body } = await service.upload({ name, content });
  await service.ended(body.data.id);
  return body.data.id;
}

describe('the preview of a document', () => {
  it('is its translation with marks, under the entity tag of its revision', async () => {
    const id = await done('harbour-museum.docx', await readFile(join(SAMPLES, 'harbour-museum.docx')));
    const { body } = await service.send<{ data: { segments: SegmentResource[]; revision: string } }>(
      'GET',
      `/v1/jobs/${id}/segments?limit=500`,
    );
    const { segments, revision } = body.data;
    const answer = await service.send('GET', path(id));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('preview-kind')).toBe('docx');
    expect(answer.headers.get('etag')).toBe(`"${revision}"`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const text = [...unzip(answer.bytes).values()].map(String).join('');
    const marked = new Set(Array.from(text, (char) => indexOfMark(char)));
    const wanted = segments.filter(({ origin }) => origin !== 'copied').map(({ index }) => index);
    expect(wanted.filter((index) => !marked.has(index))).toEqual([]);
    const unchanged = await service.send('GET', path(id), { headers: { 'if-none-match': `"${revision}"` } });
    expect([unchanged.status, unchanged.bytes.length]).toEqual([304, 0]);

    await service.send('PATCH', `/v1/jobs/${id}/segments`, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ segments: [{ index: 0, translated_text: 'Another title' }] }),
    });
    const edited = await service.send('GET', path(id), { headers: { 'if-none-match': `"${revision}"` } });
    expect(edited.status).toBe(200);
    expect(unzip(edited.bytes).get('word/document.xml')!.toString()).toContain(
      '\u{f0000}Another title\u{10fffd}',
    );
    const source = await service.send('GET', `${path(id)}?side=source`);
    expect(unzip(source.bytes).get('word/document.xml')!.toString()).toContain(
      '\u{f0000}The harbour museum\u{10fffd}',
    );
  });

  it('shows the source where a running job has no translation yet', async () => {
    const lines = Array.from({ length: 200 }, (_, n) => `Line number ${n} says more`).join('\n');
    const { body } = await service.upload({ name: 'long.txt', content: lines });
    const answer = await service.send('GET', path(body.data.id));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('preview-kind')).toBe('text');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(withoutMarks(answer.bytes.toString())).toContain('Line number 199 says more');
    await service.send('POST', `/v1/translate/documents/${body.data.id}/cancel`);
    const cancelled = await service.send<Problem>('GET', path(body.data.id));
    expect([cancelled.status, cancelled.body.reason]).toEqual([409, 'preview_unavailable']);
  });

  it('is made also at the moment in which the job ends', async () => {
    const { body } = await service.upload({ name: 'a.txt', content: 'One\nTwo\nThree\nFour' });
    const { id } = body.data;
    const answers: Promise<{ status: number }>[] = [];
    for (let isRunning = true; isRunning;) {
      answers.push(service.send('GET', path(id)));
      const { status } = await service.get<{ status: string }>(`/v1/translate/documents/${id}`);
      isRunning = status === 'running';
    }
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  it("is its owner's only", async () => {
    const id = await done('a.txt', 'Good morning\n');
    const { key } = await service.newAccount({ name: 'Other' });
    const other = await service.send('GET', path(id), { key });
    expect(other.status).toBe(404);
    expect((await service.send('GET', path(id), { key: '' })).status).toBe(401);
  });
});

describe('the frame of the page', () => {
  it('has no origin, and may run our scripts and ask for nothing', async () => {
    const answer = await fetch(`${service.baseUrl}/preview/page`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toBe(
      `sandbox allow-scripts; default-src 'none'; script-src ${service.baseUrl}/preview/page.js; style-src 'unsafe-inline'; ` +
        `img-src blob: data:; font-src blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors ${service.baseUrl}`,
    );
    const script = await fetch(`${service.baseUrl}/preview/page.js`, { headers: { origin: 'null' } });
    expect(script.status).toBe(200);
    expect(script.headers.get('access-control-allow-origin')).toBe('*');
    expect(script.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await fetch(`${service.baseUrl}/preview/other.js`)).status).toBe(404);
    expect((await fetch(`${service.baseUrl}/v1/jobs`, { headers: { origin: 'null' } })).status).toBe(403);
  });

  it('is the only frame that the window may show', async () => {
    const answer = await fetch(service.baseUrl);
    expect(answer.headers.get('content-security-policy')).toContain(
      `frame-src ${service.baseUrl}/preview/page`,
    );
  });
});
