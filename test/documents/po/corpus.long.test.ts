import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { poFormat } from '../../../service/documents/po/po-format.ts';
import { formatCoded, parseCoded } from '../../../service/text/codes.ts';
import { scan } from '../../../service/text/protected/scan.ts';
import { corpusFiles } from '../support/corpus.ts';
import { refusalCode } from '../support/refusal.ts';

const files = ['.po', '.pot'].flatMap((extension) => corpusFiles('po', extension));
const hasMsgfmt = spawnSync('msgfmt', ['--version']).error === undefined;

/** Longer, in brackets, with other vowels but in what a program puts values for. */
function pseudo(coded: string): string {
  const plain = parseCoded(coded)
    .map((token) => (token.kind === 'text' ? token.text : ''))
    .join('');
  let text = '';
  let at = 0;
  for (const { start, end } of [...scan(plain), { start: plain.length, end: plain.length }]) {
    text += plain.slice(at, start).replace(/[aeiou]/g, 'é') + plain.slice(start, end);
    at = end;
  }
  const more = 'one two three '.repeat(Math.ceil(plain.length / 45)).trim();
  return formatCoded([{ kind: 'text', text: `[${text} ${more}]` }]);
}

const ENGINES: Record<string, (coded: string) => string> = {
  'that writes longer texts': pseudo,
  'that says one word': () => 'Bien',
};

/** msgfmt's errors about a file, without warnings. */
function errorsOf(bytes: Uint8Array): string[] {
  const { stderr } = spawnSync('msgfmt', ['-c', '-o', '-', '-'], { input: bytes, maxBuffer: 1 << 26 });
  return stderr
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '' && !line.includes('warning'));
}

async function segmentsOf(source: Uint8Array, to: string) {
  return (await poFormat.extract(source, { from: 'en', to, maxSegments: 1_000_000 })).segments;
}

describe.skipIf(files.length === 0)('catalogues of the corpus', () => {
  it.each(files)('come back as they were where nothing is translated: $name', async ({ read }) => {
    const source = read();
    if ((await refusalCode(() => segmentsOf(source, 'es'))) !== undefined) return;
    const targets = (await segmentsOf(source, 'es')).map(({ text }) => text);
    const { bytes } = await poFormat.assemble(source, targets, { from: 'en', to: 'es' });
    expect(Buffer.from(bytes).equals(Buffer.from(source))).toBe(true);
  });

  it
    .skipIf(!hasMsgfmt)
    .each(Object.keys(ENGINES).flatMap((engine) => ['es', 'pl', 'ja'].map((to) => ({ engine, to }))))(
    'are as good as before to msgfmt with an engine $engine, into $to',
    async ({ engine, to }) => {
      for (const { name, read } of files) {
        const source = read();
        if ((await refusalCode(() => segmentsOf(source, to))) !== undefined) continue;
        const targets = (await segmentsOf(source, to)).map(({ text, copy }) =>
          copy ? null : ENGINES[engine]!(text),
        );
        const { bytes } = await poFormat.assemble(source, targets, { from: 'en', to });
        expect(errorsOf(bytes).length, name).toBeLessThanOrEqual(errorsOf(source).length);
      }
    },
  );
});
