import { parseCoded } from '../../text/codes.ts';
import type { Token } from '../../text/codes.ts';
import { beginsSmall, startsSentence } from './capitals.ts';

/**
 * Glossary terms by their standalone codes. After an article, Apertium takes a code for a sentence without a
 * noun (`each <1/>` → `cada cual`), and cannot order the words around it. So the term is sent as a word, in a
 * pair with the same id, and the code replaces the result. Order, prepositions and number are then right;
 * gender follows Apertium's word (carriers.ts).
 */
export type Terms = ReadonlyMap<number, string>;

/** An English noun that describes the next one, as a name does: `the Linux server`. */
const CARRIER = 'Linux';
/** USB-A, ISO-9001, 3D, H1N1: names that readers write the same way. */
const NAME = /^(?:[A-Z]{2,8}\d{0,5}(?:-[A-Z\d]{1,8}){1,3}|\d{1,3}[A-Z]|[A-Z]{1,4}\d[A-Z\d]{0,5})$/;
/** Owner of the word after it: `<1/>'s house`. */
const OWNER = 'Mary';
/** Not where `'s` is a verb, as in `<1/>'s not here`. */
const OWNED =
  /^['’]s (?!(?:an?|the|not|been|going|got|here|there|in|on|at|to|so|too|very|now|no)(?![a-z]))\p{L}/u;
/** Not after a noun, as in `the room 3B today`. */
const DETERMINED =
  /(?<![\p{L}\p{N}])(?:the|an?|this|that|these|those|each|every|any|some|no|our|your|my|his|her|its|their|with|without|for)(?: (?:new|old|red|blue|black|white|green|big|small|long|short|first|second|last|next|same|other|external|standard|free))? $/iu;
/** The noun that a name describes; excludes these words. */
const NOUN_AHEAD =
  /^ (?!(?:is|are|was|were|and|or|for|with|has|have|had|can|will|may|must|to|of|in|on|at|by|from|as|that|which|the|an?|than|into|if|when)(?![a-z]))[a-z]{3}/;

/**
 * `terms`, with a noun for each name before the word that it describes or owns: around a code Apertium keeps
 * the order of words, `the <1/> cable` → `el <1/> cable`.
 */
export function withNames(
  text: string,
  terms: Terms | undefined,
  shown: Terms | undefined,
): Terms | undefined {
  if (!shown || (!/>['’]s /.test(text) && ![...shown.values()].some((name) => NAME.test(name)))) return terms;
  const found = new Map(terms);
  const tokens = parseCoded(text);
  for (const [n, token] of tokens.entries()) {
    const [before, next] = [tokens[n - 1], tokens[n + 1]];
    if (token.kind !== 'standalone' || found.has(token.id) || next?.kind !== 'text') continue;
    if (shown.has(token.id) && OWNED.test(next.text)) found.set(token.id, OWNER);
    const isDetermined = before?.kind === 'text' && DETERMINED.test(before.text);
    if (isDetermined && NOUN_AHEAD.test(next.text) && NAME.test(shown.get(token.id) ?? ''))
      found.set(token.id, CARRIER);
  }
  return found.size === 0 ? terms : found;
}

export function hasTerm(terms: Terms, id: number | undefined): boolean {
  return id !== undefined && terms.has(id);
}

/** Characters allowed beside a term: a part of a word, as in `l'entreprise`, would be lost with it. */
const MAY_PRECEDE = /^$|[\s([{"“„«¿¡]$/u;
/** To Apertium the `'s` of an owner is a separate word; after a code it would read it as *is*. */
const MAY_FOLLOW = /^$|^[\s.,;:!?)\]}"”»…]|^['’]s(?![\p{L}\p{N}])/u;

/**
 * Not of a word to Apertium, which would leave them outside of the pair: `C++` came back as its code and `++`.
 * The code stands for all of the term, so the signs need not be sent.
 */
const SIGNS_AROUND = /^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu;

/** Replaces the codes that are between words by their terms. */
export function withTermWords(
  tokens: readonly Token[],
  given: Terms,
): { tokens: readonly Token[]; terms: Terms } {
  const terms = new Map<number, string>();
  if (given.size === 0) return { tokens, terms };
  const before = textsBeside(tokens);
  const after = textsBeside(tokens.toReversed()).reverse();
  const written = tokens.flatMap((token, n): Token[] => {
    const term = token.kind === 'standalone' ? given.get(token.id)?.replace(SIGNS_AROUND, '') : undefined;
    if (token.kind !== 'standalone' || !term) return [token];
    if (!MAY_PRECEDE.test(before[n]!) || !MAY_FOLLOW.test(after[n]!)) return [token];
    terms.set(token.id, term);
    return [
      { kind: 'open', id: token.id },
      { kind: 'text', text: term },
      { kind: 'close', id: token.id },
    ];
  });
  return { tokens: written, terms };
}

/** For each token the text before it, ignoring ends of pairs; a letter if another code precedes. */
function textsBeside(tokens: readonly Token[]): string[] {
  let last = '';
  return tokens.map((token) => {
    const own = last;
    if (token.kind === 'text') last = token.text;
    else if (token.kind === 'standalone') last = 'a';
    return own;
  });
}

/** Puts codes back in place of terms. Undefined if one is missing, split or capitalised differently. */
export function withTermCodes(
  tokens: readonly Token[],
  source: string,
  terms: Terms,
): readonly Token[] | undefined {
  if (terms.size === 0) return tokens;
  const written: Token[] = [];
  const seen = new Set<number>();
  let plain = '';
  for (let n = 0; n < tokens.length; n++) {
    const token = tokens[n]!;
    const term = token.kind === 'open' ? terms.get(token.id) : undefined;
    if (token.kind === 'open' && term !== undefined) {
      const [inside, end] = [tokens[n + 1], tokens[n + 2]];
      if (inside?.kind !== 'text' || end?.kind !== 'close' || seen.has(token.id)) return undefined;
      if (!hasOwnCapital(inside.text, plain, term, source)) return undefined;
      seen.add(token.id);
      // `cable de USB-A`: a name needs no preposition.
      const last = written.at(-1);
      if (term === CARRIER && last?.kind === 'text')
        written[written.length - 1] = { kind: 'text', text: last.text.replace(/(?<=^|\p{L}) de $/u, ' ') };
      written.push({ kind: 'standalone', id: token.id });
      plain += inside.text;
      n += 2;
      continue;
    }
    if (token.kind === 'text') plain += token.text;
    written.push(token);
  }
  return seen.size === terms.size ? written : undefined;
}

/** The translation's capital follows the term, not the start of a sentence. */
function hasOwnCapital(word: string, before: string, term: string, source: string): boolean {
  const begins = startsSentence(before, before.length);
  if (begins && /^\p{Ll}/u.test(term)) return beginsSmall(source);
  return (
    begins ||
    !/^\p{Lu}/u.test(term) ||
    !/^\p{Ll}/u.test(word) ||
    !startsSentence(source, source.indexOf(term))
  );
}
