import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApertiumEngine } from '../../service/engines/apertium/engine.ts';
import { makeDocx } from '../support/office-files.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

const { pairs } = await createApertiumEngine().state();
const hasPair = pairs.some(({ from, to, ready }) => from === 'en' && to === 'es' && ready);

const NOTE = '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="2"/></w:r>';
/** Ends the plain run around it, and opens another after the inserted text. */
const between = (inner: string) => `</w:t></w:r>${inner}<w:r><w:t xml:space="preserve">`;
const formatted = (properties: string, text: string) =>
  between(`<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`);

describe.skipIf(!hasPair)('a Word document through Apertium (needs apertium and apertium-eng-spa)', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  async function translated(paragraphs: readonly string[]): Promise<string> {
    const content = new Uint8Array(await makeDocx(paragraphs));
    const fields = { from: 'en', to: 'es', engine: 'apertium' };
    const { id } = (await service.upload({ name: 'a.docx', content }, fields)).body.data;
    expect(await service.ended(id)).toMatchObject({ status: 'done', engine: 'apertium' });
    const { bytes } = await service.send('GET', `/v1/translate/documents/${id}/content`);
    return (await JSZip.loadAsync(bytes)).file('word/document.xml')!.async('string');
  }

  it('has bold and slanted words bold and slanted in the translation, wherever these went', async () => {
    const xml = await translated([
      `This is a ${formatted('<w:b/>', 'very important')} document.`,
      `The ${formatted('<w:b/>', 'red')} ${formatted('<w:i/>', 'car')} is here.`,
    ]);
    expect(xml).toMatch(/<w:b\/><\/w:rPr><w:t[^>]*>muy importante</);
    expect(xml).toMatch(/<w:i\/><\/w:rPr><w:t[^>]*>coche</);
    expect(xml).toMatch(/<w:b\/><\/w:rPr><w:t[^>]*>rojo</);
    expect(xml.indexOf('>coche<')).toBeLessThan(xml.indexOf('>rojo<'));
  });

  it('has links, note marks and tabs at the words they belong to', async () => {
    const link = between(
      '<w:hyperlink w:anchor="x"><w:r><w:t xml:space="preserve">the house</w:t></w:r></w:hyperlink>',
    );
    const xml = await translated([
      `We see ${link} now.`,
      `See the note${between(NOTE)} below.`,
      `The cat${between('<w:r><w:tab/></w:r>')}two books`,
    ]);
    expect(xml).toMatch(/<w:hyperlink w:anchor="x"><w:r><w:t[^>]*>la casa<\/w:t><\/w:r><\/w:hyperlink>/);
    expect(xml).toMatch(new RegExp(`nota</w:t></w:r>${NOTE}`));
    expect(xml).toMatch(/gato<\/w:t><\/w:r><w:r><w:tab\/><\/w:r><w:r><w:t[^>]*>dos libros</);
  });

  const char = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const field = (instruction: string, shown: string) =>
    `${char('begin')}<w:r><w:instrText> ${instruction} </w:instrText></w:r>${char('separate')}<w:r><w:t xml:space="preserve">${shown}</w:t></w:r>${char('end')}`;
  const SENTENCES = [
    'The red car is in the big house.',
    'Is the small dog of my sister still here?',
    'Please sign this document and send it to the office!',
    'Who wrote the last letter to the new customer?',
    'We have not seen your white cat, and they are tired.',
    'Total: the price of two tickets and one book.',
    'What a beautiful day in the old city!',
    'The answer (see the table) is not clear to us.',
  ];

  it.each([
    ['an empty field of a form', field('FORMTEXT', '\u2002'.repeat(5)), '\u2002'.repeat(5)],
    ['a page number', field('PAGE', '7'), '7'],
    ['a symbol', '<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>', '\u25a1'],
  ])('keeps %s whole at every place of a sentence, with the space behind it', async (_, code, shown) => {
    const sources = SENTENCES.flatMap((sentence) => {
      const words = sentence.split(' ');
      // Before each word, behind the last one, and behind its full stop.
      return [...words, ''].map((_word, at) => {
        const before = words.slice(0, at).join(' ');
        const behind = words.slice(at).join(' ');
        return `${before}${before && ' '}${between(code)}${behind && ' '}${behind}`;
      });
    });
    expect(sources.length).toBeGreaterThan(70);
    const xml = await translated(sources);
    const paragraphs = xml.match(/<w:p>.*?<\/w:p>/gs)!;
    expect(paragraphs).toHaveLength(sources.length);
    const faults = paragraphs.flatMap((paragraph, index) => {
      const around = paragraph.split(code);
      const [before = '', behind = ''] = around.map((part) => part.replace(/<[^>]*>/g, ''));
      const text = `${before}{${shown}}${behind}`;
      const isFault =
        around.length !== 2 ||
        // Words run into it, or the space on one of its sides has gone.
        /[\p{L}\p{N}]$/u.test(before) ||
        /^[\p{L}\p{N}¿¡]/u.test(behind) ||
        / {2}/.test(before + behind.trimStart()) ||
        // Signs that stay with their words.
        /^ [,.;:?!)]/.test(behind) ||
        /[¿¡(] $/.test(before);
      return isFault ? [`${sources[index]!.replace(code, '{}').replace(/<[^>]*>/g, '')} → ${text}`] : [];
    });
    expect(faults).toEqual([]);
  });

  it('keeps a note mark at the end of a word or sentence, whichever word of the source it is at', async () => {
    const sources = SENTENCES.flatMap((sentence) => {
      const words = sentence.split(' ');
      return words.map((_word, at) => {
        const [before, behind] = [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')];
        return `${before}${between(NOTE)}${behind && ' '}${behind}`;
      });
    });
    const xml = await translated(sources);
    const faults = xml.match(/<w:p>.*?<\/w:p>/gs)!.flatMap((paragraph, index) => {
      const around = paragraph.split(NOTE);
      const [before = '', behind = ''] = around.map((part) => part.replace(/<[^>]*>/g, ''));
      const isKept =
        around.length === 2 && /[\p{L}.,;:?!)]$/u.test(before) && /^(?:$|[ .,;:?!)])/u.test(behind);
      return isKept
        ? []
        : [`${sources[index]!.replace(NOTE, '*').replace(/<[^>]*>/g, '')} → ${before}*${behind}`];
    });
    expect(faults).toEqual([]);
  });
});
