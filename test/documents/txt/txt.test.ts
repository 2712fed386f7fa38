import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../service/contract/index.ts';
import { textLines, txtFormat } from '../../../service/documents/txt/txt-format.ts';
import { corpusFiles } from '../support/corpus.ts';
import { ANY_NUMBER, EN_ES, pseudoTargets } from '../support/pseudo.ts';
import { IS_LONG } from '../../support/effort.ts';
import { expectLinear } from '../../support/linear.ts';

const utf8 = (text: string) => Buffer.from(text, 'utf8');

async function segmentsOf(source: Uint8Array): Promise<string[]> {
  const { segments } = await txtFormat.extract(source, ANY_NUMBER);
  return segments.map((segment) => segment.text);
}

async function assembled(source: Uint8Array, targets: (string | null)[]): Promise<string> {
  const { bytes } = await txtFormat.assemble(source, targets, EN_ES);
  return Buffer.from(bytes).toString('utf8');
}

describe('a text file that is cut off within a letter', () => {
  it.each([
    ['utf-16le', 1],
    ['utf-32le', 2],
    ['utf-32be', 3],
  ])('keeps the rest of it as it is (%s)', async (encoding, length) => {
    const encode = (text: string) => iconv.encode(text, encoding, { addBOM: true });
    const rest = Buffer.alloc(length, 0x0a);
    const source = Buffer.concat([encode('one\ntwo'), rest]);
    expect(await segmentsOf(source)).toEqual(['one', 'two']);
    const { bytes } = await txtFormat.assemble(source, ['uno', 'dos'], EN_ES);
    expect(Buffer.from(bytes).equals(Buffer.concat([encode('uno\ndos'), rest]))).toBe(true);
  });
});

describe('segments of a text file', () => {
  it('are its lines with something visible, whichever way lines end', async () => {
    expect(await segmentsOf(utf8('one\r\ntwo\n\n \t\nthree\rfour'))).toEqual(['one', 'two', 'three', 'four']);
  });

  it('do not end at form feed, NEL or U+2028', async () => {
    expect(await segmentsOf(utf8('a\fb\u0085c\u2028d'))).toEqual(['a\fb\u0085c\u2028d']);
  });

  it('leave outer white space out, no-break and ideographic space too', async () => {
    expect(await segmentsOf(utf8('\u3000 Hello\u00a0\t\n\u00a0\u0085\u3000\n'))).toEqual(['Hello']);
  });

  it('escape what would read as an inline code', async () => {
    expect(await segmentsOf(utf8('a <1> & b'))).toEqual(['a &lt;1&gt; &amp; b']);
  });

  it('are copied where there is nothing to translate, and count all the same', async () => {
    const { segments } = await txtFormat.extract(
      utf8('Chapter one\n42\nhttps://example.org/a\n'),
      ANY_NUMBER,
    );
    expect(segments.map((segment) => segment.copy ?? false)).toEqual([false, true, true]);
  });

  it('are absent in a file of white space, which comes back unchanged', async () => {
    const source = utf8(' \n\t\r\n');
    expect(await segmentsOf(source)).toEqual([]);
    expect((await txtFormat.assemble(source, [], EN_ES)).bytes).toEqual(source);
  });

  it('stop at the first one over the limit', async () => {
    const lines = (count: number) => utf8('line of text\n'.repeat(count));
    expect((await txtFormat.extract(lines(1100), { maxSegments: 1100 })).segments).toHaveLength(1100);
    const refusal = await Promise.resolve()
      .then(() => txtFormat.extract(lines(1101), { maxSegments: 1100 }))
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ProblemError);
    expect((refusal as ProblemError).errors[0]?.code).toBe('too_many_segments');
  });
});

describe('a translated text file', () => {
  it('keeps every line ending, the outer white space and the end of the file', async () => {
    expect(await assembled(utf8('  one \r\ntwo\r\rthree'), ['uno', null, 'tres'])).toBe(
      '  uno \r\ntwo\r\rtres',
    );
  });

  it('gets no more lines than its source, whatever the engine answers', async () => {
    expect(await assembled(utf8('one\ntwo\n'), ['uno\r\n y medio \n', 'dos'])).toBe('uno y medio\ndos\n');
  });

  it('reads the escapes of coded text', async () => {
    expect(await assembled(utf8('a < b\n'), ['x &lt; y &amp; z'])).toBe('x < y & z\n');
  });

  it('is the very same file where no target differs from its source', async () => {
    const source = Buffer.concat([Buffer.from('\ufeffname\r\n'), Buffer.from([0xff, 0xfe, 0x0a])]);
    const { segments } = await txtFormat.extract(source, ANY_NUMBER);
    const { bytes } = await txtFormat.assemble(
      source,
      segments.map((segment) => segment.text),
      EN_ES,
    );
    expect(Buffer.from(bytes).equals(source)).toBe(true);
  });
});

describe('any text', () => {
  const line = fc.string({
    unit: fc.constantFrom('a', 'é', ' ', '\t', '\r', '\n', '\u3000', '\f', '<', '😀', '"'),
  });

  it('is covered by its lines: splicing nothing gives the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(line, async (text) => {
        const source = utf8(text);
        const extraction = await txtFormat.extract(source, ANY_NUMBER);
        const same = extraction.segments.map((segment) => segment.text);
        expect(await assembled(source, same)).toBe(text);
      }),
    );
  });

  it('has spans in order that neither begin nor end in white space', () => {
    fc.assert(
      fc.property(line, (text) => {
        let at = 0;
        for (const { start, end } of textLines(text)) {
          expect(start).toBeGreaterThanOrEqual(at);
          const found = text.slice(start, end);
          expect(found).toBe(found.trim());
          expect(found).toMatch(/^[^\r\n]+$/);
          at = end;
        }
        const lines = text.split(/\r\n|\r|\n/).filter((one) => one.trim() !== '');
        expect([...textLines(text)]).toHaveLength(lines.length);
      }),
    );
  });
});

it('a text of exactly 10 MB in 1,100 lines is read, in time in proportion to its size', async () => {
  const sourceOf = (size: number) => {
    const lineLength = Math.floor(size / 1_100);
    const line = 'The quick brown fox jumps over the lazy dog. '.repeat(300).slice(0, lineLength - 2);
    const source = Buffer.alloc(size, 'x');
    for (let i = 0; i < 1_100; i++) source.write(`${line}.\n`, i * lineLength, 'latin1');
    return source.fill('x', 1_099 * lineLength + line.length);
  };
  const read = async (source: Buffer) =>
    expect((await txtFormat.extract(source, { maxSegments: 1_100 })).segments).toHaveLength(1_100);
  await read(sourceOf(10_485_760));
  if (IS_LONG) await expectLinear(sourceOf, read, 2_621_440);
});

describe('real text files', () => {
  const files = corpusFiles('txt', '');

  it.skipIf(files.length === 0)('come back byte for byte where nothing changes', async () => {
    for (const { name, read } of files) {
      const bytes = read();
      const { segments } = await txtFormat.extract(bytes, { ...ANY_NUMBER, from: EN_ES.from });
      const same = await txtFormat.assemble(
        bytes,
        segments.map((segment) => segment.text),
        EN_ES,
      );
      expect(Buffer.from(same.bytes).equals(bytes), name).toBe(true);
      expect(segments.length, name).toBeGreaterThan(0);
    }
  });

  it.skipIf(files.length === 0)('have as many segments after translation as before', async () => {
    for (const { name, read } of files) {
      const bytes = read();
      const extraction = await txtFormat.extract(bytes, ANY_NUMBER);
      const result = await txtFormat.assemble(bytes, pseudoTargets(extraction), EN_ES);
      const again = await txtFormat.extract(result.bytes, ANY_NUMBER);
      expect(again.segments.length, name).toBe(extraction.segments.length);
    }
  });

  it.skipIf(files.length === 0)(
    'in a code page keep the bytes of lines that are not translated',
    async () => {
      const file = files.find(({ name }) => name.includes('windows-1251-russian'))!;
      const source = Buffer.from(file.read());
      const { segments } = await txtFormat.extract(source, ANY_NUMBER);
      const targets = segments.map((segment, i) => (i === 0 ? 'Привет' : segment.text));
      const { bytes, warnings } = await txtFormat.assemble(source, targets, EN_ES);
      expect(warnings).toEqual([]);
      expect(iconv.decode(Buffer.from(bytes), 'windows-1251')).toBe(
        iconv.decode(source, 'windows-1251').replace(segments[0]!.text, 'Привет'),
      );
    },
  );
});
