import { describe, expect, it } from 'vitest';
import { detectFormat, formatOf } from '../../../service/documents/formats.ts';
import { readEntries, unzip, zip } from '../../support/zip.ts';
import { ANY_NUMBER, EN_ES } from '../support/pseudo.ts';
import { refusalCode } from '../support/refusal.ts';
import { odfFile, partXml } from './odf-file.ts';

const TEXT = 'application/vnd.oasis.opendocument.text';
const MANIFEST = 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0';
const p = (text: string) => `<text:p>${text}</text:p>`;
const content = (body: string) =>
  partXml('document-content', `<office:body><office:text>${body}</office:text></office:body>`);
const manifest = (inside: string) =>
  `<manifest:manifest xmlns:manifest="${MANIFEST}">${inside}</manifest:manifest>`;

const kindOf = async (source: Uint8Array, fileName?: string) =>
  (await detectFormat(source, { fileName, mediaType: undefined })).fileType;
const refusalOf = (source: Uint8Array, fileName: string) => refusalCode(() => kindOf(source, fileName));

describe('an OpenDocument file that is not as most are', () => {
  it('is known by its manifest where it has no mimetype', async () => {
    const entry = `<manifest:file-entry manifest:full-path="/" manifest:media-type="${TEXT}"/>`;
    const source = zip({ 'META-INF/manifest.xml': manifest(entry), 'content.xml': content(p('One')) });
    expect(await kindOf(source, 'a.odt')).toBe('odt');
  });

  it('keeps its mimetype where it was, and packed as it was', async () => {
    const source = zip({ 'content.xml': content(p('One')), mimetype: TEXT });
    expect(await kindOf(source)).toBe('odt');
    const { bytes } = await (await formatOf('odt')).assemble(source, ['Uno'], EN_ES);
    const before = readEntries(source)!;
    const after = readEntries(Buffer.from(bytes))!;
    expect(after.map(({ name, method }) => ({ name, method }))).toEqual(
      before.map(({ name, method }) => ({ name, method })),
    );
    expect(unzip(Buffer.from(bytes)).get('content.xml')!.toString()).toContain(p('Uno'));
  });

  it('is refused as flat XML, as a template and with a password, whatever it is named', async () => {
    const flat = `<?xml version="1.0"?>${partXml('document', `<office:body><office:text>${p('One')}</office:text></office:body>`)}`;
    for (const name of ['a.fodt', 'a.odt', 'a.xml'])
      await expect(kindOf(Buffer.from(flat), name)).rejects.toMatchObject({
        errors: [{ code: 'unsupported_file_type', reason: 'flat_opendocument' }],
      });
    const template = zip(
      { mimetype: `${TEXT}-template`, 'content.xml': content('') },
      { stored: ['mimetype'] },
    );
    expect(await refusalOf(template, 'a.odt')).toBe('template');
    const locked = manifest(
      '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>',
    );
    for (const kind of ['text', 'spreadsheet', 'presentation'] as const) {
      const source = odfFile(kind, '', { parts: { 'META-INF/manifest.xml': locked } });
      expect(await refusalOf(source, 'a.odt')).toBe('password_protected');
    }
  });

  it('is taken with a signature, of which it warns, and with macros, which are kept', async () => {
    const parts = {
      'META-INF/documentsignatures.xml': '<signatures/>',
      'Basic/Standard/Module1.xml': '<!DOCTYPE module><module>Sub Main</module>',
    };
    const source = odfFile('text', p('One'), { parts });
    const { segments, warnings } = await (await formatOf('odt')).extract(source, ANY_NUMBER);
    expect(segments).toHaveLength(1);
    expect(warnings).toMatchObject([{ code: 'signature_invalidated' }]);
    const { bytes } = await (await formatOf('odt')).assemble(source, ['Uno'], EN_ES);
    expect(unzip(Buffer.from(bytes)).get('Basic/Standard/Module1.xml')).toEqual(
      unzip(source).get('Basic/Standard/Module1.xml'),
    );
  });

  it('keeps a chart that is broken or missing as it is', async () => {
    const object = (name: string) => `<draw:frame><draw:object xlink:href="./${name}"/></draw:frame>`;
    const source = odfFile('text', p(`One ${object('Object 1')} two ${object('Gone')}`), {
      parts: { 'Object 1/content.xml': '<office:chart:chart' },
    });
    const { segments } = await (await formatOf('odt')).extract(source, ANY_NUMBER);
    expect(segments.map(({ text }) => text)).toEqual(['One <1/> two']);
  });

  it('may have a row and a cell a million times', async () => {
    const cell = (columns: number) =>
      `<table:table-cell office:value-type="string" table:number-columns-repeated="${columns}">${p('Word')}</table:table-cell>`;
    const body = `<table:table table:name="S"><table:table-row table:number-rows-repeated="1048576">${cell(16_384)}</table:table-row></table:table>`;
    const source = odfFile('spreadsheet', body);
    for (const formatOptions of [{}, { columns: 'all' }, { columns: ['C'] }]) {
      const options = { ...ANY_NUMBER, formatOptions };
      expect((await (await formatOf('ods')).extract(source, options)).segments).toHaveLength(1);
      const { bytes } = await (
        await formatOf('ods')
      ).assemble(source, ['Palabra'], { ...EN_ES, formatOptions });
      expect(unzip(Buffer.from(bytes)).get('content.xml')!.length).toBeLessThan(10_000);
    }
  });
});
