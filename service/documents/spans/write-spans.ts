import { ProblemError } from '../../contract/index.ts';
import { plainText } from '../../text/codes.ts';
import type { AssembleOptions, Targets } from '../format.ts';
import { applyEdits } from '../shared/spans.ts';
import type { Edit } from '../shared/spans.ts';
import { nestedEdits } from './nested-edits.ts';
import type { Stretch } from './nested-edits.ts';
import type { Joint, Span } from './span.ts';

export interface WrittenSpans {
  readonly edits: readonly Edit[];
  /** Indexes of spans whose text changed. */
  readonly changed: readonly number[];
  /** Indexes of spans that keep their source: their format cannot write their target, or it was not read back. */
  readonly kept: readonly number[];
}

/** How a target is written: first as usual, then with harder escapes, last not at all. */
const [USUAL, HARDER, RESTORED] = [0, 1, 2];
type Level = number;

/** Rounds of reading back for any length of text; more until this many characters have been read. */
const MIN_ROUNDS = 8;
const MAX_READ_CHARS = 40_000_000;
/** Growth of groups restored together: a unit that breaks everything after it costs few others. */
const GROWTH = 16;

/**
 * The edits that put targets into their spans. With `readBack` the resulting text is read again: each unit
 * must be there with its text and shape, or it is written with harder escapes, and then left unchanged.
 * `confirmed`, `states`: for each span, see AssembleOptions.
 */
export function writeSpans(
  text: string,
  spans: readonly Span[],
  targets: Targets,
  readBack?: (text: string) => Iterable<Span>,
  { confirmed = [], states = [] }: Pick<AssembleOptions, 'confirmed' | 'states'> = {},
): WrittenSpans {
  const levels = new Map<number, Level>();
  const edited = (tried: ReadonlyMap<number, Level>) =>
    editsOf(text, spans, targets, tried, { confirmed, states });
  let edits = edited(levels);
  const changed = edits.changed;
  const { unwritten } = edits;
  if (!readBack || changed.length === 0) return { edits: edits.edits, changed, kept: unwritten };
  let chars = 0;
  const read = (tried: Written): readonly Span[] | undefined => {
    const written = applyEdits(text, tried.edits);
    chars += written.length;
    return unlessRefused(() => [...readBack(written)]);
  };
  let [together, isLast, before] = [1, false, Infinity];
  for (let round = 0; edits.changed.length > 0; round++) {
    const found = read(edits);
    const broken = found
      ? brokenUnits(spans, targets, edits.changed, found)
      : [refusedUnit(edits.changed, levels, (only) => read(edited(only)) !== undefined)];
    if (broken.length === 0) break;
    const usual = broken.filter((index) => (levels.get(index) ?? USUAL) === USUAL);
    if (round >= MIN_ROUNDS && chars > MAX_READ_CHARS) {
      // Too much is broken to find the causes in time: restore everything after the first, then all.
      for (const index of edits.changed) if (isLast || index >= broken[0]!) levels.set(index, RESTORED);
      isLast = true;
    } else if (usual.length > 0) {
      for (const index of usual) levels.set(index, HARDER);
    } else {
      // More units recovered than we restored: they were collateral damage.
      together = broken.length < before - together ? 1 : together * (before === Infinity ? 1 : GROWTH);
      before = broken.length;
      for (const index of broken.slice(0, together)) levels.set(index, RESTORED);
    }
    edits = edited(levels);
  }
  const restored = changed.filter((index) => levels.get(index) === RESTORED);
  const kept = [...unwritten, ...restored].sort((a, b) => a - b);
  return { edits: edits.edits, changed: edits.changed, kept };
}

interface Written {
  readonly edits: readonly Edit[];
  /** Indexes of the spans that change, in order. */
  readonly changed: readonly number[];
  /** Indexes of spans with another text that their format does not write. */
  readonly unwritten: readonly number[];
}

function editsOf(
  text: string,
  spans: readonly Span[],
  targets: Targets,
  levels: ReadonlyMap<number, Level>,
  { confirmed, states }: Required<Pick<AssembleOptions, 'confirmed' | 'states'>>,
): Written {
  const changed: number[] = [];
  const unwritten: number[] = [];
  const stretches: Stretch[] = [];
  for (const indexes of togetherIn(spans)) {
    const span = spans[indexes[0]!]!;
    const { start, end, joint } = span;
    const own = indexes.map((index) => {
      const target = targets[index] ?? null;
      const { segment, isBilingual } = spans[index]!;
      const isUnchanged = joint !== undefined && isBilingual !== true && target === segment.text;
      return isUnchanged || levels.get(index) === RESTORED ? null : target;
    });
    if (own.every((target) => target === null)) continue;
    const write: Stretch['write'] = (slice) => {
      const how = {
        isConfirmed: indexes.every((index) => confirmed[index] === true),
        states: indexes.map((index) => states[index]),
        harder: indexes.some((index) => levels.get(index) === HARDER),
        slice,
      };
      const written = joint ? joint.write(own, how) : span.write(own[0]!, how);
      if (written !== undefined) changed.push(...indexes.filter((_, at) => own[at] !== null));
      else if (signOf(span) !== signOf(span, plainText(own[0]!))) unwritten.push(indexes[0]!);
      return written;
    };
    stretches.push({ start, end, write });
  }
  return { edits: nestedEdits(text, stretches), changed: changed.sort((a, b) => a - b), unwritten };
}

/** The indexes of spans that are written together: those of a joint, else one. */
function* togetherIn(spans: readonly Span[]): Generator<number[]> {
  const joined = new Map<Joint, number[]>();
  for (const [index, { joint }] of spans.entries()) {
    const indexes = (joint && joined.get(joint)) ?? [];
    indexes.push(index);
    if (joint) joined.set(joint, indexes);
    if (!joint || indexes.length === joint.size) yield indexes;
  }
}

/** The changed spans to blame for missing or additional text when read back. In order. */
function brokenUnits(
  spans: readonly Span[],
  targets: Targets,
  changed: readonly number[],
  found: readonly Span[],
): number[] {
  const isChanged = new Set(changed);
  const expected = spans.map((span, index) =>
    isChanged.has(index)
      ? signOf(span, span.readsAs?.(targets[index]!) ?? plainText(targets[index]!))
      : signOf(span),
  );
  // Codes with segments may have moved, and their segments with them: each must merely exist.
  const there = new Map<string, number>();
  for (const span of found) there.set(signOf(span), (there.get(signOf(span)) ?? 0) + 1);
  const missing: number[] = [];
  for (const [index, sign] of expected.entries()) {
    const left = there.get(sign) ?? 0;
    if (left > 0) there.set(sign, left - 1);
    // Blank text is not a segment.
    else if (!isChanged.has(index) || !sign.endsWith('\n')) missing.push(index);
  }
  const extra = new Map<string, number>();
  for (const [sign, left] of there) {
    const shape = sign.slice(0, sign.lastIndexOf('\n'));
    if (left > 0) extra.set(shape, (extra.get(shape) ?? 0) + left);
  }
  if (missing.length > 0) {
    const containers = containersOf(spans, changed, missing);
    const blame = (index: number): number => {
      const container = containers.get(index);
      const { shape = '' } = spans[index]!;
      const others = extra.get(shape) ?? 0;
      extra.set(shape, others - 1);
      // If no similar span exists with another text, the span around it has lost it.
      if (container !== undefined && (others <= 0 || !isChanged.has(index))) return container;
      return blamed(changed, index);
    };
    return [...new Set(missing.map(blame))].sort((a, b) => a - b);
  }
  if (extra.size === 0) return [];
  const first = found.findIndex((span, index) => signOf(span) !== expected[index]);
  return [blamed(changed, first)];
}

/** The changed span itself, else the nearest one before it, else the first. */
function blamed(changed: readonly number[], index: number): number {
  let [low, high] = [0, changed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (changed[middle]! <= index) low = middle + 1;
    else high = middle;
  }
  return changed[Math.max(0, low - 1)]!;
}

/** For each span of a list, the innermost changed span around it. */
function containersOf(
  spans: readonly Span[],
  changed: readonly number[],
  inner: readonly number[],
): Map<number, number> {
  const isInner = new Set(inner);
  const around = new Set(changed);
  const containers = new Map<number, number>();
  const open: number[] = [];
  const order = [...new Set([...inner, ...changed])].sort(
    (a, b) => spans[a]!.start - spans[b]!.start || spans[b]!.end - spans[a]!.end,
  );
  for (const index of order) {
    const { end, joint } = spans[index]!;
    while (open.length > 0 && spans[open.at(-1)!]!.end < end) open.pop();
    const container = open.findLast((one) => !joint || spans[one]!.joint !== joint);
    if (isInner.has(index) && container !== undefined) containers.set(index, container);
    if (around.has(index)) open.push(index);
  }
  return containers;
}

/** Shape and text, with white space normalised: targets are wrapped, and formats fold it. */
function signOf({ segment, shape = '' }: Span, text = plainText(segment.text)): string {
  return `${shape}\n${FOLDED.test(text) ? text.replace(/\s+/g, ' ').trim() : text.trim()}`;
}

/** White space that becomes one space: most texts have none, and are not copied. */
const FOLDED = /\s\s|[^\S ]/;

/** The first changed span that makes the text unreadable. `readable`: tries these levels. */
function refusedUnit(
  changed: readonly number[],
  levels: ReadonlyMap<number, Level>,
  readable: (levels: ReadonlyMap<number, Level>) => boolean,
): number {
  const upTo = (count: number): ReadonlyMap<number, Level> =>
    new Map([...levels, ...changed.slice(count).map((index): [number, Level] => [index, RESTORED])]);
  let [good, bad] = [0, changed.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (readable(upTo(middle))) good = middle;
    else bad = middle;
  }
  return changed[bad - 1]!;
}

function unlessRefused<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}
