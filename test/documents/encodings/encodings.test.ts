import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decodeText, encodeExactly } from '../../../service/documents/encodings/text-encoding.ts';
import { detectFormat } from '../../../service/documents/formats.ts';
import { writeEdited } from '../../../service/documents/encodings/write-edited.ts';
import type { Format } from '../../../service/documents/format.ts';
import { htmlFormat } from '../../../service/documents/html/html-format.ts';
import { decodeText as decodeReferences } from '../../../service/documents/markup/references.ts';
import { poFormat } from '../../../service/documents/po/po-format.ts';
import { resxFormat } from '../../../service/documents/resx/resx-format.ts';
import { corpusFiles } from '../support/corpus.ts';
import { refusalCode } from '../support/refusal.ts';

const RUSSIAN =
  'Все люди рождаются свободными и равными в своём достоинстве и правах.\r\nОни наделены разумом.\r\n';
const JAPANESE = 'すべての人間は、生まれながらにして自由であり、\nかつ、尊厳と権利とについて平等である。\n';

async function replaced(source: Buffer, from: string, to: string) {
  const decoded = await decodeText(source);
  const start = decoded.text.indexOf(from);
  const edit = { start, end: start + from.length, text: to };
  return { decoded, ...writeEdited(source, decoded, [edit], { utf8Bom: true }) };
}

describe('the encoding of a text', () => {
  it.each([
    ['utf-8', Buffer.from(RUSSIAN)],
    ['utf-16le', iconv.encode(RUSSIAN, 'utf-16le')],
    ['utf-16be', iconv.encode(RUSSIAN, 'utf-16be')],
    ['utf-32le', iconv.encode(RUSSIAN, 'utf-32le')],
    ['windows-1251', iconv.encode(RUSSIAN.repeat(5), 'windows-1251')],
    ['iso-2022-jp', Buffer.from('\x1b$B$3$s$K$A$O\x1b(B\n', 'latin1')],
  ])('is found without a mark: %s', async (encoding, bytes) => {
    const decoded = await decodeText(bytes);
    expect(decoded.encoding).toBe(encoding);
    expect(decoded.warnings).toEqual([]);
  });

  it.each<[string, Format, string, string]>([
    ['HTML', htmlFormat, '<html><meta charset="windows-1251"><p>house</p></html>', 'windows-1251'],
    [
      'RESX',
      resxFormat,
      '<?xml version="1.0" encoding="ISO-8859-1"?><root><data name="a"><value>house</value></data></root>',
      'latin1',
    ],
    [
      'PO',
      poFormat,
      'msgid ""\nmsgstr "Content-Type: text/plain; charset=ISO-8859-2\\n"\n\nmsgid "house"\nmsgstr ""\n',
      'iso-8859-2',
    ],
  ])('is the declared one where all bytes are ASCII: %s', async (_name, format, file, encoding) => {
    const word = encoding === 'windows-1251' ? 'дом “Б”' : encoding === 'latin1' ? 'maïs “é”' : 'dům';
    const { bytes } = await format.assemble(Buffer.from(file), [word], { from: 'en', to: 'cs' });
    const written = iconv.decode(Buffer.from(bytes), encoding);
    expect(encoding === 'latin1' ? decodeReferences(written) : written).toContain(word);
    expect(written).toMatch(/charset="windows-1251"|encoding="ISO-8859-1"|charset=ISO-8859-2/);
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])(
    'is what its mark says, and the mark stays: %s',
    async (encoding) => {
      const source = iconv.encode(`\ufeff${RUSSIAN}`, encoding, { addBOM: false });
      const { decoded, bytes, warnings } = await replaced(source, 'Они', 'We');
      expect(decoded.text).toBe(RUSSIAN);
      expect(iconv.decode(Buffer.from(bytes), encoding, { stripBOM: false })).toBe(
        `\ufeff${RUSSIAN.replace('Они', 'We')}`,
      );
      expect(warnings).toEqual([]);
    },
  );

  it('is UTF-8 by its mark, whatever stray bytes follow, which are counted and stay', async () => {
    const source = Buffer.from('\xef\xbb\xbfcaf\xe9\nna\xefve\nend\n', 'latin1');
    const { decoded, bytes } = await replaced(source, 'end', 'fin');
    expect(decoded.text).toBe('caf\ufffd\nna\ufffdve\nend\n');
    expect(decoded.warnings).toMatchObject([{ code: 'encoding_guessed', reason: 'stray_bytes', count: 2 }]);
    expect(Buffer.from(bytes).toString('latin1')).toBe(source.toString('latin1').replace('end', 'fin'));
    const written = await decodeText(Buffer.from('\ufeffA sign: \ufffd\n'));
    expect(written.warnings).toEqual([]);
  });

  it('is UTF-8 where the file is cut off within a letter, and says so', async () => {
    const decoded = await decodeText(Buffer.from('café noir\nこ').subarray(0, -1));
    expect(decoded.text).toBe('café noir\n\ufffd');
    expect(decoded.encoding).toBe('utf-8');
    expect(decoded.warnings.map(({ code }) => code)).toEqual(['encoding_guessed']);
  });

  it('is taken for Western European where nothing tells, and says so', async () => {
    const decoded = await decodeText(Buffer.from('Caf\xe9\n', 'latin1'));
    expect(decoded.text).toBe('Café\n');
    expect(decoded.warnings.map(({ code }) => code)).toEqual(['encoding_guessed']);
  });

  it.each([
    ['windows-1250', 'Proszę przeczytać instrukcję\nKsiążka leży na półce\nŁódź płynie po rzece\n'],
    ['windows-1254', 'Lütfen kılavuzu okuyunuz\nÇok güzel öğrenciler\nŞişli’de güneşli bir gün\n'],
    ['macroman', 'Élève très doué en français\nLe garçon mange une pâte brûlée\n'],
    // An à that other encodings read as a Cyrillic letter; quotes that Mac OS has letters for.
    ['windows-1252', 'La città è bella\nLunedì mattina\n'],
    ['windows-1252', '“Smart quotes” – and dashes\rCosts rose last year\rDrain valve assembly\r'],
  ])('is guessed from few letters, and said to be a guess: %s', async (encoding, text) => {
    const decoded = await decodeText(iconv.encode(text, encoding));
    expect(decoded.text).toBe(text);
    expect(decoded.warnings.map(({ code }) => code)).toEqual(['encoding_guessed']);
  });

  it.each([
    ['en', 'windows-1252', 'Don’t do that.'],
    ['en', 'windows-1252', 'It’s a “quoted” word'],
    ['en', 'windows-1252', 'Temperature 10 °C'],
    ['en', 'windows-1252', 'résumé – final'],
    ['en', 'windows-1252', 'naïve café owner'],
    ['en', 'windows-1252', '© 2024 Acme Ltd.'],
    ['en', 'windows-1252', 'Cost: €5'],
    ['en-GB', 'windows-1252', '½ cup sugar'],
    ['en', 'windows-1252', '100 µm ± 5'],
    ['en', 'windows-1252', 'A—B'],
    ['en', 'windows-1252', 'It’s a chair'],
    ['en', 'windows-1252', 'Chair £ 12\nTable £ 40\n'],
    ['en', 'windows-1252', 'The café’s “menu” – £5'],
    ['en', 'macroman', 'It’s a “quoted” word that doesn’t end\n'],
    ['en', 'cp850', 'The café of Zoë and Müller is très bien\n'],
    ['fr', 'cp850', 'Voilà le garçon, il a mangé une pâte brûlée où\n'],
    ['en', 'windows-1252', 'He said “don’t” and left.\nShe didn’t.\n'],
    ['en', 'windows-1252', 'a\u00a0b\u00a0c 12\u00a0000'],
    ['es', 'windows-1252', 'Señor Pérez'],
    ['de', 'windows-1252', 'Übergröße'],
    ['pl', 'windows-1250', 'Książka'],
    ['cs', 'windows-1250', 'Příliš žluťoučký kůň'],
    ['ru', 'windows-1251', 'Цена'],
    ['ru', 'koi8-r', 'Все люди рождаются свободными и равными в своём достоинстве'],
    ['el', 'windows-1253', 'Τιμή'],
    ['tr', 'windows-1254', 'Şişli’de güneşli'],
    ['ja', 'shift_jis', 'すべての人間は自由であり'],
  ])('of few letters is that of the language: %s, %s: %s', async (language, encoding, text) => {
    expect((await decodeText(iconv.encode(text, encoding), language)).text).toBe(text);
  });

  it('is another than that of the language where the letters say so', async () => {
    const bytes = iconv.encode(RUSSIAN.repeat(5), 'windows-1251');
    expect((await decodeText(bytes, 'en')).text).toBe(RUSSIAN.repeat(5));
  });

  it.each(['utf-16le', 'utf-16be'])(
    'is detected without a mark though the text holds noncharacters: %s',
    async (encoding) => {
      const text = 'A line with \ufffe and \uffff in it.\n';
      expect(await decodeText(iconv.encode(text, encoding))).toMatchObject({ text, encoding });
    },
  );

  it.each([
    ['a NUL among ASCII', Buffer.from('Hello wo\0rld, this is text.\n')],
    ['a NUL after a UTF-8 mark', Buffer.from('\ufeffa\0b')],
    [
      'random binary data',
      Buffer.from(Array.from({ length: 999 }, (_, i) => (i * 7919 + (i >> 3) * 31) & 255)),
    ],
  ])('is none in %s', async (_, bytes) => {
    expect(await refusalCode(() => decodeText(bytes))).toBe('undecodable_text');
  });
});

describe('writing in a code page', () => {
  it.each(['shift_jis', 'euc-jp', 'iso-2022-jp'])('keeps Japanese in %s', async (encoding) => {
    const source = encodeExactly(JAPANESE.repeat(3), encoding)!;
    const { decoded, bytes, warnings } = await replaced(source, '自由', '平等');
    expect(decoded.text).toBe(JAPANESE.repeat(3));
    expect(warnings).toEqual([]);
    expect((await decodeText(bytes)).text).toBe(JAPANESE.repeat(3).replace('自由', '平等'));
  });

  it('keeps Korean in ISO-2022-KR, its header and the lines that do not change', async () => {
    const source = Buffer.from('\x1b$)CName\n\x0e0!3*4Y\x0f abc\nend\n', 'latin1');
    const { decoded, bytes, warnings } = await replaced(source, '가나다', '다 가');
    expect(decoded).toMatchObject({ text: 'Name\n가나다 abc\nend\n', encoding: 'iso-2022-kr' });
    expect(warnings).toEqual([]);
    expect(Buffer.from(bytes).toString('latin1')).toBe('\x1b$)CName\n\x0e4Y\x0f \x0e0!\x0f abc\nend\n');
    expect(await detectFormat(bytes, { fileName: 'a.txt', mediaType: undefined })).toMatchObject({
      fileType: 'txt',
    });
  });

  it('leaves a byte that the code page does not know where it was', async () => {
    const source = Buffer.from(
      `${'le caf\xe9 est d\xe9j\xe0 ferm\xe9 \xe0 No\xebl\n'.repeat(9)}x\x81y\nend\n`,
      'latin1',
    );
    const { bytes, warnings } = await replaced(source, 'end', 'fin');
    expect(warnings).toEqual([]);
    expect(Buffer.from(bytes).toString('latin1')).toBe(source.toString('latin1').replace('end', 'fin'));
  });

  it('leaves stray bytes in UTF-8 where they were', async () => {
    const source = Buffer.concat([Buffer.from(RUSSIAN), Buffer.from([0xff, 0x0a]), Buffer.from(RUSSIAN)]);
    const { decoded, bytes } = await replaced(source, 'разумом', 'правом');
    expect(decoded.warnings.map(({ code }) => code)).toEqual(['encoding_guessed']);
    expect(Buffer.from(bytes).toString('latin1')).toBe(
      source
        .toString('latin1')
        .replace(Buffer.from('разумом').toString('latin1'), Buffer.from('правом').toString('latin1')),
    );
  });

  it('leaves the second code of a letter in lines that do not change', async () => {
    // NEC's and IBM's code for the same sign: iconv-lite writes only one of them back.
    const line = iconv.encode('すべての人間は、生まれながらにして自由である。\n', 'shift_jis');
    const source = Buffer.concat([line, Buffer.from([0x87, 0x90, 0x81, 0xe0, 0xfa, 0x54, 0x0a]), line]);
    const decoded = await decodeText(source);
    const start = decoded.text.lastIndexOf('自由');
    const { bytes } = writeEdited(source, decoded, [{ start, end: start + 2, text: '平等' }], {
      utf8Bom: false,
    });
    const middle = line.length + 7;
    expect(Buffer.from(bytes).subarray(0, middle).equals(source.subarray(0, middle))).toBe(true);
  });

  it('becomes UTF-8 where a letter is missing, with a mark only if asked', async () => {
    const source = iconv.encode(RUSSIAN.repeat(3), 'windows-1251');
    const decoded = await decodeText(source);
    const edits = [{ start: 0, end: 3, text: 'すべて' }];
    for (const utf8Bom of [true, false]) {
      const { bytes, warnings } = writeEdited(source, decoded, edits, { utf8Bom });
      expect(Buffer.from(bytes).toString('utf8')).toBe(
        `${utf8Bom ? '\ufeff' : ''}すべて${RUSSIAN.repeat(3).slice(3)}`,
      );
      expect(warnings.map(({ code }) => code)).toEqual(['encoding_changed']);
    }
  });
});

it.skipIf(corpusFiles('txt', '').length === 0)(
  'real texts are read in the encoding their collection names',
  async () => {
    const found = await Promise.all(
      corpusFiles('txt', '').map(
        async ({ name, read }) =>
          [/tests__(.+?)__/.exec(name)![1]!.toLowerCase(), (await decodeText(read())).encoding] as const,
      ),
    );
    const wrong = found.filter(
      ([expected, encoding]) =>
        !expected
          .replace(/-(russian|czech|hungarian|slovak|slovene|turkish|polish)$/, '')
          .replace('-sig', '')
          .startsWith(encoding),
    );
    // A Johab text, which nothing at hand decodes; the other two are read as the Windows superset of their
    // code page.
    expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(3);
  },
);
