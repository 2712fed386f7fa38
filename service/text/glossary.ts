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

export interface GlossaryEntry {
  readonly term: string;
  readonly translation: string;
}

interface Term extends GlossaryEntry {
  readonly folded: string;
  /** Written with capitals: then only this spelling, or all capitals, is the term. */
  readonly cased: boolean;
}

/** A glossary prepared for searching. */
export interface Glossary {
  readonly size: number;
  /** By composed spelling. */
  readonly exact: ReadonlyMap<string, GlossaryEntry>;
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

/** Of equal terms the last one wins. Blank terms are ignored. */
export function compileGlossary(entries: readonly GlossaryEntry[]): Glossary {
  const terms = new Map<string, Term>();
  for (const { term, translation } of entries) {
    const trimmed = normalForm(term).trim();
    if (trimmed === '') continue;
    const folded = fold(trimmed);
    terms.set(trimmed, { term: trimmed, translation, folded, cased: /\p{Lu}/u.test(trimmed) });
  }
  return { exact: terms, ...indexOf(terms.values()) };
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
function inCaseOf(written: string, { term, translation, cased }: Term): string {
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
      const replacement = inCaseOf(written, term);
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
export function occurringTerms(source: string, glossary: Glossary): GlossaryEntry[] {
  if (glossary.size === 0) return [];
  const words = withoutProtected(plainText(source), BARRIER);
  const found = new Set(findTerms(words, glossary).map(({ term }) => term));
  return [...found].map(({ term, translation }) => ({ term, translation }));
}

/** Entries whose translation is missing from the target. `language`: the target's, for its endings. */
export function missingTerms(
  source: string,
  target: string,
  glossary: Glossary,
  language = 'und',
): GlossaryEntry[] {
  const occurring = occurringTerms(source, glossary);
  if (occurring.length === 0) return [];
  const forms = termForms(plainText(target), fold, language);
  return occurring.filter(({ translation }) => !forms.has(translation));
}
