import type { SegmentState } from '../contract/index.ts';
import type { SegmentEdit } from './edits.ts';
import type { Journal, JournalSegmentLine } from './journal.ts';
import type { SegmentLine } from './segments.ts';
import { keptSource, presentFlags } from './stored-flags.ts';
import type { KeptMark } from './stored-flags.ts';

/** The current translation of a segment. `s`: `translated` if absent. */
export interface ResolvedLine extends JournalSegmentLine {
  readonly s?: SegmentState;
  readonly c?: string;
  readonly n?: string;
}

/**
 * The line that each segment's target comes from: its edit, its own in the journal, or that of the first
 * equal segment. Undefined without a translation, and for a copied segment unless it has a state.
 */
export function resolveLines(
  segments: readonly SegmentLine[],
  journal: Journal,
  edits: readonly SegmentEdit[] = [],
): (ResolvedLine | undefined)[] {
  const firsts = firstOccurrences(segments);
  const byIndex = new Map(edits.map((edit) => [edit.i, edit]));
  return segments.map((segment, index): ResolvedLine | undefined => {
    const edit = byIndex.get(index);
    const state = {
      ...(edit?.s === undefined ? {} : { s: edit.s }),
      ...(edit?.c === undefined ? {} : { c: edit.c }),
      ...(edit?.n === undefined ? {} : { n: edit.n }),
    };
    if (segment.copy) return edit ? { i: index, t: segment.text, ...state } : undefined;
    const line = journal.get(index) ?? givenLine(segment, index) ?? journal.get(firsts[index]!);
    if (!edit) return line;
    const present = edit.t === undefined ? line : withText(edit, edit.t, line);
    return present && asBuilt({ ...present, ...state }, index, edit.k);
  });
}

/** The line of a translation that came with the file. */
function givenLine({ given }: SegmentLine, i: number): ResolvedLine | undefined {
  if (!given) return undefined;
  const { target, state, match } = given;
  return {
    ...{ i, t: target, o: 'file' },
    ...(state === 'translated' ? {} : { s: state }),
    ...(match === undefined ? {} : { m: match }),
  };
}

/** Whether a segment's translation and state are those that came with the file. */
export function isAsGiven({ given }: SegmentLine, line: ResolvedLine): boolean {
  return given !== undefined && line.t === given.target && (line.s ?? 'translated') === given.state;
}

/** An edited line, with what remains of the one before it. */
function withText({ i, f, o, l }: SegmentEdit, t: string, before: ResolvedLine | undefined): ResolvedLine {
  return {
    ...{ i, t, o: o ?? 'edited' },
    ...(f ? { f } : {}),
    ...(l ? { l } : {}),
    ...(before?.m === undefined ? {} : { m: before.m }),
    ...(before?.mem === undefined ? {} : { mem: before.mem }),
    ...(before && isOfEngine(before) ? { e: before.e ?? before.t } : {}),
  };
}

/** Whether the engine translated it, and nobody has changed that. */
export function isOfEngine({ o = 'engine' }: Pick<JournalSegmentLine, 'o'>): boolean {
  return o === 'engine';
}

/** The line of a segment, with the flag `kept_source` just where the built file keeps its source. */
export function asBuilt(line: ResolvedLine, i: number, mark: KeptMark | 'written' | undefined): ResolvedLine {
  const isMarked = line.f?.some(({ code }) => code === 'kept_source') ?? false;
  if (mark === undefined || (mark === 'written' && !isMarked)) return line;
  const f = (line.f ?? []).filter(({ code }) => code !== 'kept_source');
  return { ...line, i, f: mark === 'written' ? f : [...f, keptSource(mark)] };
}

/**
 * For each segment the first translatable one with the same text and the same code rules. One that came with a
 * translation, or is locked, is apart.
 */
export function firstOccurrences(segments: readonly SegmentLine[]): number[] {
  const seen = new Map<string, number>();
  return segments.map((segment, index) => {
    if (segment.copy || segment.given || segment.locked) return index;
    const key = segment.rules ? JSON.stringify([segment.text, segment.rules]) : segment.text;
    const first = seen.get(key) ?? index;
    seen.set(key, first);
    return first;
  });
}

/** Whether the translation memory may learn it: a person confirmed it, and no problem is open. */
export function isLearnable(line: ResolvedLine | undefined): line is ResolvedLine {
  return line?.s === 'confirmed' && presentFlags(line.f).length === 0;
}
