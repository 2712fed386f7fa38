import type { Token } from '../../text/codes.ts';
import type { CodedInlines } from '../inlines/code-inlines.ts';
import { slotTexts } from '../inlines/targets.ts';
import { hasWords } from '../inlines/cut.ts';
import type { Piece } from './model.ts';

/** A mark, its slot in the target, and how much of the slot's text comes before it: 0 to 1. */
export interface Mark {
  readonly piece: Piece;
  readonly slot: number;
  readonly share: number;
  /** Whether there are words between it and the previous mark, or the next one. */
  readonly wordsBefore: boolean;
  readonly wordsAfter: boolean;
}

type SlotItem = CodedInlines<Piece>['slots'][number][number];

/** The source between two codes that the target kept; lost formats within it share one slot. */
interface Region {
  readonly items: SlotItem[];
  /** The target's slot after the code before the region, and the one before the code after it. */
  readonly behind: number;
  before: number;
}

/**
 * The positions of a paragraph's marks in a target, in the target's order. Ends of ranges and all other marks
 * stay in the source's order, so no range ends before it begins; a deletion, which is self-contained, goes
 * where the words beside it went.
 */
export function marksOf(coded: CodedInlines<Piece>, tokens: readonly Token[]): Mark[] {
  if (!coded.slots.some((slot) => slot.some((item) => item.kind === 'marker'))) return [];
  const lengths = slotTexts(tokens).map((text) => text.length);
  const marks = regionsOf(coded, tokens).flatMap((region, index) =>
    regionMarks(region.items).map((mark): Mark => {
      return { ...mark, slot: mark.piece.fixed === 'deletion' ? homeOf(region, lengths) : index };
    }),
  );
  return marks.sort((a, b) => a.slot - b.slot || a.share - b.share);
}

function regionsOf(coded: CodedInlines<Piece>, tokens: readonly Token[]): Region[] {
  const codes = tokens.flatMap((token) => (token.kind === 'text' ? [] : [keyOf(token)]));
  const places = new Map(codes.map((key, place) => [key, place]));
  let region: Region = { items: [], behind: 0, before: codes.length };
  const regions = [region];
  for (const [index, slot] of coded.slots.entries()) {
    const ahead = coded.tokens[index - 1];
    const place = ahead && places.get(keyOf(ahead));
    if (place !== undefined) {
      region.before = place;
      region = { items: [], behind: place + 1, before: codes.length };
      regions.push(region);
    }
    for (const item of slot) region.items.push(item);
  }
  return regions;
}

function keyOf({ kind, id }: { kind: string; id: number }): string {
  return `${kind} ${id}`;
}

function homeOf({ behind, before }: Region, lengths: readonly number[]): number {
  return lengths[behind] === 0 && lengths[before] !== 0 ? before : behind;
}

/** A movable mark stays with the next fixed one, so that it splits no run. */
function regionMarks(items: readonly SlotItem[]): Omit<Mark, 'slot'>[] {
  const total = items.reduce((sum, item) => sum + (item.kind === 'text' ? item.text.length : 0), 0);
  const marks: { piece: Piece; share: number; wordsBefore: boolean; wordsAfter: boolean }[] = [];
  let after = 0;
  let words = false;
  let share = total === 0 ? 0 : 1;
  for (const item of items.toReversed()) {
    if (item.kind === 'text') {
      after += item.text.length;
      words ||= hasWords(item.text);
      const behind = marks.at(-1);
      if (behind) behind.wordsBefore = words;
      continue;
    }
    if (after === total) share = 0;
    else if (item.at.fixed) share = 1 - after / total;
    marks.push({ piece: item.at, share, wordsBefore: false, wordsAfter: words });
    words = false;
  }
  return marks.reverse();
}
