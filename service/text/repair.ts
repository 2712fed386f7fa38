import { formatCoded, parseCoded } from './codes.ts';
import type { Token } from './codes.ts';
import { mendSpaces } from './repair-spaces.ts';
import { putBack } from './word-positions.ts';

export interface Repaired {
  readonly text: string;
  /**
   * `intact`: all codes came back as they were. `repaired`: all came back, some had to be mended. `fallback`: some did
   * not; standalone ones stand at the word positions they had, the text of lost pairs is unformatted.
   */
  readonly outcome: 'intact' | 'repaired' | 'fallback';
}

/** The source's codes by id: what the target must hold. */
interface Inventory {
  readonly alone: ReadonlySet<number>;
  /** Pairs with visible text in them. */
  readonly pairs: ReadonlySet<number>;
  /** Pairs without, such as a superscript around a note mark, with the standalone codes in them. */
  readonly textless: ReadonlyMap<number, readonly number[]>;
}

function takeInventory(source: readonly Token[]): Inventory {
  const alone = new Set<number>();
  const pairs = new Set<number>();
  const textless = new Map<number, number[]>();
  for (const [start, token] of source.entries()) {
    if (token.kind === 'alone') alone.add(token.id);
    if (token.kind !== 'open') continue;
    const end = source.findIndex((one, n) => n > start && one.kind === 'close' && one.id === token.id);
    if (end < 0) continue;
    const inside = source.slice(start + 1, end);
    if (visible(inside).trim() !== '') pairs.add(token.id);
    else
      textless.set(
        token.id,
        inside.flatMap((one) => (one.kind === 'alone' ? [one.id] : [])),
      );
  }
  return { alone, pairs, textless };
}

function visible(tokens: readonly Token[]): string {
  return tokens.map((token) => (token.kind === 'text' ? token.text : '')).join('');
}

/**
 * Makes an engine's answer hold every code of its source once and well nested. Codes that the source does not have are
 * dropped, doubled ones are reduced to one, crossing pairs are cut to nest; see `Repaired` for what is missing. Every
 * standalone code of the source is in the result exactly once, whatever the answer was. Repairing twice changes nothing.
 */
export function repairCodes(source: string, answer: string): Repaired {
  if (!source.includes('<') && !answer.includes('<')) return { text: answer, outcome: 'intact' };
  const sourceTokens = parseCoded(source);
  const answerTokens = parseCoded(answer);
  if (isAsItWas(sourceTokens, answerTokens)) return { text: formatCoded(answerTokens), outcome: 'intact' };
  const inventory = takeInventory(sourceTokens);
  const nested = nest(oneRunEach(knownCodes(answerTokens, inventory), inventory));
  // Cutting may have left a pair without its text: then it is lost.
  const kept = oneRunEach(nested, inventory);
  const missing = missingCodes(kept, inventory);
  const complete = putBack(sourceTokens, wrapTextless(kept, missing, inventory), missing.points);
  const tokens = mendSpaces(sourceTokens, complete);
  const text = formatCoded(tokens);
  if (missing.points.length > 0 || missing.lost > 0) return { text, outcome: 'fallback' };
  return { text, outcome: text === formatCoded(answerTokens) ? 'intact' : 'repaired' };
}

/**
 * Whether there is nothing to mend, as in most answers: only pairs, in the source's order and nesting, each with words in it and
 * no white space inside that the source has outside. A shortcut only: what it says no to may still turn out intact.
 */
function isAsItWas(source: readonly Token[], answer: readonly Token[]): boolean {
  const codes = [...source.entries()].filter(([, { kind }]) => kind !== 'text');
  const open: number[] = [];
  const seen = new Set<number>();
  let next = 0;
  for (const [n, token] of answer.entries()) {
    if (token.kind === 'text') continue;
    const [at, own] = codes[next++] ?? [0, undefined];
    if (own?.kind !== token.kind || own.id !== token.id || token.kind === 'alone') return false;
    if (token.kind === 'open') {
      const inside = textOf(answer, n + 1);
      if (seen.has(token.id) || inside.trim() === '') return false;
      if (/^\s/u.test(inside) && !/^\s/u.test(textOf(source, at + 1))) return false;
      seen.add(token.id);
      open.push(token.id);
    } else {
      if (open.pop() !== token.id) return false;
      if (/\s$/u.test(textOf(answer, n - 1)) && !/\s$/u.test(textOf(source, at - 1))) return false;
    }
  }
  return next === codes.length && open.length === 0;
}

function textOf(tokens: readonly Token[], at: number): string {
  const token = tokens[at];
  return token?.kind === 'text' ? token.text : '';
}

/** Drops codes that are not the source's, gives the others the kind they have there, and keeps a standalone one once. */
function knownCodes(answer: readonly Token[], { alone, pairs, textless }: Inventory): Token[] {
  const seen = new Set<number>();
  return answer.flatMap((token): Token[] => {
    if (token.kind === 'text') return [token];
    const { id, kind } = token;
    if (alone.has(id)) {
      if (kind === 'close' || seen.has(id)) return [];
      seen.add(id);
      return [{ kind: 'alone', id }];
    }
    if (kind !== 'alone') return pairs.has(id) || textless.has(id) ? [token] : [];
    return textless.has(id)
      ? [
          { kind: 'open', id },
          { kind: 'close', id },
        ]
      : [];
  });
}

interface Run {
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

/** Of each pair the longest run stays; runs with no word between them count as one. */
function oneRunEach(tokens: readonly Token[], { pairs }: Inventory): Token[] {
  const runs = new Map<number, Run[]>();
  const opened = new Map<number, number>();
  for (const [n, token] of tokens.entries()) {
    if (token.kind === 'open' && !opened.has(token.id)) opened.set(token.id, n);
    if (token.kind !== 'close') continue;
    const start = opened.get(token.id);
    if (start === undefined) continue;
    opened.delete(token.id);
    runs.set(token.id, joinRun(runs.get(token.id) ?? [], start, n, tokens));
  }
  const kept = new Set<number>();
  for (const [id, all] of runs) {
    const best = all.reduce((longest, run) => (run.length > longest.length ? run : longest));
    if (best.length > 0 || !pairs.has(id)) kept.add(best.start).add(best.end);
  }
  return tokens.filter(({ kind }, n) => kind === 'text' || kind === 'alone' || kept.has(n));
}

function joinRun(runs: readonly Run[], start: number, end: number, tokens: readonly Token[]): Run[] {
  const previous = runs.at(-1);
  const joins = previous && !/[\p{L}\p{N}]/u.test(visible(tokens.slice(previous.end, start)));
  const from = joins ? previous.start : start;
  const run = { start: from, end, length: visible(tokens.slice(from, end)).trim().length };
  return joins ? [...runs.slice(0, -1), run] : [...runs, run];
}

/** Cuts a pair that crosses the end of the one around it: `<1>a<2>b</1>c</2>` → `<1>a<2>b</2></1>c`. */
function nest(tokens: readonly Token[]): Token[] {
  const open: number[] = [];
  return tokens.flatMap((token): Token[] => {
    if (token.kind === 'open') open.push(token.id);
    if (token.kind !== 'close') return [token];
    const at = open.lastIndexOf(token.id);
    if (at < 0) return [];
    return open
      .splice(at)
      .reverse()
      .map((id) => ({ kind: 'close', id }));
  });
}

interface Missing {
  /** Standalone codes and pairs without text that have to be put back, as groups of tokens. */
  readonly points: readonly (readonly Token[])[];
  /** Textless pairs to be put around a standalone code that is there: pair by code. */
  readonly around: ReadonlyMap<number, number>;
  /** How many pairs with text did not come back. */
  readonly lost: number;
}

function missingCodes(tokens: readonly Token[], { alone, pairs, textless }: Inventory): Missing {
  const present = new Set(tokens.flatMap((token) => (token.kind === 'text' ? [] : [token.id])));
  const around = new Map<number, number>();
  const points: Token[][] = [];
  const grouped = new Set<number>();
  for (const [id, inside] of textless) {
    if (present.has(id)) continue;
    const there = inside.find((one) => present.has(one) && !around.has(one));
    if (there !== undefined) {
      around.set(there, id);
      continue;
    }
    const own = inside.filter((one) => !present.has(one) && !grouped.has(one));
    for (const one of own) grouped.add(one);
    points.push([
      { kind: 'open', id },
      ...own.map((one): Token => ({ kind: 'alone', id: one })),
      { kind: 'close', id },
    ]);
  }
  for (const id of alone) if (!present.has(id) && !grouped.has(id)) points.push([{ kind: 'alone', id }]);
  return { points, around, lost: [...pairs].filter((id) => !present.has(id)).length };
}

function wrapTextless(tokens: readonly Token[], { around }: Missing, { textless }: Inventory): Token[] {
  if (around.size === 0) return [...tokens];
  return tokens.flatMap((token): Token[] => {
    const id = token.kind === 'alone' ? around.get(token.id) : undefined;
    if (id === undefined || !textless.has(id)) return [token];
    return [{ kind: 'open', id }, token, { kind: 'close', id }];
  });
}
