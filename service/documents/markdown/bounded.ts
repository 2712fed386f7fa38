import type { parse } from 'micromark';
import { hostile } from '../shared/refusals.ts';

type Parser = ReturnType<typeof parse>;
type Constructs = Parser['constructs'];
type Construct = Exclude<Constructs['text'][string], readonly unknown[] | undefined>;
type Span = NonNullable<Constructs['insideSpan']['null']>[number];
type Effects = Parameters<Construct['tokenize']>[0];
type Resolve = NonNullable<Construct['resolveAll']>;
type Events = Parameters<Resolve>[0];
type Context = Parameters<Resolve>[1];

/**
 * For each sign micromark searches for its end: for each `<!--` up to the end of the paragraph, for each `*`
 * back to its start. A hostile text with a hundred thousand unclosed signs in one paragraph would take hours.
 * So once a text has been read many times over, or has absurdly many unmatched emphasis marks, its further
 * signs are plain text.
 */
export function bounded(constructs: Constructs): Constructs {
  const known = new Map<Construct | Span, Construct | Span>();
  const boundedOf = <Kind extends Construct | Span>(construct: Kind): Kind => {
    const bound = known.get(construct) ?? boundConstruct(construct);
    known.set(construct, bound);
    return bound as Kind;
  };
  const text = Object.fromEntries(
    Object.entries(constructs.text).map(([code, list]) => [code, [list ?? []].flat().map(boundedOf)]),
  );
  const insideSpan = { ...constructs.insideSpan, null: (constructs.insideSpan.null ?? []).map(boundedOf) };
  return { ...constructs, text, insideSpan };
}

/** Characters of a text that may be read in vain, and how many times over the whole may be read. */
const MIN_READ = 100_000;
const MAX_TIMES = 12;
/** Maximum steps back to the start of an emphasis, over a whole text. */
const MAX_STEPS = 2_000_000;

/** Maximum starts and ends in one text: micromark joins their lists in quadratic time. */
const MAX_EVENTS = 150_000;

interface Reading {
  consumed: number;
  readonly start: number;
}

const readings = new WeakMap<Effects, Reading>();

function readingOf(effects: Effects, offset: number): Reading {
  const known = readings.get(effects);
  if (known) return known;
  const reading = { consumed: 0, start: offset };
  const { consume } = effects;
  effects.consume = (code) => {
    reading.consumed++;
    consume(code);
  };
  readings.set(effects, reading);
  return reading;
}

function boundConstruct<Kind extends Construct | Span>(construct: Kind): Kind {
  const { resolveAll } = construct;
  const bound = { ...construct };
  if ('tokenize' in construct && 'tokenize' in bound) {
    const { tokenize } = bound;
    bound.tokenize = function (effects, ok, nok) {
      const { offset } = this.now();
      if (this.events.length > MAX_EVENTS) throw hostile('it has a paragraph with absurdly many signs');
      const reading = readingOf(effects, offset);
      // The end of a link processes everything between its brackets.
      if (construct.name === 'labelEnd') reading.consumed += offset - labelStart(this, offset);
      const isSpent = reading.consumed > MIN_READ + MAX_TIMES * (offset - reading.start);
      return isSpent ? nok : tokenize.call(this, effects, ok, nok);
    };
  }
  if (resolveAll) {
    bound.resolveAll = (events, context) =>
      resolveAll(hasTooManySteps(events, context) ? withoutEmphasis(events) : events, context);
  }
  return bound;
}

function labelStart({ _labelStarts: starts }: Context, offset: number): number {
  return starts?.findLast(({ _balanced: isBalanced }) => isBalanced !== true)?.end.offset ?? offset;
}

const SEQUENCES: ReadonlySet<string> = new Set(['attentionSequence', 'strikethroughSequenceTemporary']);

interface Sequence {
  readonly index: number;
  readonly size: number;
  readonly isBoth: boolean;
}

/** Counts events between an emphasis and its start, as micromark and CommonMark §6.2 match them. */
function hasTooManySteps(events: Events, context: Context): boolean {
  const openers = new Map<string, Sequence[]>();
  let steps = 0;
  for (const [index, [phase, token]] of events.entries()) {
    if (phase !== 'exit' || !SEQUENCES.has(token.type)) continue;
    const size = token.end.offset - token.start.offset;
    const sign = context.sliceSerialize(token)[0]!;
    const isBoth = token._close === true && token._open === true;
    const open = openers.get(sign) ?? [];
    openers.set(sign, open);
    if (token._close === true) {
      let last = open.length - 1;
      for (; last >= 0 && !matches(open[last]!, { index, size, isBoth }, sign); last--) steps++;
      steps += index - (open[last]?.index ?? 0);
      if (steps > MAX_STEPS) return true;
      if (last >= 0) {
        const { index: from } = open[last]!;
        for (const others of openers.values()) while ((others.at(-1)?.index ?? -1) >= from) others.pop();
        if (!isBoth) continue;
      }
    }
    if (token._open === true) open.push({ index, size, isBoth });
  }
  return false;
}

function matches(open: Sequence, close: Sequence, sign: string): boolean {
  if (sign === '~') return open.size === close.size;
  return !((open.isBoth || close.isBoth) && close.size % 3 !== 0 && (open.size + close.size) % 3 === 0);
}

function withoutEmphasis(events: Events): Events {
  for (const [, token] of events) if (SEQUENCES.has(token.type)) token.type = 'data';
  return events;
}
