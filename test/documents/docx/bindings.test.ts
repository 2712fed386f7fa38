import { describe, expect, it } from 'vitest';
import { docxFormat } from '../../../service/documents/docx/docx-format.ts';
import { docx } from '../../support/ooxml.ts';
import { partOf } from '../support/docx.ts';

const r = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t>${text}</w:t></w:r>`;
const p = (...content: string[]) => `<w:p>${content.join('')}</w:p>`;

describe('content controls bound to data', () => {
  const binding =
    '<w:dataBinding w:prefixMappings="xmlns:n=\'urn:n\'" w:xpath="/n:root[1]/n:title[1]" w:storeItemID="{abc}"/>';
  const control = (content: string) =>
    `<w:sdt><w:sdtPr>${binding}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
  const data = (title: string) => `<root xmlns="urn:n"><other>A Title</other><title>${title}</title></root>`;
  const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/';
  const parts = (title: string) => ({
    documentRelationships: `<Relationship Id="d" Type="${OFFICE}relationships/customXml" Target="../customXml/item1.xml"/>`,
    extra: {
      'customXml/item1.xml': data(title),
      'customXml/_rels/item1.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="p" Type="${OFFICE}relationships/customXmlProps" Target="itemProps1.xml"/></Relationships>`,
      'customXml/itemProps1.xml': `<ds:datastoreItem xmlns:ds="${OFFICE}customXml" ds:itemID="{ABC}"/>`,
    },
  });
  const assembled = async (body: string, targets: string[]) => {
    const source = docx(body, parts('A Title'));
    const { bytes } = await docxFormat.assemble(source, targets, { from: 'en', to: 'de' });
    return [await partOf(bytes, 'word/document.xml'), await partOf(bytes, 'customXml/item1.xml')] as const;
  };

  it.each([
    ['around a paragraph', control(p(r('A Title')))],
    ['around all of a paragraph', p(control(r('A Title')))],
    ['within a cell', `<w:tbl><w:tr>${control(`<w:tc>${p(r('A Title'))}</w:tc>`)}</w:tr></w:tbl>`],
  ])('are translated together with their data: %s', async (_, body) => {
    const [document, item] = await assembled(body, ['Ein <Titel>']);
    expect(document).toContain('Ein &lt;Titel&gt;');
    expect(item).toBe(data('Ein &lt;Titel&gt;'));
  });

  it('within a text give their data the words of their pair', async () => {
    const [document, item] = await assembled(p(r('On'), control(r('A Title')), r('and more')), [
      'Und<1>Ein Titel</1>mehr',
    ]);
    expect(document).toContain('Ein Titel');
    expect(item).toBe(data('Ein Titel'));
  });

  it('say what the first of them says, where several show the same data', async () => {
    const body = p(control(r('A Title'))) + p(r('On '), control(r('A Title', '<w:b/>')), r(' and more'));
    const [document, item] = await assembled(body, ['Titel', 'Zu <1>dem Titel</1> und mehr']);
    expect(item).toBe(data('Titel'));
    expect(document.match(/>[^<>]+<\/w:t>/g)!.join('')).toBe(
      '>Titel</w:t>>Zu </w:t>>Titel</w:t>> und mehr</w:t>',
    );
    expect(document).toContain('<w:b/></w:rPr><w:t>Titel<');
  });

  it.each([
    ['differs from that of the first', ['Titel', 'Zu <1>dem Titel</1> und mehr'], [1]],
    ['differs in spaces only', ['Titel', 'Zu <1> Titel</1> und mehr'], []],
    ['has lost the words of its control', ['Titel', 'Zu ihm und mehr'], [1]],
  ])('name the segment whose text %s', async (_, targets, indexes) => {
    const body = p(control(r('A Title'))) + p(r('On '), control(r('A Title')), r(' and more'));
    const source = docx(body, parts('A Title'));
    const { kept } = await docxFormat.assemble(source, targets, { from: 'en', to: 'de' });
    expect(kept).toEqual(indexes.map((index) => ({ index, reason: 'shared_data' })));
  });

  it('are left with a warning where their data is not what they show', async () => {
    const source = docx(
      control(p(r('A Title'))) + p(r('On '), control(r('A Title')), r(' text')),
      parts('Other'),
    );
    const { segments, warnings } = await docxFormat.extract(source, { maxSegments: 10 });
    expect(segments.map((segment) => segment.text)).toEqual(['On<1/>text']);
    expect(warnings).toMatchObject([{ code: 'bound_control_untranslated', count: 2 }]);
  });

  it.each([
    ['title first', (title: string, line: string) => [title, line]],
    ['title last', (title: string, line: string) => [line, title]],
  ])('say the same wherever they show the same data: %s', async (_, order) => {
    const title = control(p(r('A Title')));
    const line = p(r('See'), control(r('A Title')), r('for more'));
    const [document, item] = await assembled(
      order(title, line).join(''),
      order('Ein Titel', 'Siehe<1>einen Titel</1>für mehr'),
    );
    expect(document).toContain(
      order(title, line)
        .join('')
        .replaceAll('A Title', 'Ein Titel')
        .replace('See', 'Siehe')
        .replace('for more', 'für mehr'),
    );
    expect(item).toBe(data('Ein Titel'));
  });

  it('say the same also where only one of them was translated', async () => {
    const title = control(p(r('A Title')));
    const [document, item] = await assembled(p(r('See'), control(r('A Title')), r('!')) + title, [
      'Siehe<1>A Title</1>!',
      'Ein Titel',
    ]);
    expect(document).toContain(p(r('Siehe'), control(r('Ein Titel')), r('!')) + control(p(r('Ein Titel'))));
    expect(item).toBe(data('Ein Titel'));
    const [kept, same] = await assembled(p(r('See'), control(r('A Title')), r('!')) + title, [
      'Siehe<1>Ein Titel</1>!',
      'A Title',
    ]);
    expect(kept).toContain(p(r('Siehe'), control(r('A Title')), r('!')) + title);
    expect(same).toBe(data('A Title'));
  });

  it('keep their text with their data where a translation has lost it', async () => {
    for (const target of ['Siehe<1></1>mehr', 'Siehe mehr', '<1> </1>Siehe mehr']) {
      const [document, item] = await assembled(p(r('See'), control(r('A Title')), r('for more')), [target]);
      expect(document.match(/A Title/g), target).toHaveLength(1);
      expect(item, target).toBe(data('A Title'));
    }
  });

  it('keep their words where a translation has lost the pair around them', async () => {
    const [document, item] = await assembled(p(r('By '), control(r('A Title')), r(' and more')), [
      'Von A Title und mehr',
    ]);
    expect(item).toBe(data('A Title'));
    expect(document.match(/>[^<>]+<\/w:t>/g)!.join('')).toBe('>Von </w:t>>A Title</w:t>> und mehr</w:t>');
  });

  it('in a header agree with those of the body', async () => {
    const source = docx(p(r('See'), control(r('A Title')), r('!')), {
      ...parts('A Title'),
      related: { 'header1.xml': { kind: 'header', root: 'w:hdr', xml: control(p(r('A Title'))) } },
    });
    const targets = ['Siehe<1>den Titel</1>!', 'Ein Titel'];
    const { bytes } = await docxFormat.assemble(source, targets, { from: 'en', to: 'de' });
    for (const part of ['word/document.xml', 'word/header1.xml', 'customXml/item1.xml']) {
      expect(await partOf(bytes, part)).toContain('>Ein Titel<');
    }
  });

  it('are translated together with a document property, whose other translation is named', async () => {
    const CORE = 'http://schemas.openxmlformats.org/package/2006/metadata/core-properties';
    const DUBLIN = 'http://purl.org/dc/elements/1.1/';
    const cover = control(p(r('A Title')))
      .replace('{abc}', '{6C3C8BC8-F283-45AE-878A-BAB7291924A1}')
      .replace("xmlns:n='urn:n'", `xmlns:n='${CORE}' xmlns:d='${DUBLIN}'`)
      .replace('/n:root[1]/n:title[1]', '/n:coreProperties[1]/d:title[1]');
    const source = docx(cover, {
      packageRelationships:
        '<Relationship Id="c" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>',
      extra: {
        'docProps/core.xml': `<cp:coreProperties xmlns:cp="${CORE}" xmlns:dc="${DUBLIN}"><dc:title>A Title</dc:title></cp:coreProperties>`,
      },
    });
    const { bytes } = await docxFormat.assemble(source, ['Ein Titel'], { from: 'en', to: 'de' });
    expect(await partOf(bytes, 'docProps/core.xml')).toContain('<dc:title>Ein Titel</dc:title>');
    const other = await docxFormat.assemble(source, ['Ein Titel', 'Anders'], {
      from: 'en',
      to: 'de',
      formatOptions: { include: ['properties'] },
    });
    expect(await partOf(other.bytes, 'docProps/core.xml')).toContain('<dc:title>Ein Titel</dc:title>');
    expect(other.kept).toEqual([{ index: 1, reason: 'shared_data' }]);
  });

  it.each([
    ['is not well-formed', { 'customXml/item1.xml': '<root xmlns="urn:n"><title>A Title' }],
    ['has a DOCTYPE', { 'customXml/item1.xml': `<!DOCTYPE r>${data('A Title')}` }],
    ['has a note that cannot be read', { 'customXml/itemProps1.xml': '<' }],
    ['has several such nodes in the path', { 'customXml/item1.xml': data('A <b>Title</b>') }],
  ])('are left with a warning where their data %s', async (_, extra) => {
    const { documentRelationships, extra: store } = parts('A Title');
    const source = docx(control(p(r('A Title'))) + p(r('text')), {
      documentRelationships,
      extra: { ...store, ...extra },
    });
    const { segments, warnings } = await docxFormat.extract(source, { maxSegments: 10 });
    expect(segments.map((segment) => segment.text)).toEqual(['text']);
    expect(warnings).toMatchObject([{ code: 'bound_control_untranslated', count: 1 }]);
  });

  it('are left with a warning where the document names its own part as the data', async () => {
    const { documentRelationships, extra } = parts('A Title');
    for (const target of ['document.xml', 'header1.xml']) {
      const source = docx(control(p(r('A Title'))), {
        documentRelationships: documentRelationships.replace('../customXml/item1.xml', target),
        related: { 'header1.xml': { kind: 'header', root: 'root', xml: '<title>A Title</title>' } },
        extra: {
          [`word/_rels/${target === 'header1.xml' ? target : 'unused.xml'}.rels`]: extra[
            'customXml/_rels/item1.xml.rels'
          ].replace('itemProps1.xml', '../customXml/itemProps1.xml'),
          'customXml/itemProps1.xml': extra['customXml/itemProps1.xml'],
        },
      });
      const { warnings } = await docxFormat.extract(source, { maxSegments: 10 });
      expect(warnings, target).toMatchObject([{ code: 'bound_control_untranslated' }]);
    }
  });
});
