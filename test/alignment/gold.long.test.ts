import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/steps.mjs';
import { ACCEPTED, alignDocuments } from '../../service/alignment/align-documents.ts';
import type { AlignedDocument, Pair } from '../../service/alignment/align-documents.ts';
import { changedPairs, structured } from './own-pairs.ts';

/** Human translations with known links, beside the project. */
const TRUTH = join(root, '..', 'shared', 'truth');
const hasTruth = existsSync(TRUTH);
const hasApertium = existsSync('/usr/bin/apertium');

interface Score {
  /** Of accepted pairs, the share that is exactly a link, or overlaps one on both sides. */
  readonly strict: number;
  readonly partial: number;
  /** Share of the links that were accepted rightly. */
  readonly coverage: number;
  /** F1 of all pairs. */
  readonly f1: number;
}

function scoreOf(pairs: readonly Pair[], truth: ReadonlySet<string>): Score {
  const whole = pairs.filter(({ source, target }) => source.length > 0 && target.length > 0);
  const named = ({ source, target }: Pair) => `${source.join('+')}:${target.join('+')}`;
  const accepted = whole.filter(({ confidence }) => confidence >= ACCEPTED);
  const right = accepted.filter((pair) => truth.has(named(pair)));
  const cells = new Set(
    [...truth].flatMap((link) => {
      const [s, t] = link.split(':').map((side) => side.split('+'));
      return s!.flatMap((one) => t!.map((other) => `${one}:${other}`));
    }),
  );
  const touches = accepted.filter(({ source, target }) =>
    source.some((one) => target.some((other) => cells.has(`${one}:${other}`))),
  );
  const all = whole.filter((pair) => truth.has(named(pair)));
  return {
    strict: right.length / accepted.length,
    partial: touches.length / accepted.length,
    coverage: right.length / truth.size,
    f1: (2 * all.length) / (whole.length + truth.size),
  };
}

function show(name: string, scores: readonly Score[]): Score {
  const mean = (of: keyof Score) => scores.reduce((sum, score) => sum + score[of], 0) / scores.length;
  const score = {
    strict: mean('strict'),
    partial: mean('partial'),
    coverage: mean('coverage'),
    f1: mean('f1'),
  };
  console.log(
    name,
    Object.entries(score)
      .map(([key, value]) => `${key} ${value.toFixed(4)}`)
      .join(', '),
  );
  return score;
}

function translated(texts: readonly string[]): string[] {
  // A file: Apertium cannot read the socket that Node gives it.
  const folder = mkdtempSync(join(tmpdir(), 'gold-'));
  const path = join(folder, 'source.txt');
  writeFileSync(path, texts.map((text) => text.replace(/\s+/g, ' ')).join('\n\n'));
  const output = execFileSync('apertium', ['-u', 'eng-spa', path], { maxBuffer: 1e8 }).toString();
  rmSync(folder, { recursive: true });
  return output.split(/\n\n/).map((line) => line.trim());
}

describe.skipIf(!hasTruth)(
  'Known links',
  () => {
    it('of Text+Berg are found without an engine', () => {
      const linesOf = (name: string) =>
        readFileSync(join(TRUTH, 'alignment', name), 'utf8')
          .trimEnd()
          .split('\n');
      const plain = (name: string): AlignedDocument => {
        const texts = linesOf(name);
        const nothing = texts.map(() => undefined);
        return { texts, paragraphs: texts.map((_, n) => n), keys: nothing, kinds: nothing };
      };
      const truth = linesOf('dev.defr').map((line) => line.replace(/[[\] ]/g, '').replaceAll(',', '+'));
      const links = new Set(truth.filter((link) => !link.startsWith(':') && !link.endsWith(':')));
      const score = show('Text+Berg', [
        scoreOf(alignDocuments(plain('dev.de'), plain('dev.fr')).pairs, links),
      ]);
      expect(score.f1).toBeGreaterThanOrEqual(0.87);
      expect(score.strict).toBeGreaterThanOrEqual(0.93);
      expect(score.partial).toBeGreaterThanOrEqual(0.98);
      expect(score.coverage).toBeGreaterThanOrEqual(0.5);
    });

    it.each([
      ['desktop-help.en-es.tsv', true],
      ['python-tutorial.en-es.tsv', true],
      ['desktop-help.es-ca.tsv', false],
    ])('of %s are found through what translators change', (file, hasEngine) => {
      const rows = readFileSync(join(TRUTH, 'parallel', file), 'utf8')
        .trimEnd()
        .split('\n');
      const pairs = rows.map((row) => row.split('\t').slice(1, 3) as [string, string]);
      const scores = [1, 2, 3].map((seed) => {
        const { source, target, truth } = changedPairs(structured(pairs, seed), seed);
        const translations = hasEngine && hasApertium ? translated(source.texts) : undefined;
        if (process.env['PLAIN']) {
          const bare = (d: AlignedDocument) => ({ ...d, kinds: d.kinds.map(() => undefined) });
          return scoreOf(alignDocuments(bare(source), bare(target), { translations }).pairs, truth);
        }
        return scoreOf(alignDocuments(source, target, { translations }).pairs, truth);
      });
      const score = show(file, scores);
      expect(score.strict).toBeGreaterThanOrEqual(0.98);
      expect(score.coverage).toBeGreaterThanOrEqual(0.88);
    });
  },
  1_200_000,
);
