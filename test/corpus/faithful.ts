/** Small documents and their faithful translations, made by hand: nothing of the service has touched them. */
import { entryOf, writeEntries } from '../support/zip.ts';

/** The parts of a package by name, in order. */
export type Parts = readonly (readonly [name: string, text: string])[];

export function pack(parts: Parts): Buffer {
  return writeEntries(parts.map(([name, text]) => entryOf(name, text)));
}

/**
 * The parts with one of them rewritten. Throws where that changes nothing: a fault must be planted to be
 * found.
 */
export function withPart(parts: Parts, name: string, edit: (text: string) => string): Parts {
  return parts.map(([own, text]) => {
    if (own !== name) return [own, text];
    const edited = edit(text);
    if (edited === text) throw new Error(`Nothing changed in ${name}.`);
    return [own, edited];
  });
}

const ACCENTS = new Map(
  [...'aåbƀcçdðeéfƒgĝhĥiîjĵkķlļmɱnñoöpþqǫrŕsštţuûvṽwŵxẋyýzžAÅBƁFƑLĻNÑOÖSŠTŢ'.matchAll(/../gu)].map(
    ([pair]) => [pair.slice(0, 1), pair.slice(1)],
  ),
);
const FILLER = 'one two three four five six seven eight nine ten ';

export function accent(text: string): string {
  return Array.from(text, (c) => ACCENTS.get(c) ?? c).join('');
}

/** As the pseudo engine writes it. */
export function localise(text: string): string {
  return `[${accent(text)} ${filler(text.length)}]`;
}

function filler(length: number): string {
  return FILLER.slice(0, Math.ceil(length * 0.3)).trimEnd();
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

function relationships(...rows: readonly (readonly [kind: string, target: string])[]): string {
  const inner = rows.map(
    ([kind, target], i) => `<Relationship Id="rId${i + 1}" Type="${REL}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${inner.join('')}</Relationships>`;
}

function contentTypes(main: string, type: string): string {
  return `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="${main}" ContentType="${type}"/></Types>`;
}

const run = (text: string, properties = ''): string =>
  `<w:r>${properties}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const BOLD = '<w:rPr><w:b/></w:rPr>';
const NOTE = '<w:r><w:footnoteReference w:id="1"/></w:r>';
const WORD_ART =
  '<w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textpath string="Name of the map"/></v:shape></w:pict></w:r>';
const PAGE_FIELD =
  '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> PAGE </w:instrText></w:r>' +
  '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>seven</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>';

export const DOCX: Parts = [
  [
    '[Content_Types].xml',
    contentTypes(
      '/word/document.xml',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
    ),
  ],
  ['_rels/.rels', relationships(['officeDocument', 'word/document.xml'])],
  [
    'word/document.xml',
    `<w:document ${W} ${R}><w:body>` +
      `<w:p>${run('The harbour opens at dawn')}</w:p>` +
      `<w:p>${run('Boats ')}${run('must not', BOLD)}${run(' wait here')}${NOTE}${run(' for long')}</w:p>` +
      `<w:tbl><w:tr><w:tc><w:p>${run('Name of the boat')}</w:p></w:tc><w:tc><w:p>${run('Length of the boat')}</w:p></w:tc></w:tr></w:tbl>` +
      `<w:p>${run('See page ')}${PAGE_FIELD}${run(' of this book')}</w:p>` +
      `<w:p>${run('deleted words', '<w:rPr><w:vanish/></w:rPr>')}</w:p>` +
      `<w:p>${WORD_ART}</w:p>` +
      '</w:body></w:document>',
  ],
  [
    'word/_rels/document.xml.rels',
    relationships(
      ['chart', 'charts/chart1.xml'],
      ['footnotes', 'footnotes.xml'],
      ['settings', 'settings.xml'],
    ),
  ],
  ['word/charts/chart1.xml', '<c:chart xmlns:c="urn:chart"><c:v>Tides of the year</c:v></c:chart>'],
  [
    'word/footnotes.xml',
    `<w:footnotes ${W}><w:footnote w:id="1"><w:p>${run('Ask the harbour master')}</w:p></w:footnote></w:footnotes>`,
  ],
  ['word/settings.xml', `<w:settings ${W}><w:compat/></w:settings>`],
];

/** `DOCX` as a faithful filter writes it with the pseudo engine. */
export const DOCX_TRANSLATED: Parts = DOCX.map(([name, text]) =>
  name === 'word/document.xml' || name === 'word/footnotes.xml'
    ? [name, text.replace(/<w:p>.*?<\/w:p>/gs, translateParagraph)]
    : [name, text],
);

function translateParagraph(paragraph: string): string {
  if (paragraph.includes('w:vanish')) return paragraph;
  if (paragraph.includes('v:textpath'))
    return paragraph.replace(/(string=")([^"]*)/, (_, name: string, text: string) => name + localise(text));
  const texts = [...paragraph.matchAll(/<w:t xml:space="preserve">([^<]*)</g)].map(([, text]) => text!);
  let index = 0;
  return paragraph.replace(/(<w:t xml:space="preserve">)([^<]*)/g, (_, tag: string, text: string) => {
    const isFirst = index === 0;
    index++;
    const end = index === texts.length ? ` ${filler(texts.join('').length)}]` : '';
    return `${tag}${isFirst ? '[' : ''}${accent(text)}${end}`;
  });
}

const S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/**
 * Column A: a shared string used once, one shared with column B, a number. A table over A1:B3, a formula in
 * B.
 */
export const XLSX: Parts = [
  [
    '[Content_Types].xml',
    contentTypes(
      '/xl/workbook.xml',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
    ),
  ],
  ['_rels/.rels', relationships(['officeDocument', 'xl/workbook.xml'])],
  [
    'xl/workbook.xml',
    `<workbook ${S} ${R}><sheets><sheet name="Boats" sheetId="1" r:id="rId1"/></sheets><calcPr calcId="1"/></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    relationships(['worksheet', 'worksheets/sheet1.xml'], ['sharedStrings', 'sharedStrings.xml']),
  ],
  [
    'xl/worksheets/sheet1.xml',
    `<worksheet ${S} ${R}><sheetData>` +
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>' +
      '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" t="s"><v>2</v></c></row>' +
      '<row r="3"><c r="A3"><v>42</v></c><c r="B3"><f>A3*2</f><v>84</v></c></row>' +
      '</sheetData><tableParts count="1"><tablePart r:id="rId1"/></tableParts></worksheet>',
  ],
  ['xl/worksheets/_rels/sheet1.xml.rels', relationships(['table', '../tables/table1.xml'])],
  [
    'xl/tables/table1.xml',
    `<table ${S} id="1" name="T" displayName="T" ref="A1:B3"><tableColumns count="2"><tableColumn id="1" name="Name of the boat"/><tableColumn id="2" name="Shared words here"/></tableColumns></table>`,
  ],
  [
    'xl/sharedStrings.xml',
    `<sst ${S} count="4" uniqueCount="3"><si><t>Name of the boat</t></si><si><t>Shared words here</t></si><si><t>Only in column two</t></si></sst>`,
  ],
];

/** `XLSX` as a faithful filter writes it: the string shared with column B gets a translated twin. */
export const XLSX_TRANSLATED: Parts = [
  (parts: Parts) => withPart(parts, 'xl/sharedStrings.xml', translateStrings),
  (parts: Parts) =>
    withPart(parts, 'xl/worksheets/sheet1.xml', (text) =>
      text.replace('<c r="A2" t="s"><v>1</v>', '<c r="A2" t="s"><v>3</v>'),
    ),
  (parts: Parts) =>
    withPart(parts, 'xl/tables/table1.xml', (text) =>
      text.replace('"Name of the boat"', `"${localise('Name of the boat')}"`),
    ),
  (parts: Parts) =>
    withPart(parts, 'xl/workbook.xml', (text) => text.replace('calcId="1"', 'calcId="1" fullCalcOnLoad="1"')),
].reduce((parts, step) => step(parts), XLSX);

function translateStrings(text: string): string {
  return text
    .replace('uniqueCount="3"', 'uniqueCount="4"')
    .replace('Name of the boat', localise('Name of the boat'))
    .replace('</sst>', `<si><t>${localise('Shared words here')}</t></si></sst>`);
}
