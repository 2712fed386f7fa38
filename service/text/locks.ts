import { formatCoded, parseCoded } from './codes.ts';
import type { Token } from './codes.ts';

/** Tokens removed from a segment, by the id of the standalone code in their place. */
export type Held = ReadonlyMap<number, readonly Token[]>;

export interface Locked {
  /** Coded text with a standalone code for each removed part. */
  readonly text: string;
  readonly held: Held;
}

/** As `Locked`, with the replaced plain text. */
export interface Replaced extends Locked {
  readonly sources: ReadonlyMap<number, string>;
}

/** A part of plain text to remove, and the plain text to insert later. */
export interface LockSpan {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** The highest code id of the tokens; 0 without codes. */
export function highestId(tokens: readonly Token[]): number {
  return tokens.reduce(
    (highest, token) => (token.kind === 'text' ? highest : Math.max(highest, token.id)),
    0,
  );
}

/**
 * Replaces parts of a segment by standalone codes with ids above its own and above `lastId`, so that no
 * engine can touch them. `spansOf` gets each run of text between codes, and its start in `textWithBarriers`;
 * it returns ordered spans that do not overlap.
 */
export function lock(
  coded: string,
  spansOf: (plain: string, start: number) => readonly LockSpan[],
  lastId = 0,
): Locked {
  const tokens = parseCoded(coded);
  const held = new Map<number, readonly Token[]>();
  let id = Math.max(lastId, highestId(tokens));
  let at = 0;
  const locked: Token[] = [];
  for (const token of tokens) {
    const start = at;
    at += token.kind === 'standalone' ? BARRIER.length : lengthOf(token);
    const spans = token.kind === 'text' ? spansOf(token.text, start) : [];
    if (token.kind !== 'text' || spans.length === 0) {
      locked.push(token);
      continue;
    }
    let end = 0;
    for (const span of spans) {
      if (span.start > end) locked.push({ kind: 'text', text: token.text.slice(end, span.start) });
      held.set(++id, [{ kind: 'text', text: span.replacement }]);
      locked.push({ kind: 'standalone', id });
      end = span.end;
    }
    if (end < token.text.length) locked.push({ kind: 'text', text: token.text.slice(end) });
  }
  return held.size === 0 ? { text: coded, held } : { text: formatCoded(locked), held };
}

/** A standalone code within plain text: not a letter, not a space, and never part of a term. */
export const BARRIER = '\ufffc';

/**
 * As `lock`, for a segment's whole text: a span may continue across the codes of pairs if each pair that
 * begins or ends in it can be put around the replacement. Other spans with codes in them are left unchanged.
 */
export function lockAcross(
  coded: string,
  spansOf: (plain: string) => readonly LockSpan[],
  lastId = 0,
): Replaced {
  const tokens = parseCoded(coded);
  const places = placesOf(tokens);
  const sources = new Map<number, string>();
  const held = new Map<number, readonly Token[]>();
  const taken = new Set<number>();
  const kept: KeptSpan[] = [];
  let id = Math.max(lastId, highestId(tokens));
  for (const span of spansOf(places.plain)) {
    const around = pairsAround(tokens, places, span);
    if (!around) continue;
    for (const index of [...around.opens, ...around.closes]) taken.add(index);
    const pick = (indexes: readonly number[]): Token[] => indexes.map((index) => tokens[index]!);
    held.set(++id, [...pick(around.opens), { kind: 'text', text: span.replacement }, ...pick(around.closes)]);
    sources.set(id, places.plain.slice(span.start, span.end));
    kept.push({ ...span, id });
  }
  return { text: held.size === 0 ? coded : withCodes(tokens, places, kept, taken), held, sources };
}

/**
 * As `lock`, only for spans divided by codes; they come back with their codes. If a pair only begins or ends
 * in a span, its parts are removed one by one. Spans with standalone codes in them are left unchanged.
 */
export function lockDivided(
  coded: string,
  spansOf: (plain: string) => readonly Pick<LockSpan, 'start' | 'end'>[],
  lastId = 0,
): Locked {
  const held = new Map<number, readonly Token[]>();
  const tokens = parseCoded(coded);
  if (tokens.length < 3) return { text: coded, held };
  const places = placesOf(tokens);
  const taken = new Set<number>();
  const kept: KeptSpan[] = [];
  let id = Math.max(lastId, highestId(tokens));
  for (const span of spansOf(places.plain)) {
    const parts = partsOf(tokens, places, span);
    if (parts.length < 2 || places.plain.slice(span.start, span.end).includes(BARRIER)) continue;
    const whole = withWholePairs(tokens, places, span);
    for (const { start, end } of whole ? [span] : parts) {
      kept.push({ start, end, id: ++id });
      held.set(id, [{ kind: 'text', text: places.plain.slice(start, end) }]);
    }
    if (!whole) continue;
    const own: Token[] = [];
    const byToken = new Map(parts.map((part) => [part.index, part]));
    for (let index = whole.from; index <= whole.to; index++) {
      const token = tokens[index]!;
      const part = byToken.get(index);
      if (part) own.push({ kind: 'text', text: places.plain.slice(part.start, part.end) });
      else {
        own.push(token);
        taken.add(index);
      }
    }
    held.set(id, own);
  }
  return held.size === 0 ? { text: coded, held } : { text: withCodes(tokens, places, kept, taken), held };
}

interface KeptSpan {
  readonly start: number;
  readonly end: number;
  readonly id: number;
}

/** The segment with a standalone code for each span, without the removed codes. */
function withCodes(
  tokens: readonly Token[],
  { plain, starts }: Places,
  kept: readonly KeptSpan[],
  taken: ReadonlySet<number>,
): string {
  let next = 0;
  const locked = tokens.flatMap((token, index): Token[] => {
    if (token.kind !== 'text') return taken.has(index) ? [] : [token];
    const parts: Token[] = [];
    const end = starts[index]! + token.text.length;
    for (let at = starts[index]!; at < end;) {
      const span = kept[next];
      const stop = Math.min(span?.start ?? end, end);
      if (stop > at) {
        parts.push({ kind: 'text', text: plain.slice(at, stop) });
        at = stop;
      } else if (span) {
        // A span that continues from the previous text has its code there.
        if (span.start === at) parts.push({ kind: 'standalone', id: span.id });
        at = Math.min(span.end, end);
        if (at === span.end) next++;
      }
    }
    return parts;
  });
  return formatCoded(locked);
}

/** The whole text of a segment, with BARRIER for each standalone code. */
export function textWithBarriers(coded: string): string {
  return placesOf(parseCoded(coded)).plain;
}

/** The text of a segment's tokens, each token's start in it, and which tokens are text. */
interface Places {
  readonly plain: string;
  readonly starts: readonly number[];
  readonly texts: readonly number[];
}

function placesOf(tokens: readonly Token[]): Places {
  const starts: number[] = [];
  const texts: number[] = [];
  let plain = '';
  for (const [index, token] of tokens.entries()) {
    starts.push(plain.length);
    if (token.kind === 'text') texts.push(index);
    if (token.kind === 'text') plain += token.text;
    else if (token.kind === 'standalone') plain += BARRIER;
  }
  return { plain, starts, texts };
}

/** Codes in a span, and their other halves beside it. Undefined if they do not nest. */
function pairsAround(
  tokens: readonly Token[],
  { starts, texts }: Places,
  { start, end }: LockSpan,
): { opens: readonly number[]; closes: readonly number[] } | undefined {
  const first = textAt({ starts, texts }, start);
  const last = textAt({ starts, texts }, end - 1);
  const [opens, closes]: [number[], number[]] = [[], []];
  for (let i = first + 1; i < last; i++) {
    const { kind } = tokens[i]!;
    if (kind === 'standalone' || (kind === 'open' && closes.length > 0)) return undefined;
    if (kind === 'open') opens.push(i);
    else if (kind === 'close') closes.push(i);
  }
  const [before, after] = [start === starts[first], end === starts[last]! + lengthOf(tokens[last]!)];
  const outer: number[] = [];
  for (let i = first - 1; outer.length + opens.length < closes.length; i--) {
    if (!before || tokens[i]?.kind !== 'open') return undefined;
    outer.push(i);
  }
  for (let i = last + 1; closes.length < opens.length; i++) {
    if (!after || tokens[i]?.kind !== 'close') return undefined;
    closes.push(i);
  }
  return { opens: [...outer.reverse(), ...opens], closes };
}

interface TextPart {
  readonly start: number;
  readonly end: number;
  /** Index of its token. */
  readonly index: number;
}

/** A span token by token. */
function partsOf(
  tokens: readonly Token[],
  places: Places,
  { start, end }: Pick<LockSpan, 'start' | 'end'>,
): TextPart[] {
  const parts: TextPart[] = [];
  for (let index = textAt(places, start); index < tokens.length && places.starts[index]! < end; index++) {
    const from = places.starts[index]!;
    const length = lengthOf(tokens[index]!);
    if (length > 0) parts.push({ start: Math.max(start, from), end: Math.min(end, from + length), index });
  }
  return parts;
}

/**
 * The first and the last of the tokens that contain a span and both ends of each pair that begins or ends in
 * it. Undefined if such a pair contains other text.
 */
function withWholePairs(
  tokens: readonly Token[],
  places: Places,
  { start, end }: Pick<LockSpan, 'start' | 'end'>,
): { from: number; to: number } | undefined {
  const first = textAt(places, start);
  const last = textAt(places, end - 1);
  const [before, after] = [
    start === places.starts[first],
    end === places.starts[last]! + lengthOf(tokens[last]!),
  ];
  let open = 0;
  let unopened = 0;
  for (let i = first + 1; i < last; i++) {
    const { kind } = tokens[i]!;
    if (kind === 'open') open++;
    else if (kind === 'close' && open > 0) open--;
    else if (kind === 'close') unopened++;
  }
  if ((unopened > 0 && !before) || (open > 0 && !after)) return undefined;
  // Segments are well nested: the codes beside the span are the other halves.
  for (let i = 1; i <= unopened; i++) if (tokens[first - i]?.kind !== 'open') return undefined;
  for (let i = 1; i <= open; i++) if (tokens[last + i]?.kind !== 'close') return undefined;
  return { from: first - unopened, to: last + open };
}

/** The index of the text that contains an offset. */
function textAt({ starts, texts }: Pick<Places, 'starts' | 'texts'>, offset: number): number {
  let [low, high] = [0, texts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (starts[texts[middle]!]! <= offset) low = middle;
    else high = middle - 1;
  }
  return texts[low]!;
}

function lengthOf(token: Token): number {
  return token.kind === 'text' ? token.text.length : 0;
}

/** Puts removed tokens back. */
export function unlock(coded: string, held: Held): string {
  if (held.size === 0) return coded;
  return formatCoded(
    parseCoded(coded).flatMap(
      (token) => (token.kind === 'standalone' ? held.get(token.id) : undefined) ?? [token],
    ),
  );
}
