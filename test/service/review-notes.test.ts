import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import JSZip from 'jszip';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Effort, Problem, SegmentHistory, SegmentResource } from '../../service/contract/index.ts';
import { startService } from '../support/service.ts';
import type { Answer, TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function made(text: string): Promise<string> {
  const { id } = (await service.upload({ name: 'guide.txt', content: text })).body.data;
  await service.ended(id);
  return id;
}
function patch<T = { data: { segments: SegmentResource[] } } & Problem>(
  id: string,
  segments: object[],
  key?: string,
): Promise<Answer<T>> {
  const headers = { 'Content-Type': 'application/json' };
  const init = { headers, body: JSON.stringify({ segments }), ...(key === undefined ? {} : { key }) };
  return service.send('PATCH', `/v1/jobs/${id}/segments`, init);
}
async function segmentsOf(id: string): Promise<SegmentResource[]> {
  return (await service.get<{ segments: SegmentResource[] }>(`/v1/jobs/${id}/segments`)).segments;
}
const historyOf = (id: string, index: number) =>
  service.get<SegmentHistory>(`/v1/jobs/${id}/segments/${index}/history`);
async function exported(id: string, query: string): Promise<Buffer> {
  return (await service.send('GET', `/v1/jobs/${id}/export?${query}`)).bytes;
}
async function imported(id: string, content: BlobPart, name: string): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  expect((await service.send('POST', `/v1/jobs/${id}/import`, { body: form })).status).toBe(200);
}

it('a comment and a private note are kept with the segment, and removed by null', async () => {
  const id = await made('One line\nTwo lines');
  const { body } = await patch(id, [
    { index: 0, comment: 'Is this the harbour?', private_note: 'Look up' },
    { index: 1, comment: 'Fine' },
  ]);
  expect(body.data.segments.map(({ comment, state }) => [comment, state])).toEqual([
    ['Is this the harbour?', 'translated'],
    ['Fine', 'translated'],
  ]);
  await patch(id, [
    { index: 0, translated_text: 'Mine' },
    { index: 1, comment: null },
  ]);
  const [first, second] = await segmentsOf(id);
  expect(first).toMatchObject({
    translated_text: 'Mine',
    comment: 'Is this the harbour?',
    private_note: 'Look up',
  });
  expect(second).not.toHaveProperty('comment');
});

it('a comment of 1 MB is refused with its limit, and changes nothing', async () => {
  const id = await made('One line');
  const { status, body } = await patch(id, [{ index: 0, comment: 'x'.repeat(1_048_576) }]);
  expect([status, body.errors?.[0]]).toMatchObject([
    400,
    {
      field: 'segments[0].comment',
      code: 'too_long',
      message: 'The comment is longer than 10,000 characters. Shorten it.',
    },
  ]);
  expect((await segmentsOf(id))[0]).not.toHaveProperty('comment');
});

it.each(['xliff', 'xliff12', 'docx'])(
  'comments go out and come back in %s, private notes only on request',
  async (format) => {
    const id = await made('One line. Another.\nTwo lines');
    await patch(id, [
      { index: 0, comment: 'Ask <them> & us', private_note: 'Between us' },
      { index: 1, private_note: 'Only this' },
    ]);
    const before = await segmentsOf(id);
    const textOf = async (bytes: Buffer) =>
      format === 'docx'
        ? (await JSZip.loadAsync(bytes)).file('word/document.xml')!.async('string')
        : bytes.toString();
    const asUsual = await exported(id, `format=${format}`);
    expect(await textOf(asUsual)).toContain('Ask &lt;them&gt; &amp; us');
    expect(await textOf(asUsual)).not.toMatch(/Between us|Only this/);
    const complete = await exported(id, `format=${format}&private_notes=1`);
    await patch(id, [
      { index: 0, comment: null, private_note: null },
      { index: 1, private_note: null },
    ]);
    await imported(id, new Uint8Array(asUsual), 'a');
    expect((await segmentsOf(id))[0]).toMatchObject({ comment: 'Ask <them> & us' });
    expect((await segmentsOf(id))[0]).not.toHaveProperty('private_note');
    await imported(id, new Uint8Array(complete), 'a');
    expect(await segmentsOf(id)).toEqual(before);
  },
);

it('a note that another program adds to an XLIFF becomes the comment; flags do not', async () => {
  const id = await made('One line');
  await patch(id, [{ index: 0, translated_text: 'One 7 line (' }]);
  const flagged = (await exported(id, 'format=xliff12')).toString();
  expect(flagged).toContain('<note>');
  await imported(id, flagged.replace('</target>', '</target><note from="Ana">Which one?</note>'), 'a');
  expect((await segmentsOf(id))[0]).toMatchObject({ comment: 'Which one?' });
  const newer = (await exported(id, 'format=xliff')).toString();
  await imported(id, newer.replace('</notes>', '<note>Really?</note></notes>'), 'a');
  expect((await segmentsOf(id))[0]).toMatchObject({ comment: 'Which one?\nReally?' });
});

it('the history says what a segment was, when and by whom, over kill -9, and not other segments', async () => {
  const own = await startService();
  try {
    const upload = await own.upload({ name: 'guide.txt', content: 'One line\nTwo lines' });
    const { id } = upload.body.data;
    await own.ended(id);
    const send = (segments: object[], key?: string) =>
      own.send('PATCH', `/v1/jobs/${id}/segments`, {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ segments }),
        ...(key === undefined ? {} : { key }),
      });
    const [account] = (await own.get<{ accounts: { id: string }[] }>('/v1/accounts')).accounts;
    const { body } = await own.post<{ data: { key: string } }>('/v1/keys', {
      ...{ account_id: account!.id, name: 'CAT tool', scopes: ['translate'] },
    });
    await send([{ index: 0, translated_text: 'First' }], body.data.key);
    await send([{ index: 0, state: 'confirmed' }], await own.sessionKey());
    await send([{ index: 0, comment: 'No version' }]);
    await own.kill();
    await own.start();
    const { versions } = await own.get<SegmentHistory>(`/v1/jobs/${id}/segments/0/history`);
    expect(
      versions.map(({ translated_text, origin, state, by }) => [translated_text, origin, state, by]),
    ).toEqual([
      ['First', 'edited', 'confirmed', { via: 'window' }],
      ['First', 'edited', 'draft', { via: 'key', name: 'CAT tool' }],
      ['[Öñé ļîñé one]', 'engine', 'translated', undefined],
    ]);
    expect(versions.map(({ at }) => at === undefined)).toEqual([false, false, true]);
    const other = await own.get<SegmentHistory>(`/v1/jobs/${id}/segments/1/history`);
    expect(other.versions).toHaveLength(1);
    expect((await own.send('GET', `/v1/jobs/${id}/segments/2/history`)).status).toBe(404);
  } finally {
    await own.close();
  }
});

it('a history has the newest 20 edits, also after the log of edits has been rewritten', async () => {
  const long = 'x '.repeat(12_000);
  const id = await made(`${long}\nTwo lines`);
  await patch(id, [{ index: 1, translated_text: 'Two, edited once' }]);
  for (let n = 0; n < 60; n += 1) await patch(id, [{ index: 0, translated_text: `${long}${n}` }]);
  const log = await readFile(join(service.dataDir, 'jobs', id, 'edits.ndjson'));
  expect(log.length).toBeLessThan(1_048_576);
  const { versions } = await historyOf(id, 0);
  expect(versions[0]!.translated_text?.endsWith(' 59')).toBe(true);
  expect(versions.length).toBeLessThan(10);
  expect((await historyOf(id, 1)).versions.map(({ translated_text: text }) => text)).toContain(
    'Two, edited once',
  );
  for (let n = 0; n < 25; n += 1) await patch(id, [{ index: 1, translated_text: `Two, ${n}` }]);
  expect((await historyOf(id, 1)).versions).toHaveLength(21);
});

it('a split segment begins a history, and the segments behind it keep theirs', async () => {
  const text = 'It rains. It snows.\nLast';
  const { id } = (
    await service.upload(
      { name: 'guide.txt', content: text },
      { from: 'en', to: 'en-XA', format_options: '{"segmentation":"sentence"}' },
    )
  ).body.data;
  await service.ended(id);
  await patch(id, [{ index: 2, translated_text: 'The last' }]);
  expect((await service.post(`/v1/jobs/${id}/segments/join`, { index: 0 })).status).toBe(200);
  expect((await historyOf(id, 1)).versions.map(({ translated_text: one }) => one)).toContain('The last');
  expect((await historyOf(id, 0)).versions.at(-1)!.origin).toBe('engine');
});

it('the effort of a job counts what confirmed segments have cost, in words and time', async () => {
  const id = await made('One red boat\nTwo houses\nThree');
  const [first] = await segmentsOf(id);
  const words = first!.translated_text!.split(' ');
  await patch(id, [
    { index: 0, translated_text: words.with(1, 'blue').join(' '), state: 'confirmed', active_ms: 4_400 },
    { index: 1, state: 'confirmed', active_ms: 90_000 },
    { index: 2, active_ms: 9_000 },
  ]);
  await patch(id, [{ index: 0, active_ms: 1_000 }]);
  const effort = await service.get<Effort>(`/v1/jobs/${id}/effort`);
  const row = { segments: 3, confirmed: 2, unchanged: 1, words: 5, words_changed: 1, active_seconds: 35 };
  expect(effort).toMatchObject({ ...row, by_origin: [{ origin: 'engine', ...row }] });
  expect(effort.characters_changed).toBeGreaterThan(2);
  const csv = await service.send('GET', `/v1/jobs/${id}/effort?format=csv`);
  expect(csv.bytes.toString()).toMatch(/^\ufefforigin,band,.*\r\nengine,,3,2,1,5,1,.*\r\nall,,3,2,1,5,1,/);
  const sheet = await service.send('GET', `/v1/jobs/${id}/effort?format=xlsx`);
  expect((await JSZip.loadAsync(sheet.bytes)).file('xl/workbook.xml')).not.toBeNull();
  const { key } = await service.newAccount({ name: 'another' });
  expect((await service.send('GET', `/v1/jobs/${id}/effort`, { key })).status).toBe(404);
});
