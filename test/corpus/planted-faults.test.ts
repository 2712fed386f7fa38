import { describe, expect, it } from 'vitest';
import { checkDocx, checkSimple, countDocxSegments } from './docx.ts';
import { reasonToRefuse } from './formats.ts';
import { checkCsv, checkTxt } from './text.ts';
import { checkWarnings } from './warnings.ts';
import { checkXlsx, countXlsxSegments } from './xlsx.ts';
import {
  DOCX,
  DOCX_TRANSLATED,
  XLSX,
  XLSX_TRANSLATED,
  accent,
  localise,
  pack,
  withPart,
} from './faithful.ts';
import type { Parts } from './faithful.ts';

const rules = (violations: readonly { rule: string }[]): string[] => [
  ...new Set(violations.map(({ rule }) => rule)),
];
const docx = (result: Parts): string[] => rules(checkDocx(pack(DOCX), pack(result)));
const xlsx = (result: Parts): string[] => rules(checkXlsx(pack(XLSX), pack(result)));
const document = (edit: (text: string) => string): string[] =>
  docx(withPart(DOCX_TRANSLATED, 'word/document.xml', edit));
const sheet = (edit: (text: string) => string): string[] =>
  xlsx(withPart(XLSX_TRANSLATED, 'xl/worksheets/sheet1.xml', edit));

describe('the corpus checks pass', () => {
  it('a faithful DOCX', () => expect(docx(DOCX_TRANSLATED)).toEqual([]));
  it('a faithful XLSX', () => expect(xlsx(XLSX_TRANSLATED)).toEqual([]));
  it('a faithful CSV', () => {
    const row = (text: string): string => `"${text}",2,"three"\r\n`;
    const source = Buffer.from(`id\n${row('Boats wait here')}1,,\n`);
    const result = Buffer.from(`${localise('id')}\n${row(localise('Boats wait here'))}1,,\n`);
    expect(rules(checkCsv(source, result, 'a.csv'))).toEqual([]);
  });
  it('a faithful TXT', () => {
    const result = Buffer.from(`  ${localise('Boats wait here')}\r\n\n42`);
    expect(rules(checkTxt(Buffer.from('  Boats wait here\r\n\n42'), result))).toEqual([]);
  });
  it('words of scripts the engine has no accents for', () => {
    const source = Buffer.from('Лодки ждут здесь\n船在这里等\n');
    const result = Buffer.from(`${localise('Лодки ждут здесь')}\n${localise('船在这里等')}\n`);
    expect(rules(checkTxt(source, result))).toEqual([]);
  });
});

describe('the corpus checks find in a package', () => {
  it('a dropped chart part', () => {
    expect(docx(DOCX_TRANSLATED.filter(([name]) => !name.includes('chart1')))).toEqual(['entry_lost']);
  });
  it('a part too many', () => {
    expect(docx([...DOCX_TRANSLATED, ['word/new.xml', '<a/>']])).toEqual(['entry_added']);
  });
  it('reordered entries', () => {
    expect(docx([...DOCX_TRANSLATED.slice(1), DOCX_TRANSLATED[0]!])).toEqual(['entry_order']);
  });
  it('a changed untouched part', () => {
    const result = withPart(DOCX_TRANSLATED, 'word/_rels/document.xml.rels', (text) =>
      text.replace('</Relationships>', ' </Relationships>'),
    );
    expect(docx(result)).toEqual(['untouched_part_changed']);
  });
  it('another text or element in a chart', () => {
    const chart = (from: string, to: string) =>
      docx(withPart(DOCX_TRANSLATED, 'word/charts/chart1.xml', (text) => text.replace(from, to)));
    expect(chart('Tides', 'Moons')).toEqual(['drawn_text']);
    expect(chart('<c:v>', '<c:w/><c:v>')).toEqual(['drawing_changed']);
  });
  it('broken XML', () => {
    expect(document((text) => text.replace('</w:tbl>', ''))).toEqual(['broken_xml']);
    expect(sheet((text) => text.replace('</row>', ''))).toEqual(['broken_xml']);
  });
});

describe('the corpus checks find in a DOCX', () => {
  it('a lost note reference', () => {
    expect(document((text) => text.replace('<w:footnoteReference w:id="1"/>', ''))).toEqual(['mark_lost']);
  });
  it('a note reference that has moved', () => {
    const note = '<w:r><w:footnoteReference w:id="1"/></w:r>';
    expect(
      document((text) => text.replace(note, '').replace('</w:r></w:p><w:tbl>', `</w:r>${note}</w:p><w:tbl>`)),
    ).toEqual(['mark_moved']);
  });
  it('a bookmark that no longer has its words', () => {
    const start = '<w:bookmarkStart w:id="5" w:name="x"/>';
    const end = '<w:bookmarkEnd w:id="5"/>';
    const around = (parts: Parts, last: string, marks: string) =>
      withPart(parts, 'word/document.xml', (text) =>
        text.replace('<w:body><w:p>', `<w:body><w:p>${marks}`).replace(`${last}</w:t></w:r>`, `$&${end}`),
      );
    const words = 'The harbour opens at dawn';
    const source = pack(around(DOCX, words, start));
    expect(rules(checkDocx(source, pack(around(DOCX_TRANSLATED, localise(words), start))))).toEqual([]);
    const emptied = withPart(around(DOCX_TRANSLATED, localise(words), ''), 'word/document.xml', (text) =>
      text.replace(end, start + end),
    );
    expect(rules(checkDocx(source, pack(emptied)))).toEqual(['range_emptied']);
  });
  it('an untranslated paragraph', () => {
    const own = 'Length of the boat';
    expect(document((text) => text.replace(localise(own), own))).toEqual(['untranslated']);
  });
  it('an untranslated WordArt', () => {
    const own = 'Name of the map';
    expect(document((text) => text.replace(localise(own), own))).toEqual(['untranslated']);
  });
  it('an untranslated run of a translated paragraph', () => {
    expect(document((text) => text.replace(accent('must not'), 'must not'))).toEqual(['partly_untranslated']);
  });
  it('a lost word', () => {
    expect(document((text) => text.replace(accent('harbour '), ''))).toEqual(['word_lost']);
  });
  it('a doubled word', () => {
    expect(document((text) => text.replace(accent('opens'), accent('opens opens')))).toEqual(['word_added']);
  });
  it('a swapped pair of paragraphs', () => {
    const [one, two] = [localise('Name of the boat'), localise('Length of the boat')];
    expect(document((text) => text.replace(one, '#').replace(two, one).replace('#', two))).toEqual([
      'text_moved',
    ]);
  });
  it('bold that has moved to another word', () => {
    const swap = (text: string): string =>
      text
        .replace(accent('must not'), accent('must'))
        .replace(accent(' wait here'), accent(' not wait here'));
    expect(document(swap)).toEqual(['format_moved']);
  });
  it('a translated field result and translated hidden text', () => {
    expect(document((text) => text.replace('>seven<', `>${accent('seven')}<`))).toEqual([
      'frozen_text_changed',
    ]);
    expect(document((text) => text.replace('deleted words', accent('deleted words')))).toEqual([
      'frozen_text_changed',
    ]);
  });
  it('a changed table', () => {
    expect(document((text) => text.replace('<w:tr>', '<w:tr><w:trPr/>'))).toEqual(['structure']);
  });
  it('settings changed beyond the update of fields', () => {
    const result = withPart(DOCX_TRANSLATED, 'word/settings.xml', (text) => text.replace('<w:compat/>', ''));
    expect(docx(result)).toEqual(['settings_changed']);
  });
  it('a data store that no longer says what its control shows', () => {
    const bound = (shown: string, stored: string): Parts => [
      ...withPart(DOCX_TRANSLATED, 'word/document.xml', (text) =>
        text.replace(
          '</w:body>',
          `<w:p><w:sdt><w:sdtPr><w:dataBinding w:xpath="/a[1]/b[1]"/></w:sdtPr><w:sdtContent><w:r><w:t xml:space="preserve">${shown}</w:t></w:r></w:sdtContent></w:sdt></w:p></w:body>`,
        ),
      ),
      ['customXml/item1.xml', `<a><b>${stored}</b></a>`],
    ];
    const title = 'Harbour guide';
    const check = (result: Parts): string[] => rules(checkDocx(pack(bound(title, title)), pack(result)));
    expect(check(bound(localise(title), title))).toContain('bound_data_differs');
    expect(check(bound(localise(title), localise('Guide')))).toContain('bound_data_changed');
    expect(check(bound(localise(title), localise(title)))).not.toContain('bound_data_differs');
  });
  it('a paragraph missing from the simple rebuild', () => {
    const simple = withPart(DOCX_TRANSLATED, 'word/document.xml', (text) =>
      text.replace(localise('Name of the boat'), ''),
    );
    expect(rules(checkSimple(pack(DOCX_TRANSLATED), pack(simple)))).toEqual(['simple_text_lost']);
  });
});

describe('the corpus checks find in an XLSX', () => {
  it('a changed cell in column B, by its own string or by one it shares', () => {
    expect(sheet((text) => text.replace('<c r="B2" t="s"><v>2</v>', '<c r="B2" t="s"><v>1</v>'))).toContain(
      'other_cell_changed',
    );
    const shared = withPart(XLSX_TRANSLATED, 'xl/sharedStrings.xml', (text) =>
      text.replace('Only in column two', localise('Only in column two')),
    );
    expect(xlsx(shared)).toContain('other_cell_changed');
  });
  it('a changed number in column A and a changed formula', () => {
    expect(sheet((text) => text.replace('<v>42</v>', '<v>43</v>'))).toEqual(['copied_cell_changed']);
    expect(sheet((text) => text.replace('A3*2', 'A3*3'))).toEqual(['other_cell_changed']);
  });
  it('wrong counts of shared strings', () => {
    const result = withPart(XLSX_TRANSLATED, 'xl/sharedStrings.xml', (text) =>
      text.replace('uniqueCount="4"', 'uniqueCount="3"'),
    );
    expect(xlsx(result)).toEqual(['string_counts']);
  });
  it('a table whose column is no longer called what its header says', () => {
    const result = withPart(XLSX_TRANSLATED, 'xl/tables/table1.xml', (text) =>
      text.replace(localise('Name of the boat'), 'Name of the boat'),
    );
    expect(xlsx(result)).toEqual(['table_header']);
  });
  it('a header that is translated although a formula calls its column', () => {
    const named = (parts: Parts): Parts =>
      withPart(parts, 'xl/workbook.xml', (text) =>
        text.replace(
          '</sheets>',
          '</sheets><definedNames><definedName name="n">T[Name of the&#32;boat]</definedName></definedNames>',
        ),
      );
    const found = rules(checkXlsx(pack(named(XLSX)), pack(named(XLSX_TRANSLATED))));
    expect(found).toEqual(['table_header_referenced']);
  });
  it('formulas that would not be calculated anew', () => {
    const result = withPart(XLSX_TRANSLATED, 'xl/workbook.xml', (text) =>
      text.replace(' fullCalcOnLoad="1"', ''),
    );
    expect(xlsx(result)).toEqual(['calc_flag']);
  });
});

describe('the corpus checks find in CSV and TXT', () => {
  const csv = (source: string, result: string): string[] =>
    rules(checkCsv(Buffer.from(source), Buffer.from(result), 'a.csv'));
  const txt = (source: string, result: string): string[] =>
    rules(checkTxt(Buffer.from(source), Buffer.from(result)));
  const boats = localise('Boats wait here');

  it('changed quoting of an untouched CSV field', () => {
    expect(csv('Boats wait here,"two",3\n', `${boats},two,3\n`)).toEqual(['other_field_changed']);
  });
  it('a quoted field that has lost its quotes', () => {
    expect(csv('"Boats wait here",2\n', `${boats},2\n`)).toEqual(['quoting']);
  });
  it('a lost row and a changed line ending', () => {
    expect(csv('a,1\nb,2\n', 'a,1\n')).toEqual(['row_count']);
    expect(csv('a,1\r\nb,2\n', 'a,1\nb,2\n')).toEqual(['line_ending']);
  });
  it('a lost newline at the end of a TXT, and one too many', () => {
    expect(txt('Boats wait here\n', boats)).toEqual(['line_ending']);
    expect(txt('Boats wait here', `${boats}\n`)).toEqual(['line_ending']);
  });
  it('lost outer white space', () => {
    expect(txt('  Boats wait here', boats)).toEqual(['outer_space']);
  });
  it('a lost byte order mark', () => {
    expect(txt('\uFEFFBoats wait here', boats)).toEqual(['encoding']);
  });
  it('a lost word and an untranslated line', () => {
    expect(txt('Boats wait here', localise('Boats here'))).toEqual(['word_lost']);
    expect(txt('Boats wait here\nFor long', `${boats}\nFor long`)).toEqual(['untranslated']);
  });
});

describe('the corpus checks find in what a job says', () => {
  const unsaid = (source: Buffer, result: Buffer, ...codes: string[]): string[] =>
    rules(
      checkWarnings(
        'txt',
        source,
        result,
        codes.map((code) => ({ code })),
      ),
    );
  const latin = Buffer.from('Le café est fermé, déjà', 'latin1');

  it('a change of encoding without a warning', () => {
    const result = Buffer.from(localise('Le café est fermé, déjà'));
    expect(unsaid(latin, result)).toEqual(['unsaid_encoding']);
    expect(unsaid(latin, result, 'encoding_changed')).toEqual([]);
  });
  it('a layout that was given up', () => {
    expect(unsaid(latin, latin, 'layout_unavailable')).toEqual(['layout_lost']);
  });
});

describe('the corpus runner knows', () => {
  it('how many segments a file has', () => {
    expect(countDocxSegments(pack(DOCX))).toEqual({ least: 7, most: 8 });
    expect(countXlsxSegments(pack(XLSX))).toEqual({ least: 3, most: 3 });
  });
  it('which files may be refused', () => {
    expect(reasonToRefuse(pack(DOCX), 'a.docx')).toBeUndefined();
    expect(reasonToRefuse(pack(DOCX).subarray(0, 500), 'a.docx')).toMatch(/^damaged/);
    expect(reasonToRefuse(Buffer.from('a line\n'.repeat(1_101)), 'a.txt')).toBe('too many segments');
    expect(reasonToRefuse(Buffer.from('a line\n'.repeat(1_100)), 'a.txt')).toBeUndefined();
  });
});
