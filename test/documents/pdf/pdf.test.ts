import { describe, expect, it } from 'vitest';
import type { AskedOptions } from '../../../service/contract/index.ts';
import { formatOf } from '../../../service/documents/formats.ts';
import { readableText } from '../../../service/text/codes.ts';
import { FIRST_OBJECT, linesAt, marked, pdf, textAt } from '../../support/pdf.ts';
import { unzip } from '../../support/zip.ts';
import { refusalCode } from '../support/refusal.ts';

const PROSE = [
  'The ferry leaves the harbour at nine every morning and comes back in the late',
  'afternoon, when the market has closed and the boats are being cleaned for the',
  'night.',
];

const pdfFormat = await formatOf('pdf');

const options = (formatOptions: AskedOptions = {}) => ({ maxSegments: 1_000, formatOptions });

async function textsOf(source: Uint8Array, formatOptions?: AskedOptions): Promise<string[]> {
  const { segments } = await pdfFormat.extract(source, options(formatOptions));
  return segments.map(({ text }) => readableText(text));
}

async function codesOf(source: Uint8Array): Promise<string[]> {
  return (await pdfFormat.extract(source, options())).warnings.map(({ code }) => code);
}

describe('a PDF without tags', () => {
  it('has its lines joined to paragraphs', async () => {
    const source = pdf({
      pages: [linesAt(72, 760, PROSE) + linesAt(72, 690, ['Tickets are sold on board.'])],
    });
    expect(await textsOf(source)).toEqual([PROSE.join(' '), 'Tickets are sold on board.']);
  });

  it('loses hyphens at the ends of lines, but for those of compounds', async () => {
    const lines = [
      'The well-known ferry leaves the old harbour every morning and the well-',
      'known market opens when the boats have come back; nobody is disap-',
      'pointed by it, as far as we know.',
    ];
    expect(await textsOf(pdf({ pages: [linesAt(72, 760, lines)] }))).toEqual([
      'The well-known ferry leaves the old harbour every morning and the well-known market opens when the boats have come back; nobody is disappointed by it, as far as we know.',
    ]);
  });

  it('is read column by column', async () => {
    const column = (word: string) =>
      Array.from({ length: 8 }, (_, i) => `${word} line ${i} runs to the end of it and`);
    const source = pdf({ pages: [linesAt(60, 760, column('left')) + linesAt(320, 760, column('right'))] });
    const text = (await textsOf(source)).join(' ');
    expect(text.indexOf('left line 7')).toBeLessThan(text.indexOf('right line 0'));
  });

  it('has ruled tables as tables, and running heads once', async () => {
    const grid =
      '60 700 400 0 l 60 700 m 460 700 l 60 670 m 460 670 l 60 640 m 460 640 l 60 640 m 60 700 l 260 640 m 260 700 l 460 640 m 460 700 l S\n';
    const page = (n: number, rest: string) =>
      textAt(72, 800, 'Annual report') + rest + textAt(290, 40, `Page ${n}`);
    const cells =
      textAt(70, 680, 'Name') +
      textAt(270, 680, 'Price') +
      textAt(70, 650, 'Screw') +
      textAt(270, 650, 'cheap');
    const source = pdf({
      pages: [page(1, grid.replace('60 700 400 0 l ', '') + cells), page(2, linesAt(72, 700, PROSE))],
    });
    const { warnings } = await pdfFormat.extract(source, options());
    expect(await textsOf(source)).toEqual([
      'Name',
      'Price',
      'Screw',
      'cheap',
      PROSE.join(' '),
      'Annual report',
      'Page ',
    ]);
    expect(warnings.map(({ code }) => code)).toEqual(['pdf_rebuilt']);
    expect(await textsOf(source, { 'pdf.running_heads': false })).not.toContain('Annual report');
    expect(await textsOf(source, { 'pdf.pages': '2' })).toContain(PROSE.join(' '));
  });

  it('has its footnotes as notes, whatever marks them', async () => {
    const raised = (x: number, y: number, mark: string) => textAt(x, y, mark, { size: 8 });
    const source = pdf({
      pages: [
        textAt(72, 700, 'Fees are paid', { size: 12 }) +
          raised(147, 705, '1') +
          textAt(155, 700, 'on arrival', { size: 12 }) +
          raised(213, 705, '*') +
          textAt(221, 700, 'as a rule.', { size: 12 }) +
          raised(72, 104, '1') +
          textAt(90, 100, 'In cash.', { size: 12 }) +
          raised(72, 84, '*') +
          textAt(90, 80, 'There are exceptions.', { size: 12 }),
      ],
    });
    const { bytes } = await pdfFormat.convert!(source, options());
    const parts = unzip(Buffer.from(bytes));
    expect(String(parts.get('word/document.xml')).match(/<w:footnoteReference[^>]*>/g)).toEqual([
      '<w:footnoteReference w:id="1"/>',
      '<w:footnoteReference w:customMarkFollows="1" w:id="2"/>',
    ]);
    expect(String(parts.get('word/footnotes.xml'))).toMatch(/In cash\..*There are exceptions\./);
  });

  it('has charts as pictures with their letters, and bullets that are drawn', async () => {
    const bars = [40, 90, 60].map((height, i) => `${100 + 50 * i} 500 30 ${height} re f\n`).join('');
    const chart = `90 500 m 300 500 l S\n${bars}${textAt(104, 488, '2021')}${textAt(154, 488, '2022')}`;
    const bullet = (y: number) => `90 ${y} 4 4 re f\n`;
    const source = pdf({
      pages: [
        linesAt(72, 760, PROSE) +
          chart +
          bullet(403) +
          textAt(104, 400, 'A boat') +
          bullet(383) +
          textAt(104, 380, 'A crane'),
      ],
    });
    const { bytes, warnings } = await pdfFormat.convert!(source, options());
    expect(await textsOf(source)).toEqual([PROSE.join(' '), 'A boat', 'A crane']);
    expect(warnings.map(({ code }) => code)).toEqual(['pdf_rebuilt', 'drawing_as_picture']);
    const document = String(unzip(Buffer.from(bytes)).get('word/document.xml'));
    expect([document.match(/<pic:pic>/g)?.length, document.match(/<w:numPr>/g)?.length]).toEqual([1, 2]);
  });

  it('keeps cells apart whose texts are near, and loses the numbers of lines', async () => {
    const cells =
      '60 640 m 60 700 l 100 640 m 100 700 l 200 640 m 200 700 l 60 700 m 200 700 l 60 670 m 200 670 l 60 640 m 200 640 l S\n';
    const table =
      textAt(64, 680, '12.500') +
      textAt(103, 680, 'Paid') +
      textAt(64, 650, '20.000') +
      textAt(103, 650, 'Due');
    const numbered = PROSE.concat(PROSE).map(
      (line, i) => textAt(40, 500 - 14 * i, `${i + 1}`) + textAt(72, 500 - 14 * i, line),
    );
    const source = pdf({ pages: [cells + table + numbered.join('')] });
    expect(await textsOf(source)).toEqual([
      '12.500',
      'Paid',
      '20.000',
      'Due',
      PROSE.join(' '),
      PROSE.join(' '),
    ]);
  });

  it('has a paragraph that goes on behind the notes of its page as one', async () => {
    const source = pdf({
      pages: [
        textAt(72, 200, 'Most of the boats that are in the harbour in the winter leave it when the', {
          size: 12,
        }) + textAt(72, 60, 'Set in the old hall.', { size: 8 }),
        textAt(72, 760, 'ice has gone.', { size: 12 }),
      ],
    });
    expect(await textsOf(source)).toEqual([
      'Most of the boats that are in the harbour in the winter leave it when the ice has gone.',
      'Set in the old hall.',
    ]);
  });

  it('has headings and lists', async () => {
    const source = pdf({
      pages: [
        textAt(72, 780, 'The harbour', { size: 18 }) +
          linesAt(72, 750, PROSE) +
          linesAt(72, 690, ['1. Bring a coat.', '2. Bring a hat.']),
      ],
    });
    expect(await textsOf(source)).toEqual(['The harbour', PROSE.join(' '), 'Bring a coat.', 'Bring a hat.']);
  });
});

describe('a tagged PDF', () => {
  const page =
    marked(1, linesAt(72, 700, PROSE)) +
    marked(0, textAt(72, 760, 'The harbour', { size: 12 })) +
    '/Artifact BMC\n' +
    textAt(72, 30, 'Draft 7') +
    'EMC\n';

  it('is read in the order of its tags, also where they say more than the letters', async () => {
    const tags = {
      type: 'Document',
      kids: [
        { type: 'H1', kids: [[0, 0] as const] },
        { type: 'P', kids: [[0, 1] as const] },
      ],
    };
    const source = pdf({ pages: [page], tags });
    expect(await textsOf(source)).toEqual(['The harbour', PROSE.join(' '), 'Draft 7']);
    const { warnings } = await pdfFormat.extract(source, options());
    expect(warnings).toMatchObject([{ code: 'pdf_rebuilt', details: { read_by: 'tags' } }]);
  });

  it('has a paragraph that goes on over pages as one', async () => {
    const tags = { type: 'Document', kids: [{ type: 'P', kids: [[0, 0] as const, [1, 0] as const] }] };
    const source = pdf({
      pages: [
        marked(0, textAt(72, 80, 'The ferry leaves the harbour')),
        marked(0, textAt(72, 760, 'at nine.')),
      ],
      tags,
    });
    expect(await textsOf(source)).toEqual(['The ferry leaves the harbour at nine.']);
  });

  it('keeps text that no tag names', async () => {
    const tags = { type: 'Document', kids: [{ type: 'P', kids: [[0, 1] as const] }] };
    expect(await textsOf(pdf({ pages: [page], tags }))).toEqual([PROSE.join(' '), 'The harbour', 'Draft 7']);
  });
});

describe('what a PDF cannot give', () => {
  it('is said', async () => {
    const source = pdf({
      pages: [linesAt(72, 760, PROSE)],
      page: `/Annots[${FIRST_OBJECT} 0 R]`,
      catalog: `/Names<</JavaScript<</Names[(a) ${FIRST_OBJECT + 1} 0 R]>>/EmbeddedFiles<</Names[(b) ${FIRST_OBJECT + 2} 0 R]>>>>`,
      objects: [
        '<</Type/Annot/Subtype/Text/Rect[10 10 30 30]/Contents(Check this)>>',
        '<</S/JavaScript/JS(app.alert\\(1\\))>>',
        '<</Type/Filespec/F(b.txt)/EF<</F 4 0 R>>>>',
      ],
    });
    expect(await codesOf(source)).toEqual([
      'pdf_rebuilt',
      'comments_left_out',
      'attachments_left_out',
      'scripts_left_out',
    ]);
  });

  it.each([
    ['text_is_picture', pdf({ pages: ['10 10 100 100 re f'] })],
    ['damaged_file', pdf({ pages: [''] }).subarray(0, 120)],
    ['copying_forbidden', pdf({ pages: [linesAt(72, 760, PROSE)], forbidsCopying: true })],
    ['hostile_file', pdf({ pages: Array.from({ length: 2_001 }, () => '') })],
  ])('is refused as %s', async (code, source) => {
    expect(await refusalCode(() => pdfFormat.extract(source, options()))).toBe(code);
  });

  it('is read all the same by who has the right to it', async () => {
    const source = pdf({ pages: [linesAt(72, 760, PROSE)], forbidsCopying: true });
    expect(await textsOf(source, { 'pdf.rights': true })).toEqual([PROSE.join(' ')]);
  });

  it('needs pages that exist', async () => {
    const source = pdf({ pages: [linesAt(72, 760, PROSE)] });
    await expect(pdfFormat.extract(source, options({ 'pdf.pages': '7-9' }))).rejects.toThrow(/1 pages/);
  });
});

it('the same PDF gives the same document', async () => {
  const source = pdf({ pages: [linesAt(72, 760, PROSE)] });
  const [a, b] = await Promise.all([
    pdfFormat.convert!(source, options()),
    pdfFormat.convert!(source, options()),
  ]);
  expect(Buffer.from(a.bytes).equals(Buffer.from(b.bytes))).toBe(true);
});

it('a page is drawn', async () => {
  const png = await pdfFormat.drawPage!(pdf({ pages: [linesAt(72, 760, PROSE)] }), 0, 0.5);
  expect(Buffer.from(png!).subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
});
