import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { inflateRawSync } from 'node:zlib';
import { join } from 'node:path';
import exceljs from 'exceljs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { readCsv, writeCsv } from '../../service/bilingual/csv.ts';
import { readBilingual } from '../../service/bilingual/read-bilingual.ts';
import { writeTmx } from '../../service/bilingual/job-tmx.ts';
import { readTmx } from '../../service/bilingual/read-tmx.ts';
import type { BilingualJob, BilingualUnit } from '../../service/bilingual/unit.ts';
import { readXliff, writeXliff } from '../../service/bilingual/xliff.ts';
import { writeXliff12 } from '../../service/bilingual/xliff12.ts';
import { writeDocx } from '../../service/bilingual/docx-write.ts';
import { writeXlsx } from '../../service/bilingual/xlsx-write.ts';
import { readXlsx } from '../../service/bilingual/xlsx-read.ts';
import { splitParagraph } from '../../service/documents/sentences/split-paragraph.ts';
import { ProblemError } from '../../service/contract/index.ts';
import { sharedFolder } from '../support/shared.ts';
import { entryOf, readEntries, writeEntries } from '../support/zip.ts';
import { codedSource } from '../text/coded-arbitraries.ts';
import { IS_LONG } from '../support/effort.ts';

const ID = '01a1f82f-2268-7000-b7a2-9326feeddfea';
const SCHEMAS = sharedFolder('schemas');
const hasSchemas = SCHEMAS !== undefined && spawnSync('xmllint', ['--version']).status === 0;
const PYTHON = '/usr/bin/python3';
const hasToolkit = spawnSync(PYTHON, ['-c', 'import translate.storage.tmx']).status === 0;

const folder = mkdtempSync(join(tmpdir(), 'interlinear-bilingual-'));
afterAll(() => rmSync(folder, { recursive: true }));

const unit = (index: number, source: string, target: string, more: Partial<BilingualUnit> = {}) => ({
  index,
  source,
  target,
  origin: 'engine' as const,
  flags: [],
  ...more,
});
const UNITS: BilingualUnit[] = [
  unit(0, 'See <1>the <2>note</2></1><3/> &amp; more', 'Véase <1>la <2>nota</2></1><3/> &amp; más'),
  unit(1, '=1+1', '@SUM(1)', { flags: [{ code: 'number_mismatch', message: 'Not “there”: <1>.' }] }),
  unit(2, '\'quoted, "it"', '-dash\n\tnext', { origin: 'edited', state: 'confirmed' }),
  unit(3, '2026', '2026', { origin: 'copied', id: 'a & b' }),
  unit(4, ' spaces  kept ', ' espacios  guardados '),
];
const JOB: BilingualJob = {
  id: ID,
  coded: true,
  name: 'a "letter".docx',
  from: 'en',
  to: 'es-MX',
  units: UNITS,
};
const OPEN_DOCUMENT = writeEntries([
  entryOf('mimetype', 'application/vnd.oasis.opendocument.spreadsheet'),
  entryOf('content.xml', '<office/>'),
]);
const read = (bytes: Uint8Array, units = UNITS) =>
  readBilingual(bytes, {
    id: ID,
    coded: true,
    sourceOf: (index) => units[index]?.source,
    targetOf: (index) => units[index]?.target,
  });
const problemOf = async (
  work: () => unknown,
): Promise<{ code?: string | undefined; reason?: string | undefined; message: string }> => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const [field] = error.errors;
    return { code: field?.code, reason: field?.reason, message: error.message };
  }
  return { message: '' };
};
const pairs = (list: readonly { index: number; source: string; target: string }[]) =>
  list.map(({ index, source, target }) => [index, source, target]);

describe('a bilingual file', () => {
  it.each([
    ['XLIFF', writeXliff],
    ['XLIFF 1.2', writeXliff12],
    ['CSV', writeCsv],
    ['XLSX', writeXlsx],
    ['a Word table', writeDocx],
  ])('in %s comes back as it was written', async (_name, write) => {
    const { units, refused } = await read(await write(JOB));
    expect(refused).toEqual([]);
    expect(pairs(units)).toEqual(pairs(UNITS));
  });

  it('comes back whatever the texts are', async () => {
    const texts = fc.array(fc.tuple(codedSource, codedSource), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(texts, async (list) => {
        const units = list.map(([source, target], index) => unit(index, source, target));
        for (const write of [writeXliff, writeXliff12])
          expect(pairs(readXliff(write({ ...JOB, units }), true).units)).toEqual(pairs(units));
        expect(pairs((await readCsv(writeCsv({ ...JOB, units }))).units)).toEqual(pairs(units));
      }),
      { numRuns: 50 },
    );
  });

  it('in XLIFF has a unit a paragraph and a segment a sentence, each code once, and states', () => {
    const source = { text: 'One <1>two. Three.</1><2/> Four.' };
    const states = ['draft', 'translated', 'confirmed'] as const;
    const units = splitParagraph(source, 'en').map(({ text, sentence }, index) =>
      unit(index, text, text.toUpperCase(), { state: states[index]!, ...(sentence && { sentence }) }),
    );
    const bytes = writeXliff({ ...JOB, units: [...units, unit(3, 'Another.', 'Otro.')] });
    const xml = new TextDecoder().decode(bytes);
    expect(xml.match(/<unit /g)).toHaveLength(2);
    expect(xml.match(/<segment [^>]*state="\w+"/g)?.map((tag) => tag.slice(9))).toEqual([
      'id="seg0" state="initial"',
      'id="seg1" state="translated"',
      'id="seg2" state="final"',
      'id="seg3" state="translated"',
    ]);
    expect(xml.match(/<ignorable><source xml:space="preserve"> <\/source>/g)).toHaveLength(2);
    const ids = xml.match(/<source[^>]*>.*?<\/source>/gs)!.flatMap((one) => one.match(/ id="[^"]*"/g) ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    const found = readXliff(bytes, true).units;
    expect(pairs(found)).toEqual(pairs([...units, unit(3, 'Another.', 'Otro.')]));
    expect(found.map(({ state }) => state)).toEqual([...states, 'translated']);
  });

  it.each([
    ['new', 'draft'],
    ['needs-translation', 'draft'],
    ['needs-l10n', 'draft'],
    ['needs-adaptation', 'draft'],
    ['needs-review-l10n', 'draft'],
    ['needs-review-adaptation', 'draft'],
    // Also what an engine said is exported with it.
    ['needs-review-translation', undefined],
    ['translated', 'translated'],
    ['final', 'confirmed'],
    ['signed-off', 'confirmed'],
    ['x-ours', undefined],
  ])('in XLIFF 1.2 with the state %s is %s', (written, state) => {
    const xml = new TextDecoder().decode(writeXliff12({ ...JOB, units: [unit(0, 'One', 'Uno')] }));
    const other = xml.replace(/<target[^>]*>/, `<target state="${written}">`);
    expect(readXliff(new TextEncoder().encode(other), true).units[0]?.state).toBe(state);
  });

  it('of a batch has what looks like a code as text, and characters that XML cannot hold', () => {
    const units = [unit(0, 'a <1>b</1> \u0001', '<2/> & \u0002\ufffe')];
    const job = { ...JOB, coded: false, units };
    for (const write of [writeXliff, writeXliff12])
      expect(pairs(readXliff(write(job), false).units)).toEqual(pairs(units));
  });

  it.each(['-1', '0', '110000', 'ffffffffff', 'x'])(
    'with the invalid character %s has U+FFFD there',
    (hex) => {
      for (const write of [writeXliff, writeXliff12]) {
        const units = [unit(0, 'a', '\u0001')];
        const xml = new TextDecoder().decode(write({ ...JOB, units }));
        const { units: found } = readXliff(new TextEncoder().encode(xml.replace('0001"', `${hex}"`)), true);
        expect(pairs(found)).toEqual([[0, 'a', '\ufffd']]);
      }
    },
  );

  it('of another job is refused by its id, or by its sources', async () => {
    const other = { ...JOB, id: ID.replace('01a1', '01a2') };
    for (const write of [writeXliff, writeXliff12])
      expect((await problemOf(() => read(write(other)))).code).toBe('other_job');
    const others = UNITS.map((one) => ({ ...one, source: `other ${one.source}` }));
    expect((await problemOf(() => read(writeCsv({ ...JOB, units: others })))).code).toBe('other_job');
  });

  it('with one source changed and one target emptied is taken but for these', async () => {
    const units = [...UNITS];
    units[0] = { ...units[0]!, source: 'changed' };
    units[4] = { ...units[4]!, target: ' ' };
    const found = await read(writeCsv({ ...JOB, units }));
    expect(found.units.map(({ index }) => index)).toEqual([1, 2, 3]);
    expect(found.refused.map(({ index }) => index)).toEqual([0, 4]);
  });
});

describe('an XLIFF that another program has written', () => {
  const rewritten = async (write: typeof writeXliff, change: (xml: string) => string) => {
    const xml = change(new TextDecoder().decode(write(JOB)));
    return pairs((await read(new TextEncoder().encode(xml))).units);
  };

  it.each([
    [
      '2.1',
      writeXliff,
      '<pc id="1">la <pc id="2">nota</pc></pc>',
      '<sc id="1"/>la <pc id="2">nota</pc><ec startRef="1"/>',
    ],
    [
      '1.2',
      writeXliff12,
      '<g id="1">la <g id="2">nota</g></g>',
      '<bx id="7" rid="1"/>la <bpt id="2">{b</bpt>nota<ept id="2">b}</ept><ex rid="1"/>',
    ],
    ['1.2', writeXliff12, '<x id="3"/>', '<ph id="3">{br/}</ph>'],
    ['1.2', writeXliff12, 'Véase ', '<mrk mtype="seg" mid="0">Véase </mrk>'],
    ['1.2', writeXliff12, '</target>', '</target><alt-trans><target>other</target></alt-trans>'],
    ['1.2', writeXliff12, '<body>', '<body><group id="g"><note>x</note></group>'],
    ['1.2', writeXliff12, /<header>[^]*<\/header>/, ''],
  ] as const)('in %s comes back as it was exported', async (_version, write, ours, theirs) => {
    const found = await rewritten(write, (xml) => {
      expect(xml.search(ours)).toBeGreaterThan(0);
      return xml.replace(ours, theirs);
    });
    expect(found).toEqual(pairs(UNITS));
  });

  it('which indents what is in a text has changed no white space', async () => {
    const indented = (xml: string): string =>
      xml
        .replace(/<(source|target)(.*?)>/g, '<$1$2>\n    ')
        .replace(/ <(pc|g) id="1">/g, ' \n  <$1 id="1">')
        .replace('espacios  guardados', 'espacios\n    bien\u00a0guardados');
    const meant = UNITS.map(({ target }, n) => (n === 4 ? ' espacios bien\u00a0guardados ' : target));
    for (const write of [writeXliff, writeXliff12])
      expect((await rewritten(write, indented)).map(([, , target]) => target)).toEqual(meant);
  });

  it('says what a person has approved, and what a machine has made', () => {
    const xml = new TextDecoder().decode(writeXliff12(JOB));
    expect(xml).toContain('<trans-unit id="2" approved="yes" xml:space="preserve">');
    expect(xml).toContain('<trans-unit id="3" resname="a &amp; b" translate="no" xml:space="preserve">');
    expect(xml.match(/state="needs-review-translation" state-qualifier="leveraged-mt"/g)).toHaveLength(3);
  });
});

describe('a file that no export made', () => {
  const xliff = new TextDecoder().decode(writeXliff(JOB));
  const bytes = (text: string) => new TextEncoder().encode(text);

  it.each([
    ['a DOCTYPE', bytes(xliff.replace('<xliff', '<!DOCTYPE x [<!ENTITY a "b">]><xliff')), 'hostile_file'],
    ['a TMX', writeTmx(JOB), 'invalid'],
    ['an XLIFF 1.2 of no job', bytes('<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2"/>'), 'invalid'],
    ['XLIFF 1.1', bytes('<xliff xmlns="urn:oasis:names:tc:xliff:document:1.1" version="1.1"/>'), 'invalid'],
    ['a picture', Uint8Array.from({ length: 999 }, (_, i) => (i * 89) % 256), 'undecodable_text'],
    ['an XLIFF without a translation', bytes(xliff.replace(/<target[^]*?<\/target>/g, '')), 'invalid'],
    ['half a file', bytes(xliff.slice(0, 900)), 'damaged_file'],
    ['no columns', bytes('a,b,c\n1,2,3\n'), 'invalid'],
    ['an empty file of lines', bytes('\n\n'), 'invalid'],
    ['a workbook that LibreOffice saved as its own', OPEN_DOCUMENT, 'unsupported_file_type'],
    ['an invalid zip', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), 'damaged_file'],
  ])('%s is refused in words', async (_name, file, code) => {
    const problem = await problemOf(() => read(file));
    expect(problem.code).toBe(code);
    if (code !== 'unsupported_file_type')
      expect(problem.message).toMatch(
        /Export the job as XLIFF, CSV, XLSX or a Word table, .*send that file\.$/,
      );
  });

  it.each([
    ['a ZIP bomb', (sheet: string) => sheet.replace('<sheetData>', `<sheetData>${' '.repeat(200_000_000)}`)],
    [
      'a DOCTYPE in its sheet',
      (sheet: string) => sheet.replace('<worksheet', '<!DOCTYPE a [<!ENTITY b "c">]><worksheet'),
    ],
    ['a sheet without its end', (sheet: string) => sheet.slice(0, -200)],
  ])('a workbook with %s is refused in words', async (_name, change) => {
    const entries = readEntries(Buffer.from(await writeXlsx(JOB)))!;
    const changed = entries.map((entry) =>
      entry.name === 'xl/worksheets/sheet1.xml'
        ? entryOf(entry.name, change(inflateRawSync(entry.packed).toString()))
        : entry,
    );
    const { code, message } = await problemOf(() => read(writeEntries(changed)));
    expect(['hostile_file', 'damaged_file', 'file_too_large']).toContain(code);
    expect(message).toMatch(/\.$/);
  });

  it.each(['utf16le', 'utf-16be'])('a DOCTYPE in %s is seen too', async (encoding) => {
    const text = `\ufeff${xliff.replace('UTF-8', 'UTF-16').replace('<xliff', '<!DOCTYPE x [<!ENTITY a "b">]><xliff')}`;
    const wide = Buffer.from(text, 'utf16le');
    expect((await problemOf(() => read(encoding === 'utf16le' ? wide : wide.swap16()))).code).toBe(
      'hostile_file',
    );
  });

  if (IS_LONG)
    it('with more than 100,000 units is refused, and no more of them are read', async () => {
      const units = Array.from({ length: 100_001 }, (_, index) => unit(index, 'a', 'b'));
      for (const write of [writeXliff, writeXliff12, writeCsv])
        expect((await problemOf(() => read(write({ ...JOB, units })))).message).toContain(
          'more than 100,000',
        );
    });

  it('in UTF-16, or with the semicolons of a spreadsheet, is read', async () => {
    const wide = Buffer.from(`\ufeff${xliff.replace('UTF-8', 'UTF-16')}`, 'utf16le');
    expect(pairs((await read(wide)).units)).toEqual(pairs(UNITS));
    const rows = 'index;id;source;target\r\n0;;one;uno\r\n1;;two;dos\r\n';
    for (const file of [bytes(rows), Buffer.from(`\ufeff${rows}`, 'utf16le')])
      expect(pairs((await readCsv(file)).units)).toEqual([
        [0, 'one', 'uno'],
        [1, 'two', 'dos'],
      ]);
  });
});

describe('a TMX of another program', () => {
  const unitsOf = (variants: [string, string][], from: string, to: string) => {
    const tuvs = variants.map(([language, seg]) => `<tuv xml:lang="${language}"><seg>${seg}</seg></tuv>`);
    const tmx = `<tmx version="1.4"><header/><body><tu>${tuvs.join('')}</tu></body></tmx>`;
    return [...readTmx([new TextEncoder().encode(tmx)], from, to)];
  };

  it.each([
    ['en-US', 'en', 'es-MX', 'es'],
    ['en', 'en-GB', 'zh-Hant', 'zh-TW'],
    ['en', 'en', 'zh-Hant-TW', 'zh-TW'],
    ['en', 'en', 'zh-CN', 'zh'],
  ])('gives a unit of %s for %s and %s for %s', (source, from, target, to) => {
    const variants: [string, string][] = [
      [source, 'harbour'],
      [target, 'PORT'],
    ];
    expect(unitsOf(variants, from, to)).toEqual([{ source: 'harbour', target: 'PORT' }]);
  });

  it.each([
    ['pt-BR', 'pt-PT'],
    ['zh-CN', 'zh-TW'],
    ['zh', 'zh-TW'],
    ['sr', 'sr-Latn'],
  ])('gives no %s where %s is wanted', (target, to) => {
    const variants: [string, string][] = [
      ['en', 'harbour'],
      [target, 'PORT'],
    ];
    expect(unitsOf(variants, 'en', to)).toEqual([undefined]);
  });

  it('has its pairs matched by x, since i counts each side for itself', () => {
    const pair = (i: number, x: number, text: string) =>
      `<bpt i="${i}" x="${x}">{b}</bpt>${text}<ept i="${i}">{/b}</ept>`;
    const variants: [string, string][] = [
      ['en', `${pair(1, 1, 'red')} ${pair(2, 2, 'ship')}`],
      ['es', `${pair(1, 2, 'barco')} ${pair(2, 1, 'rojo')}`],
    ];
    expect(unitsOf(variants, 'en', 'es')).toEqual([
      { source: '<1>red</1> <2>ship</2>', target: '<2>barco</2> <1>rojo</1>' },
    ]);
  });

  it('keeps the codes of a source whose translation leaves out a format, and of none that lacks a mark', () => {
    const bold = '<bpt i="1" x="1">{b}</bpt>Bold<ept i="1">{/b}</ept> text';
    const of = (source: string, target: string) =>
      unitsOf(
        [
          ['en', source],
          ['es', target],
        ],
        'en',
        'es',
      );
    expect(of(bold, 'Texto')).toEqual([{ source: '<1>Bold</1> text', target: 'Texto' }]);
    expect(of(`${bold}<ph x="2"/>`, 'Texto')).toEqual([{ source: 'Bold text', target: 'Texto' }]);
    expect(of('Text', bold)).toEqual([{ source: 'Text', target: 'Bold text' }]);
  });

  it('is read without the control characters that Trados writes, raw or by reference, though XML forbids them', () => {
    const unit: [string, string][] = [
      ['en', 'co&#x1F;operate&#xB;here\u001e&#x41;&#x10;&#169;'],
      ['es', 'cooperar&#11;aquí&#x0001;'],
    ];
    expect(unitsOf(unit, 'en', 'es')).toEqual([{ source: 'cooperate hereA©', target: 'cooperar aquí' }]);
  });

  it('is read with signs that are written as two halves, and without single halves', () => {
    const unit: [string, string][] = [
      ['en', 'Smile &#55357;&#56832;, &#xD83D;&#xde00; &#xD83D;now&#xFFFE;'],
      ['es', 'Sonría &#56832;ya&#65535; &#57344;'],
    ];
    expect(unitsOf(unit, 'en', 'es')).toEqual([{ source: 'Smile 😀, 😀 now', target: 'Sonría ya \ue000' }]);
  });
});

describe('a CSV', () => {
  it('that an encoding has robbed of letters is refused before they are lost', async () => {
    const changed = (target: string) => read(writeCsv({ ...JOB, units: [{ ...UNITS[0]!, target }] }));
    const [lost, edited] = [
      'V?ase <1>la <2>nota</2></1><3/> &amp; m?s',
      '¿Ve la <1><2>nota</2></1><3/> &amp; más?',
    ];
    expect(await problemOf(() => changed(lost))).toMatchObject({
      reason: 'lost_letters',
      message: expect.stringContaining('save it as UTF-8') as string,
    });
    expect((await changed(edited)).units).toHaveLength(1);
  });

  it.each([
    ['元気ですか', '元気です?', 1],
    ['你好吗', '你好?', 1],
    ['Да ли', 'Да л?', 1],
    ['你好吗', '???', 0],
    ['Größe か', 'Größe ?', 0],
    ['Ven aquí', 'Ven aqu?', 0],
  ])(
    'in which %s has become %s: a question mark typed by a person is no encoding error',
    async (before, target, count) => {
      const unit = { ...UNITS[0]!, source: 'How are you', target };
      const imported = readBilingual(writeCsv({ ...JOB, coded: false, units: [unit] }), {
        id: JOB.id,
        coded: false,
        sourceOf: () => 'How are you',
        targetOf: () => before,
      });
      expect(await imported.then(({ units }) => units.length).catch(() => 0)).toBe(count);
    },
  );

  it('whose indexes another program has emptied is read in its order', async () => {
    const rows = 'index,source,target\r\n,one,uno\r\n,two,dos\r\n';
    expect(pairs((await readCsv(new TextEncoder().encode(rows))).units)).toEqual([
      [0, 'one', 'uno'],
      [1, 'two', 'dos'],
    ]);
  });

  it('with a quotation mark that is never closed is refused by its row, before it swallows others', async () => {
    const bytes = (rows: string) => new TextEncoder().encode(`index,source,target\r\n${rows}`);
    for (const rows of [
      '0,one,uno\r\n1,two,"dos\r\n2,three,tres\r\n',
      '0,one,uno\r\n1,two,"do"s\r\n2,three,"tres"\r\n',
    ]) {
      const problem = await problemOf(() => readCsv(bytes(rows)));
      expect(problem.code).toBe('broken_csv');
      expect(problem.message).toContain('Row 3 ');
    }
  });

  it('is harmless in a spreadsheet, which takes what begins like a formula for one', () => {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(writeCsv(JOB));
    expect(text.startsWith('\ufeffindex,id,source,target,origin,flags\r\n')).toBe(true);
    expect(text).toContain("1,,'=1+1,'@SUM(1),engine,number_mismatch");
  });

  it('is harmless too where white space is ahead of a formula, or its sign is of full width', async () => {
    const units = [unit(0, ' =1', '＝1'), unit(1, '\n+1', "' -1")];
    const bytes = writeCsv({ ...JOB, units });
    const text = new TextDecoder().decode(bytes);
    expect(text).toContain("0,,' =1,'＝1,");
    expect(text).toContain(`1,,"'\n+1",'' -1,`);
    expect((await readCsv(bytes)).units.map(({ target }) => target)).toEqual(['＝1', "' -1"]);
  });
});

describe('a workbook', () => {
  it('has a filter, wrapped texts, flagged rows in colour, and right-to-left sheets', async () => {
    const book = new exceljs.Workbook();
    await book.xlsx.load((await writeXlsx({ ...JOB, to: 'ar' })).buffer as ArrayBuffer);
    const sheet = book.worksheets[0]!;
    expect(sheet.autoFilter).toBeTruthy();
    expect(sheet.pageSetup).toMatchObject({ orientation: 'landscape', fitToWidth: 1, fitToHeight: 0 });
    expect(sheet.views[0]).toMatchObject({ rightToLeft: true, state: 'frozen' });
    expect(sheet.getRow(3).getCell(3)).toMatchObject({ value: '=1+1', alignment: { wrapText: true } });
    expect(sheet.getRow(3).getCell(3).fill).toMatchObject({ pattern: 'solid' });
    expect(sheet.getRow(2).getCell(3).fill).not.toMatchObject({ pattern: 'solid' });
  });

  it('keeps line ends, control characters and what looks like its own escape', async () => {
    const texts = [
      'one\r\ntwo',
      'file_x0041_name',
      'a\u0001b\x7fc\u000bd\ufffe',
      '\r',
      '\ttab\nline',
      '_x005F_',
    ];
    const units = texts.map((text, index) => unit(index, text, text));
    expect(pairs((await readXlsx(await writeXlsx({ ...JOB, units }))).units)).toEqual(pairs(units));
  });

  it('with its texts in the cells themselves is read with their escapes', async () => {
    const book = new exceljs.Workbook();
    const sheet = book.addWorksheet('x');
    sheet.addRow(['index', 'source', 'target']);
    sheet.addRow([0, 'a_x000D_\nb', { richText: [{ text: 'c_x005F_x0041_' }] }]);
    const options = { useSharedStrings: false } as Partial<exceljs.XlsxWriteOptions>;
    const bytes = new Uint8Array(await book.xlsx.writeBuffer(options));
    expect(pairs((await readXlsx(bytes)).units)).toEqual([[0, 'a\r\nb', 'c_x0041_']]);
  });

  it('saved by another program, with rich text and its own columns, is read', async () => {
    const book = new exceljs.Workbook();
    const sheet = book.addWorksheet('x');
    sheet.addRow(['note', 'target', 'index', 'source']);
    sheet.addRow(['n', { richText: [{ text: 'u' }, { text: 'no', font: { bold: true } }] }, 0, 'one']);
    const bytes = new Uint8Array(await book.xlsx.writeBuffer());
    expect(pairs((await readXlsx(bytes)).units)).toEqual([[0, 'one', 'uno']]);
  });
});

describe.skipIf(!hasSchemas)('the schemas (need xmllint and the schemas beside the project)', () => {
  it.each([
    ['XLIFF 2.1', 'a.xlf', writeXliff, '--schema', 'xliff_core_2.0.xsd'],
    ['TMX 1.4b', 'a.tmx', writeTmx, '--dtdvalid', 'tmx14.dtd'],
  ])('find %s valid', (_name, name, write, check, schema) => {
    const path = join(folder, name);
    writeFileSync(path, write(JOB));
    const against = join(SCHEMAS!, schema);
    const { status, stderr } = spawnSync('xmllint', ['--noout', '--nonet', check, against, path]);
    // It says on some versions that the file validates, on others nothing.
    expect([status, stderr.toString().replace(/^.* validates\n$/, '')]).toEqual([0, '']);
  });
});

describe.skipIf(!hasToolkit)('translate-toolkit (needs python3-translate)', () => {
  it('reads the TMX, with the texts of its codes', () => {
    const path = join(folder, 'toolkit.tmx');
    writeFileSync(path, writeTmx(JOB));
    const program = [
      'import json, sys',
      'from translate.storage import tmx',
      'store = tmx.tmxfile(open(sys.argv[1], "rb"), "en", "es-MX")',
      'print(json.dumps([[str(u.source), str(u.target)] for u in store.units]))',
    ].join('\n');
    const { stdout } = spawnSync(PYTHON, ['-c', program, path]);
    const found = JSON.parse(stdout.toString()) as string[][];
    expect(found).toHaveLength(4);
    expect(found[1]).toEqual(['=1+1', '@SUM(1)']);
  });

  it('reads an XLIFF 1.2, with what is approved and what wants a look, and changes it', async () => {
    const path = join(folder, 'toolkit.xlf');
    const flags = [{ code: 'number_mismatch' as const, message: 'Not there: 5.' }];
    const units = UNITS.map((one, n) => (n === 0 ? { ...one, flags } : one));
    writeFileSync(path, writeXliff12({ ...JOB, units }));
    const program = [
      'import json, sys',
      'from translate.storage import xliff',
      'store = xliff.xlifffile.parsefile(sys.argv[1])',
      'unit = next(u for u in store.units if u.source == " spaces  kept ")',
      'unit.target = "espacios revisados"',
      'unit.markapproved()',
      'store.savefile(sys.argv[1])',
      'print(json.dumps([[str(u.source), u.isapproved(), u.isfuzzy(), u.getnotes()] for u in store.units]))',
    ].join('\n');
    const { stdout, stderr } = spawnSync(PYTHON, ['-c', program, path]);
    expect(stderr.toString()).toBe('');
    const found = JSON.parse(stdout.toString()) as unknown[][];
    expect(found[0]).toEqual(['See the note & more', false, true, 'number_mismatch: Not there: 5.']);
    expect(found[2]?.slice(1)).toEqual([true, false, '']);
    const changed = UNITS.map((one) => (one.index === 4 ? { ...one, target: 'espacios revisados' } : one));
    expect(pairs((await read(readFileSync(path))).units)).toEqual(pairs(changed));
  });

  it('changes a CSV that is read again', () => {
    const path = join(folder, 'toolkit.csv');
    writeFileSync(path, writeCsv(JOB));
    const program = [
      'import sys',
      'from translate.storage import csvl10n',
      'store = csvl10n.csvfile(open(sys.argv[1], "rb"), ["index", "id", "source", "target", "origin", "flags"])',
      'for unit in store.units:',
      '    if unit.target == "2026": continue',
      '    unit.target = unit.target.replace("nota", "apostilla")',
      'store.savefile(sys.argv[1])',
    ].join('\n');
    const { status, stderr } = spawnSync(PYTHON, ['-c', program, path]);
    expect([status, stderr.toString()]).toEqual([0, '']);
  });
});
