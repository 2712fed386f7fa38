import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApertiumEngine } from '../../service/engines/apertium/engine.ts';
import { escapeText } from '../../service/text/codes.ts';
import { sharedFolder } from '../support/shared.ts';
import { createFigures } from './figures.ts';
import { createNotebook } from './notebook.ts';

/** Human translations, replayed as one translator's edits in the order of the document. */
const FOLDER = sharedFolder('truth', 'parallel');
const CACHE = join(process.cwd(), 'node_modules', '.cache', 'learning');

/** Three quarters of what the method saved where it was designed (INDEX.tsv there): typing, repeated corrections. */
const EXPECTED = {
  'desktop-help.en-es': { typing: -8, repeats: -25.5 },
  'python-tutorial.en-es': { typing: -4.7, repeats: -18 },
  // Single sentences of an encyclopedia, and a neural engine: nothing repeats, so nothing is to change.
  'neural-postedits.en-de': { typing: 0.1, repeats: 0.1 },
};
/** Per cent of segments with more letters and more words to change than without corrections. */
const MAX_WORSE = 1.2;

describe.skipIf(!FOLDER)('edits replayed in document order', () => {
  it.for(Object.entries(EXPECTED))('%s', async ([name, expected], { skip, annotate }) => {
    const rows = readFileSync(join(FOLDER!, `${name}.tsv`), 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [line.split('\t').map((cell) => escapeText(cell))]));
    const engine =
      rows[0]!.length > 3
        ? rows.map((row) => row[3]!)
        : await answers(
            name,
            rows.map((row) => row[1]!),
          );
    if (!engine) return skip('Apertium is not installed');
    const replayed = replay(
      rows.map(([, source = '', human = ''], n) => ({ source, human, engine: engine[n]! })),
    );
    await annotate(JSON.stringify(replayed));
    expect(replayed.typing).toBeLessThanOrEqual(expected.typing);
    expect(replayed.repeats).toBeLessThanOrEqual(expected.repeats);
    expect(replayed.worse).toBeLessThanOrEqual(MAX_WORSE);
  });
});

/** Asked once, and kept between runs. Undefined without the engine. */
async function answers(name: string, sources: string[]): Promise<readonly string[] | undefined> {
  const file = join(CACHE, `${name}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as string[];
  const session = await createApertiumEngine()
    .open({ from: 'en', to: 'es' })
    .catch(() => undefined);
  if (!session) return undefined;
  const found = await session.translate(sources, {}, new AbortController().signal);
  await session.close();
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(file, JSON.stringify(found));
  return found;
}

/** Beside exact memory alone, in per cent. */
function replay(segments: readonly { source: string; engine: string; human: string }[]) {
  const book = createNotebook(segments.map(({ source, engine }) => [source, engine]));
  const memory = new Map<string, string>();
  const figures = createFigures();
  for (const { source, engine, human } of segments) {
    const known = memory.get(source);
    figures.note(known ?? book.apply(source, engine).text, known ?? engine, human);
    if (known !== undefined) continue;
    memory.set(source, human);
    book.learn(source, engine, human);
  }
  return figures.result();
}
