import { NO_RULES } from './code-rules.ts';
import type { CodeRules } from './code-rules.ts';
import type { Token } from './codes.ts';
import { takeInventory } from './inventory.ts';
import type { Inventory } from './inventory.ts';
import { keepApart, nest, oneRunEach } from './pair-runs.ts';
import { putBack } from './word-positions.ts';
import type { Lost } from './word-positions.ts';

interface Completed {
  readonly tokens: Token[];
  /** Whether a code was missing: it was restored by position or, if it was a format, dropped. */
  readonly hasLost: boolean;
}

/**
 * Makes any target contain its source's codes: each standalone one exactly once, pairs at most once, well
 * nested and by the filter's rules. Drops codes that the source lacks, and reduces doubled ones to one.
 * Missing codes are restored at their word positions, except lost formats. Changes no letter of the text.
 */
export function completeCodes(
  source: readonly Token[],
  target: readonly Token[],
  rules: CodeRules = NO_RULES,
): Completed {
  if (isComplete(source, target)) return { tokens: [...target], hasLost: false };
  const inventory = takeInventory(source, rules);
  const runs = oneRunEach(nest(oneRunEach(knownCodes(target, inventory), inventory)), inventory);
  const { lost, around } = missingCodes(source, runs, inventory);
  const complete = putBack(source, wrapped(runs, around), lost);
  const tokens = oneRunEach(keepApart(nest(complete), inventory), inventory);
  const present = idsIn(tokens);
  return { tokens, hasLost: lost.length > 0 || [...inventory.filled].some((id) => !present.has(id)) };
}

/**
 * Whether a target has its source's codes one by one, and words in a pair where the source has words: then
 * nothing needs to be done, as nearly always. A source is well nested and follows its filter's rules.
 */
function isComplete(source: readonly Token[], target: readonly Token[]): boolean {
  let at = 0;
  let depth = 0;
  for (let n = 0; n < source.length;) {
    const hadWords = isVisible(source[n]);
    const hasWords = isVisible(target[at]);
    if (depth > 0 && hadWords !== hasWords) return false;
    if (source[n]?.kind === 'text') n++;
    if (target[at]?.kind === 'text') at++;
    const [code, own] = [source[n++], target[at++]];
    if (code?.kind !== own?.kind) return false;
    if (code && own && code.kind !== 'text' && own.kind !== 'text' && code.id !== own.id) return false;
    if (code?.kind === 'open') depth++;
    if (code?.kind === 'close') depth--;
  }
  return target.slice(at).every(({ kind }) => kind === 'text');
}

function isVisible(token: Token | undefined): boolean {
  return token?.kind === 'text' && VISIBLE.test(token.text);
}

const VISIBLE = /\S/u;

/** Drops foreign codes, corrects the kinds of others, and keeps a standalone one once. */
function knownCodes(
  target: readonly Token[],
  { standalone, filled, textless, blank }: Inventory,
): readonly Token[] {
  const seen = new Set<number>();
  return target.flatMap((token): Token[] => {
    if (token.kind === 'text') return [token];
    const { id, kind } = token;
    if (standalone.has(id)) {
      if (kind === 'close' || seen.has(id)) return [];
      seen.add(id);
      return [{ kind: 'standalone', id }];
    }
    if (kind !== 'standalone') return filled.has(id) || textless.has(id) || blank.has(id) ? [token] : [];
    return textless.has(id) ? pairOf(id, []) : [];
  });
}

function pairOf(id: number, inside: readonly Token[]): Token[] {
  return [{ kind: 'open', id }, ...inside, { kind: 'close', id }];
}

function idsIn(tokens: readonly Token[]): Set<number> {
  return new Set(tokens.flatMap((token) => (token.kind === 'text' ? [] : [token.id])));
}

interface Missing {
  /** The codes to restore by position. */
  readonly lost: readonly Lost[];
  /** Textless pairs to put around an existing standalone code: by that code, outermost first. */
  readonly around: ReadonlyMap<number, readonly number[]>;
}

function missingCodes(source: readonly Token[], target: readonly Token[], inventory: Inventory): Missing {
  const present = idsIn(target);
  const lost: Lost[] = [];
  const around = new Map<number, number[]>();
  const grouped = new Set<number>();
  const nextPresent = nextPresentStandalones(source, present);
  /** After the last textless pair that was restored with its content. */
  let behind = 0;
  for (const [id, { start, end }] of inventory.extents) {
    if (present.has(id) || grouped.has(id)) continue;
    if (inventory.standalone.has(id)) lost.push({ id, open: [{ kind: 'standalone', id }] });
    else if (inventory.filledLater.has(id)) lost.push({ id, open: pairOf(id, []) });
    else if (inventory.kept.has(id))
      lost.push({ id, open: [{ kind: 'open', id }], close: [{ kind: 'close', id }] });
    else if (inventory.textless.has(id) && start >= behind) {
      const there = source[nextPresent[start]!];
      if (nextPresent[start]! < end && there?.kind === 'standalone') {
        const pairs = around.get(there.id);
        if (pairs) pairs.push(id);
        else around.set(there.id, [id]);
        continue;
      }
      behind = end;
      const own = source
        .slice(start + 1, end)
        .filter((token) => token.kind !== 'text' && !present.has(token.id));
      for (const token of own) if (token.kind !== 'text') grouped.add(token.id);
      lost.push({ id, open: pairOf(id, own) });
    }
  }
  return { lost, around };
}

/** For each index the next standalone code in the target, or the end. */
function nextPresentStandalones(source: readonly Token[], present: ReadonlySet<number>): Uint32Array {
  const next = new Uint32Array(source.length + 1).fill(source.length);
  for (let n = source.length - 1; n >= 0; n--) {
    const token = source[n]!;
    next[n] = token.kind === 'standalone' && present.has(token.id) ? n : next[n + 1]!;
  }
  return next;
}

function wrapped(tokens: readonly Token[], around: Missing['around']): readonly Token[] {
  if (around.size === 0) return tokens;
  return tokens.flatMap((token): Token[] => {
    const ids = token.kind === 'standalone' ? around.get(token.id) : undefined;
    return ids ? ids.reduceRight<Token[]>((inside, id) => pairOf(id, inside), [token]) : [token];
  });
}
