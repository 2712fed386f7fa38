import type { Token } from './codes.ts';

/** Signs that end a sentence or clause. */
const ENDING = /[.,;:!?…]/u;
/** Signs that a format may begin or end with, and that engines separate from its words. */
const LEADING = /[("'“‘«[{</@#$%&*~_-]/u;
const TRAILING = /[.,;:!?…)"'”’»\]}>%/*_-]/u;

/** The visible characters inside a pair's ends; empty if there is a code. */
interface Ends {
  first: string;
  last: string;
}

/**
 * Restores the source's signs at the ends of pairs: a bold word does not take in the full stop after it, and
 * a link keeps the slash that it begins with. Expects adjacent texts to be merged; changes no letter.
 */
export function repairSigns(source: readonly Token[], target: readonly Token[]): readonly Token[] {
  const wanted = endsOf(source);
  if (wanted.size === 0) return target;
  const tokens = [...target];
  const textAt = (at: number): string => {
    const token = tokens[at];
    return token?.kind === 'text' ? token.text : '';
  };
  const inserted = new Map<number, string>();
  for (const [n, token] of tokens.entries()) {
    if (token.kind === 'text') continue;
    const ends = wanted.get(token.id);
    if (!ends) continue;
    if (token.kind === 'open') {
      const inside = textAt(n + 1);
      const outside = textAt(n - 1);
      const takesIn =
        LEADING.test(ends.first) &&
        inside !== '' &&
        firstVisible(inside) !== ends.first &&
        outside.at(-1) === ends.first;
      if (!takesIn) continue;
      tokens[n - 1] = { kind: 'text', text: outside.slice(0, -1) };
      tokens[n + 1] = { kind: 'text', text: ends.first + inside };
    } else if (token.kind === 'close') {
      const inside = textAt(n - 1);
      const outside = textAt(n + 1);
      const bare = withoutEnding(inside);
      if (ends.last !== '' && !ENDING.test(ends.last) && bare !== inside && bare.trim() !== '') {
        tokens[n - 1] = { kind: 'text', text: bare };
        const signs = inside.slice(bare.length);
        if (tokens[n + 1]?.kind === 'text') tokens[n + 1] = { kind: 'text', text: signs + outside };
        else inserted.set(n, signs);
      } else if (
        TRAILING.test(ends.last) &&
        inside !== '' &&
        lastVisible(inside) !== ends.last &&
        outside.startsWith(ends.last)
      ) {
        tokens[n - 1] = { kind: 'text', text: inside + ends.last };
        tokens[n + 1] = { kind: 'text', text: outside.slice(1) };
      }
    }
  }
  if (inserted.size === 0) return tokens;
  return tokens.flatMap((token, n): Token[] => {
    const signs = inserted.get(n);
    return signs === undefined ? [token] : [token, { kind: 'text', text: signs }];
  });
}

/** Without the signs at its end, and the space before them: French has one. */
function withoutEnding(text: string): string {
  let end = text.length;
  while (end > 0 && ENDING.test(text[end - 1]!)) end--;
  return end === text.length ? text : text.slice(0, end).trimEnd();
}

function endsOf(tokens: readonly Token[]): Map<number, Ends> {
  const ends = new Map<number, Ends>();
  for (const [n, token] of tokens.entries()) {
    if (token.kind === 'open') {
      const next = tokens[n + 1];
      ends.set(token.id, { first: next?.kind === 'text' ? firstVisible(next.text) : '', last: '' });
    } else if (token.kind === 'close') {
      const own = ends.get(token.id);
      const before = tokens[n - 1];
      if (own && before?.kind === 'text') own.last = lastVisible(before.text);
    }
  }
  return ends;
}

/** Whether a pair's text begins or ends with other signs than the wanted text. */
export function hasOtherSigns(text: string, wanted: string, end: 'start' | 'end'): boolean {
  const [one, other] =
    end === 'start' ? [firstVisible(text), firstVisible(wanted)] : [lastVisible(text), lastVisible(wanted)];
  const isSign = end === 'start' ? LEADING : TRAILING;
  return one !== other && (isSign.test(one) || isSign.test(other));
}

function firstVisible(text: string): string {
  return text.trimStart().charAt(0);
}

function lastVisible(text: string): string {
  return text.trimEnd().slice(-1);
}
