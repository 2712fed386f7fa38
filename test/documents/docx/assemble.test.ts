import { describe, expect, it } from 'vitest';
import { docxFormat } from '../../../service/documents/docx/docx-format.ts';
import { docx } from '../../support/ooxml.ts';
import { bodyTexts, partOf, texts, translatedBody } from '../support/docx.ts';

const r = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t>${text}</w:t></w:r>`;
const p = (...content: string[]) => `<w:p>${content.join('')}</w:p>`;
const box = (...paragraphs: string[]) =>
  `<w:r><w:pict><v:textbox><w:txbxContent>${paragraphs.join('')}</w:txbxContent></v:textbox></w:pict></w:r>`;
const note = '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="2"/></w:r>';
const spaced = (text: string) => `<w:t xml:space="preserve">${text}</w:t>`;

describe('putting translations back', () => {
  it('changes nothing where no target differs from its source', async () => {
    const source = docx(p(r('one'), r('two', '<w:b/>')) + p(r('three')));
    const { bytes } = await docxFormat.assemble(source, await texts(source), { from: 'en', to: 'ar' });
    expect(bytes).toBe(source);
    expect((await docxFormat.assemble(source, [null, null], { from: 'en', to: 'ar' })).bytes).toBe(source);
  });

  it('changes nothing but the text', async () => {
    const body = `<w:p w:rsidR="00A1"><w:pPr><w:jc w:val="left"/></w:pPr>\n <w:r  w:rsidR='1' ><w:t>one</w:t><!-- c --></w:r></w:p>${p(r('two'))}`;
    expect(await translatedBody(body, ['eins & <zwei>', null])).toBe(
      body.replace('one', 'eins &amp; &lt;zwei&gt;'),
    );
  });

  it('puts the text of runs that look the same into the first of them', async () => {
    const body = p(
      '<w:r><w:t>mor</w:t></w:r>',
      '<w:proofErr w:type="spellEnd"/>',
      r('ning', '<w:lang w:val="en"/>'),
    );
    expect(await translatedBody(body, ['Morgen'])).toBe(
      p(
        '<w:r><w:t>Morgen</w:t></w:r>',
        '<w:proofErr w:type="spellEnd"/>',
        '<w:r><w:rPr><w:lang w:val="en"/></w:rPr></w:r>',
      ),
    );
  });

  it('keeps white space at the ends of a text visible', async () => {
    expect(await translatedBody(p(r('a'), r('b', '<w:b/>')), ['x <1> y</1>'])).toBe(
      p(`<w:r>${spaced('x ')}</w:r>`, `<w:r><w:rPr><w:b/></w:rPr>${spaced(' y')}</w:r>`),
    );
  });

  it('divides a text among the runs between bookmarks, at ends of words', async () => {
    const body = p(
      `<w:r>${spaced('See ')}</w:r>`,
      '<w:bookmarkStart w:id="1" w:name="x"/>',
      r('chapter'),
      '<w:bookmarkEnd w:id="1"/>',
      `<w:r>${spaced(' two.')}</w:r>`,
    );
    const translated = await translatedBody(body, ['Siehe Kapitel zwei.']);
    expect(translated).toContain(
      '<w:bookmarkStart w:id="1" w:name="x"/><w:r><w:t xml:space="preserve"> Kapitel</w:t></w:r><w:bookmarkEnd w:id="1"/>',
    );
  });

  it('keeps a comment without a range and an emptied link at their words', async () => {
    const comment = '<w:r><w:commentReference w:id="1"/></w:r>';
    const link = '<w:hyperlink w:anchor="a"><w:bookmarkStart w:id="1" w:name="x"/></w:hyperlink>';
    for (const mark of [comment, link]) {
      expect(await translatedBody(p(r('Come'), mark, r(' today')), ['Komm heute'])).toBe(
        p(r('Komm'), mark, `<w:r>${spaced(' heute')}</w:r>`),
      );
    }
  });

  it('keeps bookmarks and comments around words where runs are laid out anew', async () => {
    const body = p(
      `<w:r>${spaced('See ')}</w:r>`,
      '<w:bookmarkStart w:id="1" w:name="x"/>',
      r('chapter'),
      '<w:bookmarkEnd w:id="1"/>',
      `<w:r>${spaced(' two')}</w:r>`,
      r('now', '<w:b/>'),
    );
    expect(await translatedBody(body, ['Siehe Kapitel zwei<1>jetzt</1>!'])).toBe(
      p(
        `<w:r>${spaced('Siehe')}</w:r>`,
        '<w:bookmarkStart w:id="1" w:name="x"/>',
        `<w:r>${spaced(' Kapitel')}</w:r>`,
        '<w:bookmarkEnd w:id="1"/>',
        `<w:r>${spaced(' zwei')}</w:r>`,
        `<w:r><w:rPr><w:b/></w:rPr>${spaced('jetzt')}</w:r>`,
        `<w:r>${spaced('!')}</w:r>`,
      ),
    );
  });

  it('leaves the marks at the ends of a paragraph in place', async () => {
    const body = p('<w:r><w:tab/><w:t>a</w:t></w:r>', note, '<w:r><w:br w:type="page"/></w:r>');
    expect(await translatedBody(body, ['b'])).toBe(body.replace('>a<', '>b<'));
  });

  it('lays runs out anew where codes changed their order', async () => {
    const body = p(r('one'), r('two', '<w:b/>'), note, r('three'));
    expect(await translatedBody(body, ['<2/>drei<1>zwei</1>eins'])).toBe(
      p(
        note,
        `<w:r>${spaced('drei')}</w:r>`,
        `<w:r><w:rPr><w:b/></w:rPr>${spaced('zwei')}</w:r>`,
        `<w:r>${spaced('eins')}</w:r>`,
      ),
    );
  });

  it('keeps the properties of a smart tag or custom element with it when runs are laid out anew', async () => {
    const properties = '<w:customXmlPr><w:attr w:name="l" w:val="1"/></w:customXmlPr>';
    const tagged = (inner: string) => `<w:customXml w:element="rc">${properties}${inner}</w:customXml>`;
    const body = p(r('one'), tagged(r('two')));
    expect(await translatedBody(body, ['<1>zwei</1>eins'])).toBe(
      p(tagged(`<w:r>${spaced('zwei')}</w:r>`), `<w:r>${spaced('eins')}</w:r>`),
    );
  });

  it('closes and opens a run that reaches beyond what is laid out anew', async () => {
    const body = p(
      '<w:r><w:rPr><w:i/></w:rPr><w:tab/><w:t>a</w:t><w:br/><w:t>b</w:t><w:pgNum/><w:t>c</w:t><w:cr/></w:r>',
    );
    const run = (inner: string) => `<w:r><w:rPr><w:i/></w:rPr>${inner}</w:r>`;
    expect(await translatedBody(body, ['c<2/>b<1/>a'])).toBe(
      p(
        run('<w:tab/>'),
        run(spaced('c')),
        run('<w:pgNum/>'),
        run(spaced('b')),
        run('<w:br/>'),
        run(spaced('a')),
        run('<w:cr/>'),
      ),
    );
  });

  it('keeps links around their words wherever these go', async () => {
    const link = (inner: string) => `<w:hyperlink r:id="rId9">${inner}</w:hyperlink>`;
    const body = p(r('see'), link(r('this', '<w:u/>')), r('now'));
    expect(await translatedBody(body, ['<1>dies</1>jetzt siehe'])).toBe(
      p('<w:r></w:r>', link(r('dies', '<w:u/>')), r('jetzt siehe')),
    );
  });

  it('puts no link into another where an engine has lost one', async () => {
    const link = (id: string, text: string) => `<w:hyperlink r:id="${id}">${r(text)}</w:hyperlink>`;
    const body = p(link('rId8', 'One'), link('rId9', 'two'), r(' and more'));
    for (const target of ['<2>Uno dos</2> y más', '<1>Uno <2>dos</2></1> y más', 'Uno dos y más']) {
      const result = await translatedBody(body, [target]);
      expect(result.match(/<w:hyperlink /g), target).toHaveLength(2);
      expect(result, target).not.toMatch(/<w:hyperlink [^>]*>(?:(?!<\/w:hyperlink>).)*<w:hyperlink /);
    }
  });

  it('never loses a note, a picture or a deletion, whatever becomes of the codes', async () => {
    const deleted = '<w:del w:id="1"><w:r><w:delText>x</w:delText></w:r></w:del>';
    const body = p(r('one'), note, deleted, r('two', '<w:b/>'), '<w:r><w:drawing/></w:r>', r('three'));
    for (const target of ['', 'eins', '<9>eins</9>', '</1><2>', '<1/><1/>', '<3/>a<3/>', '<2><2/></2>']) {
      const translated = await translatedBody(body, [target]);
      expect(translated.split(note).length, target).toBe(2);
      expect(translated.split('<w:drawing/>').length, target).toBe(2);
      expect(translated.split(deleted).length, target).toBe(2);
    }
  });

  it('translates text boxes and the paragraph around them, also where the box moves', async () => {
    const body = p(r('around'), box(p(r('inside')), p(r('more'))), r('it'));
    const tabbed = p(r('a'), '<w:r><w:tab/></w:r>', r('c'), box(p(r('inside'))), r('b'));
    expect(await translatedBody(tabbed, ['B<2/>A<1/>C', 'innen'])).toBe(
      p(
        `<w:r>${spaced('B')}</w:r>`,
        box(p(r('innen'))),
        `<w:r>${spaced('A')}</w:r>`,
        '<w:r><w:tab/></w:r>',
        `<w:r>${spaced('C')}</w:r>`,
      ),
    );
    expect(await bodyTexts(body)).toEqual(['around<1/>it', 'inside', 'more']);
    expect(await translatedBody(body, ['<1/>aussen', 'innen', null])).toBe(
      p('<w:r></w:r>', box(p(r('innen')), p(r('more'))), r('aussen')),
    );
    expect(await translatedBody(body, ['A<1/>B', null, 'mehr'])).toBe(
      p(r('A'), box(p(r('inside')), p(r('mehr'))), r('B')),
    );
  });

  it('writes a translation into the rendering for older programs too', async () => {
    const alternate = (choice: string, fallback: string) =>
      p(
        `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${choice}</w:drawing></mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent></w:r>`,
      );
    const one = box(p(r('same')), p(r('a'), r('b', '<w:b/>')), p(r('only new')));
    const other = box(p(r('same')), p(r('ab')), p(r('only old')));
    expect(await translatedBody(alternate(one, other), ['gleich', 'x<1>y</1>', 'neu'])).toBe(
      alternate(
        box(p(r('gleich')), p(r('x'), r('y', '<w:b/>')), p(r('neu'))),
        box(p(r('gleich')), p(r('xy')), p(r('only old'))),
      ),
    );
  });

  it('leaves out characters that XML cannot hold', async () => {
    expect(await translatedBody(p(r('a')), ['b\u0000\u000b\ud800c'])).toBe(p(r('bc')));
  });
});

describe('the simple rebuild', () => {
  it('is a minimal document with the same texts, heading styles, tabs and line breaks', async () => {
    const related = {
      'styles.xml': {
        kind: 'styles',
        root: 'w:styles',
        xml: '<w:style w:styleId="Ü1"><w:name w:val="heading 1"/></w:style>',
      },
      'header1.xml': { kind: 'header', root: 'w:hdr', xml: p(r('Header')) },
    };
    const body =
      p('<w:pPr><w:pStyle w:val="Ü1"/></w:pPr>', r('Heading')) +
      p(r('a'), '<w:r><w:tab/></w:r>', r('b', '<w:b/>'), note);
    const source = docx(body, { related });
    const { bytes } = await docxFormat.assembleSimple(source, ['Titel', null, 'Kopf'], {
      from: 'en',
      to: 'de',
    });
    expect(await texts(bytes)).toEqual(['Titel', 'a<1/>b', 'Kopf']);
    const document = await partOf(bytes, 'word/document.xml');
    expect(document).toContain('<w:pStyle w:val="Ü1"/>');
    expect(document).not.toContain('<w:b/>');
    expect(await partOf(bytes, 'word/styles.xml')).toContain('w:styleId="Ü1"');
  });

  it('is written from right to left where the language is', async () => {
    const source = docx(p(r('a')));
    const { bytes } = await docxFormat.assembleSimple(source, ['א'], { from: 'en', to: 'he' });
    expect(await partOf(bytes, 'word/document.xml')).toContain(
      '<w:pPr><w:bidi/></w:pPr><w:r><w:rPr><w:rtl/></w:rPr>',
    );
  });
});
