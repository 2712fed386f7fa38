import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { formatOf } from '../../../service/documents/formats.ts';
import { linesAt, marked, pdf, textAt } from '../../support/pdf.ts';
import type { PackedContent, Tag } from '../../support/pdf.ts';
import { refusalCode } from '../support/refusal.ts';

const format = await formatOf('pdf');
const options = { maxSegments: 100_000 };
const TRUTH = join(import.meta.dirname, '../../../../shared/truth/pdf');

/** The content of a page that is packed. */
const packed = (content: string | Buffer): PackedContent => ({ packed: deflateSync(content, { level: 9 }) });

/** Refused or read, and never another error. */
const outcome = (source: Uint8Array) => refusalCode(() => format.extract(source, options));

describe('a hostile PDF is read or refused', () => {
  it('with forms that draw forms that draw forms', async () => {
    const levels = 12;
    const form = (next: string, draws: string) =>
      `<</Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>${next}>>/Length ${draws.length}>>stream\n${draws}\nendstream`;
    const objects = Array.from({ length: levels }, (_, i) =>
      i === levels - 1
        ? form('', textAt(10, 10, 'x').trim())
        : form(`/XObject<</A ${10_001 + i} 0 R>>`, '/A Do '.repeat(10).trim()),
    );
    const source = pdf({ pages: ['/A Do'], page: '/Resources<</XObject<</A 10000 0 R>>>>', objects });
    expect([undefined, 'hostile_file', 'text_is_picture']).toContain(await outcome(source));
  }, 120_000);

  it('with a form that draws itself', async () => {
    const source = pdf({
      pages: [textAt(72, 700, 'Text.') + '/A Do'],
      page: '/Resources<</Font<</F1 3 0 R>>/XObject<</A 10000 0 R>>>>',
      objects: [
        '<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</A 10000 0 R>>>>/Length 5>>stream\n/A Do\nendstream',
      ],
    });
    await outcome(source);
  }, 120_000);

  it('with pages that are their own parents, and arrays in arrays', async () => {
    const good = pdf({ pages: [textAt(72, 700, 'Text.')] }).toString('latin1');
    expect(
      await outcome(Buffer.from(good.replace(/\/Kids\[\d+ 0 R\]/, '/Kids[2 0 R]'), 'latin1')),
    ).toBeDefined();
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    await outcome(pdf({ pages: [textAt(72, 700, 'Text.')], catalog: `/X ${deep}` }));
  }, 120_000);

  it('with a tag tree of great depth', async () => {
    let tags: Tag = { type: 'P', kids: [[0, 0]] };
    for (let depth = 0; depth < 1_000; depth++) tags = { type: 'Sect', kids: [tags] };
    const source = pdf({ pages: [marked(0, textAt(72, 700, 'Deep text.'))], tags });
    const { segments } = await format.extract(source, options);
    expect(segments.map(({ text }) => text)).toEqual(['Deep text.']);
  }, 120_000);

  it('with 300,000 pages, counted before anything is read', async () => {
    const count = 300_000;
    const good = pdf({ pages: [''] }).toString('latin1');
    const kids = `/Count ${count}/Kids[${'6 0 R '.repeat(count)}]`;
    const source = Buffer.from(good.replace(/\/Count 1\/Kids\[[^\]]*\]/, kids), 'latin1');
    const before = process.cpuUsage();
    expect(await outcome(source)).toBe('hostile_file');
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  }, 120_000);

  it.each([
    ['300 MB of spaces', Buffer.alloc(300_000_000, ' '), ['hostile_file', 'text_is_picture']],
    ['400,000 texts', 'BT /F1 10 Tf 10 10 Td (aaaaaaaaaa) Tj ET\n'.repeat(400_000), ['hostile_file']],
    ['900,000 lines', '10 10 m 20 20 l S\n'.repeat(900_000), ['hostile_file']],
    ['4,000 shapes', '1 1 m 30 30 l 5 9 l f\n'.repeat(4_000), ['text_is_picture']],
  ])(
    'with %s in a small stream',
    async (_, content, codes) => {
      expect(codes).toContain(await outcome(pdf({ pages: [packed(content)] })));
    },
    120_000,
  );

  it('with a picture of 900 million pixels, or a page of 1,000 miles', async () => {
    const picture =
      '<</Type/XObject/Subtype/Image/Width 30000/Height 30000/ColorSpace/DeviceGray/BitsPerComponent 8/Length 1>>stream\n0\nendstream';
    const source = pdf({
      pages: [textAt(72, 700, 'Text.') + 'q 200 0 0 200 50 50 cm /I Do Q'],
      page: '/Resources<</Font<</F1 3 0 R>>/XObject<</I 10000 0 R>>>>',
      objects: [picture],
    });
    const { warnings } = await format.extract(source, options);
    expect(warnings.map(({ code }) => code)).toContain('pictures_left_out');
    const wide = pdf({ pages: [textAt(72, 700, 'Text.')] }).toString('latin1');
    expect(await outcome(Buffer.from(wide.replace('0 0 595 842', '0 0 9e7 9e7'), 'latin1'))).toBeUndefined();
  }, 120_000);

  it('as a form that only Adobe draws, or in fonts that name no characters', async () => {
    const form = pdf({
      pages: [textAt(72, 700, 'Please wait.')],
      catalog: '/NeedsRendering true/AcroForm<</Fields[]/XFA 10000 0 R>>',
      objects: ['<</Length 30>>stream\n<xdp:xdp xmlns:xdp="http://a"/>\nendstream'],
    });
    expect(await outcome(form)).toBe('dynamic_form');
    const nameless = pdf({
      pages: [textAt(72, 700, 'aaaa aaaa aaaa', { font: 'F9' })],
      page: '/Resources<</Font<</F9 10000 0 R>>>>',
      objects: [
        '<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/CharProcs<</g1 10001 0 R>>/Encoding<</Differences[97/g1]>>/FirstChar 97/LastChar 97/Widths[9]>>',
        '<</Length 16>>stream\n9 0 d0 0 0 8 8 re f\nendstream',
      ],
    });
    expect(await outcome(nameless)).toBe('letters_unreadable');
  }, 120_000);

  it('with any of its bytes changed', async () => {
    const tags: Tag = { type: 'Document', kids: [{ type: 'P', kids: [[0, 0]] }] };
    const samples: Buffer[] = [
      pdf({ pages: [marked(0, linesAt(72, 700, ['A line of text.', 'And another one.']))], tags }),
      pdf({ pages: [linesAt(72, 700, ['A line of text.', 'And another one.']), '10 10 m 99 10 l S'] }),
    ];
    if (existsSync(TRUTH))
      for (const name of readdirSync(TRUTH).filter((one) => /^(?:odt|pptx).*\.pdf$/.test(one)))
        samples.push(readFileSync(join(TRUTH, name)));
    let state = 7;
    const random = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
      return state % below;
    };
    for (let n = 0; n < 600; n++) {
      const bytes = Buffer.from(samples[n % samples.length]!);
      for (let changes = 1 + random(20); changes > 0; changes--) bytes[random(bytes.length)] = random(256);
      const cut = random(10) === 0 ? bytes.subarray(0, random(bytes.length)) : bytes;
      await outcome(
        cut.toString('latin1', 0, 5) === '%PDF-' ? cut : Buffer.concat([Buffer.from('%PDF-1.7\n'), cut]),
      );
    }
  }, 600_000);
});

it('a thousand pages take less than 50 ms each', async () => {
  const lines = Array.from(
    { length: 45 },
    (_, i) => `Line ${i} of a page that has about as many words as a page of a book has.`,
  );
  const source = pdf({ pages: Array.from({ length: 1_000 }, () => linesAt(72, 780, lines, { lead: 16 })) });
  const before = process.cpuUsage();
  await format.extract(source, options);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000 / 1_000).toBeLessThan(50);
}, 600_000);
