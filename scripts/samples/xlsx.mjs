import { contentTypes, declaration, escapeXml, relationships } from '../lib/ooxml.mjs';
import { barChart } from './chart.mjs';

const NS =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

const ITEMS = [
  ['Book about the history of the port', 24.9, 120],
  ['Small lamp in the form of a lighthouse', 18.5, 85],
  ['Blue bag with a white boat', 12, 240],
  ['Map of the coast for the wall', 9.75, 60],
  ['Box with six glasses', 31, 42],
];
const HEADERS = ['Product', 'Price', 'Sold', 'Total'];

/** Shared strings in order of first use; the last is rich text. */
const strings = ['The shop of the museum', ...HEADERS, ...ITEMS.map(([name]) => name), 'Total'];
const rich =
  '<si><r><rPr><b/><sz val="11"/><rFont val="Calibri"/></rPr><t xml:space="preserve">Important: </t></r><r><rPr><sz val="11"/><rFont val="Calibri"/></rPr><t>the prices include the taxes.</t></r></si>';
const sharedStrings = `${declaration}<sst ${NS} count="${strings.length + 1}" uniqueCount="${strings.length + 1}">${strings
  .map((text) => `<si><t>${escapeXml(text)}</t></si>`)
  .join('')}${rich}</sst>`;

const text = (ref, index, style = 0) => `<c r="${ref}" s="${style}" t="s"><v>${index}</v></c>`;
const number = (ref, value, style = 0) => `<c r="${ref}" s="${style}"><v>${value}</v></c>`;
const formula = (ref, source, value, style) =>
  `<c r="${ref}" s="${style}"><f>${source}</f><v>${value}</v></c>`;
const row = (r, cells, more = '') => `<row r="${r}"${more}>${cells.join('')}</row>`;

const first = 4;
const last = first + ITEMS.length - 1;
const total = ITEMS.reduce((sum, [, price, sold]) => sum + price * sold, 0);
const sheet = `${declaration}<worksheet ${NS}><sheetViews><sheetView showGridLines="0" workbookViewId="0"/></sheetViews><cols><col min="1" max="1" width="40" customWidth="1"/><col min="2" max="4" width="12" customWidth="1"/></cols><sheetData>${[
  row(1, [text('A1', 0, 1)], ' ht="26" customHeight="1"'),
  row(
    3,
    HEADERS.map((_, i) => text(`${'ABCD'[i]}3`, i + 1, i === 0 ? 2 : 5)),
  ),
  ...ITEMS.map(([, price, sold], i) => {
    const r = first + i;
    return row(r, [
      text(`A${r}`, 5 + i),
      number(`B${r}`, price, 3),
      number(`C${r}`, sold),
      formula(`D${r}`, `B${r}*C${r}`, price * sold, 3),
    ]);
  }),
  row(last + 1, [
    text(`A${last + 1}`, 5 + ITEMS.length, 4),
    `<c r="B${last + 1}" s="4"/><c r="C${last + 1}" s="4"/>`,
    formula(`D${last + 1}`, `SUM(D${first}:D${last})`, total, 6),
  ]),
  row(last + 3, [text(`A${last + 3}`, 6 + ITEMS.length)]),
].join(
  '',
)}</sheetData><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/><drawing r:id="rId1"/></worksheet>`;

const font = (more) => `<font>${more}<name val="Calibri"/></font>`;
const border = (side) =>
  `<border><left/><right/>${side === 'top' ? '<top style="thin"><color rgb="FF1F5F63"/></top>' : '<top/>'}<bottom/><diagonal/></border>`;
const xf = (numFmt, fontId, fill, borderId, align = '') =>
  `<xf numFmtId="${numFmt}" fontId="${fontId}" fillId="${fill}" borderId="${borderId}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"${align ? ` applyAlignment="1"><alignment horizontal="${align}"/></xf>` : '/>'}`;
const styles = `${declaration}<styleSheet ${NS}><numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0.00\\ &quot;€&quot;"/></numFmts><fonts count="4">${font('<sz val="11"/>')}${font('<b/><sz val="18"/><color rgb="FF1F5F63"/>')}${font('<b/><sz val="11"/><color rgb="FFFFFFFF"/>')}${font('<b/><sz val="11"/>')}</fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF1F5F63"/></patternFill></fill></fills><borders count="2">${border()}${border('top')}</borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7">${xf(0, 0, 0, 0)}${xf(0, 1, 0, 0)}${xf(0, 2, 2, 0)}${xf(164, 0, 0, 0)}${xf(0, 3, 0, 1)}${xf(0, 2, 2, 0, 'right')}${xf(164, 3, 0, 1)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

const drawing = `${declaration}<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><xdr:twoCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${last + 4}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>4</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${last + 21}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to><xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="Sales"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>`;

/** The parts of museum-shop.xlsx: a formatted table with formulas, rich text and a chart over its cells. */
export const xlsxParts = () => ({
  '[Content_Types].xml': contentTypes({
    'xl/workbook.xml': 'spreadsheetml.sheet.main',
    'xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
    'xl/sharedStrings.xml': 'spreadsheetml.sharedStrings',
    'xl/styles.xml': 'spreadsheetml.styles',
    'xl/drawings/drawing1.xml': 'drawing',
    'xl/charts/chart1.xml': 'drawingml.chart',
  }),
  '_rels/.rels': relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]),
  'xl/workbook.xml': `${declaration}<workbook ${NS}><sheets><sheet name="Sales" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relationships([
    ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
    ['rId2', 'sharedStrings', 'sharedStrings.xml'],
    ['rId3', 'styles', 'styles.xml'],
  ]),
  'xl/worksheets/sheet1.xml': sheet,
  'xl/worksheets/_rels/sheet1.xml.rels': relationships([['rId1', 'drawing', '../drawings/drawing1.xml']]),
  'xl/drawings/drawing1.xml': drawing,
  'xl/drawings/_rels/drawing1.xml.rels': relationships([['rId1', 'chart', '../charts/chart1.xml']]),
  'xl/charts/chart1.xml': barChart({
    title: 'Sold products',
    series: [
      {
        name: 'Sold',
        nameRef: 'Sales!$C$3',
        categories: ITEMS.map(([name]) => name),
        categoriesRef: `Sales!$A$${first}:$A$${last}`,
        values: ITEMS.map(([, , sold]) => sold),
        valuesRef: `Sales!$C$${first}:$C$${last}`,
        color: '1F5F63',
      },
    ],
  }),
  'xl/sharedStrings.xml': sharedStrings,
  'xl/styles.xml': styles,
});
