import { piecesOf } from '../../service/contract/preview.ts';
import type { MarkPlace } from '../../service/contract/preview.ts';
import { codesOf, parsePieces } from './coded.ts';

/** A sentence's new text on the page. */
export interface PageChange {
  readonly pieces: readonly string[];
  /** Whether each piece of the copy gets its text; else the whole text goes into the first one. */
  readonly inPlace: boolean;
}

/**
 * What becomes of the pieces of a text that is on the page when it changes to another: in place if its codes stand in the
 * same order, and nothing changes that has no marks.
 */
export function pageChange(shown: string, now: string, place: MarkPlace): PageChange {
  const marked = piecesOf(shown, place);
  const slots = slotsOf(now);
  const before = slotsOf(shown);
  const isInPlace =
    codesOf(shown).join() === codesOf(now).join() &&
    slots.every((text, n) => marked.has(n) || text === before[n]);
  if (!isInPlace) return { pieces: [plain(now)], inPlace: false };
  return { pieces: [...marked.keys()].map((n) => plain(slots[n]!)), inPlace: true };
}

/** The texts before, between and after the codes, still coded. */
function slotsOf(coded: string): string[] {
  return coded.split(/<\/?\d{1,9}\/?>/).map((text) => text.trim());
}

function plain(coded: string): string {
  return parsePieces(coded, true)
    .map(({ text, code }) => text ?? (code.endsWith('/>') ? ' ' : ''))
    .join('');
}
