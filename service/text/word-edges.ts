import { charAt, charBefore, isSpacedWordChar, isUnspaced } from './scripts.ts';
import { segmentsOf } from './segmenters.ts';

/** The starts and ends of a text's words, also in scripts without spaces. */
export interface WordEdges {
  /** Whether no word continues across `index`. */
  isEdge(index: number): boolean;
  /** Whether a run is only part of a word. More cautious than `isEdge`, which trusts the dictionary. */
  isPartOfWord(start: number, end: number): boolean;
}

/**
 * Scripts without spaces are split by ICU's dictionaries, others at letters, digits and marks. The dictionary
 * is used only if a text needs it: it takes a hundred times as long.
 */
export function wordEdges(plain: string): WordEdges {
  let found: Uint32Array | undefined;
  const starts = (): Uint32Array => (found ??= wordStarts(plain));
  const isUnspacedAt = (index: number): boolean =>
    isUnspaced(charBefore(plain, index)) && isUnspaced(charAt(plain, index));
  const isSpacedEdge = (index: number): boolean =>
    !isSpacedWordChar(charBefore(plain, index)) || !isSpacedWordChar(charAt(plain, index));
  return {
    isEdge: (index) =>
      isSpacedEdge(index) && (!isUnspacedAt(index) || starts()[lastUpTo(starts(), index)] === index),
    isPartOfWord(start, end) {
      if (!isSpacedEdge(start) || !isSpacedEdge(end)) return true;
      if (!isUnspacedAt(start) && !isUnspacedAt(end)) return false;
      const word = lastUpTo(starts(), start);
      const [begin, next] = [starts()[word]!, starts()[word + 1] ?? plain.length];
      return next >= end && (begin < start || next > end);
    },
  };
}

function wordStarts(plain: string): Uint32Array {
  const starts: number[] = [];
  let at = 0;
  for (const { segment } of segmentsOf(plain, 'und', 'word')) {
    starts.push(at);
    at += segment.length;
  }
  return Uint32Array.from(starts);
}

/** The position of the last start at or before `index`. */
function lastUpTo(starts: Uint32Array, index: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! <= index) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
