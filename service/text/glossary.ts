import { plainText } from './codes.ts';
import { lock } from './locks.ts';
import type { Locked } from './locks.ts';
import { charAt, charBefore, isSpacedWordChar } from './scripts.ts';

export interface GlossaryEntry {
  readonly term: string;
  readonly translation: string;
}

interface Term extends GlossaryEntry {
  readonly folded: string;
  /** Written with capitals: then only this spelling, or all capitals, is the term. */
  readonly cased: boolean;
}

/** A glossary made ready for search: terms by their first character, the longest first. */
export type Glossary = ReadonlyMap<string, readonly Term[]>;

interface Found {
  readonly term: Term;
  readonly start: number;
  readonly end: number;
}

/** Lower case, plain spaces and apostrophes, unit by unit, so that offsets stay those of the text. */
function fold(text: string): string {
  return text.replace(/[\s\u00a0’]|\p{Lu}/gu, (char) => {
    if (char === '’') return "'";
    const lower = char.toLowerCase();
    return lower.trim() === '' ? ' ' : lower.length === char.length ? lower : char;
  });
}

/** Where a term stands twice, the last one wins. Blank terms are none. */
export function compileGlossary(entries: readonly GlossaryEntry[]): Glossary {
  const terms = new Map<string, Term>();
  for (const { term, translation } of entries) {
    const trimmed = term.normalize('NFC').trim();
    if (trimmed === '') continue;
    const folded = fold(trimmed);
    terms.set(trimmed, { term: trimmed, translation, folded, cased: /\p{Lu}/u.test(trimmed) });
  }
  const byFirst = new Map<string, Term[]>();
  for (const term of terms.values()) {
    const first = term.folded[0]!;
    const group = byFirst.get(first);
    if (group) group.push(term);
    else byFirst.set(first, [term]);
  }
  for (const group of byFirst.values()) {
    // Of two spellings of one length the one with capitals is the more exact.
    group.sort((a, b) => b.folded.length - a.folded.length || Number(b.cased) - Number(a.cased));
  }
  return byFirst;
}

function isBoundary(text: string, index: number): boolean {
  return !isSpacedWordChar(charBefore(text, index)) || !isSpacedWordChar(charAt(text, index));
}

function spellingFits(term: Term, written: string): boolean {
  return !term.cased || fold1to1(written) === fold1to1(term.term) || isAllCapitals(written);
}

/** Spaces and apostrophes made plain, case kept. */
function fold1to1(text: string): string {
  return text.replace(/\s/gu, ' ').replaceAll('’', "'");
}

function isAllCapitals(text: string): boolean {
  return /\p{Lu}.*\p{Lu}/su.test(text) && !/\p{Ll}/u.test(text);
}

/** The terms of the glossary in plain text: whole words, the longest first, none overlapping another. */
function findTerms(plain: string, glossary: Glossary): Found[] {
  const folded = fold(plain);
  const found: Found[] = [];
  for (let at = 0; at < folded.length; at++) {
    const group = glossary.get(folded[at]!);
    if (group === undefined || !isBoundary(plain, at)) continue;
    const term = group.find(
      (one) =>
        folded.startsWith(one.folded, at) &&
        isBoundary(plain, at + one.folded.length) &&
        spellingFits(one, plain.slice(at, at + one.folded.length)),
    );
    if (!term) continue;
    const end = at + term.folded.length;
    found.push({ term, start: at, end });
    at = end - 1;
  }
  return found;
}

/** `server` → `servidor` is written `Servidor` where the text has `Server`, and `SERVIDOR` for `SERVER`. */
function inCaseOf(written: string, { term, translation, cased }: Term): string {
  if (isAllCapitals(written) && !isAllCapitals(term)) return translation.toUpperCase();
  if (cased || !/^\p{Lu}/u.test(written)) return translation;
  const first = charAt(translation, 0);
  return first.toUpperCase() + translation.slice(first.length);
}

/** A term of one letter may have a translation of a thousand: terms beyond this multiple of a text's length are left to the engine. */
const GROWTH = 8;
const GROWTH_BASE = 2_000;

/** Locks each term to its translation, for engines that know no glossaries; `unlock` puts the translations in. */
export function lockTerms(coded: string, glossary: Glossary): Locked {
  if (glossary.size === 0) return { text: coded, held: new Map() };
  let room = coded.length * GROWTH + GROWTH_BASE;
  return lock(coded, (plain) =>
    findTerms(plain, glossary).flatMap(({ term, start, end }) => {
      const replacement = inCaseOf(plain.slice(start, end), term);
      room -= replacement.length;
      return room < 0 ? [] : [{ start, end, replacement }];
    }),
  );
}

/** The glossary entries whose term is in the source but whose translation is not in the target, in any case. */
export function missingTerms(source: string, target: string, glossary: Glossary): GlossaryEntry[] {
  if (glossary.size === 0) return [];
  const found = findTerms(plainText(source), glossary);
  if (found.length === 0) return [];
  const written = fold(plainText(target).normalize('NFC'));
  const missing = [...new Set(found.map(({ term }) => term))].filter(
    (term) => !written.includes(fold(term.translation.normalize('NFC').trim())),
  );
  return missing.map(({ term, translation }) => ({ term, translation }));
}
