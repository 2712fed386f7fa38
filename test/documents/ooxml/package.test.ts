import { describe, expect, it } from 'vitest';
import { decodePart, encodePart } from '../../../service/documents/xml/encoding.ts';
import { detectFormat } from '../../../service/documents/formats.ts';
import { mainPart } from '../../../service/documents/ooxml/kind.ts';
import { openPackage } from '../../../service/documents/ooxml/package.ts';
import { readZip } from '../../../service/documents/zip/read.ts';
import { corpusFiles } from '../support/corpus.ts';
import { refusalCode } from '../support/refusal.ts';
import { entryOf, writeEntries, zip } from '../../support/zip.ts';
import { patchAscii, unzip } from '../support/zip.ts';
import { IS_LONG } from '../../support/effort.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const types = (main: string, part = '/word/document.xml') =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="${part}" ContentType="${main}"/></Types>`;
const rels = (target: string, type = `${OFFICE}/officeDocument`) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${type}" Target="${target}"/></Relationships>`;
const minimal = (main = `${WORD}.document.main+xml`) => ({
  '[Content_Types].xml': types(main),
  '_rels/.rels': rels('word/document.xml'),
  'word/document.xml': '<a>one</a>',
});

describe('saving a package', () => {
  it('returns the very bytes that came when nothing changed', () => {
    const source = zip(minimal());
    expect(openPackage(source).save(new Map())).toBe(source);
  });

  it('replaces one part and keeps the others, their order, the packing method and the comment', async () => {
    const parts = { ...minimal(), 'word/media/x.png': new Uint8Array([1, 2, 3]), 'word/last.xml': '<z/>' };
    const source = zip(parts, { stored: ['word/document.xml'], comment: 'kept' });
    const pkg = openPackage(source);
    pkg.text('/word/document.xml');
    const saved = pkg.save(new Map([['/word/document.xml', '<a>two</a>']]));

    const before = await unzip(source);
    const after = await unzip(saved);
    expect([...after.keys()]).toEqual([...before.keys()]);
    for (const [name, bytes] of after) {
      expect(bytes.toString()).toBe(
        name === 'word/document.xml' ? '<a>two</a>' : before.get(name)!.toString(),
      );
    }
    expect(Buffer.from(saved).includes('<a>two</a>')).toBe(true);
    expect(Buffer.from(saved.subarray(-4)).toString()).toBe('kept');
  });

  it('keeps dates, attributes, extra fields and comments of all entries, those of changed ones too', async () => {
    const source = writeEntries(
      Object.entries(minimal()).map(([name, content], i) => ({
        ...entryOf(name, content, i === 2 ? 0 : 8),
        dosTime: ((0x58a6 + i) << 16) | (0x6c20 + i),
        attributes: 0x81a40000 + i,
        extra: Buffer.from([0x55, 0x54, 1, 0, i]),
        localExtra: Buffer.from([0x55, 0x54, 2, 0, i, 9]),
        comment: `entry ${i}`,
      })),
      'of the archive',
    );
    const pkg = openPackage(source);
    expect(pkg.text('/word/document.xml')).toBe('<a>one</a>');
    const saved = pkg.save(new Map([['/word/document.xml', '<a>a longer one</a>']]));
    const [before, after] = [readZip(source), readZip(saved)];
    expect(Buffer.from(after.comment).toString()).toBe('of the archive');
    expect(after.entries.map((entry) => entry.method)).toEqual(before.entries.map((entry) => entry.method));
    after.entries.forEach((entry, i) => {
      const old = before.entries[i]!;
      expect(Buffer.from(entry.localExtra)).toEqual(Buffer.from(old.localExtra));
      // Only sizes, checksum, disk and offset of a central record are ours; dates come before, names and
      // attributes after.
      for (const [from, to] of [
        [10, 16],
        [28, 34],
        [36, 42],
        [46, undefined],
      ] as const) {
        expect(Buffer.from(entry.record.subarray(from, to))).toEqual(
          Buffer.from(old.record.subarray(from, to)),
        );
      }
    });
    expect((await unzip(saved)).get('word/document.xml')!.toString()).toBe('<a>a longer one</a>');
  });

  it('resolves data descriptors, which streaming writers leave behind the data', async () => {
    const { default: JSZip } = await import('jszip');
    const archive = new JSZip();
    for (const [name, content] of Object.entries(minimal())) archive.file(name, content);
    const source = await archive.generateAsync({
      type: 'uint8array',
      streamFiles: true,
      compression: 'DEFLATE',
    });
    const pkg = openPackage(source);
    const saved = pkg.save(new Map([['/word/document.xml', '<a>two</a>']]));
    expect((await unzip(saved)).get('word/document.xml')!.toString()).toBe('<a>two</a>');
    expect((await unzip(saved)).get('_rels/.rels')!.toString()).toBe(minimal()['_rels/.rels']);
  });

  it('reads ZIP64 end records, whether the plain ones are masked or repeat them', () => {
    const source = zip(minimal());
    const end = source.length - 22;
    const [size, offset] = [source.readUInt32LE(end + 12), source.readUInt32LE(end + 16)];
    const records = Buffer.alloc(76);
    records.writeUInt32LE(0x06064b50, 0);
    records.writeBigUInt64LE(44n, 4);
    records.writeBigUInt64LE(BigInt(size), 40);
    records.writeBigUInt64LE(BigInt(offset), 48);
    records.writeUInt32LE(0x07064b50, 56);
    records.writeBigUInt64LE(BigInt(end), 64);
    const masked = Buffer.from(source.subarray(end));
    masked.writeUInt32LE(0xffffffff, 12);
    masked.writeUInt32LE(0xffffffff, 16);
    for (const plain of [source.subarray(end), masked]) {
      const pkg = openPackage(Buffer.concat([source.subarray(0, end), records, plain]));
      expect(pkg.text('/word/document.xml')).toBe(minimal()['word/document.xml']);
      const saved = pkg.save(new Map([['/word/document.xml', '<a>two</a>']]));
      expect(openPackage(saved).text('/word/document.xml')).toBe('<a>two</a>');
    }
  });

  it.each([
    ['all in the ZIP64 field', ALL, ALL],
    ['sizes in the ZIP64 field, which has the offset too (Go)', ['size', 'packed'], ALL],
    ['the offset in the ZIP64 field by itself', ['offset'], ['offset']],
    ['the offset in a ZIP64 field that repeats the sizes (.NET reads it)', ['offset'], ALL],
    ['the packed size in a ZIP64 field that repeats the others', ['packed'], ALL],
    ['true values beside a ZIP64 field', [], ALL],
  ] as const)('reads records with %s', async (_, masked, inField) => {
    const pkg = openPackage(withZip64Records(zip(minimal()), masked, inField));
    expect(pkg.text('/word/document.xml')).toBe(minimal()['word/document.xml']);
    const saved = pkg.save(new Map([['/word/document.xml', '<a>two</a>']]));
    expect((await unzip(saved)).get('word/document.xml')!.toString()).toBe('<a>two</a>');
  });

  it('refuses a record whose ZIP64 field contradicts it, or is cut short', () => {
    const lying = withZip64Records(zip(minimal()), ['offset'], ALL, { size: 1n });
    expect(() => openPackage(lying)).toThrow('table of contents');
    const short = withZip64Records(zip(minimal()), ['offset'], []);
    expect(() => openPackage(short)).toThrow('table of contents');
    const absurd = withZip64Records(zip(minimal()), ['size'], ['size'], { size: 1n << 40n });
    expect(() => openPackage(absurd)).toThrow('absurd size');
  });

  it('keeps UTF-16 parts in UTF-16', async () => {
    const utf16 = Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><a>é</a>', 'utf16le');
    const pkg = openPackage(zip({ ...minimal(), 'word/document.xml': utf16 }));
    const text = pkg.text('/word/document.xml');
    expect(text).toContain('<a>é</a>');
    const saved = pkg.save(new Map([['/word/document.xml', text.replace('é', 'ü')]]));
    expect((await unzip(saved)).get('word/document.xml')!.toString('utf16le')).toBe(text.replace('é', 'ü'));
  });

  it('refuses a part that says it is UTF-7, or no encoding of text at all', () => {
    for (const name of ['utf-7', 'UNICODE-1-1-UTF-7', 'base64', 'x-unknown']) {
      const part = Buffer.from(`<?xml version="1.0" encoding="${name}"?><a/>`);
      expect(() => decodePart(part, '/a.xml')).toThrow('unknown encoding');
    }
  });

  it('writes characters that the part’s encoding lacks as references', async () => {
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>', 'latin1');
    const pkg = openPackage(zip({ ...minimal(), 'word/document.xml': latin }));
    const text = pkg.text('/word/document.xml');
    const saved = pkg.save(new Map([['/word/document.xml', text.replace('é', 'éя')]]));
    expect((await unzip(saved)).get('word/document.xml')!.toString('latin1')).toContain('<a>é&#1103;</a>');
    const ascii = { text: '<?xml version="1.0" encoding="US-ASCII"?><a>é</a>', encoding: 'us-ascii' };
    expect(Buffer.from(encodePart(ascii.text, ascii.encoding)).toString('latin1')).toContain('<a>&#233;</a>');
    expect(decodePart(Buffer.from(ascii.text.replace('é', 'e')), '/a.xml').encoding).toBe('us-ascii');
    expect(decodePart(Buffer.from(ascii.text), '/a.xml')).toEqual({ ...ascii, encoding: 'utf-8' });
  });
});

describe('finding parts', () => {
  it('follows absolute targets, backslashes and other letter case', () => {
    for (const target of [
      '/word/document.xml',
      'word\\document.xml',
      './Word/Document.XML',
      '../word/document.xml',
    ]) {
      const pkg = openPackage(zip({ ...minimal(), '_rels/.rels': rels(target) }));
      expect(mainPart(pkg)).toBe('/word/document.xml');
    }
  });

  it('reads strict relationships and the content type of a main part in any folder', () => {
    const strict = 'http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument';
    const pkg = openPackage(
      zip({
        '[Content_Types].xml': types(`${WORD}.document.main+xml`, '/odd/place.xml'),
        '_rels/.rels': rels('odd/place.xml', strict),
        'odd/place.xml': '<a/>',
      }),
    );
    expect(mainPart(pkg)).toBe('/odd/place.xml');
  });

  it('finds no part behind an external target', () => {
    const external = rels('http://example.org/word/document.xml');
    const pkg = openPackage(zip({ ...minimal(), '_rels/.rels': external }));
    expect(pkg.relationships('/')[0]!.part).toBeUndefined();
  });
});

describe('the kind of a package', () => {
  /** The file type, or the code of the refusal. */
  const kindOf = async (source: Uint8Array) => {
    let fileType: string | undefined;
    const refused = await refusalCode(async () => {
      ({ fileType } = await detectFormat(source, { fileName: undefined, mediaType: undefined }));
    });
    return fileType ?? refused;
  };

  it.each([
    [`${WORD}.document.main+xml`, 'docx'],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml', 'xlsx'],
    [`${WORD}.template.main+xml`, 'template'],
    ['application/vnd.ms-word.document.macroEnabled.main+xml', 'macro_enabled'],
    ['application/vnd.ms-word.template.macroEnabledTemplate.main+xml', 'macro_enabled'],
    ['application/vnd.ms-excel.sheet.macroEnabled.main+xml', 'macro_enabled'],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml', 'template'],
    ['application/vnd.ms-excel.sheet.binary.macroEnabled.main', 'unsupported_file_type'],
    ['application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml', 'pptx'],
    ['application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml', 'pptx'],
    ['application/vnd.openxmlformats-officedocument.presentationml.template.main+xml', 'template'],
  ])('reads %s as %s', async (type, expected) => {
    expect(await kindOf(zip(minimal(type)))).toBe(expected);
  });

  it('looks at the root element where the content type says nothing', async () => {
    const body = '<x:document xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"/>';
    const parts = { ...minimal('application/xml'), 'word/document.xml': body };
    expect(await kindOf(zip(parts))).toBe('docx');
  });

  it('knows no kind for any other ZIP', async () => {
    expect(await kindOf(zip({ 'notes.txt': 'hello' }))).toBe('unsupported_file_type');
  });
});

describe('refusing what is damaged or hostile', () => {
  const refusal = async (source: Uint8Array, part?: string) =>
    refusalCode(() => {
      const pkg = openPackage(source);
      if (part !== undefined) pkg.text(part);
    });

  it('refuses a file that was cut short', async () => {
    const source = zip(minimal());
    for (const length of [0, 3, 21, 60, source.length >> 1, source.length - 23]) {
      expect(await refusal(source.subarray(0, length))).toBe('damaged_file');
    }
  });

  it('refuses a part whose bytes do not match their checksum', async () => {
    const source = zip(minimal(), { stored: ['word/document.xml'] });
    expect(await refusal(patchAscii(source, '<a>one', '<a>eno'), '/word/document.xml')).toBe('damaged_file');
  });

  it('refuses encrypted entries as password-protected', async () => {
    const source = Buffer.from(zip(minimal()));
    source.writeUInt16LE(1, source.indexOf('PK\x01\x02', 0, 'latin1') + 8);
    expect(await refusal(source)).toBe('password_protected');
  });

  it('refuses names that lead out of the archive', async () => {
    const source = zip({ ...minimal(), 'abcdefgh.xml': 'x' });
    for (const name of ['../defgh.xml', '/bcdefgh.xml', 'C:/defgh.xml', '..\\defgh.xml', '\\bcdefgh.xml']) {
      expect(await refusal(patchAscii(source, 'abcdefgh.xml', name))).toBe('hostile_file');
    }
  });

  it('refuses two entries of one name, whatever their letter case', async () => {
    const source = zip({ ...minimal(), 'word/documenu.xml': 'x' });
    expect(await refusal(patchAscii(source, 'documenu', 'document'))).toBe('hostile_file');
    expect(await refusal(patchAscii(source, 'documenu', 'DOCUMENT'))).toBe('hostile_file');
  });

  it('refuses a bomb by its directory, before unpacking it', async () => {
    const bomb = zip({ ...minimal(), 'word/bomb.xml': new Uint8Array(2_000_000) });
    expect(await refusal(bomb)).toBeUndefined();
    expect(await refusalCode(() => openPackage(bomb).text('/word/bomb.xml'))).toBe('hostile_file');
  });

  it('stops a bomb whose directory lies about its size', async () => {
    const bomb = Buffer.from(zip({ ...minimal(), 'word/document.xml': new Uint8Array(20_000_000) }));
    bomb.writeUInt32LE(1000, bomb.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 24);
    expect(await refusal(bomb, '/word/document.xml')).toBe('hostile_file');
  });

  it('refuses entries that share their data', async () => {
    const source = Buffer.from(zip(minimal()));
    const last = source.lastIndexOf('PK\x01\x02', undefined, 'latin1');
    source.writeUInt32LE(0, last + 42);
    expect(await refusal(source)).toBe('hostile_file');
  });

  it('takes a table of thousands of equal cells', async () => {
    const cell =
      '<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr><w:p><w:pPr><w:jc w:val="left"/></w:pPr></w:p></w:tc>';
    const table = `<a>${cell.repeat(30_000)}</a>`;
    const source = zip({ ...minimal(), 'word/document.xml': table });
    expect(table.length / source.length).toBeGreaterThan(200);
    expect(await refusal(source, '/word/document.xml')).toBeUndefined();
  });

  it('takes a bitmap that packs very well, and a ZIP with bytes before it', async () => {
    const source = zip({ ...minimal(), 'word/media/white.bmp': new Uint8Array(20_000_000).fill(255) });
    expect(await refusal(source)).toBeUndefined();
    expect(await refusal(Buffer.concat([Buffer.from('junk'), source]), '/word/document.xml')).toBeUndefined();
  });
});

const real = [...corpusFiles('docx', '.docx'), ...corpusFiles('xlsx', '.xlsx')];
describe.runIf(IS_LONG && real.length > 0)('real packages (../shared/corpus)', () => {
  it('are read whole by jszip after a save that changes nothing but forces a rewrite', async () => {
    for (const { name, read } of real) {
      const source = read();
      const pkg = openPackage(source);
      const types = pkg.find('/[Content_Types].xml')!;
      const before = await unzip(source);
      const after = await unzip(pkg.save(new Map([[types, pkg.text(types)]])));
      expect([...after.keys()], name).toEqual([...before.keys()]);
      for (const [part, bytes] of after)
        expect(bytes.equals(before.get(part)!), `${name} ${part}`).toBe(true);
    }
  });
});

/**
 * In the order of the ZIP64 extra field, and where a record of the central directory has them (APPNOTE
 * 4.3.12, 4.5.3).
 */
const RECORD_FIELDS = { size: 24, packed: 20, offset: 42 } as const;
type RecordField = keyof typeof RECORD_FIELDS;
const ALL: readonly RecordField[] = ['size', 'packed', 'offset'];

/** An archive whose records have a ZIP64 extra field with some values, and mask some fields. */
function withZip64Records(
  source: Buffer,
  masked: readonly RecordField[],
  inField: readonly RecordField[],
  lies: Partial<Record<RecordField, bigint>> = {},
): Buffer {
  const end = Buffer.from(source.subarray(source.length - 22));
  const start = end.readUInt32LE(16);
  const records: Buffer[] = [];
  for (let at = start; at < source.length - 22;) {
    const nameEnd = at + 46 + source.readUInt16LE(at + 28);
    const record = Buffer.from(source.subarray(at, nameEnd));
    const values = inField.map((name) => lies[name] ?? BigInt(record.readUInt32LE(RECORD_FIELDS[name])));
    const field = Buffer.alloc(4 + 8 * values.length);
    field.writeUInt16LE(0x0001, 0);
    field.writeUInt16LE(8 * values.length, 2);
    values.forEach((value, i) => field.writeBigUInt64LE(value, 4 + 8 * i));
    for (const name of masked) record.writeUInt32LE(0xffffffff, RECORD_FIELDS[name]);
    at = nameEnd + source.readUInt16LE(at + 30) + source.readUInt16LE(at + 32);
    record.writeUInt16LE(field.length, 30);
    record.writeUInt16LE(0, 32);
    records.push(record, field);
  }
  const directory = Buffer.concat(records);
  end.writeUInt32LE(directory.length, 12);
  return Buffer.concat([source.subarray(0, start), directory, end]);
}
