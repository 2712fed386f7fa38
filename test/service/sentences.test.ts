import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExaminedResource, Problem, SegmentResource } from '../../service/contract/index.ts';
import { makeDocx } from '../support/office-files.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

const DELAY_MS = 40;
const TEXT = 'Dr. Smith came. He left!\u00a0 Why? Nobody knows.\n\nDr. Smith came. Five of them.\n';
const FIELDS = { from: 'en', to: 'en-XA', format_options: '{"segmentation": "sentence"}' };

let service: TestService;
beforeAll(async () => {
  service = await startService({ INTERLINEAR_PSEUDO_DELAY_MS: String(DELAY_MS) });
});
afterAll(() => service.close());

const edit = (id: string, segment: object) =>
  service.send('PATCH', `/v1/jobs/${id}/segments`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ segments: [segment] }),
  });
const segmentsOf = async (id: string) =>
  (await service.get<{ segments: SegmentResource[] }>(`/v1/jobs/${id}/segments`)).segments;

describe('segmentation: sentence', () => {
  it('counts sentences, charges the characters of the file, and joins what was translated and edited', async () => {
    const created = (await service.upload({ name: 'a.txt', content: TEXT }, FIELDS)).body.data;
    const plain = (await service.upload({ name: 'a.txt', content: TEXT }, { from: 'en', to: 'en-XA' })).body
      .data;
    expect(created).toMatchObject({ segment_count: 6, source_chars: plain.source_chars });
    expect(plain.segment_count).toBe(2);
    await service.ended(created.id);
    const segments = await segmentsOf(created.id);
    expect(segments.map(({ text }) => text)).toEqual([
      'Dr. Smith came.',
      'He left!',
      'Why?',
      'Nobody knows.',
      'Dr. Smith came.',
      'Five of them.',
    ]);
    expect(segments[0]!.repetitions).toBe(1);
    await edit(created.id, { index: 1, translated_text: 'Se fue.', state: 'confirmed' });
    const { bytes } = await service.send('GET', `/v1/translate/documents/${created.id}/content`);
    const t = segments.map(({ translated_text }) => translated_text ?? '');
    expect(bytes.toString()).toBe(`${t[0]} Se fue.\u00a0 ${t[2]} ${t[3]}\n\n${t[4]} ${t[5]}\n`);
  });

  it('opens and closes formats of a DOCX in each sentence, and learns sentences', async () => {
    const bold = (text: string) =>
      `</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r><w:r><w:t xml:space="preserve">`;
    const content = new Uint8Array(await makeDocx([`It is ${bold('red. It is blue.')} It is green.`]));
    const { id } = (await service.upload({ name: 'a.docx', content }, FIELDS)).body.data;
    await service.ended(id);
    const segments = await segmentsOf(id);
    expect(segments.map(({ text }) => text)).toEqual([
      'It is <1>red.</1>',
      '<1>It is blue.</1>',
      'It is green.',
    ]);
    await edit(id, { index: 2, translated_text: 'Es verde.', state: 'confirmed' });
    const { bytes } = await service.send('GET', `/v1/translate/documents/${id}/content`);
    const xml = await (await JSZip.loadAsync(bytes)).file('word/document.xml')!.async('string');
    expect(xml.match(/<w:b\/>/g)).toHaveLength(1);
    expect(xml).toContain(' Es verde.');
    const next = (await service.upload({ name: 'b.txt', content: 'It is black. It is green.' }, FIELDS)).body
      .data;
    await service.ended(next.id);
    expect((await segmentsOf(next.id))[1]).toMatchObject({ translated_text: 'Es verde.', origin: 'memory' });
  });

  it('goes on with the next sentence after a kill', async () => {
    const sentences = Array.from({ length: 60 }, (_, n) => `Sentence ${n} has words.`);
    const content = `${sentences.join(' ')}\n`;
    const { id } = (await service.upload({ name: 'long.txt', content }, FIELDS)).body.data;
    for (let done = 0; done < 5;) done = (await service.job(id)).completed_segments ?? 0;
    await service.kill();
    await service.start();
    expect(await service.ended(id)).toMatchObject({ status: 'done', segment_count: 60 });
    const { bytes } = await service.send('GET', `/v1/translate/documents/${id}/content`);
    const translated = (await segmentsOf(id)).map(({ translated_text }) => translated_text);
    expect(bytes.toString()).toBe(`${translated.join(' ')}\n`);
  });

  it('is counted by examine, and refused where a format has no paragraphs, or it is no such value', async () => {
    const examine = async <T>(name: string, options: string) => {
      const form = new FormData();
      form.append('file', new Blob([TEXT]), name);
      form.append('format_options', options);
      return service.send<T>('POST', '/v1/documents/examine', { body: form });
    };
    const { body } = await examine<{ data: ExaminedResource }>('a.txt', FIELDS.format_options);
    expect(body.data).toMatchObject({ segment_count: 6, options: { segmentation: 'sentence' } });
    expect((await examine<Problem>('a.csv', FIELDS.format_options)).body.errors).toMatchObject([
      { field: 'format_options.segmentation', reason: 'unknown_format_option' },
    ]);
    expect((await examine<Problem>('a.txt', '{"segmentation": "word"}')).body.errors).toMatchObject([
      { field: 'format_options.segmentation', reason: 'format_option_value' },
    ]);
  });
});
