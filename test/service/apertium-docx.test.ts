import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApertiumEngine } from '../../service/engines/apertium/engine.ts';
import { makeDocx } from '../support/office-files.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

const { pairs } = await createApertiumEngine().state();
const hasPair = pairs.some(({ from, to, ready }) => from === 'en' && to === 'es' && ready);

const NOTE = '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="2"/></w:r>';
/** Ends the plain run it stands in, and opens another after what is put between. */
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
});
