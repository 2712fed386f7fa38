import type { Pair } from './pairs.ts';

/** The names of a language in a file's name: its tag, its code, and the part of its name that is often used. */
function wordsOf(tag: string): Set<string> {
  const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? '';
  const words = [...tag.split('-'), name, name.slice(0, 3)].map((word) => word.toLowerCase());
  return new Set(words);
}

/**
 * Divides files into sources and translations. A file is a translation if its name has the target language and not the
 * source language. If neither of two names says so, the second file is the translation.
 */
export function sidesOfFiles<Item extends { readonly name: string }>(
  files: readonly Item[],
  { from, to }: Pair,
): { sources: Item[]; targets: Item[] } {
  const [own, other] = [wordsOf(from), wordsOf(to)];
  const isTarget = ({ name }: Item): boolean => {
    const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    return words.some((word) => other.has(word)) && !words.some((word) => own.has(word));
  };
  const targets = files.filter(isTarget);
  const isSaid = targets.length > 0 && targets.length < files.length;
  if (!isSaid && files.length === 2) return { sources: [files[0]!], targets: [files[1]!] };
  return { sources: files.filter((file) => !targets.includes(file)), targets };
}
