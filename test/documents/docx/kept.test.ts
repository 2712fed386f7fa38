import { describe, expect, it } from 'vitest';
import { docxFormat } from '../../../service/documents/docx/docx-format.ts';
import { docx } from '../../support/ooxml.ts';
import { bodyTexts, partOf, texts, translatedBody } from '../support/docx.ts';
import { unzip } from '../support/zip.ts';

const r = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t>${text}</w:t></w:r>`;
const p = (...content: string[]) => `<w:p>${content.join('')}</w:p>`;
const EN_DE = { from: 'en', to: 'de' };

describe('things a translation keeps', () => {
  it('is every part without text to translate, byte for byte', async () => {
    const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
    const kept = {
      'word/comments.xml': `<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:comment w:id="1">${p(r('A comment'))}</w:comment></w:comments>`,
      'word/charts/chart1.xml': `<c:chart xmlns:c="urn:c" ${A}><a:p><a:r><a:t>Chart title</a:t></a:r></a:p></c:chart>`,
      'word/diagrams/data1.xml': `<dgm:dataModel xmlns:dgm="urn:d" ${A}><a:t>SmartArt</a:t></dgm:dataModel>`,
      'word/glossary/document.xml': `<w:glossaryDocument xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:docParts>${p(r('Building block'))}</w:docParts></w:glossaryDocument>`,
      'docProps/core.xml': '<cp:coreProperties xmlns:cp="urn:p"><title>A title</title></cp:coreProperties>',
      'word/media/image1.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47]),
      'word/broken-but-never-read.xml': '<',
    };
    const source = docx(p(r('Text')), {
      extra: kept,
      documentRelationships: ['comments', 'chart', 'diagramData', 'glossaryDocument']
        .map((kind, i) => {
          const target = Object.keys(kept)[i]!.replace('word/', '');
          return `<Relationship Id="k${i}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`;
        })
        .join(''),
    });
    expect(await texts(source)).toEqual(['Text']);
    const { bytes } = await docxFormat.assemble(source, ['Wort'], EN_DE);
    const [before, after] = [await unzip(source), await unzip(bytes)];
    expect([...after.keys()]).toEqual([...before.keys()]);
    for (const [name, content] of after) {
      expect(content.equals(before.get(name)!), name).toBe(name !== 'word/document.xml');
    }
  });

  it('is the alternative text of pictures, and a piece of another format put in', async () => {
    const picture =
      '<w:r><w:drawing><wp:docPr xmlns:wp="urn:wp" id="1" name="x" descr="A cat" title="Cat"/></w:drawing></w:r>';
    const body = p(r('one'), picture, r('two')) + '<w:altChunk r:id="rId9"/>';
    expect(await bodyTexts(body)).toEqual(['one<1/>two']);
    expect(await translatedBody(body, ['zwei<1/>eins'])).toBe(
      p(r('zwei'), picture, r('eins')) + '<w:altChunk r:id="rId9"/>',
    );
  });

  it('is what the reader does not see at all: the marks beside words', async () => {
    const marks =
      '<w:proofErr w:type="gramStart"/><w:commentRangeStart w:id="1"/><w:permStart w:id="1"/><w:bookmarkStart w:id="1" w:name="x"/>';
    const ends =
      '<w:bookmarkEnd w:id="1"/><w:permEnd w:id="1"/><w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r><w:proofErr w:type="gramEnd"/>';
    const pageBreak = '<w:r><w:lastRenderedPageBreak/><w:t>one</w:t></w:r>';
    expect(await translatedBody(p(marks, pageBreak, ends), ['eins'])).toBe(
      p(marks, pageBreak.replace('one', 'eins'), ends),
    );
  });
});

describe('other ways to write a document', () => {
  const relationship = (id: string, kind: string, target: string, base: string) =>
    `<Relationship Id="${id}" Type="${base}/${kind}" Target="${target}"/>`;
  const relationships = (inner: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;
  const TRANSITIONAL = {
    rel: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
    w: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  };
  const STRICT = {
    rel: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
    w: 'http://purl.oclc.org/ooxml/wordprocessingml/main',
  };

  it.each([
    ['transitional, in odd places', TRANSITIONAL, '/Daten/Haupt.XML', 'kopf\\Eins.xml'],
    ['strict, in odd places', STRICT, 'daten\\haupt.xml', '/DATEN/KOPF/EINS.xml'],
  ])('is translated: %s', async (_, { rel, w }, main, header) => {
    const source = docx('', {
      extra: {
        '[Content_Types].xml':
          '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/daten/HAUPT.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml; charset=utf-8"/></Types>',
        '_rels/.rels': relationships(relationship('r', 'officeDocument', main, rel)),
        'word/document.xml': '<unused/>',
        'daten/haupt.xml': `<ns0:document xmlns:ns0="${w}"><ns0:body><ns0:p><ns0:r><ns0:t>body</ns0:t></ns0:r></ns0:p></ns0:body></ns0:document>`,
        'daten/_rels/haupt.xml.rels': relationships(relationship('h', 'header', header, rel)),
        'daten/kopf/eins.xml': `<hdr xmlns="${w}"><p><r><t>head</t></r></p></hdr>`,
      },
    });
    expect(await texts(source)).toEqual(['body', 'head']);
    const { bytes } = await docxFormat.assemble(source, ['Text ', 'Kopf '], EN_DE);
    expect(await partOf(bytes, 'daten/haupt.xml')).toContain('<ns0:t xml:space="preserve">Text </ns0:t>');
    expect(await partOf(bytes, 'daten/kopf/eins.xml')).toContain('<t xml:space="preserve">Kopf </t>');
  });

  it.each([
    ['little end first', 'UTF-16', (xml: string) => Buffer.from(`\ufeff${xml}`, 'utf16le')],
    ['big end first', 'UTF-16', (xml: string) => Buffer.from(`\ufeff${xml}`, 'utf16le').swap16()],
    ['with a byte order mark', 'UTF-8', (xml: string) => Buffer.from(`\ufeff${xml}`)],
  ])('is translated in its own encoding: %s, %s', async (_, encoding, encode) => {
    const xml = (text: string) =>
      `<?xml version="1.0" encoding="${encoding}"?>\r\n<w:document xmlns:w="${TRANSITIONAL.w}"><w:body>${p(r('😀'), r(text, '<w:b/>'))}</w:body></w:document>`;
    const source = docx('', { extra: { 'word/document.xml': encode(xml('cat')) } });
    expect(await texts(source)).toEqual(['<1>😀</1>cat']);
    const { bytes } = await docxFormat.assemble(source, ['<1>😀</1>Käтze'], EN_DE);
    expect((await unzip(bytes)).get('word/document.xml')).toEqual(encode(xml('Käтze')));
  });
});
