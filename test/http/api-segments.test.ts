import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem, SegmentResource } from '../../service/contract/index.ts';
import { startService } from '../support/service.ts';
import type { Created, TestService } from '../support/service.ts';

interface Page {
  segments: SegmentResource[];
  next_cursor?: string;
}

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const upload = async (content: string, name = 'a.txt') =>
  (await service.upload({ name, content })).body.data.id;
const batch = async (segments: object[], key?: string) => {
  const { body } = await service.post<{ data: Created }>(
    '/v1/translate/batch',
    { from: 'en', to: 'en-XA', segments },
    key,
  );
  return body.data.id;
};

describe('the segments of a job', () => {
  it('come in pages, in the order of the document, each once', async () => {
    const id = await upload(Array.from({ length: 250 }, (_, i) => `line ${i}`).join('\n'));
    await service.ended(id);
    const seen: SegmentResource[] = [];
    const sizes: number[] = [];
    for (let cursor: string | undefined = '0'; cursor !== undefined;) {
      const page: Page = await service.get(
        `/v1/translate/documents/${id}/segments?limit=120&cursor=${cursor}`,
      );
      seen.push(...page.segments);
      sizes.push(page.segments.length);
      cursor = page.next_cursor;
    }
    expect(sizes).toEqual([120, 120, 10]);
    expect(seen.map(({ index, text }) => [index, text])).toEqual(
      Array.from({ length: 250 }, (_, i) => [i, `line ${i}`]),
    );
    expect(seen.every(({ translated_text }) => translated_text?.includes('ļ'))).toBe(true);
  });

  it('are the same under the path of jobs, and unknown under the other kind', async () => {
    const id = await upload('one');
    await service.ended(id);
    expect(await service.get(`/v1/jobs/${id}/segments`)).toEqual(
      await service.get(`/v1/translate/documents/${id}/segments`),
    );
    expect((await service.send('GET', `/v1/translate/batch/${id}/segments`)).status).toBe(404);
  });

  it('show what they take: equal ones the first translation, copied ones their own text', async () => {
    const id = await upload('same\n2026\nsame\n');
    await service.ended(id);
    const { segments } = await service.get<Page>(`/v1/jobs/${id}/segments`);
    expect(segments[0]).toMatchObject({ index: 0, text: 'same', origin: 'engine', edited: false, flags: [] });
    expect(segments[1]).toMatchObject({ origin: 'copied' });
    expect(segments[2]!.translated_text).toBe(segments[0]!.translated_text);
    expect(segments[1]!.translated_text).toBe('2026');
  });

  it("escape a document's literal signs, and leave a batch's text as it came, with its ids", async () => {
    const document = await upload('a < b & c');
    const list = await batch([{ text: 'a < b & <1>c</1>', id: 'x' }, { text: '' }]);
    await Promise.all([service.ended(document), service.ended(list, 'batch')]);
    const ofDocument = await service.get<Page>(`/v1/translate/documents/${document}/segments`);
    expect(ofDocument.segments[0]!.text).toBe('a &lt; b &amp; c');
    const ofBatch = await service.get<Page>(`/v1/translate/batch/${list}/segments`);
    const job = await service.job(list, 'batch');
    expect(ofBatch.segments.map(({ id, text, translated_text }) => ({ id, text, translated_text }))).toEqual(
      job.segments!.map(({ id, text, translated_text }) => ({ id, text, translated_text })),
    );
    expect(ofBatch.segments[0]!.text).toBe('a < b & <1>c</1>');
  });

  it('end a page early where they are long, and lose none', async () => {
    const long = 'word '.repeat(120_000);
    const id = await batch(Array.from({ length: 5 }, (_, i) => ({ text: `${i} ${long}` })));
    await service.ended(id, 'batch');
    const seen: number[] = [];
    for (let cursor: string | undefined = '0'; cursor !== undefined;) {
      const page: Page = await service.get(`/v1/jobs/${id}/segments?cursor=${cursor}`);
      expect(page.segments).toHaveLength(1);
      seen.push(...page.segments.map(({ index }) => index));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual([0, 1, 2, 3, 4]);
  });

  it('can be searched in source and translation, whatever the case and through codes, page by page', async () => {
    const id = await upload(['An apple', 'A pear', 'Another APPLE', 'apples', 'plums'].join('\n'));
    await service.ended(id);
    const seen: number[][] = [];
    for (let cursor: string | undefined = '0'; cursor !== undefined;) {
      const page: Page = await service.get(`/v1/jobs/${id}/segments?q=aPple&limit=1&cursor=${cursor}`);
      seen.push(page.segments.map(({ index }) => index));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual([[0], [2], [3]]);
    const target = (await service.get<Page>(`/v1/jobs/${id}/segments`)).segments[1]!.translated_text!;
    const found = await service.get<Page>(`/v1/jobs/${id}/segments?q=${encodeURIComponent(target)}`);
    expect(found.segments.map(({ index }) => index)).toEqual([1]);
    expect(await service.get(`/v1/jobs/${id}/segments?flag=any`)).toMatchObject({ segments: [] });
    expect((await service.send('GET', `/v1/jobs/${id}/segments?flag=funny`)).status).toBe(400);
  });

  it('are absent beyond the last one; an invalid page size or cursor is refused', async () => {
    const id = await upload('one');
    expect(await service.get(`/v1/jobs/${id}/segments?cursor=7`)).toMatchObject({ segments: [] });
    for (const query of ['limit=0', 'limit=501', 'limit=x', 'cursor=-1', 'cursor=abc']) {
      const { status, body } = await service.send<Problem>('GET', `/v1/jobs/${id}/segments?${query}`);
      expect([status, body.errors?.[0]?.field]).toEqual([400, query.split('=')[0]]);
    }
  });

  it("are not another account's to see", async () => {
    const id = await upload('one');
    const { key } = await service.newAccount({ name: 'other' });
    expect((await service.send('GET', `/v1/jobs/${id}/segments`, { key })).status).toBe(404);
  });
});

describe('the segments of a running job', () => {
  it('have null until they are translated, then keep what they have', async () => {
    const slow = await startService({ INTERLINEAR_PSEUDO_DELAY_MS: '40' });
    try {
      const lines = Array.from({ length: 60 }, (_, i) => `line ${i}`).join('\n');
      const { id } = (await slow.upload({ name: 'a.txt', content: lines })).body.data;
      const translated = async () => {
        const { segments } = await slow.get<Page>(`/v1/jobs/${id}/segments`);
        return segments.filter(({ translated_text }) => translated_text !== null).length;
      };
      const counts: number[] = [];
      await expect
        .poll(async () => {
          counts.push(await translated());
          return counts.at(-1);
        })
        .toBeGreaterThan(0);
      expect(counts).toEqual(counts.toSorted((a, b) => a - b));
      await slow.send('POST', `/v1/translate/documents/${id}/cancel`);
      expect(await translated()).toBeGreaterThanOrEqual(counts.at(-1)!);
    } finally {
      await slow.close();
    }
  });
});
