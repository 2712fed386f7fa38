import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../service/contract/index.ts';
import { formatOf } from '../../service/documents/formats.ts';
import { expectLinear } from '../support/linear.ts';
import { EN_ES } from './support/pseudo.ts';
import { refusalCode } from './support/refusal.ts';

type Rows = (row: (n: number) => string) => string;

const rowsOf =
  (count: number): Rows =>
  (row) =>
    Array.from({ length: count }, (_, n) => row(n)).join('');
const clock = (n: number) => new Date((n % 80_000) * 1_000).toISOString().slice(11, 19);
const XLIFF =
  '<xliff version="1.2"><file source-language="en" target-language="es" original="a" datatype="x"><body>';

/** A file of each text format with as many units as are asked for. */
const FILES: readonly (readonly [fileType: keyof typeof FORMATS, make: (rows: Rows) => string])[] = [
  ['po', (rows) => rows((n) => `#: a.c:${n}\nmsgid "Red car ${n}"\nmsgstr ""\n\n`)],
  ['json', (rows) => `{${rows((n) => `"k${n}": "Red car ${n}",\n`)}"n": 1}`],
  [
    'xliff',
    (rows) =>
      `${XLIFF}${rows((n) => `<trans-unit id="${n}"><source>Red car ${n}</source></trans-unit>\n`)}</body></file></xliff>`,
  ],
  ['srt', (rows) => rows((n) => `${n}\n${clock(n)},000 --> ${clock(n)},900\nRed car ${n}.\n\n`)],
  ['vtt', (rows) => `WEBVTT\n\n${rows((n) => `${clock(n)}.000 --> ${clock(n)}.900\nRed car ${n}.\n\n`)}`],
  ['properties', (rows) => rows((n) => `k.${n}=Red car ${n}\n`)],
  ['strings', (rows) => rows((n) => `"k.${n}" = "Red car ${n}";\n`)],
  [
    'android',
    (rows) => `<resources>${rows((n) => `<string name="k${n}">Red car ${n}</string>\n`)}</resources>`,
  ],
  [
    'resx',
    (rows) => `<root>${rows((n) => `<data name="k${n}"><value>Red car ${n}</value></data>\n`)}</root>`,
  ],
  ['yaml', (rows) => `en:\n${rows((n) => `  k${n}: Red car ${n}\n`)}`],
  ['html', (rows) => `<table>${rows((n) => `<tr><td>Red <b>car</b> ${n}</td></tr>\n`)}</table>`],
  ['csv', (rows) => rows((n) => `Red car ${n},in the street of the town with a house beside it\n`)],
  ['markdown', (rows) => rows((n) => `Red *car* ${n} in [a street](b.md)\n\n`)],
];
/** Markdown is read at 0.2 MB a second. */
const unitsOf = (fileType: string) => (fileType === 'markdown' ? 16_000 : 100_000);

describe.each(FILES)('a large file of %s', (fileType, make) => {
  const how = { ...EN_ES, fileName: `a.${FORMATS[fileType].extensions[0]}` };
  const units = unitsOf(fileType);
  const fileOf = (count: number) => Buffer.from(make(rowsOf(count)));
  const read = async (source: Buffer, maxSegments: number) =>
    (await (await formatOf(fileType)).extract(source, { ...how, maxSegments })).segments;
  const written = async (source: Buffer, targets: readonly (string | null)[]) =>
    (await formatOf(fileType)).assemble(source, targets, how);

  it('is translated whole, in time in proportion to its size', async () => {
    await expectLinear(
      fileOf,
      async (source) => {
        const segments = await read(source, units);
        const targets = segments.map(({ text, copy }) => (copy ? null : text.replace('Red', 'Rojo')));
        const { bytes, kept } = await written(source, targets);
        expect(kept ?? []).toEqual([]);
        expect(Buffer.from(bytes).toString().match(/Rojo/g)).toHaveLength(segments.length);
      },
      units / 40,
    );
  });

  it('stays as it is without a translation, and is refused at the limit', async () => {
    const source = fileOf(units);
    const targets = (await read(source, units)).map(() => null);
    expect(targets).toHaveLength(units);
    expect(Buffer.from((await written(source, targets)).bytes).equals(source)).toBe(true);
    expect(await refusalCode(() => read(source, units - 1))).toBe('too_many_segments');
  });
});
