import { describe, expect, it } from 'vitest';
import { docxFormat } from '../../../service/documents/docx/docx-format.ts';
import { docx } from '../../support/ooxml.ts';
import { bodyTexts, partOf, translatedBody } from '../support/docx.ts';

const r = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (...content: string[]) => `<w:p>${content.join('')}</w:p>`;
const char = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;

describe('the answer in a form field', () => {
  const answered = `${char('begin')}<w:r><w:instrText> FORMTEXT </w:instrText></w:r>${char('separate')}${r('blue eyes')}${char('end')}`;

  it('is translated with its sentence', async () => {
    const body = p(r('She has '), answered, r(' and more'));
    expect(await bodyTexts(body)).toEqual(['She has <1>blue eyes</1> and more']);
    const result = await translatedBody(body, ['Sie hat <1>blaue Augen</1> und mehr']);
    expect(result).toBe(
      body
        .replace('She has ', 'Sie hat ')
        .replace('blue eyes', 'blaue Augen')
        .replace(' and more', ' und mehr'),
    );
  });

  it('is translated where it is all of a paragraph, and in a simple field', async () => {
    expect(await bodyTexts(p(answered))).toEqual(['blue eyes']);
    expect(await bodyTexts(p(`<w:fldSimple w:instr=" FORMTEXT ">${r('tall')}</w:fldSimple>`))).toEqual([
      'tall',
    ]);
  });
});

describe('the text of a WordArt', () => {
  const art = (attribute: string) =>
    `<w:r><w:pict><v:shape type="#_x0000_t136"><v:textpath style="font-size:1pt" string=${attribute}/></v:shape></w:pict></w:r>`;

  it('is a separate segment, after its paragraph, and is written as an attribute', async () => {
    const body = p(r('Before'), art('"Tom &amp; Jerry"'), r(' after')) + p(art("'Draft'"));
    expect(await bodyTexts(body)).toEqual(['Before<1/> after', 'Tom &amp; Jerry', 'Draft']);
    const result = await translatedBody(body, [null, 'Tom &lt;und&gt; "Jerry"', "l'ébauche\nfin"]);
    expect(result).toBe(
      body
        .replace('Tom &amp; Jerry', 'Tom &lt;und&gt; &quot;Jerry&quot;')
        .replace("'Draft'", "'l&apos;ébauche&#10;fin'"),
    );
  });

  it('is written with a paragraph that is laid out anew around it', async () => {
    const body = p(r('Before '), art('"Art"'), r(' plain '), r('bold', '<w:b/>'));
    const result = await translatedBody(body, ['<2>fett</2> vor <1/> schlicht', 'Kunst']);
    expect(result).toContain('string="Kunst"');
    expect(result).toMatch(/fett.*vor.*Kunst.*schlicht/s);
  });

  it('is the same in the rendering for older programs', async () => {
    const choice = `<mc:Choice Requires="wps"><w:txbxContent>${p(r('Draft'))}</w:txbxContent></mc:Choice>`;
    const body = p(
      r('x'),
      `<w:r><mc:AlternateContent>${choice}<mc:Fallback><w:pict><v:shape><v:textpath string="Draft"/></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
      r('y'),
    );
    expect(await bodyTexts(body)).toHaveLength(2);
    expect(await translatedBody(body, [null, 'Entwurf'])).toBe(body.replaceAll('Draft', 'Entwurf'));
  });
});

describe('runs for which a document has an older rendering', () => {
  const alternate = (choice: string, fallback: string) =>
    `<mc:AlternateContent><mc:Choice Requires="w14">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;

  it('are their own segment within their paragraph, and say the same in both', async () => {
    const body = p(r('See '), alternate(r('the glow', '<w:b/>'), r('the glow')), r(' here'));
    expect(await bodyTexts(body)).toEqual(['See <1/> here', 'the glow']);
    const targets = ['Siehe <1/> hier', 'das Leuchten'];
    expect(await translatedBody(body, targets)).toBe(
      p(r('Siehe '), alternate(r('das Leuchten', '<w:b/>'), r('das Leuchten')), r(' hier')),
    );
    const arabic = await translatedBody(body, targets, { to: 'ar' });
    expect(arabic.match(/<w:pPr>/g)).toHaveLength(1);
    expect(arabic).toContain('<mc:Fallback><w:r><w:rPr><w:rtl/></w:rPr>');
  });

  it('are hidden where their paragraph is', async () => {
    const xml = '<w:style w:type="paragraph" w:styleId="H"><w:rPr><w:vanish/></w:rPr></w:style>';
    const parts = { related: { 'styles.xml': { kind: 'styles', root: 'w:styles', xml } } };
    const body = p('<w:pPr><w:pStyle w:val="H"/></w:pPr>', alternate(r('a'), r('a')));
    expect(await bodyTexts(body, parts)).toEqual([]);
  });
});

describe('a tracked change of format', () => {
  const changed = '<w:b/><w:rPrChange w:id="7" w:author="A"><w:rPr/></w:rPrChange>';
  const body = p(
    r('plain text here '),
    r('bold words', changed),
    '<w:ins w:id="12">' + r(' x') + '</w:ins>',
    '<w:r><w:tab/></w:r>',
    r('end of it'),
  );
  const target = 'Ende <3/><1>fett <2>x</2> Worte</1> hier';
  const expectOwnIds = (result: string) => {
    const ids = Array.from(result.matchAll(/<(?:w:)?(?:rPrChange|ins) w:id="(\d+)"/g), ([, id]) => id);
    expect(ids.length).toBeGreaterThan(2);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('7');
  };

  it('has its own id in each copy of its run', async () => {
    const [text] = await bodyTexts(body);
    expect(text).toBe('plain text here <1>bold words</1><2> x</2><3/>end of it');
    expectOwnIds(await translatedBody(body, [target]));
  });

  it('has one too where elements have no prefix', async () => {
    const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
    const xml = `<w:document xmlns="${W}" xmlns:w="${W}"><w:body>${body}</w:body></w:document>`;
    const source = docx('', { extra: { 'word/document.xml': xml.replace(/<(\/?)w:/g, '<$1') } });
    const { bytes } = await docxFormat.assemble(source, [target], { from: 'en', to: 'de' });
    expectOwnIds(await partOf(bytes, 'word/document.xml'));
  });
});
