import type { Token } from '../../text/codes.ts';
import { beginsSmall, startsSentence } from './capitals.ts';

/**
 * Glossary terms by their standalone codes. Behind an article, Apertium takes a code for a sentence without a
 * noun (`each <1/>` → `cada cual`), and has no order of words for it. So it gets the term as a word, in a
 * pair of the same id, and the code takes the place of what comes out: order, prepositions and number are
 * then right; gender is that of what Apertium writes for the word (carriers.ts).
 */
export type Terms = ReadonlyMap<number, string>;

export function hasTerm(terms: Terms, id: number | undefined): boolean {
  return id !== undefined && terms.has(id);
}

/** Characters allowed beside a term: a part of a word, as in `l'entreprise`, would go with it. */
const MAY_PRECEDE = /^$|[\s([{"“„«¿¡]$/u;
/** The `'s` of an owner is a word by itself to Apertium; behind a code it would read it as *is*. */
const MAY_FOLLOW = /^$|^[\s.,;:!?)\]}"”»…]|^['’]s(?![\p{L}\p{N}])/u;

/** Puts terms in place of those codes that are between words. */
export function withTermWords(
  tokens: readonly Token[],
  given: Terms,
): { tokens: readonly Token[]; terms: Terms } {
  const terms = new Map<number, string>();
  if (given.size === 0) return { tokens, terms };
  const before = textsBeside(tokens);
  const after = textsBeside(tokens.toReversed()).reverse();
  const written = tokens.flatMap((token, n): Token[] => {
    const term = token.kind === 'standalone' ? given.get(token.id) : undefined;
    if (token.kind !== 'standalone' || term === undefined) return [token];
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

/** For each token the text before it, ignoring ends of pairs; a letter where another code precedes. */
function textsBeside(tokens: readonly Token[]): string[] {
  let last = '';
  return tokens.map((token) => {
    const own = last;
    if (token.kind === 'text') last = token.text;
    else if (token.kind === 'standalone') last = 'a';
    return own;
  });
}

/** Puts codes back in place of terms. Undefined where one is missing, split or differently capitalised. */
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

/** A term's translation keeps the capital of its source: a sentence neither adds nor removes it. */
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
