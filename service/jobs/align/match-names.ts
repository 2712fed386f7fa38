import { languageName } from '../../contract/index.ts';

export interface MatchedNames {
  /** Indexes of a source and its target. */
  readonly pairs: readonly (readonly [source: number, target: number])[];
  readonly unmatched: readonly string[];
}

/**
 * Matches files by their names without endings and languages: `contract_EN.docx`, `contract_ES.pdf`. Of a single file
 * on each side the names do not matter. Several files of one name on a side match in their order.
 */
export function matchNames(
  sources: readonly string[],
  targets: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): MatchedNames {
  if (sources.length === 1 && targets.length === 1) return { pairs: [[0, 0]], unmatched: [] };
  const words = new Set([...wordsFor(from), ...wordsFor(to)]);
  const left = new Map<string, number[]>();
  for (const [n, name] of targets.entries()) {
    const stem = stemOf(name, words);
    left.set(stem, [...(left.get(stem) ?? []), n]);
  }
  const pairs: [number, number][] = [];
  const unmatched: string[] = [];
  for (const [n, name] of sources.entries()) {
    const target = left.get(stemOf(name, words))?.shift();
    if (target === undefined) unmatched.push(name);
    else pairs.push([n, target]);
  }
  const alone = [...left.values()].flat().sort((a, b) => a - b);
  return { pairs, unmatched: [...unmatched, ...alone.map((n) => targets[n]!)] };
}

function stemOf(name: string, languages: ReadonlySet<string>): string {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/\.[\p{L}\p{N}]{1,10}$/u, '')
    .split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word !== '' && !languages.has(word)).join(' ');
}

/** `es`, `spa`, `Spanish` and `español`, and the parts of a tag with a region. */
function wordsFor(tag: string): string[] {
  const { language } = new Intl.Locale(tag);
  const names = [language, tag].flatMap((one) => [languageName(one, 'en'), languageName(one, one)]);
  const parts = [...tag.split('-'), ...names.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u))];
  const english = languageName(language, 'en').slice(0, 3);
  return [...parts, english]
    .map((word) => word.normalize('NFC').toLowerCase())
    .filter((word) => word.length > 1);
}
