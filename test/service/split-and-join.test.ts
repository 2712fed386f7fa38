import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  ImportedSegments,
  Problem,
  ReshapedSegments,
  SegmentResource,
} from '../../service/contract/index.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

const TEXT = 'One pays 5 approx. It is much. Why?\n\nIt is much. Nobody knows.\n';
const FIELDS = { from: 'en', to: 'en-XA', format_options: '{"segmentation": "sentence"}' };

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

interface Page {
  segments: SegmentResource[];
  revision: string;
}
type Reshaped = { data: ReshapedSegments } & Problem;

const page = (id: string) => service.get<Page>(`/v1/jobs/${id}/segments`);
const textsOf = async (id: string) => (await page(id)).segments.map(({ text }) => text);
const fileOf = async (id: string) =>
  (await service.send('GET', `/v1/translate/documents/${id}/content`)).bytes.toString();
const change = (id: string, how: 'split' | 'join', body: object, revision?: string) =>
  service.send<Reshaped>('POST', `/v1/jobs/${id}/segments/${how}`, {
    headers: {
      'Content-Type': 'application/json',
      ...(revision === undefined ? {} : { 'If-Match': revision }),
    },
    body: JSON.stringify(body),
  });
const edit = (id: string, ...segments: object[]) =>
  service.send('PATCH', `/v1/jobs/${id}/segments`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ segments }),
  });
async function upload(content = TEXT): Promise<string> {
  const { id } = (await service.upload({ name: 'a.txt', content }, FIELDS)).body.data;
  await service.ended(id);
  return id;
}
const remembered = async (q: string) => {
  const query = `from=en&to=en-XA&limit=1&q=${encodeURIComponent(q)}`;
  const { matches } = await service.get<{ matches: { match: number; target: string }[] }>(
    `/v1/memory/search?${query}`,
  );
  return matches[0]?.match === 100 ? matches[0].target : undefined;
};

describe('Sentences of a done document', () => {
  it('are split and joined: the file stays as it is, edits and states stay with their sentences, a kill loses nothing', async () => {
    const id = await upload();
    const before = await fileOf(id);
    expect(await textsOf(id)).toEqual([
      'One pays 5 approx. It is much.',
      'Why?',
      'It is much.',
      'Nobody knows.',
    ]);
    await edit(
      id,
      { index: 3, translated_text: 'Nadie.', state: 'confirmed' },
      { index: 1, state: 'confirmed' },
    );
    const edited = await fileOf(id);
    const { body } = await change(id, 'split', { index: 0, at: 'One pays 5 approx.'.length });
    expect(body.data).toMatchObject({
      replaced: { index: 0, count: 1, by: 2 },
      total_segments: 5,
      segments: [
        { index: 0, text: 'One pays 5 approx.', state: 'translated', origin: 'engine' },
        // It equals another one now.
        { index: 1, text: 'It is much.', state: 'translated', repetitions: 1 },
      ],
    });
    expect(await fileOf(id)).toBe(edited);
    expect(await service.job(id)).toMatchObject({
      segment_count: 4,
      total_segments: 5,
      completed_segments: 5,
      confirmed_segments: 2,
      confirmed_words: 3,
      edited_segments: 1,
    });
    expect((await page(id)).segments.map(({ state }) => state)).toEqual([
      ...['translated', 'translated', 'confirmed', 'translated', 'confirmed'],
    ]);
    await service.kill();
    await service.start();
    expect(await service.job(id)).toMatchObject({
      ...{ total_segments: 5, confirmed_segments: 2, confirmed_words: 3 },
    });
    // A correction goes to the sentence that is equal since.
    await service.send('PATCH', `/v1/jobs/${id}/segments?repetitions=true`, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ segments: [{ index: 1, translated_text: 'Es mucho.', state: 'confirmed' }] }),
    });
    expect((await page(id)).segments[3]).toMatchObject({ translated_text: 'Es mucho.', state: 'confirmed' });
    expect(await remembered('It is much.')).toBe('Es mucho.');
    await change(id, 'join', { index: 1 });
    expect(await textsOf(id)).toEqual([
      'One pays 5 approx.',
      'It is much. Why?',
      'It is much.',
      'Nobody knows.',
    ]);
    const joined = (await page(id)).segments;
    expect(joined[1]).toMatchObject({ state: 'confirmed', edited: true });
    expect(joined[1]!.translated_text).toMatch(/^Es mucho\. /);
    // Both were confirmed, so the memory has them together, and each as it was confirmed.
    expect(await remembered('It is much. Why?')).toBe(joined[1]!.translated_text);
    expect(await remembered('It is much.')).toBe('Es mucho.');
    await edit(
      id,
      ...joined.flatMap(({ index, edited: isEdited }) =>
        isEdited ? [{ index, translated_text: null }] : [],
      ),
    );
    // What the engine had made of it: as the file was.
    expect(await fileOf(id)).toBe(before);
  });

  it('go back to just what they were, with the texts and states that a client sends along', async () => {
    const id = await upload('He came. She left.\n');
    await edit(id, { index: 0, translated_text: 'Vino él.', state: 'confirmed' });
    const before = (await page(id)).segments;
    await change(id, 'join', { index: 0 });
    const segments = before.map(({ translated_text, state }) => ({ translated_text, state }));
    const { body } = await change(id, 'split', { index: 0, at: 'He came.'.length, segments });
    expect(body.data.segments).toEqual(before);
    expect((await page(id)).segments).toEqual(before);
  });

  it('are refused in words where they cannot be, and nothing changes', async () => {
    const id = await upload('Go to A & B now. Then come.\n\n12345\n');
    const { revision, segments } = await page(id);
    const reasons = async (how: 'split' | 'join', body: object) => {
      const { status, body: problem } = await change(id, how, body);
      expect(status).toBe(400);
      return problem.errors?.map(({ field, reason, message }) => [field, reason ?? message]);
    };
    expect(await reasons('join', { index: 1 })).toEqual([['index', 'join_across_paragraphs']]);
    expect(await reasons('join', { index: 2 })).toEqual([['index', 'join_at_end']]);
    expect(await reasons('join', { index: 3 })).toEqual([
      ['index', 'The job has no segment 3. It has 3, counted from 0.'],
    ]);
    expect(await reasons('split', { index: 2, at: 2 })).toEqual([['index', 'segment_kept_whole']]);
    expect(await reasons('split', { index: 0, at: segments[0]!.text.indexOf('amp') + 1 })).toEqual([
      ['at', 'split_inside_code'],
    ]);
    expect(await reasons('split', { index: 0, at: 5_000 })).toEqual([['at', 'split_empty_part']]);
    expect((await reasons('split', { index: 0, at: 0 }))?.[0]?.[0]).toBe('at');
    expect((await reasons('join', { index: 0, segments: [] }))?.[0]?.[0]).toBe('segments');
    expect((await reasons('join', { index: 0, segments: [{ translated_text: 'x <7/>' }] }))?.[0]).toEqual([
      'segments[0].translated_text',
      'edit_codes',
    ]);
    expect(await page(id)).toEqual({ revision, segments });
    const batch = (
      await service.post<{ data: { id: string } }>('/v1/translate/batch', {
        ...{ from: 'en', to: 'en-XA', segments: [{ text: 'One. Two.' }] },
      })
    ).body.data.id;
    await service.ended(batch, 'batch');
    const refused = await change(batch, 'split', { index: 0, at: 4 });
    expect(refused.body.errors).toMatchObject([{ field: 'index', reason: 'batch_kept_whole' }]);
  });

  it('are not changed by who has not seen the latest change: the present one comes with the refusal', async () => {
    const id = await upload();
    const { revision } = await page(id);
    await change(id, 'join', { index: 0 }, revision);
    const late = await change(id, 'split', { index: 0, at: 4 }, revision);
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({
      reason: 'stale_revision',
      segments: [{ index: 0, text: 'One pays 5 approx. It is much. Why?' }],
    });
    const stale = await service.send('PATCH', `/v1/jobs/${id}/segments`, {
      headers: { 'Content-Type': 'application/json', 'If-Match': revision },
      body: JSON.stringify({ segments: [{ index: 1, translated_text: '¿Por qué?' }] }),
    });
    expect(stale).toMatchObject({ status: 409, body: { segments: [{ index: 1, text: 'It is much.' }] } });
  });

  it('come out of the job as they are; a file from before goes where its sentences are now', async () => {
    const id = await upload();
    const csv = (await service.send('GET', `/v1/jobs/${id}/export?format=csv`)).bytes.toString();
    await change(id, 'join', { index: 0 });
    const xliff = (await service.send('GET', `/v1/jobs/${id}/export?format=xliff`)).bytes.toString();
    expect(xliff.match(/<segment/g)).toHaveLength(3);
    const form = new FormData();
    const nobody = (await page(id)).segments[2]!.translated_text!;
    form.append('file', new Blob([csv.replace(nobody, 'Nadie sabe.')]), 'a.csv');
    const { body } = await service.send<{ data: ImportedSegments }>('POST', `/v1/jobs/${id}/import`, {
      body: form,
    });
    expect(body.data).toMatchObject({ changed: 1, unchanged: 1 });
    expect(body.data.refused.map(({ index, reason }) => [index, reason])).toEqual([
      [0, 'other_source'],
      [1, 'other_source'],
    ]);
    expect((await page(id)).segments.map(({ edited }) => edited)).toEqual([false, false, true]);
  });
});
