import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvDialect, guessDelimiter } from '../../../service/documents/csv/dialect.ts';
import { csvRecords, fieldValue } from '../../../service/documents/csv/records.ts';
import { csvFormat } from '../../../service/documents/csv/csv-format.ts';
import { decodeText } from '../../../service/documents/encodings/text-encoding.ts';
import { plainText } from '../../../service/text/codes.ts';
import { corpusFiles } from '../support/corpus.ts';
import { ANY_NUMBER, EN_ES, pseudoTargets } from '../support/pseudo.ts';
import { expectLinear } from '../../support/linear.ts';
import { IS_LONG, PROPERTY_RUNS } from '../../support/effort.ts';

const RFC_4180 = { delimiter: ',', escape: '"' } as const;
const utf8 = (text: string) => Buffer.from(text, 'utf8');

async function segmentsOf(text: string): Promise<string[]> {
  const { segments } = await csvFormat.extract(utf8(text), ANY_NUMBER);
  return segments.map((segment) => segment.text);
}

async function assemble(text: string, targets: (string | null)[], options = {}) {
  const { bytes, warnings } = await csvFormat.assemble(utf8(text), targets, { ...EN_ES, ...options });
  return { text: Buffer.from(bytes).toString('utf8'), warnings };
}

async function warningsOf(text: string): Promise<string[]> {
  const { warnings } = await csvFormat.extract(utf8(text), ANY_NUMBER);
  return warnings.map((warning) => warning.message);
}

describe('segments of a CSV file', () => {
  it('are the first fields that are not empty, the first row too', async () => {
    expect(await segmentsOf('Name,Price\nScrew,1\n,2\n\nNut,3')).toEqual(['Name', 'Screw', 'Nut']);
  });

  it('are copied in a first column of keys beside texts, and are texts in one of prices', async () => {
    const copies = async (text: string) =>
      (await csvFormat.extract(utf8(text), ANY_NUMBER)).segments.map(({ copy }) => copy === true);
    expect(await copies('key,en\nhome,The house\nopen,Open it\n')).toEqual([true, true, true]);
    expect(await copies('key,n\nhome,1\nopen,2\n')).toEqual([false, false, false]);
    expect(await copies('Price,Name\n12.50,White bread\n12.99,Rye\n')).toEqual([false, true, true]);
    expect(await copies('Date,Name\n2024-01-01,Opening\n2024-01-02,Closing\n')).toEqual([false, true, true]);
  });

  it('are copied where a field is only a number, URL or e-mail', async () => {
    const { segments } = await csvFormat.extract(utf8('Name,a\n12.50,b\nme@example.org,c\n'), ANY_NUMBER);
    expect(segments.map((segment) => segment.copy ?? false)).toEqual([false, true, true]);
  });

  it.each([
    ['=HYPERLINK("http://a.org","Open the house")', true],
    ['=IF(A1="Open",1,0)', true],
    ["='My sheet'!A1", true],
    ['="Total: "&B2', true],
    ['=-A1', true],
    ['+SUM(A1:A3)', true],
    ['@SUM(A1)', true],
    ['- The red car', false],
    ['= The sum', false],
    ['=> the end', false],
    ['+ more (of it)', false],
  ])('are copied where a field is a formula: %s', async (field, isCopied) => {
    const { segments } = await csvFormat.extract(utf8(`"${field.replaceAll('"', '""')}",1\n`), ANY_NUMBER);
    expect(segments.map((segment) => segment.copy ?? false)).toEqual([isCopied]);
  });

  it.each([
    ['white-bread,The white bread,2\nblack-tea,The black tea,3\nred-car-big,The big red car,4\n', true],
    ['Handle,Title\nwhite-bread,White bread\nwhite-bread,\ntea,Tea\nblack-tea,Black tea\n', true],
    ['key,text\nbtn-ok,Yes\nmenu-top,File\n', true],
    ['btn-ok,Yes\nbtn-cancel,No\nmsg-lost,Gone\nmsg-sent,Done\n', true],
    ['Item code,Name\nred-car,Window\nblue-house-2,Door\n', true],
    ['Dress code,Name\nsmart-casual,Window\nblack-tie,Door\n', false],
    ['SKU,Name\nCAR-RED-01,Red car\nHOUSE-BIG,Big house\n', true],
    ['CAR-RED-01,Red car\nTEA-02,Tea\n', true],
    ['T-SHIRTS,Red T-shirts\nE-BOOKS,New e-books\n', false],
    ['well-known,bekannt\nlong-term,langfristig\nself-made,eigen\n', false],
    ['well-known\nlong-term\n', false],
    ['The well-known house,1\nwhite-bread,2\n', false],
    ['well-known,3\n', false],
  ])('are copied where the first column is of ids: %j', async (text, isCopied) => {
    const { segments } = await csvFormat.extract(utf8(text), ANY_NUMBER);
    expect(new Set(segments.map((segment) => segment.copy ?? false))).toEqual(new Set([isCopied]));
  });

  it('may span lines and hold delimiters and doubled quotes within quotes', async () => {
    expect(await segmentsOf('"a, ""b""\nc",1\nd,2')).toEqual(['a, "b"\nc', 'd']);
  });

  it('are found with CR, LF and CRLF in one file', async () => {
    expect(await segmentsOf('a,1\rb,2\nc,3\r\nd,4')).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('quotes escaped by a backslash, as MySQL and PHP write them', () => {
  const table = '"He said \\"hi\\", ok",1\n"Two\nlines of \\"text\\"",2\n"plain",3\n';

  it('are read where that leaves no quote broken', async () => {
    expect(await segmentsOf(table)).toEqual(['He said "hi", ok', 'Two\nlines of "text"', 'plain']);
    expect(await warningsOf(table)).toEqual([]);
  });

  it('are written so again', async () => {
    const { text } = await assemble(table, ['Dijo "hola", sí', null, 'C:\\']);
    expect(text).toBe('"Dijo \\"hola\\", sí",1\n"Two\nlines of \\"text\\"",2\n"C:\\\\",3\n');
    expect(await segmentsOf(text)).toHaveLength(3);
  });

  it('are found though the first one is far down in the file', async () => {
    const rows = '"a",1\n'.repeat(500);
    expect((await segmentsOf(`${rows}"b \\"c\\", d",2\n`)).at(-1)).toBe('b "c", d');
  });

  it('are unknown where a field ends in a backslash', async () => {
    expect(await segmentsOf('"Folder A\\",1\n"Folder B\\",2\n')).toEqual(['Folder A\\', 'Folder B\\']);
  });

  it('come back letter for letter, whatever surrounds them', async () => {
    const value = fc.string({ unit: fc.constantFrom('a', '"', '\\', ',', '\n', ' '), minLength: 1 });
    await fc.assert(
      fc.asyncProperty(value, async (target) => {
        fc.pre(/^[^\s"].*\S$/s.test(target) && !/\n\s/.test(target));
        const { text } = await assemble(table, [null, target, null]);
        const [, second] = [...csvRecords(text, { delimiter: ',', escape: '\\' })];
        expect(second!.brokenAt).toBeUndefined();
        const written = fieldValue(text, second!.first, '\\');
        expect(written.replaceAll('\\', '')).toBe(target.replaceAll('\\', ''));
      }),
    );
  });
});

describe('the delimiter', () => {
  it.each([
    [';', 'name;price\nscrew;1,5\nnut;2,5\n'],
    [';', 'a;1,5\nb;2,5\n'],
    [';', 'Müller;Hans, Dr.\nMeier;Eva, Dr.\n'],
    ['\t', 'a\tb, c\nd\te, f\n'],
    ['\t', 'Hello, world\t1\tx\nGood bye, all\t2\nYes, no\t3\tz\nOne, two\t4\n'],
    ['\t', 'a;1\tb;2\nc;3\td;4\n'],
    [',', '"a\tb","c"\n"d\te","f"\n'],
    [',', 'Hello,world\nGood,bad\nx,y\tz\n'],
    ['|', 'a|b\nc|d\n'],
    [',', 'a,b\nc,d\n'],
    [',', 'id,text\n1,one; two\n2,three\n'],
    [',', '"a;b","c;d"\n"e;f","g"\n'],
    [';', '"a, b";"c, d"\n"e, f";"g"\n'],
    [',', 'just one column\nand one more line; with a mark\nthird\n'],
    [',', 'Title\n\na,b,c\n1,2,3\n4,5,6\n'],
    [',', ''],
  ])('is %j in %j', (delimiter, text) => {
    expect(guessDelimiter(text)).toBe(delimiter);
  });

  it('is the tab in a table of that name, where it has one', async () => {
    const source = 'Hello, world\nYes, no\nGood, bad\tx\n';
    for (const fileName of ['list.tsv', 'List.TSV', 'list.tab']) {
      const { segments } = await csvFormat.extract(utf8(source), { ...ANY_NUMBER, fileName });
      expect(segments.map(({ text }) => text)).toEqual(['Hello, world', 'Yes, no', 'Good, bad']);
      const { text } = await assemble(source, ['Hola', null, 'Bien, mal'], { fileName });
      expect(text).toBe('Hola\nYes, no\nBien, mal\tx\n');
    }
    expect(csvDialect('sep=;\na\tb;c\n', 'list.tsv').delimiter).toBe(';');
    expect(csvDialect('a;b\nc;d\n', 'list.tsv').delimiter).toBe(';');
  });

  it("is what Excel's sep= line says, and that line is no row", async () => {
    expect(csvDialect('sep=|\r\na;b|c\r\n')).toMatchObject({ delimiter: '|', start: 7 });
    expect(await segmentsOf('sep=|\r\na;b|c\r\n')).toEqual(['a;b']);
    expect((await assemble('sep=|\r\na;b|c\r\n', ['x|y'])).text).toBe('sep=|\r\n"x|y"|c\r\n');
  });

  it('is never a quotation mark, whatever a sep= line says', async () => {
    const source = 'sep="\na "b" c,1\n';
    expect(csvDialect(source)).toMatchObject({ delimiter: ',', start: 0 });
    expect((await assemble(source, ['sep="', 'x "y" z'])).text).toBe('sep="\n"x ""y"" z",1\n');
  });
});

describe('a translated CSV file', () => {
  it('keeps quotes, ragged rows, line endings and every other column', async () => {
    const source = 'One, "x" ,1\r\n"Two",2,3,4\rThree\n\n';
    const { text } = await assemble(source, ['Uno', 'Dos', 'Tres']);
    expect(text).toBe('Uno, "x" ,1\r\n"Dos",2,3,4\rTres\n\n');
  });

  it('quotes an unquoted field only if the translation needs it', async () => {
    expect((await assemble('a,1\nb,2\nc,3\n', ['x, y', 'he "said"', 'plain'])).text).toBe(
      '"x, y",1\n"he ""said""",2\nplain,3\n',
    );
  });

  it('keeps blanks around a translation and line breaks as the source has them', async () => {
    const { text } = await assemble(' a ,1\n"b\r\nc",2\nd,3\n', ['x', 'y\nz', 'one\ntwo']);
    expect(text).toBe(' x ,1\n"y\r\nz",2\none two,3\n');
  });

  it('is no formula where the source was none', async () => {
    const { text, warnings } = await assemble('sum,1\n=A1,2\n- item,3\n', ['=SUM(A1)', '=A2', '- cosa']);
    expect(text).toBe("'=SUM(A1),1\n=A2,2\n- cosa,3\n");
    expect(warnings).toMatchObject([{ code: 'formula_escaped', count: 1 }]);
    expect((await assemble('sum,1\n', ['@x'], { formatOptions: { escape_formulas: false } })).text).toBe(
      '@x,1\n',
    );
  });

  it.each([
    ['behind the white space of its source', ' sum,1\n', '=A1', "' =A1,1\n"],
    ['on the second line of a field', '"\n\tsum",1\n', '=A1', '"\'\n\t=A1",1\n'],
    ['of full width, as Japanese keyboards write it', 'sum,1\n', '＝A1', "'＝A1,1\n"],
    ['by another sign than its source', '- item,1\n', '=A1', "'=A1,1\n"],
    ['within quotes', '"sum",1\n', '@SUM(A1)', '"\'@SUM(A1)",1\n'],
  ])('is no formula that begins %s', async (_, source, target, result) => {
    const { text, warnings } = await assemble(source, [target]);
    expect(text).toBe(result);
    expect(warnings).toMatchObject([{ code: 'formula_escaped', count: 1 }]);
  });

  it.each([
    ['－ item,1\n', '- cosa', '- cosa,1\n'],
    ['"quoted",1\n', '"=A1"', '"""=A1""",1\n'],
    ['sum,1\n', 'a = b', 'a = b,1\n'],
  ])('gets no apostrophe where it is no new formula: %j', async (source, target, result) => {
    expect(await assemble(source, [target])).toEqual({ text: result, warnings: [] });
  });

  it('is no formula to a program that divides the table by another sign', async () => {
    const source = 'sum,1\nx; -a,2\n';
    expect((await assemble(source, ['a;=A2', 'y; -b'])).text).toBe('"a;=A2",1\ny; -b,2\n');
    expect(
      (await assemble(source, ['a;=A2', null], { formatOptions: { escape_formulas: false } })).text,
    ).toContain('a;=A2,1\n');
  });

  it('in a code page that lacks a letter becomes UTF-8 with a mark, and says so', async () => {
    const source = Buffer.from('caf\xe9,a\nna\xefve gar\xe7on d\xe9j\xe0 vu,b\n', 'latin1');
    const { bytes, warnings } = await csvFormat.assemble(source, ['кафе', null], EN_ES);
    expect(Buffer.from(bytes).toString('utf8')).toBe('\ufeffкафе,a\nnaïve garçon déjà vu,b\n');
    expect(warnings).toMatchObject([{ code: 'encoding_changed' }]);
  });
});

describe('broken quotes', () => {
  it('that are never closed do not swallow the rest of the file', async () => {
    const text = '"one,1\ntwo,2\n"three",3\n';
    expect(await segmentsOf(text)).toEqual(['"one', 'two', 'three']);
    expect((await warningsOf(text)).join()).toContain('line 1');
  });

  it('name their first line', async () => {
    const messages = await warningsOf('a,1\nb,"2\nc,3\n');
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain('line 2');
  });

  it('inside a quoted field stay part of its text', async () => {
    expect(await segmentsOf('"He said "hi" to me",1\nb,2\n')).toEqual(['He said "hi" to me', 'b']);
  });

  it('are unknown where blanks follow the closing quote', async () => {
    expect(await segmentsOf('"a" ,1\n')).toEqual(['a']);
    expect(await warningsOf('"a" ,1\n')).toEqual([]);
  });

  if (IS_LONG)
    it.each([
      ['never closed', '"a,'],
      ['closed too early', '"a"b,'],
      ['doubled', '"a,""b,'],
    ])('%s by the hundred thousand are read in linear time', async (_, field) => {
      await expectLinear(
        (n) => field.repeat(n),
        (text) => expect([...csvRecords(text, RFC_4180)].length).toBeGreaterThan(0),
        50_000,
      );
    });
});

describe('any text', () => {
  const anything = fc.string({ unit: fc.constantFrom('a', '"', '"', ',', ';', '\r', '\n', ' ', 'é', '=') });

  it('is covered by its records without gap or overlap', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const records = [...csvRecords(text, RFC_4180)];
        let at = 0;
        for (const record of records) {
          expect(record.start).toBe(at);
          expect(record.end).toBeGreaterThan(at);
          expect(record.first.start).toBe(record.start);
          expect(record.first.end).toBeLessThanOrEqual(record.end);
          at = record.end;
        }
        expect(Math.min(at, text.length)).toBe(text.length);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  it('comes back as it was when nothing is spliced in', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (text) => {
        expect((await assemble(text, await segmentsOf(text))).text).toBe(text);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  it('that papaparse writes is read as it was meant', () => {
    const table = fc.array(fc.array(anything, { minLength: 2, maxLength: 3 }), { minLength: 1 });
    fc.assert(
      fc.property(table, (rows) => {
        const text = Papa.unparse(rows, { delimiter: ',' });
        const records = [...csvRecords(text, RFC_4180)];
        expect(records.map(({ first }) => fieldValue(text, first, '"'))).toEqual(
          rows.map(([first]) => first),
        );
        expect(records.every(({ brokenAt }) => brokenAt === undefined)).toBe(true);
      }),
    );
  });
});

describe('real CSV files', () => {
  // Two of 155 files have two thirds of the bytes: they are read at night.
  const files = corpusFiles('csv', '').filter(({ read }) => IS_LONG || read().length < 100_000);

  it.skipIf(files.length === 0)('have the first fields that papaparse finds', async () => {
    for (const { name, read } of files) {
      const bytes = read();
      const { text } = await decodeText(bytes);
      const { delimiter, escape } = csvDialect(text);
      const { segments, warnings } = await csvFormat.extract(bytes, ANY_NUMBER);
      if (warnings.some(({ code }) => code === 'broken_quotes')) continue;
      // papaparse reads one kind of line ending a file, so mixed ones are made one.
      const { data } = Papa.parse<string[]>(text.replace(/\r\n|\r/g, '\n'), {
        delimiter,
        newline: '\n',
        escapeChar: escape,
      });
      const expected = data.map(([first]) => first).filter((first) => first !== undefined && first !== '');
      const found = segments.map((segment) => plainText(segment.text).replace(/\r\n|\r/g, '\n'));
      expect(found, name).toEqual(expected);
    }
  });

  it.skipIf(files.length === 0)('come back byte for byte where nothing changes', async () => {
    for (const { name, read } of files) {
      const bytes = read();
      const { segments } = await csvFormat.extract(bytes, ANY_NUMBER);
      const same = await csvFormat.assemble(
        bytes,
        segments.map((segment) => segment.text),
        EN_ES,
      );
      expect(Buffer.from(same.bytes).equals(bytes), name).toBe(true);
    }
  });

  it.skipIf(files.length === 0)('change in the first column only', async () => {
    for (const { name, read } of files) {
      const bytes = read();
      const extraction = await csvFormat.extract(bytes, ANY_NUMBER);
      const result = await csvFormat.assemble(bytes, pseudoTargets(extraction), EN_ES);
      expect(await restOfRows(result.bytes), name).toEqual(await restOfRows(bytes));
      const again = await csvFormat.extract(result.bytes, ANY_NUMBER);
      expect(again.segments.length, name).toBe(extraction.segments.length);
    }
  });
});

async function restOfRows(bytes: Uint8Array): Promise<string[]> {
  const { text } = await decodeText(bytes);
  const { start, ...syntax } = csvDialect(text);
  return [...csvRecords(text, syntax, start)].map(({ first, end }) => text.slice(first.end, end));
}
