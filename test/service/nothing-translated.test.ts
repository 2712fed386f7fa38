import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const warningsOf = async (name: string, content: string) => {
  const { body } = await service.upload({ name, content });
  const job = await service.ended(body.data.id);
  expect(job.status).toBe('done');
  // Its record can be read again: nothing in it is out of range.
  expect((await service.send('GET', `/v1/translate/documents/${job.id}/content`)).status).toBe(200);
  return job.warnings;
};

it('a job whose segments are all copied says that nothing was translated', async () => {
  expect(await warningsOf('a.txt', '12\n3.4\nhttps://example.com')).toMatchObject([
    { code: 'nothing_translated', reason: 'all_copied', count: 3, details: { count: 3 } },
  ]);
});

it('values that only a program reads count as copied', async () => {
  expect(await warningsOf('a.properties', 'enabled=true\nfont=Arial-bold-12\n')).toMatchObject([
    { code: 'nothing_translated', reason: 'all_copied', count: 2 },
  ]);
});

it('a table without text in column A says that there is text in other columns', async () => {
  for (const content of ['1,One\n2,Two', ',One\n,Two'])
    expect(await warningsOf('a.csv', content)).toMatchObject([
      { code: 'nothing_translated', reason: 'text_in_other_columns' },
    ]);
});

it('a file without text says so, and one whose texts are all finished', async () => {
  expect(await warningsOf('a.txt', '\n\n')).toMatchObject([
    { code: 'nothing_translated', reason: 'no_text', count: 0 },
  ]);
  expect(await warningsOf('a.po', 'msgid "One"\nmsgstr "Uno"\n')).toMatchObject([
    { code: 'nothing_translated', reason: 'all_finished', count: 0 },
  ]);
});

it('a document with a single translated segment gets no warning', async () => {
  expect(await warningsOf('b.txt', '12\nA house')).toEqual([]);
});
