import { contentTypes, declaration, escapeXml, relationships } from '../lib/ooxml.mjs';
import { barChart } from './chart.mjs';

const NS =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';

const run = (text, format = '') =>
  `<w:r>${format && `<w:rPr>${format}</w:rPr>`}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;
const bold = (text) => run(text, '<w:b/>');
const italic = (text) => run(text, '<w:i/>');
const paragraph = (content, style) =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}${typeof content === 'string' && !content.startsWith('<') ? run(content) : content}</w:p>`;
const bullet = (content) =>
  `<w:p><w:pPr><w:pStyle w:val="ListBullet"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${content}</w:p>`;
const link = (id, text) =>
  `<w:hyperlink r:id="${id}">${run(text, '<w:rStyle w:val="Hyperlink"/>')}</w:hyperlink>`;
const footnote = (id) =>
  `<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference w:id="${id}"/></w:r>`;
const inline = (id, name, cx, cy, uri, graphic) =>
  `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/><wp:docPr id="${id}" name="${name}"/><a:graphic><a:graphicData uri="${uri}">${graphic}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
const picture = inline(
  1,
  'The harbour',
  4754880,
  1981200,
  'http://schemas.openxmlformats.org/drawingml/2006/picture',
  '<pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="1" name="harbour.png"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rIdPicture"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="4754880" cy="1981200"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic>',
);
const chart = inline(
  2,
  'Visitors',
  4754880,
  1645920,
  'http://schemas.openxmlformats.org/drawingml/2006/chart',
  '<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="rIdChart"/>',
);

const WIDTHS = [3600, 2700, 2700];
const row = (cells, header) =>
  `<w:tr>${header ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${cells
    .map(
      (cell, i) =>
        `<w:tc><w:tcPr><w:tcW w:w="${WIDTHS[i]}" w:type="dxa"/>${header ? '<w:shd w:val="clear" w:color="auto" w:fill="DCE9E8"/>' : ''}</w:tcPr>${paragraph(header ? bold(cell) : cell, 'TableText')}</w:tc>`,
    )
    .join('')}</w:tr>`;
const table = (rows) =>
  `<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="9000" w:type="dxa"/></w:tblPr><w:tblGrid>${WIDTHS.map((w) => `<w:gridCol w:w="${w}"/>`).join('')}</w:tblGrid>${rows.map((cells, i) => row(cells, i === 0)).join('')}</w:tbl>`;

const document = `${declaration}<w:document ${NS}><w:body>${[
  paragraph('The harbour museum', 'Title'),
  paragraph('Guide for visitors', 'Subtitle'),
  paragraph(
    run('The museum opens every day of the year. The visit is ') +
      bold('very interesting') +
      run(' for all children. The ') +
      italic('lighthouse') +
      run(' is the oldest building in the city') +
      footnote(2) +
      run('.'),
  ),
  paragraph(picture, 'Figure'),
  paragraph('The lighthouse and the sea in the evening', 'Caption'),
  paragraph('What you can see', 'Heading1'),
  bullet(bold('The lighthouse') + run(' has a new lamp and a small library.')),
  bullet(run('In ') + bold('the old house') + run(' you will see how the fishermen worked.')),
  bullet(run('You can buy the tickets on ') + link('rIdLink', 'our website') + run('.')),
  paragraph('Hours and prices', 'Heading1'),
  table([
    ['Season', 'Hours', 'Price'],
    ['From April to June', '09:00–19:00', '8.50 €'],
    ['From July to September', '10:00–17:00', '7.00 €'],
    ['From October to December', '10:00–15:00', '5.00 €'],
  ]),
  paragraph('Our visitors', 'Heading1'),
  paragraph(
    run('Many people visit the museum in summer. You can see the number of visitors') +
      footnote(3) +
      run(' of the last two years here.'),
  ),
  paragraph(chart, 'Figure'),
].join(
  '',
)}<w:sectPr><w:headerReference w:type="default" r:id="rIdHeader"/><w:footerReference w:type="default" r:id="rIdFooter"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1304" w:right="1440" w:bottom="1134" w:left="1440" w:header="624" w:footer="567" w:gutter="0"/></w:sectPr></w:body></w:document>`;

const style = (type, id, name, rest, more = '') =>
  `<w:style w:type="${type}" ${more}w:styleId="${id}"><w:name w:val="${name}"/>${rest}</w:style>`;
const heading = (before, after) => `<w:pPr><w:keepNext/><w:spacing w:before="${before}" w:after="${after}"/>`;
const styles = `${declaration}<w:styles ${NS}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="22"/><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="271" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>${[
  style('paragraph', 'Normal', 'Normal', '<w:qFormat/>', 'w:default="1" '),
  style(
    'paragraph',
    'Title',
    'Title',
    `<w:basedOn w:val="Normal"/>${heading(0, 0)}</w:pPr><w:rPr><w:b/><w:color w:val="1F5F63"/><w:sz w:val="48"/></w:rPr>`,
  ),
  style(
    'paragraph',
    'Subtitle',
    'Subtitle',
    `<w:basedOn w:val="Normal"/>${heading(0, 200)}</w:pPr><w:rPr><w:color w:val="5C6B6B"/><w:sz w:val="26"/></w:rPr>`,
  ),
  style(
    'paragraph',
    'Heading1',
    'heading 1',
    `<w:basedOn w:val="Normal"/>${heading(240, 80)}<w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:color w:val="1F5F63"/><w:sz w:val="28"/></w:rPr>`,
  ),
  style(
    'paragraph',
    'Figure',
    'Figure',
    `<w:basedOn w:val="Normal"/>${heading(80, 60)}<w:jc w:val="center"/></w:pPr>`,
  ),
  style(
    'paragraph',
    'Caption',
    'caption',
    '<w:basedOn w:val="Normal"/><w:pPr><w:jc w:val="center"/></w:pPr><w:rPr><w:i/><w:color w:val="5C6B6B"/><w:sz w:val="18"/></w:rPr>',
  ),
  style(
    'paragraph',
    'ListBullet',
    'List Bullet',
    '<w:basedOn w:val="Normal"/><w:pPr><w:spacing w:after="40"/></w:pPr>',
  ),
  style(
    'paragraph',
    'TableText',
    'Table Text',
    '<w:basedOn w:val="Normal"/><w:pPr><w:spacing w:before="40" w:after="40"/></w:pPr>',
  ),
  style(
    'paragraph',
    'FootnoteText',
    'footnote text',
    '<w:basedOn w:val="Normal"/><w:pPr><w:spacing w:after="0"/></w:pPr><w:rPr><w:sz w:val="18"/></w:rPr>',
  ),
  style(
    'paragraph',
    'Header',
    'header',
    '<w:basedOn w:val="Normal"/><w:pPr><w:jc w:val="right"/></w:pPr><w:rPr><w:color w:val="5C6B6B"/><w:sz w:val="18"/></w:rPr>',
  ),
  style(
    'character',
    'Hyperlink',
    'Hyperlink',
    '<w:rPr><w:color w:val="1F5F63"/><w:u w:val="single"/></w:rPr>',
  ),
  style(
    'character',
    'FootnoteReference',
    'footnote reference',
    '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>',
  ),
  style(
    'table',
    'TableGrid',
    'Table Grid',
    `<w:tblPr><w:tblBorders>${['top', 'bottom', 'insideH'].map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="9DB5B4"/>`).join('')}</w:tblBorders></w:tblPr>`,
  ),
].join('')}</w:styles>`;

const note = (id, text) =>
  `<w:footnote w:id="${id}">${paragraph(`<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r>${run(` ${text}`)}`, 'FootnoteText')}</w:footnote>`;
const footnotes = `${declaration}<w:footnotes ${NS}><w:footnote w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type="continuationSeparator" w:id="1"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>${note(2, 'The sailors built the lighthouse in 1847.')}${note(3, 'The school groups are not included in these numbers.')}</w:footnotes>`;

const numbering = `${declaration}<w:numbering ${NS}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="425" w:hanging="283"/></w:pPr></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;

const header = `${declaration}<w:hdr ${NS}>${paragraph('Information for visitors', 'Header')}</w:hdr>`;
const footer = `${declaration}<w:ftr ${NS}>${paragraph(
  `${run('Page ')}<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('1')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
  'Header',
)}</w:ftr>`;

const seasons = ['Spring', 'Summer', 'Autumn', 'Winter'];

/** The parts of harbour-museum.docx: headings, bold, a list, a table, footnotes, a picture, a chart, header and footer. */
export const docxParts = (png) => ({
  '[Content_Types].xml': contentTypes({
    'word/document.xml': 'wordprocessingml.document.main',
    'word/styles.xml': 'wordprocessingml.styles',
    'word/numbering.xml': 'wordprocessingml.numbering',
    'word/footnotes.xml': 'wordprocessingml.footnotes',
    'word/header1.xml': 'wordprocessingml.header',
    'word/footer1.xml': 'wordprocessingml.footer',
    'word/charts/chart1.xml': 'drawingml.chart',
  }),
  '_rels/.rels': relationships([['rId1', 'officeDocument', 'word/document.xml']]),
  'word/document.xml': document,
  'word/_rels/document.xml.rels': relationships([
    ['rIdStyles', 'styles', 'styles.xml'],
    ['rIdNumbering', 'numbering', 'numbering.xml'],
    ['rIdFootnotes', 'footnotes', 'footnotes.xml'],
    ['rIdHeader', 'header', 'header1.xml'],
    ['rIdFooter', 'footer', 'footer1.xml'],
    ['rIdPicture', 'image', 'media/harbour.png'],
    ['rIdChart', 'chart', 'charts/chart1.xml'],
    ['rIdLink', 'hyperlink', 'https://museum.example/tickets', true],
  ]),
  'word/styles.xml': styles,
  'word/numbering.xml': numbering,
  'word/footnotes.xml': footnotes,
  'word/header1.xml': header,
  'word/footer1.xml': footer,
  'word/charts/chart1.xml': barChart({
    title: 'Visitors by season (thousands)',
    series: [
      { name: '2024', categories: seasons, values: [12, 31, 17, 6], color: '9DB5B4' },
      { name: '2025', categories: seasons, values: [15, 36, 19, 8], color: '1F5F63' },
    ],
  }),
  'word/media/harbour.png': png,
});
