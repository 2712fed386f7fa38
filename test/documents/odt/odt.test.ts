import { describe, expect, it } from 'vitest';
import { odtFormat } from '../../../service/documents/odt/odt-format.ts';
import { unzip, readEntries, zip } from '../../support/zip.ts';
import { odfFile, partXml, textStyle } from '../odf/odf-file.ts';
import { ANY_NUMBER, EN_ES } from '../support/pseudo.ts';
import { refusalCode } from '../support/refusal.ts';

const textsOf = async (source: Buffer) =>
  (await odtFormat.extract(source, ANY_NUMBER)).segments.map(({ text }) => text);

/** The content of `office:text` once `targets` are in. */
async function written(source: Buffer, targets: (string | null)[], to = 'es'): Promise<string> {
  const { bytes } = await odtFormat.assemble(source, targets, { from: 'en', to });
  const content = unzip(bytes).get('content.xml')!.toString();
  return /<office:text>([^]*)<\/office:text>/.exec(content)![1]!;
}

const p = (inside: string) => `<text:p>${inside}</text:p>`;

describe('white space of ODT', () => {
  it('is collapsed across spans, and runs of spaces are elements', async () => {
    const source = odfFile(
      'text',
      p('\n  One <text:span> two\n three</text:span> <text:s text:c="2"/>four  \n'),
    );
    expect(await textsOf(source)).toEqual(['One two three   four']);
  });

  it('is written so that none is lost', async () => {
    const source = odfFile('text', p('One two.') + p('<text:s/>Next'));
    expect(await written(source, ['A  b   c\td\ne', 'N'])).toBe(
      p('A <text:s/>b <text:s text:c="2"/>c<text:tab/>d<text:line-break/>e') + p('<text:s/>N'),
    );
  });
});

describe('inline codes of ODT', () => {
  const bold = textStyle('T1', 'fo:font-weight="bold"');
  const typed = textStyle('T2', 'loext:rsid="0012" fo:language="de"');

  it('are formats that differ to a reader, links, breaks and notes', async () => {
    const source = odfFile(
      'text',
      p(
        'See <text:span text:style-name="T2">the</text:span> <text:span text:style-name="T1">bold</text:span> <text:a xlink:href="x">link<text:line-break/>here</text:a><text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>A note.</text:p></text:note-body></text:note> now.',
      ),
      { automatic: bold + typed },
    );
    expect(await textsOf(source)).toEqual(['See the <1>bold</1> <2>link<3/>here</2><4/> now.', 'A note.']);
    expect(await written(source, ['<2>Enlace<3/>aquí</2><4/> <1>negrita</1>.', 'Nota.'])).toBe(
      p(
        '<text:a xlink:href="x">Enlace<text:line-break/>aquí</text:a><text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Nota.</text:p></text:note-body></text:note> <text:span text:style-name="T1">negrita</text:span>.',
      ),
    );
  });

  it('leave the spans around the words as they are', async () => {
    const source = odfFile(
      'text',
      p(
        '<text:span text:style-name="T1">All <text:span text:style-name="T3">of</text:span> it</text:span><text:page-number>3</text:page-number>',
      ),
      { automatic: bold },
    );
    expect(await written(source, ['Todo <1>ello</1>'])).toBe(
      p(
        '<text:span text:style-name="T1">Todo <text:span text:style-name="T3">ello</text:span></text:span><text:page-number>3</text:page-number>',
      ),
    );
  });

  it('keep the format of a link around it: Impress and Calc lose spans in links', async () => {
    const link = (text: string) =>
      `<text:span text:style-name="T1"><text:a xlink:href="x">${text}</text:a></text:span>`;
    const automatic = textStyle('T1', 'fo:font-weight="bold"');
    const source = odfFile('text', p(`See ${link('here')} and there.`), { automatic });
    expect(await textsOf(source)).toEqual(['See <1>here</1> and there.']);
    expect(await written(source, ['Véase <1>aquí</1> y allí.'])).toContain(
      p(`Véase ${link('aquí')} y allí.`),
    );
  });

  it('put no link into another, nor a span of another text into a link', async () => {
    const [bold, struck] = ['fo:font-weight="bold"', 'style:text-line-through-style="solid"'];
    const automatic = textStyle('T1', bold) + textStyle('T2', struck);
    const link = (to: string, text: string) => `<text:a xlink:href="${to}">${text}</text:a>`;
    const span = (style: string, text: string) => `<text:span text:style-name="${style}">${text}</text:span>`;
    const long = span('T2', ' and a long text that is struck through');
    const source = odfFile('text', p(`${span('T1', link('x', 'One'))}${link('y', 'two')}${long}`), {
      automatic,
    });
    expect(await textsOf(source)).toEqual(['<1>One</1><2>two</2> and a long text that is struck through']);
    const result = await written(source, ['<2>Uno dos y un texto</2>']);
    expect(result).not.toMatch(/<text:a [^>]*>(?:(?!<\/text:a>).)*<text:(?:a|span)/);
    expect(result.match(/<text:a /g)).toHaveLength(2);
  });

  it('keep bookmarks around their words', async () => {
    const source = odfFile(
      'text',
      p('One two <text:bookmark-start text:name="b"/>three four<text:bookmark-end text:name="b"/> five six'),
    );
    expect(await written(source, ['uno dos tres cuatro cinco seis'])).toBe(
      p(
        'uno dos <text:bookmark-start text:name="b"/>tres cuatro<text:bookmark-end text:name="b"/> cinco seis',
      ),
    );
  });

  it('keep bookmarks where a format around them is lost', async () => {
    const source = odfFile(
      'text',
      p('One <text:span text:style-name="T1">two <text:bookmark text:name="b"/>three</text:span> four'),
      { automatic: bold },
    );
    expect(await written(source, ['uno dos tres cuatro'])).toContain('<text:bookmark text:name="b"/>');
  });
});

describe('what is translated of ODT', () => {
  it('is text that people see, notes and frames after the paragraph they are in', async () => {
    const source = odfFile(
      'text',
      '<text:tracked-changes><text:changed-region><text:deletion><text:p>Deleted text</text:p></text:deletion></text:changed-region></text:tracked-changes>' +
        '<office:forms><form:form><text:p>Form text</text:p></form:form></office:forms>' +
        p(
          'Before <draw:frame><draw:text-box><text:p>In a frame</text:p></draw:text-box><svg:desc>Described</svg:desc></draw:frame>after <office:annotation><dc:creator>Ann</dc:creator><text:p>Comment</text:p></office:annotation>it',
        ) +
        '<table:table><table:table-row><table:table-cell office:value-type="string"><text:p>Cell</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="2"><text:p>two</text:p></table:table-cell></table:table-row></table:table>',
    );
    expect(await textsOf(source)).toEqual(['Before <1/>after <2/>it', 'In a frame', 'Cell']);
  });

  it('is more or less by the option include, and the rest is counted', async () => {
    const meta = partXml(
      'document-meta',
      '<office:meta><dc:title>A title</dc:title><dc:creator>Ann</dc:creator></office:meta>',
    );
    const source = odfFile(
      'text',
      '<text:section text:display="none"><text:p>Hidden text</text:p></text:section>' +
        p(
          'Body<office:annotation><text:p>A comment</text:p></office:annotation> text <draw:frame><draw:image/><svg:title>A   picture</svg:title></draw:frame>here',
        ),
      { parts: { 'meta.xml': meta } },
    );
    const withOptions = { ...ANY_NUMBER, formatOptions: { include: ['comments', 'alt_text', 'properties'] } };
    const { segments } = await odtFormat.extract(source, withOptions);
    expect(segments.map(({ text }) => text)).toEqual([
      'Body<1/> text <2/>here',
      'A comment',
      'A picture',
      'A title',
    ]);
    const { leftOut } = await odtFormat.examine!(source, ANY_NUMBER);
    expect(leftOut).toEqual([
      { what: 'comments', count: 1 },
      { what: 'alt_text', count: 1 },
      { what: 'properties', count: 1 },
    ]);
    expect((await odtFormat.examine!(source, withOptions)).leftOut).toEqual([{ what: 'hidden', count: 1 }]);
    const targets = ['Texto<1/> del <2/>cuerpo', 'Un  comentario', 'Una  imagen', 'Un título'];
    const { bytes } = await odtFormat.assemble(source, targets, {
      ...EN_ES,
      formatOptions: withOptions.formatOptions,
    });
    const parts = unzip(bytes);
    expect(parts.get('content.xml')!.toString()).toContain(
      p(
        'Texto<office:annotation><text:p>Un <text:s/>comentario</text:p></office:annotation> del <draw:frame><draw:image/><svg:title>Una  imagen</svg:title></draw:frame>cuerpo',
      ),
    );
    expect(parts.get('meta.xml')!.toString()).toContain('<dc:title>Un título</dc:title><dc:creator>Ann');
  });

  it('is followed by headers and footers', async () => {
    const master =
      '<office:master-styles><style:master-page style:name="S"><style:header><text:p>Top</text:p></style:header><style:footer><text:p>Page <text:page-number>1</text:page-number></text:p></style:footer></style:master-page></office:master-styles>';
    const source = odfFile('text', p('Body'), {
      parts: { 'styles.xml': partXml('document-styles', master) },
    });
    expect(await textsOf(source)).toEqual(['Body', 'Top', 'Page']);
    const { bytes } = await odtFormat.assemble(source, [null, 'Arriba', null], EN_ES);
    expect(unzip(bytes).get('styles.xml')!.toString()).toContain('<style:header><text:p>Arriba</text:p>');
    expect(readEntries(Buffer.from(bytes))![0]).toMatchObject({ name: 'mimetype', method: 0 });
  });

  it('is a chart with its table, where its frame is', async () => {
    const chart =
      '<office:body><office:chart><chart:chart><chart:title><text:p>Sales</text:p></chart:title><table:table table:name="local-table"><table:table-row><table:table-cell office:value-type="string"><text:p>North</text:p><draw:g><svg:desc>A1</svg:desc></draw:g></table:table-cell><table:table-cell office:value-type="float"><text:p>1.5</text:p></table:table-cell></table:table-row></table:table></chart:chart></office:chart></office:body>';
    const source = odfFile(
      'text',
      p('One <draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>more') + p('Two'),
      { parts: { 'Object 1/content.xml': partXml('document-content', chart) } },
    );
    expect(await textsOf(source)).toEqual(['One <1/>more', 'Sales', 'North', 'Two']);
  });
});

describe('indexes of ODT', () => {
  const contents =
    '<text:table-of-content><text:table-of-content-source><text:index-title-template>Contents</text:index-title-template></text:table-of-content-source><text:index-body><text:index-title><text:p>Contents</text:p></text:index-title>' +
    p('1.2 <text:a xlink:href="#a">First steps</text:a><text:tab/>7') +
    p('Elsewhere<text:tab/>9') +
    '</text:index-body></text:table-of-content>';
  const source = odfFile(
    'text',
    `${contents}<text:h text:outline-level="2">First <text:span text:style-name="T">steps</text:span></text:h>`,
  );

  it('say what their headings say, and no more is asked for that', async () => {
    expect(await textsOf(source)).toEqual(['Contents', 'Elsewhere<1/>9', 'First <1>steps</1>']);
    const result = await written(source, ['Índice', null, '<1>Primeros</1> pasos']);
    expect(result).toContain('<text:index-title-template>Índice</text:index-title-template>');
    expect(result).toContain('1.2 <text:a xlink:href="#a">Primeros pasos</text:a><text:tab/>7');
  });

  it('are kept where words decide their order', async () => {
    const sorted = odfFile(
      'text',
      `<text:alphabetical-index><text:index-body>${p('Apple')}${p('Pear')}</text:index-body></text:alphabetical-index>${p('Text')}`,
    );
    const { segments, warnings } = await odtFormat.extract(sorted, ANY_NUMBER);
    expect(segments.map(({ text }) => text)).toEqual(['Text']);
    expect(warnings).toMatchObject([{ code: 'index_stale', count: 2 }]);
  });
});

it('sets the direction of translated paragraphs and tables by separate styles', async () => {
  const automatic =
    '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties fo:text-align="end" fo:margin-left="1cm"/></style:style>';
  const source = odfFile(
    'text',
    `<text:p text:style-name="P1">One</text:p><text:h text:style-name="Heading" text:outline-level="1">Two</text:h>${p('7')}<table:table table:name="T"><table:table-row><table:table-cell>${p('Three')}</table:table-cell></table:table-row></table:table>`,
    { automatic },
  );
  const { bytes } = await odtFormat.assemble(source, ['א', 'ב', null, 'ג'], { from: 'en', to: 'he' });
  const content = unzip(bytes).get('content.xml')!.toString();
  expect(content).toContain('<text:p text:style-name="P1_rtl">א</text:p>');
  expect(content).toContain('<text:h text:style-name="Heading_rtl" text:outline-level="1">ב</text:h>');
  expect(content).toContain('<text:p>7</text:p><table:table table:style-name="table_rtl" table:name="T">');
  expect(content).toContain(
    '<style:style style:name="P1_rtl" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties style:writing-mode="rl-tb" fo:text-align="left" fo:margin-left="1cm"/></style:style>',
  );
  expect(content).toContain(
    '<style:style style:name="Heading_rtl" style:family="paragraph" style:parent-style-name="Heading"><style:paragraph-properties style:writing-mode="rl-tb" fo:text-align="right"/></style:style>',
  );
});

describe('an ODT file', () => {
  it('comes back as its very bytes where nothing changes', async () => {
    const source = odfFile('text', p('One') + p('Two'));
    expect((await odtFormat.assemble(source, ['One', null], EN_ES)).bytes).toBe(source);
  });

  it('is refused with a password, with a DOCTYPE, and without content', async () => {
    const manifest =
      '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>';
    const locked = odfFile('text', '', { parts: { 'META-INF/manifest.xml': manifest } });
    const look = { archive: undefined, extension: 'odt', text: undefined, root: undefined };
    const { lookAt } = await import('../../../service/documents/look.ts');
    const { readZip } = await import('../../../service/documents/zip/read.ts');
    const recognised = odtFormat.recognise(lookAt(locked, look.extension, { archive: readZip(locked) }));
    expect(recognised).toMatchObject({ errors: [{ code: 'password_protected' }] });
    const mimetype = 'application/vnd.oasis.opendocument.text';
    const hostile = zip({
      mimetype,
      'content.xml': `<!DOCTYPE a [<!ENTITY b "c">]>${partXml('document-content', '')}`,
    });
    expect(await refusalCode(() => textsOf(hostile))).toBe('hostile_file');
    expect(await refusalCode(() => textsOf(zip({ mimetype, 'other.xml': '<a/>' })))).toBe('damaged_file');
  });
});
