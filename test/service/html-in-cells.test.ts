import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExaminedResource, SegmentResource } from '../../service/contract/index.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';
import { workbook } from '../support/ooxml.ts';
import { unzip } from '../documents/support/zip.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ INTERLINEAR_MAX_SEGMENTS: '3' });
});
afterAll(() => service.close());

const FIELDS = { from: 'en', to: 'en-XA' };
const contentOf = (id: string) => service.send('GET', `/v1/translate/documents/${id}/content`);
const segmentsOf = async (id: string) =>
  (await service.get<{ segments: SegmentResource[] }>(`/v1/jobs/${id}/segments`)).segments;

async function translated(name: string, content: string | Uint8Array<ArrayBuffer>) {
  const { body } = await service.upload({ name, content }, FIELDS);
  await service.ended(body.data.id);
  return {
    ...body.data,
    segments: await segmentsOf(body.data.id),
    bytes: (await contentOf(body.data.id)).bytes,
  };
}

const LIST = '<ul class="a"><li>Red car</li><li>Big <b>house</b></li></ul>';

describe('HTML in cells and lines', () => {
  it('is a segment for each block in a CSV file, which counts as one row towards the limit', async () => {
    const csv = `"${LIST.replaceAll('"', '""')}",1\n<h1>One</h1><p>Two</p>,2\nplain,3\n`;
    const job = await translated('a.csv', csv);
    expect(job.segment_count).toBe(5);
    expect(job.source_chars).toBe(LIST.length + '<h1>One</h1><p>Two</p>plain'.length);
    expect(job.segments.map(({ text }) => text)).toEqual([
      'Red car',
      'Big <1>house</1>',
      'One',
      'Two',
      'plain',
    ]);
    const [red, big, one, two, plain] = job.segments.map(({ translated_text }) => translated_text!);
    const bold = big!.replace('<1>', '<b>').replace('</1>', '</b>');
    expect(job.bytes.toString()).toBe(
      `"<ul class=""a""><li>${red}</li><li>${bold}</li></ul>",1\n<h1>${one}</h1><p>${two}</p>,2\n${plain},3\n`,
    );
  });

  it('is one in a line of a text and in a cell of a workbook, and an edit changes its block only', async () => {
    const text = await translated('a.txt', ` ${LIST} \r\nplain\n`);
    expect(text.segments).toHaveLength(3);
    await service.send('PATCH', `/v1/jobs/${text.id}/segments`, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ segments: [{ index: 0, translated_text: 'Fish & <chips>' }] }),
    });
    const line = (await contentOf(text.id)).bytes.toString();
    expect(line).toContain(' <ul class="a"><li>Fish &amp; &lt;chips></li><li>');
    expect(line).toContain(']</li></ul> \r\n');

    const cell = LIST.replaceAll('<', '&lt;');
    const book = await translated(
      'a.xlsx',
      new Uint8Array(workbook({ sheets: [`<row><c t="inlineStr"><is><t>${cell}</t></is></c></row>`] })),
    );
    expect(book.segments.map(({ text: source }) => source)).toEqual(['Red car', 'Big <1>house</1>']);
    const sheet = (await unzip(book.bytes)).get('xl/worksheets/sheet1.xml')!.toString();
    expect(sheet).toContain(`&lt;li&gt;${book.segments[0]!.translated_text}&lt;/li&gt;`);
  });

  it('is examined as it is translated, and refused by rows', async () => {
    const form = new FormData();
    form.append('file', new Blob([`${LIST}\n${LIST}\n`]), 'a.txt');
    const { body } = await service.send<{ data: ExaminedResource }>('POST', '/v1/documents/examine', {
      body: form,
    });
    expect(body.data).toMatchObject({ segment_count: 4, source_words: 8, repeated_words: 4 });
    const refused = await service.upload({ name: 'a.txt', content: `${LIST}\n`.repeat(4) }, FIELDS);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('4 segments');
  });
});
