import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../service/documents/encodings/text-encoding.ts';
import { srtFormat } from '../../../service/documents/srt/srt-format.ts';
import { vttFormat } from '../../../service/documents/vtt/vtt-format.ts';
import { formatCoded, parseCoded } from '../../../service/text/codes.ts';
import type { Token } from '../../../service/text/codes.ts';
import { corpusFiles } from '../support/corpus.ts';

const files = [
  ...corpusFiles('srt', '.srt').map((file) => ({ ...file, format: srtFormat })),
  ...corpusFiles('vtt', '.vtt').map((file) => ({ ...file, format: vttFormat })),
];
const options = { from: 'en', to: 'es' };

const longer = (coded: string) =>
  `[${coded.replace(/[aeiou]/g, 'é')} ${'one two three '.repeat(Math.ceil(coded.length / 45))}]`;
const withCodes = (change: (codes: Token[]) => Token[]) => (coded: string) => {
  const tokens = parseCoded(longer(coded));
  return formatCoded(change(tokens));
};

/** How engines treat codes. */
const ENGINES: Record<string, (coded: string) => string> = {
  'that keeps codes': longer,
  'that loses codes': withCodes((tokens) => tokens.filter(({ kind }) => kind === 'text')),
  'that loses every second code': withCodes((tokens) =>
    tokens.filter((token) => token.kind === 'text' || token.id % 2 === 0),
  ),
  'that puts codes first': withCodes((tokens) => [
    ...tokens.filter(({ kind }) => kind === 'standalone'),
    ...tokens.filter(({ kind }) => kind !== 'standalone'),
  ]),
  'that says one word': () => 'Bien',
};

/**
 * A separate reader: blocks between blank lines, of each the lines up to its times and whether there is
 * text behind.
 */
function blocksOf(text: string): { head: string; hasText: boolean }[] {
  return text
    .trim()
    .split(/(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)\s*/)
    .map((block) => {
      const lines = block.split(/\r\n|\r|\n/);
      const at = lines.findIndex((line) => line.includes('-->'));
      if (at === -1) return { head: block, hasText: false };
      const shown = lines
        .slice(at + 1)
        .join('')
        .replace(/<[^>]*>|\{[^}]*\}/g, '');
      return { head: lines.slice(0, at + 1).join('\n'), hasText: shown.trim() !== '' };
    });
}

describe.skipIf(files.length === 0)('subtitles of the corpus', () => {
  it.each(files)('come back as they were where nothing is translated: $name', async ({ read, format }) => {
    const source = read();
    const { segments } = await format.extract(source, { ...options, maxSegments: 1_000_000 });
    const { bytes } = await format.assemble(
      source,
      segments.map(({ text }) => text),
      options,
    );
    expect(Buffer.from(bytes).equals(Buffer.from(source))).toBe(true);
  });

  it.each(Object.keys(ENGINES))('keep their cues with an engine %s', async (engine) => {
    for (const { name, read, format } of files) {
      const source = read();
      const { segments } = await format.extract(source, { ...options, maxSegments: 1_000_000 });
      const targets = segments.map(({ text, copy }) => (copy ? null : ENGINES[engine]!(text)));
      const { bytes, kept = [] } = await format.assemble(source, targets, options);
      expect(kept, name).toEqual([]);
      const [before, after] = await Promise.all([source, bytes].map((file) => decodeText(file, 'en')));
      expect(blocksOf(after!.text), name).toEqual(blocksOf(before!.text));
    }
  });
});
