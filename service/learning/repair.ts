import { align } from './align.ts';
import type { Step } from './align.ts';
import { surestLinks } from './links.ts';
import type { LinkModel } from './links.ts';
import { MAX_WORDS, phraseOf, raised, wordsOf } from './words.ts';
import type { Word, Words } from './words.ts';

/** A stretch of a coded text, in UTF-16 units. */
export interface Stretch {
  readonly at: number;
  readonly length: number;
}

/** An earlier confirmed segment; `engine` where its engine's answer is known. */
export interface EarlierSegment {
  readonly source: Words;
  readonly engine?: Words | undefined;
  readonly human: Words;
}

/** A segment to be translated, and the engine's answer. */
export interface OpenSegment {
  readonly source: Words;
  readonly engine: Words;
}

export interface SourceMatch {
  /** From the earlier source's words to the segment's. */
  readonly steps: readonly Step[];
  /** Per cent of the words that stay, of the longer source. */
  readonly match: number;
}

/** An earlier translation for another source, with the words that differ replaced. */
export interface Repaired {
  /** Coded text. */
  readonly text: string;
  /** The replaced words in `text`. */
  readonly changes: readonly Stretch[];
}

/** From the first word up to the second, exclusive. */
type Range = readonly [start: number, end: number];

const MAX_SPANS = 3;

/** How far two sources have the same words; undefined if one is too long to compare. */
export function matchSources(earlier: Words, source: Words): SourceMatch | undefined {
  const longer = Math.max(earlier.words.length, source.words.length);
  if (longer === 0 || longer > MAX_WORDS) return undefined;
  const steps = align(earlier.words, source.words);
  const changed = steps.filter(({ isSame }) => !isSame).length;
  return { steps, match: Math.max(0, Math.floor(100 * (1 - changed / longer))) };
}

/** The words of the earlier source that the other one lacks. */
export function differencesIn(earlier: Words, steps: readonly Step[]): Stretch[] {
  return runsOf(steps).flatMap(([start, end]) => {
    const range = rangeOf(steps.slice(start, end).map(({ from }) => from));
    return range ? [stretchOf(earlier, range)] : [];
  });
}

/** The words of a coded text that another one lacks. */
export function changedWords(other: string, text: string): Stretch[] {
  const [from, to] = [wordsOf(other), wordsOf(text)];
  if (from.words.length > MAX_WORDS || to.words.length > MAX_WORDS) return [];
  const steps = align(from.words, to.words);
  return runsOf(steps).flatMap(([start, end]) => {
    const range = rangeOf(steps.slice(start, end).map((step) => step.to));
    return range ? [stretchOf(to, range)] : [];
  });
}

/**
 * The words of the earlier translation that stand for what differs, as far as links lead to them: those that need a
 * change.
 */
export function placesToChange(earlier: EarlierSegment, steps: readonly Step[], model: LinkModel): Stretch[] {
  if (!earlier.engine) return [];
  const place = placesIn(earlier, earlier.engine, model);
  return runsOf(steps).flatMap(([start, end]) => {
    const range = rangeOf(steps.slice(start, end).map(({ from }) => from));
    const found = range && place(range);
    return found ? [stretchOf(earlier.human, found)] : [];
  });
}

/**
 * The earlier translation, where each differing span of the source leads to words of its own: they are replaced by
 * what the engine has for the new words, numbers and names by themselves. Undefined if it is not certain which words
 * they are: at most three spans, each linked to words that nothing else is linked to.
 */
export function repair(
  earlier: EarlierSegment,
  open: OpenSegment,
  steps: readonly Step[],
  model: LinkModel,
): Repaired | undefined {
  if (!earlier.engine) return undefined;
  const spans = runsOf(steps);
  if (spans.length === 0 || spans.length > MAX_SPANS) return undefined;
  const place = placesIn(earlier, earlier.engine, model);
  const wordsFor = replacementsIn(open, model);
  const replaced: { range: Range; words: Replacement }[] = [];
  for (const span of spans) {
    const found = firstOf(grown(span, steps), ([start, end]) => {
      const own = steps.slice(start, end);
      const [from, to] = [rangeOf(own.map((step) => step.from)), rangeOf(own.map((step) => step.to))];
      const range = from && place(from);
      const words = to && wordsFor(to);
      return range && words ? { range, words } : undefined;
    });
    if (!found) return undefined;
    replaced.push(found);
  }
  replaced.sort((one, other) => one.range[0] - other.range[0]);
  if (replaced.some(({ range }, n) => n > 0 && range[0] < replaced[n - 1]!.range[1])) return undefined;
  return splice(earlier.human, replaced);
}

/** Ranges of steps that change something. */
function runsOf(steps: readonly Step[]): Range[] {
  const runs: Range[] = [];
  for (let start = 0; start < steps.length; start++) {
    if (steps[start]!.isSame) continue;
    let end = start + 1;
    while (end < steps.length && !steps[end]!.isSame) end++;
    runs.push([start, end]);
    start = end;
  }
  return runs;
}

/** The span; if one of the sources has no word there, with an unchanged one beside it. */
function* grown([start, end]: Range, steps: readonly Step[]): Generator<Range> {
  const own = steps.slice(start, end);
  if (own.some(({ from }) => from >= 0) && own.some(({ to }) => to >= 0)) {
    yield [start, end];
    return;
  }
  if (end < steps.length) yield [start, end + 1];
  if (start > 0) yield [start - 1, end];
}

function firstOf<In, Out>(all: Iterable<In>, find: (one: In) => Out | undefined): Out | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Finds the words of an earlier translation that stand for words of its source. */
function placesIn(
  { source, human }: EarlierSegment,
  engine: Words,
  model: LinkModel,
): (range: Range) => Range | undefined {
  const links = surestLinks(model, source.words, engine.words);
  const steps = align(engine.words, human.words);
  return (range) => {
    const same = sameWords(source, range, human);
    if (same) return same;
    const own = linkedTo(range, links);
    if (!own) return undefined;
    const between = steps.filter(({ from }) => from >= own[0] && from < own[1]);
    return rangeOf(between.map(({ to }) => to));
  };
}

interface Replacement {
  readonly text: string;
  /** Whether it is the source's own, in its own case. */
  readonly isKept: boolean;
}

/** Finds the translations of words of a source. */
function replacementsIn(
  { source, engine }: OpenSegment,
  model: LinkModel,
): (range: Range) => Replacement | undefined {
  const links = surestLinks(model, source.words, engine.words);
  return (range) => {
    const { at, length } = stretchOf(source, range);
    const kept = { text: source.coded.slice(at, at + length), isKept: true };
    if (source.words.slice(...range).every(isKept)) return kept;
    const own = linkedTo(range, links);
    const text = own && phraseOf(engine, ...own);
    // A name, as a rule.
    if (text === phraseOf(source, ...range)) return kept;
    return text === undefined ? undefined : { text, isKept: false };
  };
}

/** Numbers, codes and signs: they are the same in both languages. */
function isKept({ kind }: Word): boolean {
  return kind !== 'word';
}

/** Where a translation has these numbers, codes or names as they are: once, in one place. */
function sameWords(source: Words, [start, end]: Range, human: Words): Range | undefined {
  const forms = source.words.slice(start, end).map(({ form }) => form);
  if (!source.words.slice(start, end).some(({ kind }) => kind === 'held')) return undefined;
  const places = human.words.flatMap((_, at) =>
    forms.every((form, n) => human.words[at + n]?.form === form) ? [at] : [],
  );
  return places.length === 1 ? [places[0]!, places[0]! + forms.length] : undefined;
}

/** The engine's words that are linked to words of the source, unless one between them is linked to others only. */
function linkedTo([start, end]: Range, links: readonly (readonly number[])[]): Range | undefined {
  const isInside = (n: number): boolean => n >= start && n < end;
  const range = rangeOf(links.map((own, n) => (own.some(isInside) ? n : -1)));
  return range && links.slice(...range).every((own) => own.every(isInside)) ? range : undefined;
}

/** From the first of these positions to after the last; -1 is no position. */
function rangeOf(positions: readonly number[]): Range | undefined {
  const found = positions.filter((position) => position >= 0);
  return found.length === 0 ? undefined : [Math.min(...found), Math.max(...found) + 1];
}

function splice(
  human: Words,
  replaced: readonly { readonly range: Range; readonly words: Replacement }[],
): Repaired | undefined {
  const { coded, words } = human;
  let text = '';
  let at = 0;
  const changes: Stretch[] = [];
  for (const { range, words: own } of replaced) {
    const [first, last] = [words[range[0]]!, words[range[1] - 1]!];
    if (doubles(own.text, words[range[0] - 1]?.form, words[range[1]]?.form)) return undefined;
    const put = first.isOpening && !own.isKept ? raised(own.text) : own.text;
    text += coded.slice(at, first.start);
    changes.push({ at: text.length, length: put.length });
    text += put;
    at = last.end;
  }
  return { text: text + coded.slice(at), changes };
}

function doubles(own: string, before: string | undefined, after: string | undefined): boolean {
  const list = own.toLowerCase().split(' ');
  return list[0] === before?.toLowerCase() || list.at(-1) === after?.toLowerCase();
}

function stretchOf({ words }: Words, [start, end]: Range): Stretch {
  const at = words[start]!.start;
  return { at, length: words[end - 1]!.end - at };
}
