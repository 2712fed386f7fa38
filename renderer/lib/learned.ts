import type { SegmentResource } from '../../service/contract/index.ts';
import { parsePieces } from './coded.ts';

/** A correction that the memory learned from the translator and made in a segment. */
export type LearnedChange = NonNullable<SegmentResource['learned']>[number];

/** A place in the visible text, in UTF-16 units: codes are drawn, not written. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** Where learned changes are in the visible text of a translation. */
export function learnedPlaces(
  { translated_text: text, learned = [] }: Pick<SegmentResource, 'translated_text' | 'learned'>,
  coded: boolean,
): Place[] {
  const visible = (end: number): number =>
    parsePieces((text ?? '').slice(0, end), coded).reduce((sum, piece) => sum + (piece.text?.length ?? 0), 0);
  return learned.map(({ at, length }) => ({ start: visible(at), end: visible(at + length) }));
}

/** A translation with the engine's words in place of one learned change, or of all without `change`. */
export function withEngineWords(
  { translated_text: text, engine_text: engine, learned = [] }: SegmentResource,
  change?: LearnedChange,
): string | undefined {
  if (text === null) return undefined;
  if (engine !== undefined && (!change || learned.length === 1)) return engine;
  return (change ? [change] : learned.toSorted((a, b) => b.at - a.at)).reduce(
    (changed, { at, length, from }) => changed.slice(0, at) + from + changed.slice(at + length),
    text,
  );
}
