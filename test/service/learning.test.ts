import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job, Problem, SegmentResource } from '../../service/contract/index.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

interface Corrections {
  corrections: { id: string; source: string; engine: string; human: string; state: string; good: number }[];
}

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Each test has a direction of its own, and so a memory of its own: the pseudo engine knows only this one. */
const clear = () => service.send('DELETE', '/v1/memory?from=en&to=en-XA');
const segmentsOf = async (id: string) =>
  (await service.get<{ segments: SegmentResource[] }>(`/v1/jobs/${id}/segments?offers=0`)).segments;
async function batch(texts: readonly string[], more: object = {}) {
  const request = { from: 'en', to: 'en-XA', segments: texts.map((text) => ({ text })), ...more };
  const { body } = await service.post<{ data: { id: string } }>('/v1/translate/batch', request);
  const job = await service.ended(body.data.id, 'batch');
  return { id: job.id, segments: await segmentsOf(job.id) };
}
const patch = async (path: string, body: object) =>
  expect(
    await service.send('PATCH', path, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  ).toMatchObject({ status: 200 });
const edit = (id: string, ...segments: object[]) => patch(`/v1/jobs/${id}/segments`, { segments });
const corrections = async (state = '') =>
  (await service.get<Corrections>(`/v1/memory/corrections?from=en&to=en-XA${state && `&state=${state}`}`))
    .corrections;
/** Waits for what was learned behind the answers. */
const changed = (id: string, index: number, from: string) =>
  expect.poll(async () => (await segmentsOf(id))[index]!.translated_text, { timeout: 6000 }).not.toBe(from);

const TEXTS = [
  ...['open the files', 'close all files', 'copy these files', 'print no files', 'move both files'],
  ...[
    'the door stands open',
    'we never print letters',
    'all of these are new',
    'close it',
    'no copy of the letters',
  ],
];

/** A job whose first segments were confirmed with another word for `files`. */
async function learned(times = 3, more: object = {}) {
  await clear();
  const made = await batch(TEXTS, more);
  const word = made.segments[0]!.translated_text!.split(' ')[2]!;
  const corrected = (index: number) => made.segments[index]!.translated_text!.replace(word, 'archivos');
  for (let index = 0; index < times; index++)
    await edit(made.id, { index, translated_text: corrected(index), state: 'confirmed' });
  return { ...made, word, corrected };
}

describe('corrections', () => {
  it('the third equal edit changes the untouched segments of the job, and says why', async () => {
    const { id, segments, word, corrected } = await learned();
    await changed(id, 3, segments[3]!.translated_text!);
    const segment = (await segmentsOf(id))[3]!;
    expect(segment).toMatchObject({
      ...{ origin: 'engine', edited: false, state: 'translated', translated_text: corrected(3) },
      engine_text: segments[3]!.translated_text,
      learned: [{ from: word, to: 'archivos', because: { times: 3, kept: 0 } }],
    });
    const [change] = segment.learned!;
    expect(segment.translated_text!.slice(change!.at, change!.at + change!.length)).toBe('archivos');
    expect(change!.because!.segments).toContainEqual({ job_id: id, index: 2 });
    expect(await corrections('active')).toContainEqual(
      expect.objectContaining({ source: 'files', human: 'archivos' }),
    );
  });

  it('the next job gets them from the engine on; one with learning off does not', async () => {
    const { segments, corrected } = await learned();
    await expect.poll(() => corrections('active'), { timeout: 6000 }).not.toEqual([]);
    const text = 'move both files';
    expect((await batch([text])).segments[0]).toMatchObject({
      translated_text: corrected(4),
      engine_text: segments[4]!.translated_text,
    });
    for (const off of [{ learning: 'off' }, { memory: 'off' }])
      expect((await batch([text], off)).segments[0]!.translated_text).toBe(segments[4]!.translated_text);
  });

  it('two equal edits change nothing: the correction is offered', async () => {
    const { id, segments, word, corrected } = await learned(2);
    await expect
      .poll(() => corrections('offered'), { timeout: 6000 })
      .toContainEqual(expect.objectContaining({ source: 'files', good: 2 }));
    const offered = await service.get<{ segments: SegmentResource[] }>(`/v1/jobs/${id}/segments?offers=1`);
    expect(offered.segments[3]!.offers).toEqual([
      {
        kind: 'correction',
        text: corrected(3),
        learned: [expect.objectContaining({ from: word, to: 'archivos' })],
      },
    ]);
    expect(offered.segments[3]!.offers![0]!.learned![0]!.because).toMatchObject({ times: 2 });
    expect(await corrections('active')).toEqual([]);
    expect((await segmentsOf(id)).slice(2)).toEqual(segments.slice(2));
  });

  it('a segment taken back stays as the engine wrote it', async () => {
    const { id, segments } = await learned();
    await changed(id, 3, segments[3]!.translated_text!);
    await edit(id, { index: 3, translated_text: null });
    expect((await segmentsOf(id))[3]).toMatchObject({
      translated_text: segments[3]!.translated_text,
      edited: false,
    });
    // Learned once more: the others follow, this one does not.
    const before = (await segmentsOf(id))[4]!.translated_text!;
    await edit(id, { index: 0, translated_text: null });
    await changed(id, 4, before);
    expect((await segmentsOf(id))[3]!.translated_text).toBe(segments[3]!.translated_text);
  });

  it('an edit that is taken back takes its lesson back', async () => {
    const { id, segments, corrected } = await learned();
    await changed(id, 3, segments[3]!.translated_text!);
    await edit(id, { index: 2, translated_text: null, state: 'translated' });
    await changed(id, 3, corrected(3));
    expect((await segmentsOf(id))[3]).toEqual(segments[3]);
    expect(await corrections('active')).toEqual([]);
  });

  it('one that is refused is not applied, however often it is made', async () => {
    const { id, segments } = await learned();
    await changed(id, 3, segments[3]!.translated_text!);
    const before = (await segmentsOf(id))[3]!.translated_text!;
    const other = await batch(['move both files']);
    for (const one of await corrections())
      await patch(`/v1/memory/corrections/${one.id}`, { state: 'refused' });
    // It is taken back in untouched segments of this job, and of others.
    await changed(id, 3, before);
    await changed(other.id, 0, other.segments[0]!.translated_text!);
    expect((await segmentsOf(other.id))[0]!.translated_text).toBe(segments[4]!.translated_text);
    await edit(id, { index: 4, translated_text: segments[4]!.translated_text, state: 'confirmed' });
    expect((await segmentsOf(id))[3]!.translated_text).toBe(segments[3]!.translated_text);
    expect((await corrections()).every(({ state }) => state === 'refused')).toBe(true);
  });

  it('one that is always applied needs no third edit, and a deleted one is gone', async () => {
    const { corrected } = await learned(2);
    await expect.poll(() => corrections(), { timeout: 6000 }).not.toEqual([]);
    const one = (await corrections()).find(({ source }) => source === 'files')!;
    await patch(`/v1/memory/corrections/${one.id}`, { state: 'always' });
    expect((await batch(['move both files'])).segments[0]!.translated_text).toBe(corrected(4));
    await service.send('DELETE', `/v1/memory/corrections/${one.id}`);
    expect(await corrections('always')).toEqual([]);
  });

  it('one of content words is proposed as a term, and goes into a glossary when it is accepted', async () => {
    const { id } = await learned();
    const terms = async () =>
      (await service.get<{ terms: { id: string; term: string }[] }>('/v1/memory/terms?from=en&to=en-XA'))
        .terms;
    await expect
      .poll(terms)
      .toContainEqual(expect.objectContaining({ term: 'files', translation: 'archivos', good: 3, other: 0 }));
    const { body } = await service.post<{ data: { id: string } }>('/v1/glossaries', {
      name: 'Terms',
      dictionaries: [{ from: 'en', to: 'en-XA', entries: [{ term: 'door', translation: 'puerta' }] }],
    });
    const one = (await terms()).find(({ term }) => term === 'files')!;
    const lacking = await service.post<Problem>(`/v1/memory/terms/${one.id}/accept`, {});
    expect(lacking.body.errors).toMatchObject([
      { field: 'glossary_id', message: expect.stringMatching(/^Send glossary_id/) as string },
    ]);
    await service.post(`/v1/memory/terms/${one.id}/accept`, { glossary_id: body.data.id });
    const glossary = await service.get<object>(`/v1/glossaries/${body.data.id}`);
    expect(JSON.stringify(glossary)).toContain('archivos');
    for (const each of await terms()) await service.send('DELETE', `/v1/memory/terms/${each.id}`);
    await edit(id, { index: 4, state: 'confirmed' });
    expect(await terms()).toEqual([]);
  });

  it('an edit with the revision from before untouched segments followed is no conflict', async () => {
    const { id, segments, corrected } = await learned(2);
    await edit(id, { index: 2, translated_text: corrected(2), state: 'confirmed' });
    const { revision } = await service.get<Job>(`/v1/translate/batch/${id}`);
    await changed(id, 3, segments[3]!.translated_text!);
    const { status } = await service.send('PATCH', `/v1/jobs/${id}/segments`, {
      body: JSON.stringify({ segments: [{ index: 4, state: 'confirmed' }] }),
      headers: { 'content-type': 'application/json', 'if-match': `"${revision}"` },
    });
    expect(status).toBe(200);
  });

  it('the memory of a direction takes them along when it is cleared', async () => {
    await learned();
    await expect.poll(() => corrections(), { timeout: 6000 }).not.toEqual([]);
    await clear();
    expect(await corrections()).toEqual([]);
  });
});

it('an equal untouched segment takes a translation confirmed in the same job, and gives it up with it', async () => {
  await clear();
  const { id, segments } = await batch(['Save', 'Open', 'Save']);
  await edit(id, { index: 0, translated_text: 'Guardar', state: 'confirmed' });
  expect((await segmentsOf(id))[2]).toMatchObject({
    translated_text: 'Guardar',
    origin: 'memory',
    state: 'translated',
  });
  await edit(id, { index: 0, translated_text: null, state: 'translated' });
  expect(await segmentsOf(id)).toEqual(segments);
});

it('a similar confirmed segment is offered, also with the words replaced that differ', async () => {
  await clear();
  const { id, segments } = await batch(['Please open page 12 of it', 'Please open page 13 of it']);
  await edit(id, { index: 0, translated_text: 'Abra ya su página 12', state: 'confirmed' });
  const offers = async (query = '') =>
    (await service.get<{ segments: SegmentResource[] }>(`/v1/jobs/${id}/segments${query}`)).segments[1]!
      .offers;
  const from = {
    source: 'Please open page 12 of it',
    source_changes: [{ at: 17, length: 2 }],
    changes: [{ at: 18, length: 2 }],
  };
  const [own] = (await service.get<{ memories: { id: string; name: string }[] }>('/v1/memories')).memories;
  expect((await offers('?offers=1'))![1]!.memory).toEqual({ id: own!.id, name: own!.name });
  expect(await offers('?offers=1')).toEqual([
    expect.objectContaining({ kind: 'repair', text: 'Abra ya su página 13', match: 83, ...from }),
    expect.objectContaining({ kind: 'fuzzy', text: 'Abra ya su página 12', match: 96, ...from }),
  ]);
  expect(await offers()).toHaveLength(2);
  expect(await offers('?offers=0')).toBeUndefined();
  expect(await segmentsOf(id)).toMatchObject([{}, segments[1]!]);
});

it('what was changed before is read first, once there are 200 confirmed segments', async () => {
  await clear();
  const target = ({ index, translated_text }: SegmentResource) =>
    index % 2 === 0 ? translated_text!.replace(/^\S+ \S+/, '[otra cosa') : translated_text!;
  let last = '';
  for (let start = 0; start < 210; start += 42) {
    const texts = Array.from(
      { length: 42 },
      (_, n) => `${n % 2 === 0 ? 'print letter' : 'open door'} ${start + n}`,
    );
    const { id, segments } = await batch(texts);
    const own = segments.map((one) => ({
      index: one.index,
      translated_text: target(one),
      state: 'confirmed',
    }));
    await edit(id, ...own);
    last = id;
  }
  const next = await batch(['open door 900', 'print letter 900']);
  const sorted = await service.get<{ segments: SegmentResource[] }>(
    `/v1/jobs/${next.id}/segments?order=doubt`,
  );
  const [first, second] = sorted.segments;
  expect(first!.text).toBe('print letter 900');
  expect(first!.doubt).toBeGreaterThan(second!.doubt!);
  expect(first!.doubt_reasons).toContain('changed_before');
  expect((await segmentsOf(next.id))[1]).toMatchObject({ doubt: first!.doubt });
  expect((await segmentsOf(last))[0]).not.toHaveProperty('doubt');
  // By the same segments, a word of the source that no translation has is one left over.
  await edit(next.id, { index: 1, translated_text: '[otra letter 900]' });
  expect((await segmentsOf(next.id))[1]!.flags).toContainEqual(
    expect.objectContaining({ code: 'source_word_left', details: { found: 'letter' } }),
  );
});
