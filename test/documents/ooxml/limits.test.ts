import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../service/documents/formats.ts';
import { docxFormat } from '../../../service/documents/docx/docx-format.ts';
import { PACKAGE_LIMITS } from '../../../service/documents/shared/document-limits.ts';
import { openPackage } from '../../../service/documents/ooxml/package.ts';
import { parseXml } from '../../../service/documents/xml/tree.ts';
import { readZip } from '../../../service/documents/zip/read.ts';
import { docx } from '../../support/ooxml.ts';
import { refusalCode } from '../support/refusal.ts';
import { zip } from '../../support/zip.ts';
import { unzip } from '../support/zip.ts';
import { IS_LONG } from '../../support/effort.ts';

const MB = 1_048_576;

/** The archive, its directory claiming this unpacked size for an entry. */
function declare(source: Uint8Array, name: string, size: number): Uint8Array {
  const { record } = readZip(source).entries.find((entry) => entry.name === name)!;
  const changed = Buffer.from(source);
  changed.writeUInt32LE(size, record.byteOffset - source.byteOffset + 24);
  return changed;
}

function packedSize(source: Uint8Array, name: string): number {
  return readZip(source).entries.find((entry) => entry.name === name)!.packed.length;
}

const opened = (source: Uint8Array) => refusalCode(() => openPackage(source));
const read = (source: Uint8Array, part: string) => refusalCode(() => openPackage(source).text(part));
/** Text that deflate makes about a hundred times smaller, as the most repetitive real parts are. */
const repetitive = (bytes: number) =>
  `${randomBytes(400).toString('hex')}${' '.repeat(64_736)}`
    .repeat(Math.ceil(bytes / 65_536))
    .slice(0, bytes);

describe('the limits of a package', () => {
  it('10,000 entries are taken, one more is refused', async () => {
    const parts = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, '']));
    expect(await opened(zip(parts(10_000)))).toBeUndefined();
    expect(await opened(zip(parts(10_001)))).toBe('hostile_file');
  });

  it('a part of 128 MB is taken, one of a byte more is refused', async () => {
    const source = zip({ 'a.bin': randomBytes(MB) });
    expect(await opened(declare(source, 'a.bin', 128 * MB))).toBeUndefined();
    expect(await opened(declare(source, 'a.bin', 128 * MB + 1))).toBe('hostile_file');
  });

  it('parts of 256 MB in all are taken, a byte more is refused', async () => {
    const source = zip({
      'a.bin': randomBytes(MB),
      'b.bin': randomBytes(MB),
      'c.bin': randomBytes(MB),
    });
    const two = declare(declare(source, 'a.bin', 128 * MB), 'b.bin', 127 * MB);
    expect(await opened(declare(two, 'c.bin', MB))).toBeUndefined();
    expect(await opened(declare(two, 'c.bin', MB + 1))).toBe('hostile_file');
  });

  it('a part that unpacks to 500 times its size is read, to a byte more refused', async () => {
    const source = zip({ 'a.xml': randomBytes(20_000) });
    const packed = packedSize(source, 'a.xml');
    expect(packed * 500).toBeGreaterThan(MB);
    // The directory lies about the size: only the checksum guards content within the limit.
    expect(await read(declare(source, 'a.xml', packed * 500), '/a.xml')).toBe('damaged_file');
    expect(await read(declare(source, 'a.xml', packed * 500 + 1), '/a.xml')).toBe('hostile_file');
  });

  it('up to 1 MB a part may be packed as small as can be, as empty tables are', async () => {
    const part = '/word/document.xml';
    const white = (bytes: number) => zip({ 'word/document.xml': ' '.repeat(bytes) });
    expect(openPackage(white(MB)).text(part)).toHaveLength(MB);
    expect(await read(white(MB + 1), part)).toBe('hostile_file');
  });

  it('hold for a document by the name of a picture', async () => {
    const bomb = zip({
      '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
      '_rels/.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="x/officeDocument" Target="word/document.bmp"/></Relationships>',
      'word/document.bmp': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${'<w:p/>'.repeat(MB)}</w:document>`,
    });
    expect(await refusalCode(() => docxFormat.extract(bomb, { maxSegments: 1_100 }))).toBe('hostile_file');
  });

  if (IS_LONG)
    it('a document of more than 32 million characters of text is refused', async () => {
      const parts = Object.fromEntries(await unzip(docx('<w:p/>')));
      const frame = (text: string) =>
        `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:document>`;
      const extracted = async (chars: number) => {
        const xml = frame(`<![CDATA[${'& '.repeat(chars / 2)}]]>`);
        const source = zip({ ...parts, 'word/document.xml': xml }, { stored: ['word/document.xml'] });
        return refusalCode(() => docxFormat.extract(source, { maxSegments: 1 }));
      };
      // Escaped, five million ampersands stay below the limit and ten million do not.
      expect(await extracted(10_000_000)).toBeUndefined();
      expect(await extracted(20_000_000)).toBe('hostile_file');
      expect(await extracted(120_000_000)).toBe('hostile_file');
    });

  if (IS_LONG)
    it('a part of 128 MB is not only let in but read', () => {
      const text = repetitive(128 * MB);
      const small = openPackage(zip({ 'a.xml': 'x' }));
      const large = openPackage(small.save(new Map([['/a.xml', text]])));
      expect(large.text('/a.xml') === text).toBe(true);
    });

  if (IS_LONG)
    it('two million elements of a part are read, one more is refused', async () => {
      const parse = (elements: number) =>
        refusalCode(() => parseXml(`<a>${'<b/>'.repeat(elements - 1)}</a>`, 'test'));
      expect(await parse(PACKAGE_LIMITS.treeElements)).toBeUndefined();
      expect(await parse(PACKAGE_LIMITS.treeElements + 1)).toBe('hostile_file');
    });
});

describe('an ordinary file of 10 MB', () => {
  const paragraph = (text: string) => `<w:p w:rsidR="00AB12CD"><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const media = 'word/media/photo.jpg';

  if (IS_LONG)
    it('full of pictures, with a large body and a white bitmap, is read to its last paragraph', async () => {
      const rows = `<w:tr>${'<w:tc><w:tcPr><w:tcW w:w="100" w:type="dxa"/></w:tcPr><w:p/></w:tc>'.repeat(40)}</w:tr>`;
      const table = `<w:tbl>${Array.from({ length: 1_500 }, (_, i) => rows.replace('100', String(i * i))).join('')}</w:tbl>`;
      const source = docx(
        Array.from({ length: 1_098 }, (_, i) => paragraph(`Number ${i}`)).join('') +
          table +
          paragraph('The last'),
        { extra: { [media]: randomBytes(9.7 * MB), 'word/media/white.bmp': Buffer.alloc(20 * MB, 255) } },
      );
      expect(source.length).toBeLessThanOrEqual(10 * MB);
      expect(source.length).toBeGreaterThan(9.7 * MB);
      expect(await detectFormat(source, { fileName: 'a.docx', mediaType: undefined })).toMatchObject({
        fileType: 'docx',
      });
      const { segments } = await docxFormat.extract(source, { maxSegments: 1_100 });
      expect(segments).toHaveLength(1_099);
      expect(segments.at(-1)!.text).toBe('The last');
    });

  it('may have a paragraph of any length', async () => {
    const long = Array.from({ length: 100_000 }, (_, i) => `Sentence ${i} goes on and on.`).join(' ');
    const { segments } = await docxFormat.extract(docx(paragraph(long)), { maxSegments: 1_100 });
    expect(segments.map(({ text }) => text.length)).toEqual([long.length]);
  });
});
