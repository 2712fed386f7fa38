import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../service/contract/index.ts';
import { detectFormat, formatOf } from '../../../service/documents/formats.ts';
import { corpusFiles } from '../support/corpus.ts';
import { refusalCode } from '../support/refusal.ts';
import { workbook } from '../../support/ooxml.ts';
import { zip } from '../../support/zip.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const text = Buffer.from('Name,Price\nScrew,1\n');

async function kindOf(source: Uint8Array, fileName?: string, mediaType?: string) {
  const format = await detectFormat(source, { fileName, mediaType });
  return format.fileType;
}

async function refusalOf(
  source: Uint8Array,
  fileName?: string,
  mediaType?: string,
): Promise<{ code?: string; message: string }> {
  try {
    await kindOf(source, fileName, mediaType);
  } catch (error) {
    if (error instanceof ProblemError) {
      const code = error.errors[0]?.code;
      return { ...(code === undefined ? {} : { code }), message: error.message };
    }
    throw error;
  }
  return { message: '' };
}

/** An OLE compound file as far as it matters: header, then directory entries of 128 bytes. */
function compoundFile(...streams: string[]): Buffer {
  const entries = streams.map((name) => {
    const entry = Buffer.alloc(128);
    entry.write(name, 'utf16le');
    entry.writeUInt16LE(name.length * 2 + 2, 64);
    entry.writeUInt8(2, 66);
    return entry;
  });
  return Buffer.concat([latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), Buffer.alloc(504), ...entries]);
}

describe('the kind of a text', () => {
  it.each([
    ['a.csv', undefined, 'csv'],
    ['a.TSV', 'text/plain', 'csv'],
    ['list.TXT', 'text/csv', 'txt'],
    ['C:\\folder.x\\a.txt', undefined, 'txt'],
    [undefined, 'text/csv; charset=utf-8', 'csv'],
    ['upload', 'text/plain', 'txt'],
    ['contract v1.2', 'TEXT/PLAIN', 'txt'],
  ])('named %s of type %s is decided by the name, else by the type', async (name, type, kind) => {
    expect(await kindOf(text, name, type)).toBe(kind);
  });

  it('is refused where neither says', async () => {
    expect((await refusalOf(text, 'upload', 'application/octet-stream')).code).toBe('unsupported_file_type');
    expect((await refusalOf(text)).code).toBe('unsupported_file_type');
  });

  it.each(['notes.tex', 'letter.doc', 'notes.rst'])('is refused under the name %s', async (name) => {
    expect((await refusalOf(text, name, 'text/plain')).code).toBe('unsupported_file_type');
  });

  it.each(['a.docx', 'a.xlsx', 'data.json'])('that is named %s is refused by its content', async (name) => {
    expect(await refusalOf(text, name)).toMatchObject({ code: 'wrong_extension' });
  });
});

describe('the kind of an Office file', () => {
  const sheets = [''];

  it('is decided by what is in it, without a name too', async () => {
    const source = workbook({ sheets });
    expect(await kindOf(source, 'a.XLSX')).toBe('xlsx');
    expect(await kindOf(source)).toBe('xlsx');
    expect(await kindOf(source, 'upload.part', 'text/plain')).toBe('xlsx');
  });

  it.each(['a.docx', 'a.csv', 'a.txt', 'a.xls', 'a.pdf'])('must not contradict the name %s', async (name) => {
    expect(await refusalOf(workbook({ sheets }), name)).toMatchObject({
      code: 'wrong_extension',
      message: expect.stringContaining('.xlsx') as string,
    });
  });

  it.each([
    ['macro_enabled', 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'],
    ['template', 'application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml'],
    // The beta of Office 2007.
    ['template', 'application/vnd.ms-excel.template.12'],
    ['macro_enabled', 'application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml'],
    ['template', 'application/vnd.openxmlformats-officedocument.presentationml.template.main+xml'],
    ['unsupported_file_type', 'application/vnd.ms-visio.drawing.main+xml'],
  ])('%s is refused whatever the file is named', async (code, mainType) => {
    expect((await refusalOf(workbook({ sheets, mainType }), 'a.xlsx')).code).toBe(code);
  });

  it('of the old formats or with a password is recognised, and the refusal names the remedy', async () => {
    expect(await refusalOf(compoundFile('EncryptionInfo', 'EncryptedPackage'), 'plan.xlsx')).toEqual({
      code: 'password_protected',
      message: expect.stringMatching(
        /workbook is password-protected.*Remove the password in Excel/,
      ) as string,
    });
    expect(await refusalOf(compoundFile('WordDocument', '1Table'), 'a.docx')).toEqual({
      code: 'legacy_office',
      message: expect.stringContaining('save it as .docx') as string,
    });
    expect((await refusalOf(compoundFile('Workbook'), 'a.xls')).code).toBe('legacy_office');
    expect(await refusalOf(compoundFile('PowerPoint Document'), 'a.ppt')).toEqual({
      code: 'legacy_office',
      message: expect.stringContaining('save it as .pptx') as string,
    });
    expect((await refusalOf(compoundFile('__properties'), 'mail.msg')).code).toBe('unsupported_file_type');
  });

  it('that was cut short is refused as damaged', async () => {
    const source = workbook({ sheets });
    expect((await refusalOf(source.subarray(0, source.length / 2), 'a.xlsx')).code).toBe('damaged_file');
  });
});

describe('other content is refused under any name', () => {
  it.each([
    ['a PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['a JPEG', '\xff\xd8\xff\xe0\0\x10JFIF'],
    ['RTF', '{\\rtf1\\ansi Hello}'],
    ['gzip', '\x1f\x8b\x08\0\0\0'],
  ])('%s', async (_, bytes) => {
    for (const name of ['a.txt', 'a.csv', 'a.docx']) {
      expect((await refusalOf(latin1(bytes), name)).code).toBe('unsupported_file_type');
    }
  });

  it('an OpenDocument file, an e-book and an ordinary archive, each by its name', async () => {
    const odf = (kind: string) =>
      zip({ mimetype: `application/vnd.oasis.opendocument.${kind}`, 'content.xml': '<a/>' });
    expect((await refusalOf(odf('graphics'), 'a.odg')).message).toContain('OpenDocument');
    expect((await refusalOf(odf('text-template'), 'a.ott')).code).toBe('template');
    const old = zip({ mimetype: 'application/vnd.sun.xml.writer', 'content.xml': '<a/>' });
    expect((await refusalOf(old, 'a.sxw')).message).toContain('OpenOffice.org 1');
    expect((await refusalOf(Buffer.from('<office:document/>'), 'a.fodt')).code).toBe('unsupported_file_type');
    const epub = zip({ mimetype: 'application/epub+zip', 'META-INF/container.xml': '<a/>' });
    expect((await refusalOf(epub, 'a.docx')).message).toContain('EPUB');
    expect((await refusalOf(zip({ 'a.txt': 'text' }), 'a.docx')).message).toContain('ZIP archive');
  });

  it('an empty file', async () => {
    expect((await refusalOf(Buffer.alloc(0), 'a.txt')).code).toBe('empty_file');
  });

  it('binary data without a known beginning', async () => {
    expect((await refusalOf(latin1('text\0with a NUL byte in it'), 'a.txt')).code).toBe('undecodable_text');
    expect((await refusalOf(latin1('\x01\x02\x03\x04abc\x05\x06'), 'a.txt')).code).toBe('undecodable_text');
  });

  it('but not a text with the colours of a terminal, or the mark DOS ends files with', async () => {
    expect(await kindOf(latin1('\x1b[31mred\x1b[0m\n'), 'a.txt')).toBe('txt');
    expect(await kindOf(latin1('done\r\n\x1a'), 'a.txt')).toBe('txt');
  });

  it('but not a text that only talks of such formats', async () => {
    for (const line of [
      'ID3 tags are written by the player.',
      'Convert AVI files',
      'GIF images',
      'BMW cars',
    ]) {
      expect(await kindOf(Buffer.from(line), 'a.txt')).toBe('txt');
    }
  });
});

describe('real files', () => {
  for (const format of ['csv', 'txt', 'docx', 'xlsx'] as const) {
    const files = corpusFiles(format, '');

    it.skipIf(files.length === 0)(`are what their folder says: ${format}`, async () => {
      for (const { name, read } of files) {
        const bytes = read();
        // Template and macro-enabled files are among them under their own names.
        if (/\.(?:xltx|xlsm|dotx|docm|dotm|xltm)$/.test(name)) {
          const refused = /^(?:template|macro_enabled|wrong_extension)$/;
          expect(await refusalCode(() => kindOf(bytes, name)), name).toMatch(refused);
        } else {
          expect(await kindOf(bytes, name), name).toBe(format);
        }
      }
      expect((await formatOf(format)).fileType).toBe(format);
    });
  }
});
