import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job, Problem, SegmentResource } from '../../service/contract/index.ts';
import { API_KEY } from '../support/service-process.ts';
import { makeDocx } from '../support/office-files.ts';
import { startService } from '../support/service.ts';
import type { Answer, Created, TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

interface Edited {
  data: { segments: SegmentResource[] };
}
function patch<T = Edited>(path: string, segments: unknown): Promise<Answer<T>> {
  return service.send('PATCH', path, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ segments }),
    key: API_KEY,
  });
}
async function done(name: string, content: BlobPart): Promise<string> {
  const { id } = (await service.upload({ name, content })).body.data;
  expect(await service.ended(id)).toMatchObject({ status: 'done' });
  return id;
}
const bold = '</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>big</w:t></w:r><w:r><w:t xml:space="preserve">';

describe('PATCH of segments', () => {
  it('is in the Word document that is given next, with formats where the codes are', async () => {
    const id = await done('a.docx', new Uint8Array(await makeDocx([`A ${bold} house`, 'Two'])));
    const path = `/v1/translate/documents/${id}`;
    const before = await service.send('HEAD', `${path}/content`);
    const answer = await patch(`${path}/segments`, [{ index: 0, translated_text: 'Una casa <1>grande</1>' }]);
    expect(answer.status).toBe(200);
    expect(answer.body.data.segments).toMatchObject([
      { index: 0, translated_text: 'Una casa <1>grande</1>', origin: 'edited', edited: true },
    ]);
    for (const query of ['', '?simple=1']) {
      const { bytes, headers } = await service.send('GET', `${path}/content${query}`);
      expect(headers.get('etag')).not.toBe(before.headers.get('etag'));
      const xml = await (await JSZip.loadAsync(bytes)).file('word/document.xml')!.async('string');
      expect(xml).toContain('Una casa ');
      // A simple document has no formats.
      if (query === '') expect(xml).toMatch(/<w:b\/>.*<w:t[^>]*>grande</);
      else expect(xml).toContain('grande');
    }
    expect(await service.job(id)).toMatchObject({ edited_segments: 1, source_words: 4 });
    const found = await service.get<{ segments: SegmentResource[] }>(`${path}/segments?flag=edited`);
    expect(found.segments.map(({ index }) => index)).toEqual([0]);
    expect(await service.get(`${path}/segments?flag=any`)).toMatchObject({ segments: [] });
  });

  it('names each segment that it refuses, and changes none', async () => {
    const id = await done('a.txt', 'one\ntwo\nthree');
    const answer = await patch<Problem>(`/v1/jobs/${id}/segments`, [
      { index: 0, translated_text: 'uno' },
      { index: 1, translated_text: 'dos<1/>' },
      { index: 9, translated_text: 'x' },
    ]);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(answer.body.errors?.map(({ field }) => field)).toEqual([
      'segments[1].translated_text',
      'segments[2].index',
    ]);
    expect(await service.get(`/v1/jobs/${id}/segments?flag=edited`)).toMatchObject({ segments: [] });
  });

  it.each([
    ['nothing', [], 'segments'],
    ['a number', [{ index: 0, translated_text: 3 }], 'segments[0].translated_text'],
    ['neither text nor state', [{ index: 0 }], 'segments[0].translated_text'],
    ['no known state', [{ index: 0, state: 'done' }], 'segments[0].state'],
    ['no whole index', [{ index: 0.5, translated_text: '' }], 'segments[0].index'],
    [
      'more than a document can have',
      Array.from({ length: 1_101 }, (_, index) => ({ index, translated_text: 'x' })),
      'segments',
    ],
  ])('refuses %s', async (_name, segments, field) => {
    const id = await done('a.txt', 'one');
    const answer = await patch<Problem>(`/v1/translate/documents/${id}/segments`, segments);
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, field]);
  });

  it('of a revision that is stale is refused with the present texts; a malformed one is a bad request', async () => {
    const id = await done('a.txt', 'one\ntwo');
    const path = `/v1/translate/documents/${id}/segments`;
    const { revision } = await service.get<{ revision: string }>(path);
    expect((await service.job(id)).revision).toBe(revision);
    const send = (ifMatch: string, text: string) =>
      service.send<{ data: { revision: string } } & Problem>('PATCH', path, {
        headers: { 'Content-Type': 'application/json', 'If-Match': ifMatch },
        body: JSON.stringify({ segments: [{ index: 0, translated_text: text }] }),
      });
    const first = await send(`"${revision}"`, 'uno');
    expect(first.status).toBe(200);
    for (const stale of [revision, `"${revision}"`, `W/"${first.body.data.revision}"`]) {
      const { status, body } = await send(stale, 'due');
      expect(status).toBe(409);
      expect(body).toMatchObject({
        code: 'conflict',
        reason: 'stale_revision',
        segments: [{ index: 0, translated_text: 'uno', state: 'draft' }],
      });
    }
    for (const malformed of ['', '"', 'a b', '"a" "b"', '"a",,', '{}']) {
      const { status, body } = await send(malformed, 'due');
      expect([malformed, status, body.errors?.[0]?.field]).toEqual([malformed, 400, 'If-Match']);
    }
    expect((await send(first.body.data.revision, 'due')).status).toBe(200);
    expect((await send('*', 'tre')).status).toBe(200);
    expect((await service.get<{ segments: SegmentResource[] }>(path)).segments[0]).toMatchObject({
      translated_text: 'tre',
    });
  });

  it('carries text and state to repetitions where that is asked, and segments are found by state', async () => {
    const id = await done('a.txt', 'one\ntwo\none');
    const path = `/v1/jobs/${id}/segments`;
    const answer = await service.send<Edited>('PATCH', `${path}?repetitions=true`, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ segments: [{ index: 0, translated_text: 'uno', state: 'confirmed' }] }),
    });
    expect(answer.body.data.segments).toMatchObject([
      { index: 0, translated_text: 'uno', state: 'confirmed', repetitions: 1 },
      { index: 2, translated_text: 'uno', state: 'confirmed', repetitions: 1 },
    ]);
    expect(await service.job(id)).toMatchObject({
      ...{ edited_segments: 2, confirmed_segments: 2 },
      ...{ source_words: 3, confirmed_words: 2 },
    });
    const { segments } = await service.get<{ segments: SegmentResource[] }>(`${path}?state=translated`);
    expect(segments.map(({ index }) => index)).toEqual([1]);
  });

  it('refuses a state that does not exist, and names those that do', async () => {
    const id = await done('a.txt', 'one');
    const path = `/v1/jobs/${id}/segments`;
    const answers = [
      await service.send<Problem>('PATCH', path, {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ segments: [{ index: 0, state: 'approved' }] }),
      }),
      await service.send<Problem>('GET', `${path}?state=approved`),
    ];
    for (const [n, { status, body }] of answers.entries()) {
      expect([status, body.errors?.[0]?.field]).toEqual([400, ['segments[0].state', 'state'][n]]);
      for (const state of ['draft', 'translated', 'confirmed'])
        expect(body.errors?.[0]?.message).toContain(state);
    }
    expect((await service.job(id)).confirmed_segments).toBeUndefined();
  });

  it('takes 1,100 segments at once', async () => {
    const id = await done('a.txt', Array.from({ length: 1_100 }, (_, i) => `line ${i}`).join('\n'));
    const segments = Array.from({ length: 1_100 }, (_, index) => ({
      index,
      translated_text: `línea ${index}`,
    }));
    expect((await patch(`/v1/translate/documents/${id}/segments`, segments)).status).toBe(200);
    const { bytes } = await service.send('GET', `/v1/translate/documents/${id}/content`);
    expect(bytes.toString()).toBe(segments.map(({ translated_text }) => translated_text).join('\n'));
  });

  it('takes a control character that the source has, and an answer sent back as it is for no edit', async () => {
    const request = { from: 'en', to: 'en-XA', segments: [{ text: 'red\u0001 ship' }, { text: 'lamp' }] };
    const { body } = await service.post<{ data: Created }>('/v1/translate/batch', request);
    const { id } = await service.ended(body.data.id, 'batch');
    const path = `/v1/translate/batch/${id}/segments`;
    const { segments } = await service.get<{ segments: SegmentResource[] }>(path);
    const same = segments.map(({ index, translated_text }) => ({ index, translated_text }));
    expect(same[0]?.translated_text).toContain('\u0001');
    expect((await patch(path, same)).status).toBe(200);
    expect(await service.get(`${path}?flag=edited`)).toMatchObject({ segments: [] });
    expect((await patch(path, [{ index: 0, translated_text: 'rojo\u0001 barco' }])).status).toBe(200);
    expect((await patch(path, [{ index: 1, translated_text: 'faro\u0001' }])).status).toBe(400);
  });

  it('of a batch shows in its status; flags are of the new text', async () => {
    const created = await service.post<{ data: Created }>('/v1/translate/batch', {
      from: 'en',
      to: 'en-XA',
      segments: [{ text: 'In 1984 <b>it</b> began', id: 'x' }],
    });
    const { id } = created.body.data;
    await service.ended(id, 'batch');
    const answer = await patch(`/v1/translate/batch/${id}/segments`, [
      { index: 0, translated_text: 'En 1948 <b>empezó</b>' },
    ]);
    expect(answer.body.data.segments[0]!.flags.map(({ code }) => code)).toEqual([
      'number_mismatch',
      'edited',
    ]);
    const job: Job = await service.job(id, 'batch');
    expect(job).toMatchObject({ edited_segments: 1, flagged_segments: 1 });
    expect(job.segments).toEqual([
      { id: 'x', text: 'In 1984 <b>it</b> began', translated_text: 'En 1948 <b>empezó</b>' },
    ]);
  });

  it("of another account's job is of none", async () => {
    const id = await done('a.txt', 'one');
    const { key } = await service.newAccount({ name: 'other' });
    const { status } = await service.send('PATCH', `/v1/jobs/${id}/segments`, {
      key,
      headers: { 'Content-Type': 'application/json' },
      body: '{"segments":[{"index":0,"translated_text":"x"}]}',
    });
    expect(status).toBe(404);
  });
});
