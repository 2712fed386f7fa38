import { describe, expect, it } from 'vitest';
import { epubFormat } from '../../../service/documents/epub/epub-format.ts';
import { openPackage } from '../../../service/documents/ooxml/package.ts';
import { zip } from '../../support/zip.ts';
import { ANY_NUMBER } from '../support/pseudo.ts';
import { refusalCode } from '../support/refusal.ts';

const EN_AR = { from: 'en', to: 'ar' };
const CONTAINER =
  '<container><rootfiles><rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';
const chapter = (body: string) =>
  `<?xml version="1.0"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>Book</title></head><body>${body}</body></html>`;
const NAV = `<html xmlns="http://www.w3.org/1999/xhtml"><body><nav epub:type="toc"><ol><li><a href="two.xhtml">Second one</a></li><li><a href="on%20e.xhtml">First one</a></li><li><a href="x">Only here</a></li></ol></nav></body></html>`;
const NCX =
  '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><docTitle><text>My title</text></docTitle><navMap><navPoint><navLabel><text>First one</text></navLabel></navPoint><navPoint><navLabel><text>Only here</text></navLabel></navPoint></navMap></ncx>';
const OPF = `<?xml version="1.0"?>
<package version="3.0" xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>
<dc:title>My title</dc:title><dc:language>en-GB</dc:language><dc:language>fr</dc:language><dc:description>About a &lt;b&gt;book&lt;/b&gt;</dc:description>
</metadata><manifest><item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="one" href="on%20e.xhtml" media-type="application/xhtml+xml"/><item id="two" href="two.xhtml" media-type="application/xhtml+xml"/>
<item id="toc" href="toc.ncx" media-type="application/x-dtbncx+xml"/><item id="gone" href="gone.xhtml" media-type="application/xhtml+xml"/></manifest>
<spine toc="toc"><itemref idref="n"/><itemref idref="two"/><itemref idref="one"/><itemref idref="gone"/></spine></package>`;
const PARTS = {
  mimetype: 'application/epub+zip',
  'META-INF/container.xml': CONTAINER,
  'OPS/book.opf': OPF,
  'OPS/nav.xhtml': NAV,
  'OPS/on e.xhtml': chapter('<h1>First <i>one</i></h1><p>Some &amp; text<br/></p>'),
  'OPS/two.xhtml': chapter('<h1>Second one</h1>'),
  'OPS/toc.ncx': NCX,
};
const book = zip(PARTS);

async function textsOf(source: Uint8Array, formatOptions = {}) {
  const { segments, warnings } = await epubFormat.extract(source, { ...ANY_NUMBER, ...EN_AR, formatOptions });
  return { texts: segments.map(({ text }) => text), codes: warnings.map(({ code }) => code) };
}

describe('texts of an EPUB', () => {
  it('are its chapters in the order of reading, then labels that they do not have, and the description', async () => {
    const texts = ['Book', 'Second one', 'Book', 'First <1>one</1>', 'Some &amp; text', 'Only here'];
    const description = 'About a &lt;b&gt;book&lt;/b&gt;';
    expect((await textsOf(book)).texts).toEqual([...texts, description]);
    expect((await textsOf(book, { book_title: true })).texts).toEqual([...texts, 'My title', description]);
  });

  it('warn where the layout, a voice or other versions of the book do not follow', async () => {
    const opf = OPF.replace(
      '</metadata>',
      '<meta property="rendition:layout">pre-paginated</meta></metadata>',
    ).replace('</manifest>', '<item id="s" href="two.xhtml" media-type="application/smil+xml"/></manifest>');
    const container = CONTAINER.replace('<rootfiles>', '<rootfiles><rootfile full-path="OPS/book.opf"/>');
    const source = zip({ ...PARTS, 'OPS/book.opf': opf, 'META-INF/container.xml': container });
    expect((await textsOf(source)).codes).toEqual(['fixed_layout', 'narration_kept', 'rendition_kept']);
  });
});

describe('a translated EPUB', () => {
  it('names the languages that a dictionary is between as its source does', async () => {
    const opf = OPF.replace('</metadata>', '<meta property="source-language">en-GB</meta></metadata>');
    const source = zip({ ...PARTS, 'OPS/book.opf': opf });
    const { bytes } = await epubFormat.assemble(source, [null, 'Zwei'], EN_AR);
    expect(openPackage(bytes).text('/OPS/book.opf')).toContain('<dc:language>en-GB</dc:language>');
  });

  it('says the same in its tables of contents as in its headings, and which language it is in', async () => {
    const targets = [
      null,
      'Zwei & drei'.replace('&', '&amp;'),
      null,
      'Eins <1>a</1>',
      'Text &amp; mehr',
      'Nur',
      null,
    ];
    const { bytes, warnings } = await epubFormat.assemble(book, targets, EN_AR);
    const pkg = openPackage(bytes);
    expect(warnings).toEqual([]);
    expect(pkg.partNames).toEqual(Object.keys(PARTS).map((name) => `/${name}`));
    expect(pkg.text('/OPS/nav.xhtml')).toBe(
      NAV.replace('Second one', 'Zwei &amp; drei')
        .replace('First one', 'Eins a')
        .replace('Only here', 'Nur')
        .replace('<html', '<html dir="rtl"'),
    );
    expect(pkg.text('/OPS/toc.ncx')).toBe(NCX.replace('First one', 'Eins a').replace('Only here', 'Nur'));
    expect(pkg.text('/OPS/book.opf')).toBe(
      OPF.replace('en-GB', 'ar').replace('<spine', '<spine page-progression-direction="rtl"'),
    );
    expect(pkg.text('/OPS/on e.xhtml')).toContain('<h1>Eins <i>a</i></h1><p>Text &amp; mehr<br/></p>');
    expect(pkg.text('/OPS/on e.xhtml')).toContain('xml:lang="ar"');
  });

  it('is the very file that came where nothing changes', async () => {
    const { texts } = await textsOf(book);
    expect((await epubFormat.assemble(book, texts, EN_AR)).bytes).toBe(book);
  });
});

describe('an EPUB that cannot be read', () => {
  const encrypted = (algorithm: string, part: string) =>
    zip({
      ...PARTS,
      'META-INF/encryption.xml': `<encryption><EncryptedData><EncryptionMethod Algorithm="${algorithm}"/><CipherData><CipherReference URI="${part}"/></CipherData></EncryptedData></encryption>`,
    });

  it('is refused where its text is encrypted, but not for fonts', async () => {
    const aes = 'http://www.w3.org/2001/04/xmlenc#aes128-cbc';
    expect(await refusalCode(() => textsOf(encrypted(aes, 'OPS/two.xhtml')))).toBe('password_protected');
    expect(
      (await textsOf(encrypted('http://www.idpf.org/2008/embedding', 'OPS/font.otf'))).texts,
    ).toHaveLength(7);
  });

  it('is refused where its package is missing, or a part declares entities', async () => {
    const { 'OPS/book.opf': _, ...others } = PARTS;
    expect(await refusalCode(() => textsOf(zip(others)))).toBe('damaged_file');
    const hostile = { ...PARTS, 'OPS/two.xhtml': '<!DOCTYPE html [<!ENTITY a "b">]><html/>' };
    expect(await refusalCode(() => textsOf(zip(hostile)))).toBe('hostile_file');
  });
});
