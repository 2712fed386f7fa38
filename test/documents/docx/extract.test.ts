import { describe, expect, it } from 'vitest';
import { docxFormat } from '../../../service/documents/docx/docx-format.ts';
import { docx } from '../../support/ooxml.ts';
import { bodyTexts, texts, translatedBody } from '../support/docx.ts';
import { refusalCode } from '../support/refusal.ts';

const r = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (...content: string[]) => `<w:p>${content.join('')}</w:p>`;
const char = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const code = (text: string) => `<w:r><w:instrText xml:space="preserve"> ${text} </w:instrText></w:r>`;
const field = (instruction: string, result: string) =>
  char('begin') + code(instruction) + char('separate') + result + char('end');
const box = (...paragraphs: string[]) => `<w:txbxContent>${paragraphs.join('')}</w:txbxContent>`;

describe('segments of a document', () => {
  it('mark tabs and breaks as walls, links as kept, and forbidden nestings', async () => {
    const body = p(
      r('a'),
      '<w:r><w:tab/></w:r>',
      r('b'),
      '<w:r><w:footnoteReference w:id="2"/></w:r>',
      r('c'),
      `<w:hyperlink w:anchor="x">${r('d')}</w:hyperlink>`,
      `<w:ins w:id="4">${r('e')}</w:ins>`,
      r('f'),
    );
    const { segments } = await docxFormat.extract(docx(body), { maxSegments: 10 });
    expect(segments).toEqual([
      {
        text: 'a<1/>b<2/>c<3>d</3><4>e</4>f',
        rules: { walls: [1], kept: [3, 4], closed: [4], outer: [3] },
      },
    ]);
  });

  it('have no struck out look in common, which lost codes would give to other words', async () => {
    const struck = '<w:strike/>';
    expect(await bodyTexts(p(r('the old words ', struck), r('new')))).toEqual(['<1>the old words </1>new']);
    expect(await bodyTexts(p(r('words ', '<w:strike w:val="0"/>'), r('new')))).toEqual(['words <1>new</1>']);
    expect(await bodyTexts(p(r('old', struck), r(' ')))).toEqual(['old']);
  });

  it('are its paragraphs with visible text, in document order, in all its stories', async () => {
    const table = `<w:tbl><w:tr><w:tc>${p(r('cell'))}<w:tbl><w:tr><w:tc>${p(r('nested'))}</w:tc></w:tr></w:tbl></w:tc></w:tr></w:tbl>`;
    const control = `<w:sdt><w:sdtContent>${p(r('control'))}</w:sdtContent></w:sdt>`;
    const boxed = p(
      r('around'),
      `<w:r><w:pict><v:textbox>${box(p(r('in the box')))}</v:textbox></w:pict></w:r>`,
      r(' it'),
    );
    const body =
      p(r('one')) + p() + p(r('  ')) + p('<w:r><w:tab/></w:r>') + table + control + boxed + p(r('last'));
    expect(await bodyTexts(body)).toEqual([
      'one',
      'cell',
      'nested',
      'control',
      'around<1/> it',
      'in the box',
      'last',
    ]);
  });

  it('come from the body, then headers, footers, footnotes and endnotes, by the number in their names', async () => {
    const related = Object.fromEntries(
      [
        ['endnotes.xml', 'endnotes', 'w:endnotes', `<w:endnote>${p(r('endnote'))}</w:endnote>`],
        ['footer1.xml', 'footer', 'w:ftr', p(r('footer'))],
        ['header10.xml', 'header', 'w:hdr', p(r('header 10'))],
        ['header2.xml', 'header', 'w:hdr', p(r('header 2'))],
        [
          'footnotes.xml',
          'footnotes',
          'w:footnotes',
          `<w:footnote>${p('<w:r><w:footnoteRef/></w:r>', r('note'))}</w:footnote>`,
        ],
        ['comments.xml', 'comments', 'w:comments', `<w:comment>${p(r('comment'))}</w:comment>`],
      ].map(([name, kind, root, xml]) => [name!, { kind: kind!, root: root!, xml: xml! }]),
    );
    expect(await bodyTexts(p(r('body')), { related })).toEqual([
      'body',
      'header 2',
      'header 10',
      'footer',
      'note',
      'endnote',
    ]);
  });

  it('are refused at the first one over the limit', async () => {
    const source = docx(p(r('x')).repeat(4));
    const code = (maxSegments: number) => refusalCode(() => docxFormat.extract(source, { maxSegments }));
    expect(await code(4)).toBeUndefined();
    expect(await code(3)).toBe('too_many_segments');
  });

  it('are none in an empty document', async () => {
    expect(await bodyTexts('')).toEqual([]);
  });

  it('leave out white space that Word does not show', async () => {
    expect(
      await bodyTexts(
        '<w:p><w:r><w:t>\n  one </w:t></w:r><w:r><w:t xml:space="preserve"> two</w:t></w:r></w:p>',
      ),
    ).toEqual(['one two']);
  });
});

describe('inline codes', () => {
  it('do not come from runs that differ in language, proofing or revision only', async () => {
    const body = `<w:p><w:r w:rsidR="1"><w:t xml:space="preserve">Good </w:t></w:r><w:proofErr w:type="spellStart"/>${r('mor', '<w:lang w:val="de"/><w:noProof/>')}<w:r w:rsidR="2"><w:rPr/><w:lastRenderedPageBreak/><w:t>ning</w:t></w:r></w:p>`;
    expect(await bodyTexts(body)).toEqual(['Good morning']);
  });

  it('mark a format other than the commonest, links, insertions and breaks', async () => {
    const body = p(
      r('See '),
      `<w:hyperlink r:id="x">${r('the link', '<w:rStyle w:val="Hyperlink"/>')}</w:hyperlink>`,
      r(' in '),
      r('bold', '<w:b/>'),
      '<w:r><w:br/></w:r>',
      `<w:ins w:id="1">${r('new')}</w:ins>`,
      r(' end of it all'),
    );
    expect(await bodyTexts(body)).toEqual(['See <1>the link</1> in <2>bold</2><3/><4>new</4> end of it all']);
  });

  it.each(['tab', 'br', 'cr', 'sym', 'ptab', 'footnoteReference', 'drawing', 'object', 'ruby'])(
    'stand for w:%s',
    async (name) => {
      expect(await bodyTexts(p(r('a'), `<w:r><w:${name}/></w:r>`, r('b')))).toEqual(['a<1/>b']);
    },
  );

  it.each([
    ['hyperlink', 'r:id="x"'],
    ['smartTag', 'w:element="place"'],
    ['customXml', 'w:element="name"'],
    ['dir', 'w:val="rtl"'],
    ['bdo', 'w:val="ltr"'],
    ['ins', 'w:id="1"'],
    ['moveTo', 'w:id="1"'],
  ])('pair around w:%s, and in the same way come back', async (name, attributes) => {
    const wrapped = (text: string) => `<w:${name} ${attributes}>${r(text)}</w:${name}>`;
    const body = p(r('one '), wrapped('two'), r(' three'));
    expect(await bodyTexts(body)).toEqual(['one <1>two</1> three']);
    expect(await translatedBody(body, ['drei <1>zwei</1> eins'])).toBe(
      p(r('drei '), wrapped('zwei'), r(' eins')),
    );
  });

  it.each(['endnoteReference', 'pgNum', 'separator', 'dayLong', 'contentPart', 'pict'])(
    'stand for w:%s too',
    async (name) => {
      expect(await bodyTexts(p(r('a'), `<w:r><w:${name}/></w:r>`, r('b')))).toEqual(['a<1/>b']);
    },
  );

  it('are not in the way of hyphens that are elements', async () => {
    const hyphens =
      '<w:r><w:t>moun</w:t><w:softHyphen/><w:t>tain well</w:t><w:noBreakHyphen/><w:t>known</w:t></w:r>';
    expect(await bodyTexts(p(hyphens))).toEqual(['moun\u00adtain well\u2011known']);
    expect(await translatedBody(p(hyphens), ['monte'])).toBe(p('<w:r><w:t>monte</w:t></w:r>'));
    const only = `${r('a', '<w:b/>')}<w:r><w:noBreakHyphen/></w:r>${r('b', '<w:b/>')}`;
    expect(await translatedBody(p(only), ['a<1>x</1>b'])).toBe(
      p(r('a', '<w:b/>'), '<w:r><w:t xml:space="preserve">x</w:t></w:r>', r('b', '<w:b/>')),
    );
  });

  it('replace an empty form field, and not an answer in one', async () => {
    const char = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const field = (shown: string) =>
      `${char('begin')}<w:r><w:instrText> FORMTEXT </w:instrText></w:r>${char('separate')}${r(shown)}${char('end')}`;
    const blank = '\u2002'.repeat(5);
    expect(await bodyTexts(p(r('The red '), field(blank), r(' car')))).toEqual(['The red <1/> car']);
    expect(await bodyTexts(p(r('The red '), field('big'), r(' car')))).toEqual(['The red <1>big</1> car']);
    const simple = `<w:fldSimple w:instr="FORMTEXT">${r(blank)}</w:fldSimple>`;
    expect(await bodyTexts(p(r('The red '), simple, r(' car')))).toEqual(['The red <1/> car']);
  });

  it('leave the reading aids of East Asian words and the texts of formulas as they are', async () => {
    const ruby = `<w:r><w:ruby><w:rt>${r('kana')}</w:rt><w:rubyBase>${r('word')}</w:rubyBase></w:ruby></w:r>`;
    const formula = '<m:oMathPara><m:oMath><m:r><w:rPr/><m:t>x</m:t></m:r></m:oMath></m:oMathPara>';
    const body = p(r('a'), ruby, r('b')) + p(formula);
    expect(await bodyTexts(body)).toEqual(['a<1>word</1>b']);
    expect(await translatedBody(body, ['b<1>wort</1>a'])).toBe(
      p(r('b'), ruby.replace('word', 'wort'), r('a')) + p(formula),
    );
    const moved = await translatedBody(p(r('a '), ruby, '<w:r><w:tab/></w:r>', r('b')), [
      '<2/>b <1>wort</1> a',
    ]);
    expect(moved).toContain(ruby.replace('word', 'wort'));
  });

  it('replace formulas and unknown elements between runs', async () => {
    expect(await bodyTexts(p(r('a'), '<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>', r('b')))).toEqual([
      'a<1/>b',
    ]);
    expect(await bodyTexts(p(r('a'), '<x:y xmlns:x="urn:x"/>', r('b')))).toEqual(['a<1/>b']);
  });

  it('do not come from bookmarks, comments, permissions and proofing', async () => {
    const marks =
      '<w:bookmarkStart w:id="1" w:name="x"/><w:commentRangeStart w:id="1"/><w:permStart w:id="1"/><w:proofErr w:type="gramStart"/>';
    expect(await bodyTexts(p(r('a'), marks, r('b'), '<w:bookmarkEnd w:id="1"/>', r('c')))).toEqual(['abc']);
  });

  it('do not come from the keyboard that a part of a word was typed on', async () => {
    const font = (hint: string) => `<w:rFonts w:ascii="Arial"${hint}/>`;
    expect(await bodyTexts(p(r('200', '<w:rFonts w:hint="eastAsia"/>'), r('7')))).toEqual(['2007']);
    expect(await bodyTexts(p(r('200', font(' w:hint="cs"')), r('7', font(''))))).toEqual(['2007']);
    expect(await bodyTexts(p(r('200 years', font('')), r('7')))).toEqual(['200 years<1>7</1>']);
  });

  it('are one for several standalones in a row', async () => {
    const tab = '<w:r><w:tab/></w:r>';
    expect(
      await bodyTexts(p(r('a'), tab, '<w:bookmarkEnd w:id="1"/>', tab, field('PAGE', r('3')), r('b'))),
    ).toEqual(['a<1/>b']);
  });

  it('are a single one for a wrapper without text in it', async () => {
    const picture = `<w:hyperlink r:id="x"><w:r><w:drawing/></w:r><w:r><w:tab/></w:r></w:hyperlink>`;
    expect(await bodyTexts(p(r('a'), picture, r('b')))).toEqual(['a<1/>b']);
  });

  it('do not surround a paragraph that is a link or a control as a whole', async () => {
    const link = `<w:hyperlink w:anchor="x">${r('whole')}</w:hyperlink>`;
    expect(await bodyTexts(p(`<w:sdt><w:sdtContent>${link}</w:sdtContent></w:sdt>`))).toEqual(['whole']);
  });
});

describe('texts that are not translated', () => {
  it('is deleted and moved-away text', async () => {
    const gone = '<w:del w:id="1"><w:r><w:delText>old</w:delText></w:r></w:del>';
    const moved = `<w:moveFrom w:id="2">${r('moved')}</w:moveFrom>`;
    expect(
      await bodyTexts(
        p(r('a'), gone, moved, r('b')) + p(gone) + p(`<w:moveTo w:id="3">${r('moved')}</w:moveTo>`),
      ),
    ).toEqual(['ab', 'moved']);
  });

  it('is hidden text, by the run, its style or the style of the paragraph', async () => {
    const styles = {
      kind: 'styles',
      root: 'w:styles',
      xml: '<w:style w:styleId="Base"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="Form"><w:basedOn w:val="Base"/></w:style>',
    };
    const body =
      p(r('seen '), r('hidden', '<w:vanish/>'), r(' too', '<w:vanish w:val="0"/>')) +
      p(r('x', '<w:rStyle w:val="Form"/>')) +
      p('<w:pPr><w:pStyle w:val="Form"/></w:pPr>', r('Top of Form'));
    expect(await bodyTexts(body, { related: { 'styles.xml': styles } })).toEqual(['seen <1/><2> too</2>']);
  });

  it('is placeholder text, drop-downs and check boxes', async () => {
    const control = (property: string) =>
      `<w:sdt><w:sdtPr>${property}</w:sdtPr><w:sdtContent>${r('choose')}</w:sdtContent></w:sdt>`;
    const block = `<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${p(r('click here'))}</w:sdtContent></w:sdt>`;
    for (const property of ['<w:showingPlcHdr/>', '<w:dropDownList/>', '<w:comboBox/>', '<w14:checkbox/>']) {
      expect(await bodyTexts(p(r('a '), control(property), r(' b')) + block)).toEqual(['a <1/> b']);
    }
    expect(await bodyTexts(p(r('a '), control('<w:text/>')))).toEqual(['a <1>choose</1>']);
  });

  it('is the second rendering of alternate content', async () => {
    const alternate = `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${box(p(r('boxed')))}</w:drawing></mc:Choice><mc:Fallback><w:pict>${box(p(r('boxed')))}</w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
    expect(await bodyTexts(p(r('a'), alternate, r('b')))).toEqual(['a<1/>b', 'boxed']);
  });

  const fonts = (...fonts: string[]) => `<w:rFonts ${fonts.join(' ')}/>`;
  it.each([
    ['Wingdings', 'ü'],
    ['Wingdings 2', 'P'],
    ['wingdings', 'J'],
    ['Symbol', 'a'],
    ['Webdings', 'abc'],
  ])('is what letters of the font %s are', async (font, letters) => {
    const sign = r(letters, fonts(`w:ascii="${font}"`, `w:hAnsi="${font}"`));
    expect(await bodyTexts(p(r('Press '), sign, r(' to go on')))).toEqual(['Press <1/> to go on']);
  });

  it('is no blank in a symbol font, nor a paragraph of nothing but pictures', async () => {
    const wingdings = fonts('w:ascii="Wingdings"', 'w:hAnsi="Wingdings"');
    expect(await bodyTexts(p(r('one'), r(' ', wingdings), r('two')) + p(r('abc', wingdings)))).toEqual([
      'one two',
    ]);
    const pictures = docx(p(r('abc', wingdings)).repeat(9) + p(r('one')));
    const { segments } = await docxFormat.extract(pictures, { maxSegments: 1 });
    expect(segments.map(({ text }) => text)).toEqual(['one']);
  });

  it('is what a style draws in a symbol font, unless the run sets its own font', async () => {
    const xml = `<w:style w:type="character" w:styleId="S"><w:rPr>${fonts('w:ascii="Wingdings"')}</w:rPr></w:style>`;
    const parts = { related: { 'styles.xml': { kind: 'styles', root: 'w:styles', xml } } };
    const styled = (more = '') => p(r('See '), r('a', `<w:rStyle w:val="S"/>${more}`), r(' there'));
    expect(await bodyTexts(styled(), parts)).toEqual(['See <1/> there']);
    expect(await bodyTexts(styled(fonts('w:ascii="Arial"')), parts)).toEqual(['See <1>a</1> there']);
  });

  it.each([
    ['another font', fonts('w:ascii="Symbolic Sans"'), 'text'],
    ['a theme, which comes before it', fonts('w:ascii="Symbol"', 'w:asciiTheme="minorHAnsi"'), 'text'],
    ['another font for its script', fonts('w:ascii="Symbol"', 'w:eastAsia="MS Mincho"'), '日本語'],
  ])('is not what has letters by %s', async (_, properties, letters) => {
    expect(await bodyTexts(p(r(letters, properties)))).toEqual([letters]);
  });

  it('is what symbol fonts draw', async () => {
    expect(await bodyTexts(p(r('\uf0b7', '<w:rFonts w:ascii="Symbol"/>'), r(' item')))).toEqual([' item']);
  });
});

describe('fields', () => {
  it('are one code from begin to end, except the result of a link', async () => {
    expect(await bodyTexts(p(r('Page '), field('PAGE', r('3')), r(' of it')))).toEqual(['Page <1/> of it']);
    expect(await bodyTexts(p(r('See '), field('HYPERLINK "http://x"', r('here')), r('.')))).toEqual([
      'See <1>here</1>.',
    ]);
    expect(
      await bodyTexts(p(r('a '), `<w:fldSimple w:instr=" REF x ">${r('1')}</w:fldSimple>`, r(' b'))),
    ).toEqual(['a <1/> b']);
    expect(
      await bodyTexts(p(r('a '), `<w:fldSimple w:instr=" HYPERLINK x ">${r('link')}</w:fldSimple>`, r(' b'))),
    ).toEqual(['a <1>link</1> b']);
  });

  it('hide no text box in their result', async () => {
    const inField = `<w:r><w:pict>${box(p(r('boxed')))}</w:pict></w:r>`;
    expect(
      await bodyTexts(p(r('a '), `<w:fldSimple w:instr=" SHAPE ">${inField}</w:fldSimple>`, r(' b'))),
    ).toEqual(['a <1/> b', 'boxed']);
    expect(await bodyTexts(p(r('a '), field('SHAPE', inField), r(' b')))).toEqual(['a <1/> b', 'boxed']);
  });

  it('reach across paragraphs, as a table of contents does', async () => {
    const contents =
      p(
        r('Contents: '),
        char('begin'),
        code('TOC \\o'),
        char('separate'),
        field('HYPERLINK \\l "a"', r('Entry one')),
      ) +
      p(field('HYPERLINK \\l "b"', r('Entry two'))) +
      p(char('end'), r('After'));
    expect(await bodyTexts(contents)).toEqual(['Contents: ', 'After']);
  });

  it('hide nothing when their end is missing', async () => {
    expect(
      await bodyTexts(p(r('one '), char('begin'), code('PAGE'), char('separate'), r('two')) + p(r('three'))),
    ).toEqual(['one <1/>two', 'three']);
    expect(await bodyTexts(p(char('end'), r('x')))).toEqual(['x']);
  });

  it('do not reach out of a text box', async () => {
    const boxed = `<w:r><w:pict>${box(p(char('begin'), code('PAGE'), r('boxed')))}</w:pict></w:r>`;
    expect(await bodyTexts(p(r('a '), boxed, char('end'), r('b')))).toEqual(['a <1/>b', 'boxed']);
  });

  it('take a link in that crosses a wrapper as two codes around its text', async () => {
    const crossing = p(
      r('a '),
      `<w:ins w:id="1">${char('begin')}${code('HYPERLINK "x"')}${char('separate')}</w:ins>`,
      r('link'),
      char('end'),
      r(' b'),
    );
    expect(await bodyTexts(crossing)).toEqual(['a <1/>link<2/> b']);
  });
});

describe('warnings', () => {
  it('say that a signature will not hold', async () => {
    const origin =
      '<Relationship Id="s" Type="http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin" Target="_xmlsignatures/origin.sigs"/>';
    const source = docx(p(r('x')), {
      packageRelationships: origin,
      extra: { '_xmlsignatures/origin.sigs': '' },
    });
    const { warnings } = await docxFormat.extract(source, { maxSegments: 10 });
    expect(warnings.map((warning) => warning.code)).toEqual(['signature_invalidated']);
  });
});

describe('other ways to write a document', () => {
  it('strict namespaces, other prefixes and UTF-16 read the same', async () => {
    const xml =
      '<?xml version="1.0" encoding="UTF-16"?><document xmlns="http://purl.oclc.org/ooxml/wordprocessingml/main"><body><p><r><t>Grüße</t></r></p></body></document>';
    const source = docx('', { extra: { 'word/document.xml': Buffer.from(`\ufeff${xml}`, 'utf16le') } });
    expect(await texts(source)).toEqual(['Grüße']);
  });

  it('a DOCTYPE and broken XML are refused', async () => {
    const code = async (xml: string) =>
      refusalCode(async () => texts(docx('', { extra: { 'word/document.xml': xml } })));
    expect(await code('<!DOCTYPE w><w/>')).toBe('hostile_file');
    expect(await code('<w:document>')).toBe('damaged_file');
  });
});
