import type { Token } from './codes.ts';
import { segmentsOf } from './segmenters.ts';

/** A missing code: the tokens of its beginning, and of its end if it was around words. */
export interface Lost {
  readonly id: number;
  readonly open: readonly Token[];
  readonly close?: readonly Token[];
}

/** A text without its codes, and the places of its words. UTF-16 units. */
interface Words {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Offsets of the first visible character's start and the last one's end. */
  readonly firstVisible: number;
  readonly lastVisible: number;
}

function wordsOf(tokens: readonly Token[]): Words {
  const text = tokens.map((token) => (token.kind === 'text' ? token.text : '')).join('');
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const { segment, isWordLike } of segmentsOf(text, 'und', 'word')) {
    if (isWordLike === true) {
      starts.push(at);
      ends.push(at + segment.length);
    }
    at += segment.length;
  }
  const firstVisible = text.length - text.trimStart().length;
  return { text, starts, ends, firstVisible, lastVisible: text.trimEnd().length };
}

interface Placed {
  readonly tokens: readonly Token[];
  /** UTF-16 units of the target's text before it. */
  readonly at: number;
  readonly order: number;
  /** It ends directly after the word before it, and not after codes that follow that. */
  readonly isClose?: true;
}

/**
 * Restores lost codes in a target at their relative word positions in the source: a code directly after a
 * word follows a word again, one directly before a word precedes one, and a pair contains at least one word.
 * Codes at the same place keep the source's order.
 */
export function putBack(
  source: readonly Token[],
  target: readonly Token[],
  lost: readonly Lost[],
): readonly Token[] {
  if (lost.length === 0) return target;
  const from = wordsOf(source);
  const to = wordsOf(target);
  const places = placesIn(source);
  const placed = lost.flatMap(({ id, open, close }): Placed[] => {
    const place = places.get(id)!;
    if (!close) return [{ tokens: open, at: targetOffset(from, place.start, to), order: place.order }];
    const { start, end } = targetStretch(from, place, to);
    return [
      { tokens: open, at: start, order: place.order },
      { tokens: close, at: end, order: place.endOrder, isClose: true },
    ];
  });
  return insertAt(
    target,
    placed.sort((a, b) => a.at - b.at || a.order - b.order),
  );
}

interface Place {
  readonly start: number;
  readonly order: number;
  end: number;
  endOrder: number;
}

/** The places of the codes: UTF-16 units of text before each of their ends, and their order. */
function placesIn(tokens: readonly Token[]): Map<number, Place> {
  const places = new Map<number, Place>();
  let offset = 0;
  for (const [order, token] of tokens.entries()) {
    if (token.kind === 'text') offset += token.text.length;
    else if (token.kind !== 'close')
      places.set(token.id, { start: offset, order, end: offset, endOrder: order });
    else {
      const place = places.get(token.id);
      if (place) {
        place.end = offset;
        place.endOrder = order;
      }
    }
  }
  return places;
}

/** How many of the ascending offsets are at most `limit`. */
function countUpTo(offsets: readonly number[], limit: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (offsets[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many of the target's words correspond to those before an offset of the source. */
function wordsBefore(source: Words, offset: number, target: Words): number {
  const before = countUpTo(source.ends, offset);
  return Math.round((before / Math.max(1, source.ends.length)) * target.ends.length);
}

function targetOffset(source: Words, offset: number, target: Words): number {
  if (offset <= source.firstVisible) return 0;
  if (offset >= source.lastVisible || target.ends.length === 0) return target.text.length;
  const count = wordsBefore(source, offset, target);
  const followsWord = !/\s/u.test(source.text[offset - 1]!);
  if (followsWord) return target.ends[Math.max(0, count - 1)]!;
  return target.starts[count] ?? target.text.length;
}

function targetStretch(
  source: Words,
  place: Pick<Place, 'start' | 'end'>,
  target: Words,
): { start: number; end: number } {
  const words = target.ends.length;
  if (words === 0)
    return { start: target.firstVisible, end: Math.max(target.firstVisible, target.lastVisible) };
  const first = Math.min(words - 1, wordsBefore(source, place.start, target));
  const last = Math.max(first, wordsBefore(source, place.end, target) - 1);
  return { start: target.starts[first]!, end: target.ends[last]! };
}

function insertAt(target: readonly Token[], placed: readonly Placed[]): Token[] {
  const result: Token[] = [];
  const lastText = target.findLastIndex((token) => token.kind === 'text');
  let next = 0;
  let offset = 0;
  const insertUpTo = (limit: number) => {
    for (; next < placed.length && placed[next]!.at <= limit; next++)
      for (const token of placed[next]!.tokens) result.push(token);
  };
  insertUpTo(0);
  for (const [n, token] of target.entries()) {
    if (token.kind !== 'text') {
      result.push(token);
      continue;
    }
    const start = offset;
    const end = start + token.text.length;
    while (next < placed.length && placed[next]!.at <= end) {
      const { at, isClose } = placed[next]!;
      // The whole text's end also comes after its last code.
      if (at === end && n === lastText && !isClose) break;
      if (at > offset) result.push({ kind: 'text', text: token.text.slice(offset - start, at - start) });
      offset = at;
      insertUpTo(at);
    }
    if (offset < end) result.push({ kind: 'text', text: token.text.slice(offset - start) });
    offset = end;
  }
  insertUpTo(Infinity);
  return result;
}
