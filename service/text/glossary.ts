import { plainText } from './codes.ts';
import { composed } from './composed.ts';
import { isBeginningOfWord, isRestOfWord } from './joined-words.ts';
import { isBeforeParticle } from './korean-particles.ts';
import { BARRIER, lockAcross } from './locks.ts';
import type { Replaced } from './locks.ts';
import { normalForm } from './normal-form.ts';
import { withoutProtected } from './protected/scan.ts';
import type { Span } from './spans.ts';
import { charAt } from './scripts.ts';
import { termForms } from './term-forms.ts';
import { wordEdges } from './word-edges.ts';
import type { WordEdges } from './word-edges.ts';

/**
 * How a client wants a translation to be used, as in TBX: `preferred` (also without a status), `admitted` beside
 * it, `deprecated` (was used once), `forbidden`.
 */
export type TermStatus = 'preferred' | 'admitted' | 'deprecated' | 'forbidden';

/** A term may have several entries, one for each translation. */
export interface GlossaryEntry {
  readonly term: string;
  readonly translation: string;
  readonly status?: TermStatus;
  readonly note?: string;
  /** The translation is the term. */
  readonly do_not_translate?: boolean;
}

interface Term {
  readonly term: string;
  /** The one that is written: of several the last preferred, else the last admitted. Undefined if none may be. */
  readonly translation: string | undefined;
  /** That and the others that may be written. */
  readonly allowed: readonly string[];
  readonly forbidden: readonly string[];
  readonly folded: string;
  /** Written with capitals: then only this spelling, or all capitals, is the term. */
  readonly cased: boolean;
}

/** A glossary prepared for searching. */
export interface Glossary {
  readonly size: number;
  /** By composed spelling. */
  readonly exact: ReadonlyMap<string, Term>;
  /** Sorted by folded form, each once. */
  readonly nodes: readonly Node[];
  /** For the first UTF-16 unit of a term, the range of such nodes. */
  readonly byFirst: ReadonlyMap<string, readonly [start: number, end: number]>;
}

/** A folded form, and its terms. */
interface Node {
  readonly folded: string;
  /** Terms with capitals first, as they are more exact. */
  readonly terms: readonly Term[];
  /** The longest other form that is a prefix of this one. */
  readonly prefix: Node | undefined;
}

interface Found {
  readonly term: Term;
  /** The term as written in the text, composed (NFC). */
  readonly written: string;
  readonly start: number;
  readonly end: number;
}

/** Lower case, plain spaces and apostrophes, unit by unit, so that offsets do not change. */
function fold(text: string): string {
  return text.replace(/[\s\u00a0’]|\p{Lu}/gu, (char) => {
    if (char === '’') return "'";
    const lower = char.toLowerCase();
    return lower.trim() === '' ? ' ' : lower.length === char.length ? lower : char;
  });
}

/** Blank terms are ignored. */
export function compileGlossary(entries: readonly GlossaryEntry[]): Glossary {
  const terms = termsOf(entries);
  return { exact: terms, ...indexOf(terms.values()) };
}

/** By composed spelling. */
function termsOf(entries: readonly GlossaryEntry[]): Map<string, Term> {
  const byTerm = new Map<string, GlossaryEntry[]>();
  for (const entry of entries) {
    const term = normalForm(entry.term).trim();
    if (term === '') continue;
    const own = byTerm.get(term);
    if (own) own.push(entry);
    else byTerm.set(term, [entry]);
  }
  return new Map([...byTerm].map(([term, own]) => [term, termOf(term, own)]));
}

function termOf(term: string, entries: readonly GlossaryEntry[]): Term {
  const translationsOf = (...wanted: readonly (TermStatus | undefined)[]): string[] =>
    entries.filter(({ status }) => wanted.includes(status)).map(({ translation }) => translation);
  const [preferred, admitted] = [translationsOf(undefined, 'preferred'), translationsOf('admitted')];
  return {
    term,
    translation: preferred.at(-1) ?? admitted.at(-1),
    allowed: [...preferred, ...admitted],
    forbidden: translationsOf('forbidden'),
    folded: fold(term),
    cased: /\p{Lu}/u.test(term),
  };
}

/**
 * Where an entry stands among others, by its place from 0: the one with its term and translation, else, for
 * entries without a status, that of its term without a status. A term has one such translation and any number
 * with a status.
 */
export function entryPlaces(entries: readonly GlossaryEntry[]): {
  readonly placeOf: (entry: GlossaryEntry) => number | undefined;
  readonly put: (entry: GlossaryEntry, place: number) => void;
} {
  const [exact, plain] = [new Map<string, number>(), new Map<string, number>()];
  const key = ({ term, translation }: GlossaryEntry): string => JSON.stringify([term, translation]);
  const put = (entry: GlossaryEntry, place: number): void => {
    exact.set(key(entry), place);
    if (entry.status === undefined) plain.set(entry.term, place);
  };
  for (const [place, entry] of entries.entries()) put(entry, place);
  return {
    put,
    placeOf: (entry) =>
      exact.get(key(entry)) ?? (entry.status === undefined ? plain.get(entry.term) : undefined),
  };
}

/** Entries without those that a later one replaces, which takes the place of the first. */
export function uniqueEntries(entries: readonly GlossaryEntry[]): GlossaryEntry[] {
  const kept: GlossaryEntry[] = [];
  const places = entryPlaces([]);
  for (const entry of entries) {
    const place = places.placeOf(entry) ?? kept.length;
    kept[place] = entry;
    places.put(entry, place);
  }
  return kept;
}

/**
 * What an engine is told: each term once, with the translation that is to be written. Terms without one, whose
 * translations are all deprecated or forbidden, are left out.
 */
export function writtenEntries(entries: readonly GlossaryEntry[]): { term: string; translation: string }[] {
  return [...termsOf(entries).values()].flatMap(({ term, translation }) =>
    translation === undefined ? [] : [{ term, translation }],
  );
}

function indexOf(terms: Iterable<Term>): Omit<Glossary, 'exact'> {
  const byForm = new Map<string, Term[]>();
  for (const term of terms) {
    const group = byForm.get(term.folded);
    if (group) group.push(term);
    else byForm.set(term.folded, [term]);
  }
  const nodes: Node[] = [];
  const byFirst = new Map<string, [number, number]>();
  for (const folded of [...byForm.keys()].sort()) {
    // The prefixes of this form precede it in the order.
    let prefix = nodes.at(-1);
    while (prefix && !folded.startsWith(prefix.folded)) ({ prefix } = prefix);
    const own = byForm.get(folded)!.sort((a, b) => Number(b.cased) - Number(a.cased));
    const range = byFirst.get(folded[0]!);
    if (range) range[1] = nodes.length + 1;
    else byFirst.set(folded[0]!, [nodes.length, nodes.length + 1]);
    nodes.push({ folded, terms: own, prefix });
  }
  return { size: nodes.length, nodes, byFirst };
}

export const NO_GLOSSARY: Glossary = { size: 0, exact: new Map(), nodes: [], byFirst: new Map() };

function spellingFits(term: Term, written: string): boolean {
  return !term.cased || fold1to1(written) === fold1to1(term.term) || isAllCapitals(written);
}

/** Plain spaces and apostrophes, case kept. */
function fold1to1(text: string): string {
  return text.replace(/\s/gu, ' ').replaceAll('’', "'");
}

function isAllCapitals(text: string): boolean {
  return /\p{Lu}.*\p{Lu}/su.test(text) && !/\p{Ll}/u.test(text);
}

/**
 * The glossary's terms in plain text: whole words, longest first, without overlaps. At each word a binary
 * search among the sorted forms: 10,000 terms cost some fourteen comparisons, and memory in proportion to the
 * terms.
 */
function findTerms(text: string, glossary: Glossary): Found[] {
  const { text: plain, original } = composed(text);
  const folded = fold(plain);
  const edges = wordEdges(plain);
  const found: Found[] = [];
  for (let at = 0; at < folded.length; at++) {
    const range = glossary.byFirst.get(folded[at]!);
    if (range === undefined) continue;
    const term = longestTerm({ plain, folded, edges }, at, glossary.nodes, range);
    if (!term) continue;
    const end = at + term.folded.length;
    found.push({ term, written: plain.slice(at, end), start: original(at), end: original(end) });
    at = end - 1;
  }
  return found;
}

/** The spans of glossary terms in plain text, in order. */
export function termSpans(text: string, glossary: Glossary): Span[] {
  return glossary.size === 0 ? [] : findTerms(text, glossary);
}

interface Searched {
  readonly plain: string;
  readonly folded: string;
  readonly edges: WordEdges;
}

function longestTerm(
  { plain, folded, edges }: Searched,
  at: number,
  nodes: readonly Node[],
  [start, end]: readonly [number, number],
): Term | undefined {
  // The last form sorted before or at the text: all prefixes of the text are prefixes of that form.
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareAt(folded, at, nodes[middle]!.folded) < 0) high = middle;
    else low = middle + 1;
  }
  const last = low > start ? nodes[low - 1] : undefined;
  if (!last || isRestOfWord(plain, at)) return undefined;
  const shared = sharedLength(folded, at, last.folded);
  for (let node: Node | undefined = last; node; node = node.prefix) {
    const { length } = node.folded;
    if (length > shared || !edges.isEdge(at)) continue;
    if (!edges.isEdge(at + length) && !isBeforeParticle(plain, at, at + length)) continue;
    if (isBeginningOfWord(plain, at, at + length)) continue;
    const written = plain.slice(at, at + length);
    const term = node.terms.find((one) => spellingFits(one, written));
    if (term) return term;
  }
  return undefined;
}

/** Compares the text from `at` on with a form: below 0 if it sorts before it; 0 if it starts with it. */
function compareAt(text: string, at: number, form: string): number {
  const shared = sharedLength(text, at, form);
  if (shared === form.length) return 0;
  if (at + shared >= text.length) return -1;
  return text.charCodeAt(at + shared) - form.charCodeAt(shared);
}

function sharedLength(text: string, at: number, form: string): number {
  let length = 0;
  while (length < form.length && text.charCodeAt(at + length) === form.charCodeAt(length)) length++;
  return length;
}

/** `server` → `servidor` becomes `Servidor` if the text has `Server`, and `SERVIDOR` for `SERVER`. */
function inCaseOf(written: string, { term, cased }: Term, translation: string): string {
  if (isAllCapitals(written) && !isAllCapitals(term)) return translation.toUpperCase();
  if (cased || !/^\p{Lu}/u.test(written)) return translation;
  const first = charAt(translation, 0);
  return first.toUpperCase() + translation.slice(first.length);
}

/** One-letter terms may have long translations: beyond this growth they are left to the engine. */
const GROWTH = 8;
const GROWTH_BASE = 2_000;

/**
 * Replaces each term by a locked code for its translation, for engines without glossaries; `unlock` inserts
 * the translations. A format that begins or ends within a term applies to its whole translation.
 */
export function lockTerms(coded: string, glossary: Glossary): Replaced {
  if (glossary.size === 0) return { text: coded, held: new Map(), sources: new Map() };
  let room = coded.length * GROWTH + GROWTH_BASE;
  return lockAcross(coded, (plain) =>
    findTerms(plain, glossary).flatMap(({ term, written, start, end }) => {
      if (term.translation === undefined) return [];
      const replacement = inCaseOf(written, term, term.translation);
      room -= replacement.length;
      return room < 0 ? [] : [{ start, end, replacement }];
    }),
  );
}

/** The translation of plain text that is exactly a term in the glossary's spelling. */
export function translationOf(plain: string, { exact }: Glossary): string | undefined {
  return exact.get(normalForm(plain))?.translation;
}

/** Entries with a term in the source, outside URLs, placeholders and code, which come back unchanged. */
export function occurringTerms(
  source: string,
  glossary: Glossary,
): { readonly term: string; readonly translation: string }[] {
  return termsIn(source, glossary).flatMap(({ term, translation }) =>
    translation === undefined ? [] : [{ term, translation }],
  );
}

function termsIn(source: string, glossary: Glossary): Term[] {
  if (glossary.size === 0) return [];
  const words = withoutProtected(plainText(source), BARRIER);
  return [...new Set(findTerms(words, glossary).map(({ term }) => term))];
}

/** What a target does to the terms of its source. */
export interface TermFaults {
  /** Terms of which no allowed translation is in the target, with the one to write. */
  readonly missing: readonly { readonly term: string; readonly translation: string }[];
  /** Forbidden translations in the target, each with the one to write in its place, if there is one. */
  readonly forbidden: readonly {
    readonly term: string;
    readonly found: string;
    readonly preferred?: string;
  }[];
}

const NO_FAULTS: TermFaults = { missing: [], forbidden: [] };

/** `language`: the target's, for its endings. */
export function termFaults(source: string, target: string, glossary: Glossary, language = 'und'): TermFaults {
  const occurring = termsIn(source, glossary);
  if (occurring.length === 0) return NO_FAULTS;
  const written = plainText(target);
  const forms = termForms(written, fold, language);
  return {
    missing: occurring.flatMap(({ term, translation, allowed }) =>
      translation === undefined || allowed.some((one) => forms.has(one)) ? [] : [{ term, translation }],
    ),
    forbidden: occurring.flatMap(({ term, translation, allowed, forbidden }) =>
      forbidden
        .filter((found) => isWritten(found, written, allowed, language))
        .map((found) => ({ term, found, ...(translation === undefined ? {} : { preferred: translation }) })),
    ),
  };
}

/**
 * Of each term of the source that has several allowed translations, those that are in the target: of one within another
 * (`ordenador portátil`) the longer. Terms without any are left out.
 */
export function usedTranslations(
  source: string,
  target: string,
  glossary: Glossary,
  language = 'und',
): { readonly term: string; readonly used: readonly string[] }[] {
  const occurring = termsIn(source, glossary).filter(({ allowed }) => new Set(allowed).size > 1);
  if (occurring.length === 0) return [];
  const forms = termForms(plainText(target), fold, language);
  return occurring.flatMap(({ term, allowed }) => {
    const written = [...new Set(allowed)].filter((one) => forms.has(one));
    const used = written.filter(
      (one) => !written.some((other) => other !== one && fold(other).includes(fold(one))),
    );
    return used.length === 0 ? [] : [{ term, used }];
  });
}

/** An allowed translation may contain the forbidden word: `ordenador portátil` where `ordenador` is forbidden. */
function isWritten(word: string, target: string, allowed: readonly string[], language: string): boolean {
  const rest = allowed
    .filter((one) => fold(one).includes(fold(word)))
    .reduce((text, one) => fold(text).replaceAll(fold(one), BARRIER), target);
  return termForms(rest, fold, language).has(word);
}

/** Entries of which no allowed translation is in the target. `language`: the target's, for its endings. */
export function missingTerms(
  source: string,
  target: string,
  glossary: Glossary,
  language = 'und',
): TermFaults['missing'] {
  return termFaults(source, target, glossary, language).missing;
}
