import type { SegmentFlag } from '../contract/index.ts';
import { readableText } from '../text/codes.ts';
import { qualityFlags } from './quality-flags.ts';
import type { TranslatedPair } from './quality-flags.ts';

/** What a translator's confirmed segments of a direction have in common, as their translations are checked by it. */
export interface MemoryChecks {
  /** Of ln(target length / source length): its mean and its deviation. */
  readonly length?: { readonly mean: number; readonly deviation: number };
  /** Names and codes of sources that stay as they are in translations. */
  readonly names?: readonly string[];
  /** Words of sources that translations have too. */
  readonly shared?: readonly string[];
  /** How usual groups of three letters are. */
  readonly letters?: LetterTable;
}

export interface LetterTable {
  /** Bits a letter takes, in sixteenths, by the hash of the letter and the two before it: base64. */
  readonly bits: string;
  /** A text that takes more a letter is unlike the others. */
  readonly most: number;
}

/** Coded texts. */
export interface ConfirmedPair {
  readonly source: string;
  readonly target: string;
}

export interface CheckedPair extends ConfirmedPair {
  /** The engine's answer, coded: its words are no words left over. */
  readonly engine?: string | undefined;
}

/** The checks need this many confirmed segments. */
export const MIN_CONFIRMED = 100;
/** A check is silent where it would have flagged more than this share of the latest confirmed segments. */
const MAX_FALSE = 0.02;
const TRIED = 200;
const DEVIATIONS = 2.5;
/** The deviation of translations by people is greater; a memory of texts that are all alike says little about others. */
const MIN_DEVIATION = 0.15;
/** Letters of a source whose length tells something. */
const MIN_LETTERS = 20;
const MIN_WORD = 4;
const MIN_KEPT_SHARE = 0.7;
const MIN_NAME_SEEN = 2;
const MAX_NAMES = 5_000;
const MAX_SHARED = 20_000;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[-_.'’][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;
/** A capital after a small letter or a digit, all capitals, letters with digits or an underscore: camelCase, GNOME, IPv6. */
const CODE_NAME = /\p{Ll}\p{Lu}|^\p{Lu}{2,}$|\p{L}\p{N}|\p{N}\p{L}|_/u;

/**
 * Undefined before there are enough. The latest last: each check is tried on them, as learned from those before, and
 * left out where it would have flagged too many.
 */
export function learnChecks(pairs: readonly CheckedPair[]): MemoryChecks | undefined {
  const learning = checksLearning(pairs);
  for (;;) {
    const step = learning.next();
    if (step.done) return step.value;
  }
}

/** As `learnChecks`, in steps of some hundredths of a second for a thousand pairs. */
export function* checksLearning(
  pairs: readonly CheckedPair[],
): Generator<undefined, MemoryChecks | undefined> {
  if (pairs.length < MIN_CONFIRMED) return undefined;
  const tried = Math.min(TRIED, Math.floor(pairs.length / 2));
  const [earlier, latest] = [pairs.slice(0, -tried), pairs.slice(-tried)];
  const most = mostBits(createLetterTable(targetsOf(earlier)), targetsOf(latest));
  yield;
  const before = learned(earlier, most);
  const quiet: string[] = [];
  for (const [name, value] of Object.entries(before)) {
    yield;
    const found = latest.filter((pair) => memoryFlags(pair, { [name]: value }).length > 0).length;
    if (found <= MAX_FALSE * tried) quiet.push(name);
  }
  yield;
  const now = learned(pairs, most);
  return Object.fromEntries(quiet.map((name) => [name, now[name as keyof MemoryChecks]]));
}

function learned(pairs: readonly CheckedPair[], most: number): Required<MemoryChecks> {
  const texts = pairs.map(({ source, target }) => ({
    source: readableText(source),
    target: readableText(target),
  }));
  return {
    length: lengthOf(texts),
    ...wordsOf(texts),
    letters: { bits: createLetterTable(targetsOf(pairs)), most },
  };
}

function targetsOf(pairs: readonly CheckedPair[]): string[] {
  return pairs.map(({ target }) => readableText(target).toLowerCase());
}

export const NO_CHECKS: MemoryChecks = {};

/** All flags of a translation. Of two about its length the one by the translator's own texts counts. */
export function checkedFlags(
  pair: TranslatedPair & Pick<CheckedPair, 'engine'>,
  checks: MemoryChecks,
): SegmentFlag[] {
  const flags = qualityFlags(pair);
  const isEmpty = flags.some(({ code }) => code === 'empty' || code === 'untranslated');
  const own = isEmpty ? [] : memoryFlags(pair, checks);
  const others = checks.length ? flags.filter(({ reason }) => reason !== 'length_short') : flags;
  return [...others, ...own];
}

/** Where a translation differs from what the translator's others have in common. */
export function memoryFlags(pair: CheckedPair, checks: MemoryChecks): SegmentFlag[] {
  const [source, target] = [readableText(pair.source), readableText(pair.target)];
  if (source === target || target.trim() === '') return [];
  const flags: SegmentFlag[] = [];
  const { length, names, shared, letters } = checks;
  if (length && isShort(source, target, length))
    flags.push({
      code: 'length_unusual',
      message: 'The translation is shorter than your others are for such a source.',
      reason: 'length_short',
    });
  const left = shared ? leftOver(pair, { source, target }, setOf(shared)) : [];
  if (left.length > 0)
    flags.push({
      code: 'source_word_left',
      message: `Still in the source language: ${left.join(', ')}.`,
      details: { found: left.join(', ') },
    });
  const missing = names ? missingNames(source, target, setOf(names)) : [];
  if (missing.length > 0)
    flags.push({
      code: 'name_missing',
      message: `Your other translations keep it, this one lacks it: ${missing.join(', ')}.`,
      details: { found: missing.join(', ') },
    });
  if (letters && isUnlike(target, letters))
    flags.push({ code: 'unlike_before', message: 'The translation reads unlike your other texts.' });
  return flags;
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Made once for all texts that are checked. */
function setOf(words: readonly string[]): ReadonlySet<string> {
  const own = sets.get(words) ?? new Set(words);
  sets.set(words, own);
  return own;
}

function lengthOf(texts: readonly ConfirmedPair[]): { mean: number; deviation: number } {
  return spreadOf(
    texts.flatMap(({ source, target }) =>
      source.length < MIN_LETTERS || target === '' ? [] : [Math.log(target.length / source.length)],
    ),
  );
}

function spreadOf(values: readonly number[]): { mean: number; deviation: number } {
  const meanOf = (all: readonly number[]): number =>
    all.reduce((sum, value) => sum + value, 0) / Math.max(1, all.length);
  const mean = meanOf(values);
  return { mean, deviation: Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2))) };
}

function isShort(
  source: string,
  target: string,
  { mean, deviation }: NonNullable<MemoryChecks['length']>,
): boolean {
  if (source.length < MIN_LETTERS) return false;
  return Math.log(target.length / source.length) < mean - DEVIATIONS * Math.max(deviation, MIN_DEVIATION);
}

/** Words of a text, with whether each stands in a place where a capital means a name. */
function namesIn(text: string): string[] {
  const found: string[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const isOpening = /(?:^|[.!?:…]['"”’»)]*\s+|[¿¡"“«(]\s*)$/u.test(
      text.slice(Math.max(0, index - 6), index),
    );
    if (CODE_NAME.test(word) || (/^\p{Lu}\p{Ll}/u.test(word) && !isOpening && index > 0)) found.push(word);
  }
  return found;
}

function smallWords(text: string): string[] {
  return [...text.matchAll(WORD)].flatMap(([word]) =>
    word.length >= MIN_WORD && /^\p{Ll}[\p{Ll}\p{M}]+$/u.test(word) ? [word] : [],
  );
}

function wordsOf(texts: readonly ConfirmedPair[]): { names: string[]; shared: string[] } {
  const seen = new Map<string, { times: number; kept: number }>();
  const [sources, targets] = [new Set<string>(), new Set<string>()];
  for (const { source, target } of texts) {
    const own = new Set(target.match(WORD));
    for (const name of new Set(namesIn(source))) {
      const known = seen.get(name) ?? { times: 0, kept: 0 };
      known.times++;
      if (own.has(name)) known.kept++;
      seen.set(name, known);
    }
    for (const word of smallWords(source)) sources.add(word);
    for (const word of smallWords(target)) targets.add(word);
  }
  const names = [...seen].flatMap(([name, { times, kept }]) =>
    times >= MIN_NAME_SEEN && kept >= MIN_KEPT_SHARE * times ? [name] : [],
  );
  return {
    names: names.slice(0, MAX_NAMES),
    shared: [...targets].filter((word) => sources.has(word)).slice(0, MAX_SHARED),
  };
}

function missingNames(source: string, target: string, names: ReadonlySet<string>): string[] {
  const wanted = [...new Set(namesIn(source))].filter((name) => names.has(name));
  return wanted.filter((name) => !target.includes(name));
}

function leftOver(
  pair: CheckedPair,
  { source, target }: ConfirmedPair,
  shared: ReadonlySet<string>,
): string[] {
  const own = new Set(smallWords(source));
  const engine = new Set(pair.engine === undefined ? [] : smallWords(readableText(pair.engine)));
  return [...new Set(smallWords(target))].filter(
    (word) => own.has(word) && !shared.has(word) && !engine.has(word),
  );
}

const BUCKETS = 16_384;
const STEP = 16;
const MIN_TEXT = 30;
/** Times that a group never seen counts as seen. */
const UNSEEN = 0.01;
const LETTER_DEVIATIONS = 3.5;
/** Bits. A memory of texts that are all alike says little about others. */
const MIN_LETTER_DEVIATION = 0.4;

function bucketOf(text: string, at: number): number {
  const unit = (back: number): number => (at < back ? 32 : text.charCodeAt(at - back));
  const hash = Math.imul(Math.imul(unit(2), 31) + unit(1), 0x9e3779b1) ^ Math.imul(unit(0), 0x85ebca6b);
  return (hash >>> 16) % BUCKETS;
}

/** Groups of three letters, hashed: small enough to be sent along with each edit. Texts in small letters. */
function createLetterTable(texts: readonly string[]): string {
  const counts = new Float64Array(BUCKETS);
  const contexts = new Map<string, number>();
  const owners = new Map<number, string>();
  for (const text of texts)
    for (let at = 0; at < text.length; at++) {
      const context = text.slice(Math.max(0, at - 2), at);
      contexts.set(context, (contexts.get(context) ?? 0) + 1);
      const bucket = bucketOf(text, at);
      counts[bucket]!++;
      owners.set(bucket, context);
    }
  const bits = Uint8Array.from(counts, (count, bucket) => {
    const all = contexts.get(owners.get(bucket) ?? '') ?? 0;
    return Math.min(255, Math.round(-STEP * Math.log2((count + UNSEEN) / (Math.max(all, count) + 1))));
  });
  return Buffer.from(bits).toString('base64');
}

/** More than almost all texts take that the table has not seen. */
function mostBits(table: string, texts: readonly string[]): number {
  const bits = Buffer.from(table, 'base64');
  const rates = texts.flatMap((text) => (text.length < MIN_TEXT ? [] : [bitsOf(text, bits)]));
  const { mean, deviation } = spreadOf(rates);
  return mean + LETTER_DEVIATIONS * Math.max(deviation, MIN_LETTER_DEVIATION);
}

function bitsOf(text: string, bits: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum += bits[bucketOf(text, at)]!;
  return sum / STEP / text.length;
}

const tables = new WeakMap<LetterTable, Uint8Array>();

function isUnlike(target: string, table: LetterTable): boolean {
  if (target.length < MIN_TEXT) return false;
  const bits = tables.get(table) ?? Buffer.from(table.bits, 'base64');
  tables.set(table, bits);
  return bitsOf(target.toLowerCase(), bits) > table.most;
}
