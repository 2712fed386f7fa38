import type { SegmentFlag } from '../../service/contract/index.ts';
import { hasStrings, isListOf } from './shapes.ts';

export interface BatchRow {
  readonly key: number;
  readonly id: string;
  readonly source: string;
  readonly target: string;
  /** The source when `target` was made; if it differs now, the target is stale. */
  readonly translatedFrom: string;
  /** The language of `target`; '' if it is empty. */
  readonly language: string;
  /** Whether `target` was typed or pasted rather than translated. */
  readonly byHand: boolean;
  /** What the service found to look at in `target`; absent if nothing, or if it was written by hand. */
  readonly flags?: readonly SegmentFlag[];
}

export type Cells = Partial<Pick<BatchRow, 'id' | 'source' | 'target'>>;

/** A translation of the service. */
export interface Translated {
  readonly source: string;
  readonly target: string;
  readonly flags?: readonly SegmentFlag[];
}

export function emptyRow(key: number): BatchRow {
  return { key, id: '', source: '', target: '', translatedFrom: '', language: '', byHand: false };
}

/** A target typed by the user belongs to the source beside it and to the selected language, `to`. */
export function edited(row: BatchRow, cells: Cells, to: string): BatchRow {
  if (cells.target === undefined) return { ...row, ...cells };
  const { flags: _, ...next } = { ...row, ...cells };
  return cells.target === ''
    ? { ...next, translatedFrom: '', language: '', byHand: false }
    : { ...next, translatedFrom: next.source, language: to, byHand: true };
}

/** A row with its translation. */
export function placed(row: BatchRow, { source, target, flags = [] }: Translated, to: string): BatchRow {
  const { flags: _, ...others } = row;
  const next = { ...others, source, target, translatedFrom: source, language: to, byHand: false };
  return flags.length > 0 ? { ...next, flags } : next;
}

export function isPlaced(row: BatchRow, { source, target, flags = [] }: Translated, to: string): boolean {
  const isSame = row.target === target && row.language === to && row.translatedFrom === source;
  return isSame && (row.flags?.length ?? 0) === flags.length;
}

/** Why a target does not match its row: the source was changed, or another language is selected. */
export function stalenessOf(row: BatchRow, to: string): 'source' | 'language' | undefined {
  if (row.target === '') return undefined;
  if (row.language !== to) return 'language';
  return row.translatedFrom === row.source ? undefined : 'source';
}

/** Whether a translation is only a copy of its source: a number, or what the engine does not know. */
export function isCopy({ source, target }: Pick<BatchRow, 'source' | 'target'>): boolean {
  return target !== '' && target === source;
}

const counted = new WeakMap<BatchRow, number>();

/** Characters as the service counts them for the charge. Equal rows are counted once. */
export function charsOf(row: BatchRow): number {
  const known = counted.get(row);
  if (known !== undefined) return known;
  const count = Array.from(row.source).length;
  counted.set(row, count);
  return count;
}

export function isRow(value: unknown): value is BatchRow {
  return (
    hasStrings(value, 'id', 'source', 'target', 'translatedFrom', 'language') &&
    typeof value['key'] === 'number' &&
    typeof value['byHand'] === 'boolean' &&
    (value['flags'] === undefined ||
      isListOf(value['flags'], (flag): flag is SegmentFlag => hasStrings(flag, 'code', 'message')))
  );
}
