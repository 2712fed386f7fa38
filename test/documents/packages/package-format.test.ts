import { describe, expect, it } from 'vitest';
import { packageFormat } from '../../../service/documents/packages/package-format.ts';
import { openPackage } from '../../../service/documents/ooxml/package.ts';
import { plainSpan } from '../../../service/documents/spans/span.ts';
import { zip } from '../../support/zip.ts';
import { refusalCode } from '../support/refusal.ts';

/**
 * A package of texts, a segment a line; `index` repeats the first line of `b`, and `a` is in two pieces
 * around `b`.
 */
const lines = packageFormat({
  fileType: 'xlsx',
  recognise: () => 'yes',
  open(source) {
    const pkg = openPackage(source);
    const spans = (part: string, from: number, to: number) =>
      Array.from(pkg.text(part).matchAll(/.+/g), ({ 0: value, index }) =>
        plainSpan({ start: index, end: index + value.length, value, write: (text) => text }),
      ).slice(from, to);
    return {
      parts: [
        { name: '/a', spans: spans('/a', 0, 1) },
        { name: '/b', spans: spans('/b', 0, Infinity) },
        { name: '/a', spans: spans('/a', 1, Infinity) },
      ],
      text: (part) => pkg.text(part),
      save: (changes) => pkg.save(changes),
      closing: (changed) => ({
        edits: changed
          .filter(({ index }) => index === 1)
          .map(({ target }) => ({ part: '/index', start: 0, end: 3, text: target })),
        warnings: [{ code: 'untranslated', message: 'Just to see it.', count: changed.length }],
      }),
    };
  },
});
const source = zip({ a: 'a1\na2\n', b: 'b1x\n', index: 'b1x!', other: 'stays' });
const LANGUAGES = { from: 'en', to: 'de' };

describe('a format of packages', () => {
  it('finds segments in the order of its parts, which may come in pieces', async () => {
    const { segments } = await lines.extract(source, { maxSegments: 3 });
    expect(segments.map(({ text }) => text)).toEqual(['a1', 'b1x', 'a2']);
    expect(await refusalCode(() => lines.extract(source, { maxSegments: 2 }))).toBe('too_many_segments');
  });

  it('writes what has changed, and what other parts show of it', async () => {
    const { bytes, warnings } = await lines.assemble(source, [null, 'B', 'A'], LANGUAGES);
    const pkg = openPackage(bytes);
    expect(['/a', '/b', '/index', '/other'].map((part) => pkg.text(part))).toEqual([
      'a1\nA\n',
      'B\n',
      'B!',
      'stays',
    ]);
    expect(warnings).toMatchObject([{ count: 2 }]);
  });

  it('returns the very bytes that came where nothing changes', async () => {
    expect((await lines.assemble(source, ['a1', null, null], LANGUAGES)).bytes).toBe(source);
  });
});
