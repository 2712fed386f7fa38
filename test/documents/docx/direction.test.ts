import { describe, expect, it } from 'vitest';
import { docxFormat } from '../../../service/documents/docx/docx-format.ts';
import { child, parseXml } from '../../../service/documents/xml/tree.ts';
import type { XmlNode } from '../../../service/documents/xml/tree.ts';
import { docx } from '../../support/ooxml.ts';
import { partOf, texts, translatedBody } from '../support/docx.ts';
import type { DocxParts } from '../../support/ooxml.ts';

const r = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t>${text}</w:t></w:r>`;
const p = (...content: string[]) => `<w:p>${content.join('')}</w:p>`;

describe('direction of writing', () => {
  it('sets the direction of translated paragraphs and their runs for a language written from right to left', async () => {
    const body =
      p('<w:pPr><w:keepNext/><w:jc w:val="left"/></w:pPr>', r('a'), r('b', '<w:b/><w:lang w:val="en"/>')) +
      p(r('same')) +
      p(r('c', '<w:rtl w:val="0"/>'));
    expect(await translatedBody(body, ['א<1>ב</1>', null, 'ג'], { to: 'he' })).toBe(
      p(
        '<w:pPr><w:keepNext/><w:bidi/><w:jc w:val="left"/></w:pPr>',
        r('א', '<w:rtl/>'),
        r('ב', '<w:b/><w:bCs/><w:rtl/><w:lang w:bidi="he-IL" w:val="en"/>'),
      ) +
        p(r('same')) +
        p('<w:pPr><w:bidi/></w:pPr>', r('ג', '<w:rtl/>')),
    );
  });

  it('resets it for a language written from left to right', async () => {
    const body = p('<w:pPr><w:bidi/><w:jc w:val="left"/></w:pPr>', r('א', '<w:rtl/>'));
    expect(await translatedBody(body, ['a'], { from: 'ar', to: 'en' })).toBe(
      p('<w:pPr><w:jc w:val="left"/></w:pPr>', r('a', '').replace('<w:r>', '<w:r><w:rPr></w:rPr>')),
    );
    expect(await translatedBody(body, ['ب'], { from: 'he', to: 'ar' })).toBe(body.replace('א', 'ب'));
  });

  const turned = async (body: string, parts: DocxParts, from: string, to: string) => {
    const source = docx(body, parts);
    const targets = (await texts(source)).map((text) => text.replace(/\w+$/, 'x$&'));
    return (await docxFormat.assemble(source, targets, { from, to })).bytes;
  };

  it('sets it everywhere: tables, lists, text boxes and their older rendering, headers, footers, notes', async () => {
    const box = (text: string) => `<w:txbxContent>${p(r(text))}</w:txbxContent>`;
    const body =
      p('<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>', r('item')) +
      `<w:tbl><w:tr><w:tc>${p(r('cell'))}</w:tc></w:tr></w:tbl>` +
      p(
        r('around'),
        `<w:r><mc:AlternateContent><mc:Choice Requires="wps">${box('box')}</mc:Choice><mc:Fallback>${box('box')}</mc:Fallback></mc:AlternateContent></w:r>`,
        r('it'),
      );
    const related = {
      'header1.xml': { kind: 'header', root: 'w:hdr', xml: p(r('head')) },
      'footer1.xml': { kind: 'footer', root: 'w:ftr', xml: p(r('foot')) },
      'footnotes.xml': {
        kind: 'footnotes',
        root: 'w:footnotes',
        xml: `<w:footnote>${p(r('note'))}</w:footnote>`,
      },
      'endnotes.xml': { kind: 'endnotes', root: 'w:endnotes', xml: `<w:endnote>${p(r('end'))}</w:endnote>` },
    };
    const bytes = await turned(body, { related }, 'en', 'ar');
    for (const part of ['document', 'header1', 'footer1', 'footnotes', 'endnotes']) {
      const xml = await partOf(bytes, `word/${part}.xml`);
      expect(xml.match(/<w:bidi\/>/g), part).toHaveLength(xml.match(/<w:p>/g)!.length);
      const texts = xml.match(/<w:t[ >]/g)!.length;
      expect(xml.match(/<w:rPr><w:rtl\/><\/w:rPr><w:t[ >]/g), part).toHaveLength(texts);
    }
  });

  it('sets it in runs that are rebuilt because codes changed their order', async () => {
    const tab = '<w:r><w:tab/></w:r>';
    const body = p(r('one'), r('two', '<w:i/>'), tab, r('three'));
    expect(await translatedBody(body, ['<2/><1>ב</1>א'], { to: 'he' })).toBe(
      p(
        '<w:pPr><w:bidi/></w:pPr>',
        tab,
        '<w:r><w:rPr><w:i/><w:iCs/><w:rtl/></w:rPr><w:t xml:space="preserve">ב</w:t></w:r>',
        '<w:r><w:rPr><w:rtl/></w:rPr><w:t xml:space="preserve">א</w:t></w:r>',
      ),
    );
  });

  it('keeps text bold, slanted and of its size, for which the other direction has its own properties', async () => {
    const ltr = r('a', '<w:b/><w:i w:val="0"/><w:sz w:val="48"></w:sz><w:szCs w:val="40"/>');
    expect(await translatedBody(p(ltr), ['א'], { to: 'he' })).toContain(
      r(
        'א',
        '<w:b/><w:bCs/><w:i w:val="0"/><w:iCs w:val="0"/><w:sz w:val="48"></w:sz><w:szCs w:val="40"/><w:rtl/>',
      ),
    );
    const rtl = r('א', '<w:bCs/><w:szCs w:val="48"></w:szCs><w:rtl/>');
    expect(await translatedBody(p(rtl), ['a'], { from: 'he', to: 'en' })).toContain(
      r('a', '<w:b/><w:bCs/><w:sz w:val="48"></w:sz><w:szCs w:val="48"></w:szCs>'),
    );
  });

  it('reverses the columns of tables with translated text', async () => {
    const table = (properties: string, text: string) =>
      `<w:tbl>${properties}<w:tr><w:tc>${p(r(text))}</w:tc></w:tr></w:tbl>`;
    const before = '<w:tblPr><w:tblStyle w:val="G"/><w:tblW w:w="0"/></w:tblPr>';
    const after = '<w:tblPr><w:tblStyle w:val="G"/><w:bidiVisual/><w:tblW w:w="0"/></w:tblPr>';
    const arabic = await translatedBody(table(before, 'a') + table(before, 'b'), ['ا', null], { to: 'ar' });
    expect(arabic.split(after)).toHaveLength(2);
    expect(arabic).toContain(table(before, 'b'));
    const back = await translatedBody(table(after, 'ا'), ['a'], { from: 'ar', to: 'en' });
    expect(back).toContain(before);
    const nested = table(before, 'x').replace('</w:tc>', `${table('', 'y')}${p()}</w:tc>`);
    const box = p(
      r('one'),
      `<w:r><w:pict><w:txbxContent>${nested}</w:txbxContent></w:pict></w:r>`,
      r('two', '<w:b/>'),
    );
    const moved = await translatedBody(box, ['<2>ب</2><1/>ا', null, 'ج'], { to: 'ar' });
    expect(moved.match(/<w:bidiVisual\/>/g)).toHaveLength(2);
  });

  it('overrides a style or the default of the document', async () => {
    const styles = (xml: string) => ({
      related: { 'styles.xml': { kind: 'styles', root: 'w:styles', xml } },
    });
    const both = '<w:pPr><w:bidi/></w:pPr><w:rPr><w:rtl/></w:rPr>';
    const base = `<w:style w:type="paragraph" w:styleId="B">${both}</w:style>`;
    const off = p('<w:pPr>PROPERTIES<w:bidi w:val="0"/></w:pPr>', r('xa', '<w:rtl w:val="0"/>'));
    const named = p('<w:pPr><w:pStyle w:val="S"/></w:pPr>', r('a'));
    const result = async (body: string, xml: string, from = 'ar', to = 'en') =>
      partOf(await turned(body, styles(xml), from, to), 'word/document.xml');
    const child = '<w:style w:type="paragraph" w:styleId="S"><w:basedOn w:val="B"/></w:style>';
    expect(await result(named, base + child)).toContain(off.replace('PROPERTIES', '<w:pStyle w:val="S"/>'));
    const normal = base.replace('w:styleId', 'w:default="1" w:styleId');
    expect(await result(p(r('a')), normal)).toContain(off.replace('PROPERTIES', ''));
    const defaults = `<w:docDefaults><w:rPrDefault><w:rPr><w:rtl/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:bidi/></w:pPr></w:pPrDefault></w:docDefaults>`;
    expect(await result(p(r('a')), defaults)).toContain(off.replace('PROPERTIES', ''));
    expect(await result(named, base + child, 'en', 'ar')).toContain(named.replace('>a<', '>xa<'));
    const run = '<w:style w:type="character" w:styleId="R"><w:rPr><w:rtl/></w:rPr></w:style>';
    expect(await result(p(r('a', '<w:rStyle w:val="R"/>')), run)).toContain(
      p(r('xa', '<w:rStyle w:val="R"/><w:rtl w:val="0"/>')),
    );
  });

  it.each(['left', 'right', 'start', 'end', 'center', 'both'])(
    'leaves the alignment %s as written: Word reads it from where lines begin',
    async (value) => {
      const body = p(`<w:pPr><w:ind w:left="720"/><w:jc w:val="${value}"/></w:pPr>`, r('a'));
      expect(await translatedBody(body, ['ا'], { to: 'ar' })).toContain(
        `<w:pPr><w:bidi/><w:ind w:left="720"/><w:jc w:val="${value}"/></w:pPr>`,
      );
    },
  );

  it('writes each property at its place in the sequence of the schema, alone and among all others', async () => {
    for (const [container, names] of Object.entries(SEQUENCES)) {
      for (const present of [...names.map((name) => [name]), names]) {
        const written = present.filter((name) => !ADDED.has(name)).map((name) => `<w:${name}/>`);
        const properties = `<w:${container}>${written.join('')}</w:${container}>`;
        const cell = `<w:p>${container === 'pPr' ? properties : ''}<w:r>${container === 'rPr' ? properties : ''}<w:t>a</w:t></w:r></w:p>`;
        const body = `<w:tbl>${container === 'tblPr' ? properties : ''}<w:tr><w:tc>${cell}</w:tc></w:tr></w:tbl>`;
        const translated = await translatedBody(body, ['ا'], { to: 'ar' });
        const found = find(parseXml(`<x xmlns:w="${W}">${translated}</x>`, 'test'), `w:${container}`)!;
        const order = found.children.map(({ name }) => names.indexOf(name.slice(2)));
        expect(order, properties).toEqual([...order].sort((a, b) => a - b));
        expect(order.length, properties).toBeGreaterThan(written.length);
      }
    }
  });

  it('writes the properties with the prefix that the document uses', async () => {
    const xml = `<x:document xmlns:x="${W}"><x:body><x:p><x:r><x:rPr><x:b/></x:rPr><x:t>a</x:t></x:r></x:p></x:body></x:document>`;
    const source = docx('', { extra: { 'word/document.xml': xml } });
    const { bytes } = await docxFormat.assemble(source, [' ا'], { from: 'en', to: 'ar' });
    expect(await partOf(bytes, 'word/document.xml')).toContain(
      '<x:p><x:pPr><x:bidi/></x:pPr><x:r><x:rPr><x:b/><x:bCs/><x:rtl/></x:rPr><x:t xml:space="preserve"> ا</x:t></x:r></x:p>',
    );
  });

  it.each([
    ['and one beside it', ` xmlns:a="urn:a" xmlns:v="${W}"`, ' v:val="0"'],
    ['and no prefix', '', ` xmlns:w="${W}" w:val="0"`],
  ])('writes them where the document has a default namespace %s', async (_, bound, off) => {
    const styles = '<w:docDefaults><w:pPrDefault><w:pPr><w:bidi/></w:pPr></w:pPrDefault></w:docDefaults>';
    const related = { 'styles.xml': { kind: 'styles', root: 'w:styles', xml: styles } };
    const xml = `<document xmlns="${W}"${bound}><body><p><r><rPr><rtl/></rPr><t>א</t></r></p></body></document>`;
    const source = docx('', { related, extra: { 'word/document.xml': xml } });
    const turned = async (from: string, to: string, target: string) =>
      partOf((await docxFormat.assemble(source, [target], { from, to })).bytes, 'word/document.xml');
    expect(await turned('he', 'en', 'a')).toContain(
      `<p><pPr><bidi${off}/></pPr><r><rPr></rPr><t>a</t></r></p>`,
    );
  });
});

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/**
 * CT_PPr, CT_RPr and CT_TblPr (ECMA-376 part 1 §A.1): Word calls properties in another order unreadable
 * content.
 */
const SEQUENCES: Readonly<Record<string, readonly string[]>> = {
  pPr: 'pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange'.split(
    ' ',
  ),
  rPr: 'rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang eastAsianLayout specVanish oMath rPrChange'.split(
    ' ',
  ),
  tblPr:
    'tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW jc tblCellSpacing tblInd tblBorders shd tblLayout tblCellMar tblLook tblCaption tblDescription tblPrChange'.split(
      ' ',
    ),
};

/** Elements that a new direction adds, so they must be absent before. */
const ADDED: ReadonlySet<string> = new Set(['bidi', 'rtl', 'bidiVisual', 'bCs', 'iCs', 'szCs']);

function find(node: XmlNode, name: string): XmlNode | undefined {
  return child(node, name) ?? node.children.map((inner) => find(inner, name)).find(Boolean);
}
