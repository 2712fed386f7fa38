import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExaminedResource, Job, Problem } from '../../service/contract/index.ts';
import { linesAt, pdf, textAt } from '../support/pdf.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';
import { unzip } from '../support/zip.ts';

/** A PDF through the built service. */
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const LINES = [
  'The ferry leaves the harbour at nine every morning, and it comes back in the',
  'late afternoon.',
];
const source = pdf({
  pages: [
    textAt(72, 760, 'Timetable', { size: 20 }) + linesAt(72, 700, LINES),
    linesAt(72, 760, ['Bring a coat.']),
  ],
});

describe('a PDF', () => {
  it('comes back as a Word document, with its own file kept as the source', async () => {
    const { body } = await service.upload({ name: 'ferry.pdf', content: source });
    expect(body.data).toMatchObject({ file_type: 'pdf', segment_count: 3 });
    const { id } = body.data;
    const job: Job = await service.ended(id);
    expect(job.warnings.map(({ code }) => code)).toEqual(['pdf_rebuilt']);
    const content = await service.send('GET', `/v1/translate/documents/${id}/content`);
    expect(content.headers.get('content-disposition')).toContain('ferry.en-XA.docx');
    expect(content.headers.get('content-type')).toContain('wordprocessingml.document');
    expect(String(unzip(content.bytes).get('word/document.xml'))).toContain('Heading1');
    const kept = await service.send('GET', `/v1/translate/documents/${id}/source`);
    expect(kept.bytes.equals(source)).toBe(true);
    expect(kept.headers.get('content-type')).toBe('application/pdf');

    const page = (segment: number, etag = '') =>
      service.send('GET', `/v1/translate/documents/${id}/preview/page?segment=${segment}&width=200`, {
        headers: etag === '' ? {} : { 'if-none-match': etag },
      });
    const first = await page(1);
    expect(first.bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(first.headers.get('page-number')).toBe('1');
    const [left, top, right, bottom] = first.headers.get('page-box')!.split(' ').map(Number);
    expect([left! * 595, right! - left! > 0.6, top! * 842 > 120, bottom! * 842 < 170]).toEqual([
      expect.closeTo(72, 0),
      true,
      true,
      true,
    ]);
    const same = await page(0, first.headers.get('etag')!);
    expect([same.status, same.bytes.length]).toEqual([304, 0]);
    expect((await page(2)).headers.get('page-number')).toBe('2');
    expect(await page(99)).toMatchObject({ status: 409, body: { reason: 'no_page' } });
  });

  it('is examined: how it is read, and what a job would warn of', async () => {
    const form = new FormData();
    form.set('file', new File([source], 'ferry.pdf'));
    const { body } = await service.send<{ data: ExaminedResource }>('POST', '/v1/documents/examine', {
      body: form,
    });
    expect(body.data).toMatchObject({
      pages: 2,
      read_by: 'places',
      pages_without_text: 0,
      unreadable_letters: 0,
    });
    expect(body.data.warnings.map(({ code }) => code)).toEqual(['pdf_rebuilt']);
    form.set('page', '2');
    form.set('format_options', '{"pdf.pages":"2"}');
    const page = await service.send<{ data: ExaminedResource }>('POST', '/v1/documents/examine', {
      body: form,
    });
    const { shown, left_out: leftOut } = page.body.data;
    expect(
      Buffer.from(shown?.picture ?? '', 'base64')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    const shownDocument = unzip(Buffer.from(shown?.document ?? '', 'base64')).get('word/document.xml');
    expect(String(shownDocument)).toMatch(/Bring a coat\./);
    expect(leftOut).toEqual([{ what: 'pages', count: 1 }]);
  });

  it('is one too where its header ends the first 1,024 bytes', async () => {
    const late = (bytes: number) => Buffer.concat([Buffer.alloc(bytes, 'x'), source]);
    const { body } = await service.upload({ name: 'late.pdf', content: late(1_019) });
    expect(body.data).toMatchObject({ file_type: 'pdf', segment_count: 3 });
    expect((await service.upload({ name: 'late.pdf', content: late(1_020) })).status).toBe(400);
  });

  it('needs a name that does not contradict it', async () => {
    const { status, body } = await service.upload({ name: 'ferry.docx', content: source });
    expect([status, (body as unknown as Problem).errors?.[0]?.code]).toEqual([400, 'wrong_extension']);
  });
});
