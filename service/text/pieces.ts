import { formatCoded } from './codes.ts';
import type { Token } from './codes.ts';
import { labelSpans } from './labels.ts';
import { BARRIER } from './locks.ts';
import { betweenTexts, scan } from './protected/scan.ts';
import type { Active } from './protected/scan.ts';
import { merged } from './spans.ts';
import type { Span } from './spans.ts';

/**
 * White space that may be a wall: more than one, or a line break or tab; or a sign that separates texts in
 * one line, or leads from a menu to its items (`File > Open`).
 */
const WIDE =
  / {1,9}[|¦•→›▸☐☑☒] {1,9}|(?<=[\p{L}\p{N}}%)])\|(?=[\p{L}\p{N}{%([])|(?<=\p{L}{2}["'”’)\]]?) {1,9}[>»/] {1,9}(?=["'“‘([]?\p{Lu})|[\s\u0085]{2,}|[\t\n\v\f\r\u0085\u2028\u2029]/gu;
const ANY_WIDE = new RegExp(WIDE.source, 'u');
const BREAK = /[\t\n\v\f\r\u0085\u2028\u2029]/u;
const SENTENCE_END = /[.!?:…]/u;
const SEPARATOR = /[|¦•→›▸☐☑☒>»/]/u;

/**
 * Whether white space separates texts, so that words never move across it: line breaks and tabs, space wide
 * enough to be layout, and the wide space between two sentences.
 */
function isWide(space: string, width: number, before: string | undefined): boolean {
  return BREAK.test(space) || SEPARATOR.test(space) || width > 2 || SENTENCE_END.test(before ?? '');
}

/** White space at the end of the text before an index, or at the start of the next; across pair ends. */
function spaceBeside(tokens: readonly Token[], from: number, step: 1 | -1): number {
  let at = from + step;
  while (tokens[at]?.kind === 'open' || tokens[at]?.kind === 'close') at += step;
  const token = tokens[at];
  if (token?.kind !== 'text') return 0;
  const rest = step === 1 ? token.text.trimStart() : token.text.trimEnd();
  return token.text.length - rest.length;
}

/** A part of a segment between two walls, as well nested tokens. Excludes pairs around all of it. */
interface Piece {
  readonly tokens: readonly Token[];
  /** Pairs that were open before it and end in it, so they begin with it. */
  readonly entering: ReadonlySet<number>;
  /** Pairs that begin in it and continue after it. */
  readonly leaving: ReadonlySet<number>;
}

/** Pieces, and the walls between them: always one fewer. `undefined` is an invisible wall. */
export interface Pieces {
  readonly pieces: readonly Piece[];
  readonly walls: readonly (Token | undefined)[];
}

/** The codes that cut a segment: standalone codes that are walls, and pairs that the filter wants kept. */
export interface Cuts {
  readonly walls: ReadonlySet<number>;
  readonly kept: ReadonlySet<number>;
  /** Syntaxes besides those of any prose. */
  readonly active?: Active | undefined;
}

/** Whether the space in plain text may be a wall. */
function mayHaveWalls(plain: string): boolean {
  return ANY_WIDE.test(plain);
}

/** Cuts well nested tokens at their walls. */
export function cutAtWalls(tokens: readonly Token[], { walls: isWall, kept, active }: Cuts): Pieces {
  const walls: (Token | undefined)[] = [];
  const cut: Token[][] = [[]];
  const wall = (token: Token | undefined) => {
    walls.push(token);
    cut.push([]);
  };
  const between = spansBetweenTexts(tokens, active);
  for (const [n, token] of tokens.entries()) {
    if (token.kind === 'standalone') between.of(BARRIER.length);
    if (token.kind === 'standalone' && isWall.has(token.id)) wall(token);
    else if (token.kind !== 'text') cut.at(-1)!.push(token);
    else {
      if (beginsAnew(tokens, n, kept)) {
        const opened = cut.at(-1)!;
        const from = opened.findLastIndex(({ kind }) => kind !== 'open') + 1;
        wall(undefined);
        cut.at(-1)!.push(...opened.splice(from));
      }
      let from = 0;
      for (const { start, end } of wallsIn(tokens, n, between.of(token.text.length), active)) {
        if (start > from) cut.at(-1)!.push({ kind: 'text', text: token.text.slice(from, start) });
        wall({ kind: 'text', text: token.text.slice(start, end) });
        from = end;
      }
      if (from < token.text.length) cut.at(-1)!.push({ kind: 'text', text: token.text.slice(from) });
    }
  }
  return { pieces: cut.map(closedPiece), walls };
}

/** The spans between texts, also across codes. `of`: finds spans in the concatenated text. */
function spansBetweenTexts(
  tokens: readonly Token[],
  active: Active | undefined,
): { of(length: number): Span[] } {
  const plain = tokens
    .map((token) => (token.kind === 'text' ? token.text : token.kind === 'standalone' ? BARRIER : ''))
    .join('');
  const labels = labelSpans(plain);
  const spans = merged(labels, betweenTexts(plain, active));
  if (spans.length === 0) return { of: () => [] };
  let at = 0;
  let next = 0;
  return {
    of(length) {
      const [start, end] = [at, (at += length)];
      const own: Span[] = [];
      for (; next < spans.length && spans[next]!.start < end; next++) {
        const span = spans[next]!;
        own.push({ start: Math.max(span.start - start, 0), end: Math.min(span.end, end) - start });
        if (span.end > end) break;
      }
      return own.filter((span) => span.end > span.start);
    },
  };
}

/** The walls in a text: `between`, and wide white space outside protected parts. */
function wallsIn(
  tokens: readonly Token[],
  n: number,
  between: readonly Span[],
  active: Active | undefined,
): readonly Span[] {
  const token = tokens[n]!;
  if (token.kind !== 'text' || !mayHaveWalls(token.text)) return between;
  const { text } = token;
  const hidden = SEPARATOR.test(text) ? scan(text, active) : [];
  let next = 0;
  const wide: Span[] = [];
  for (const { 0: space, index } of text.matchAll(WIDE)) {
    // Not that of {{ name | upper }}.
    while (next < hidden.length && hidden[next]!.end <= index) next++;
    if (SEPARATOR.test(space) && (hidden[next]?.start ?? Infinity) < index) continue;
    const end = index + space.length;
    const width =
      space.length +
      (index === 0 ? spaceBeside(tokens, n, -1) : 0) +
      (end === text.length ? spaceBeside(tokens, n, 1) : 0);
    if (isWide(space, width, text[index - 1])) wide.push({ start: index, end });
  }
  return merged(between, wide);
}

/**
 * Whether a text begins anew without a space: after the border of a link, an insertion or a control, and with
 * a capital, `revision</1>The last`. A mere format may have one within a word: `<1>Java</1>Script`.
 */
function beginsAnew(tokens: readonly Token[], at: number, kept: ReadonlySet<number>): boolean {
  const token = tokens[at];
  if (kept.size === 0 || token?.kind !== 'text' || !/^\p{Lu}\p{Ll}/u.test(token.text)) return false;
  let before = at - 1;
  let isBorder = false;
  for (; before >= 0; before--) {
    const code = tokens[before]!;
    if (code.kind === 'text' || code.kind === 'standalone') break;
    isBorder ||= kept.has(code.id);
  }
  const last = tokens[before];
  return isBorder && last?.kind === 'text' && /\p{Ll}{2}$/u.test(last.text);
}

/** Adds a piece's missing ends. */
function closedPiece(tokens: readonly Token[]): Piece {
  const open: number[] = [];
  const entering: number[] = [];
  for (const token of tokens) {
    if (token.kind === 'open') open.push(token.id);
    else if (token.kind === 'close' && open.pop() === undefined) entering.push(token.id);
  }
  return {
    tokens: [
      ...entering.toReversed().map((id): Token => ({ kind: 'open', id })),
      ...tokens,
      ...open.toReversed().map((id): Token => ({ kind: 'close', id })),
    ],
    entering: new Set(entering),
    leaving: new Set(open),
  };
}

/**
 * Joins the translations of pieces. A pair that crosses a wall begins where it does in its first piece, or
 * later if the engine lost it there, and ends likewise.
 */
export function joinPieces({ pieces, walls }: Pieces, targets: readonly (readonly Token[])[]): Token[] {
  const joined: Token[] = [];
  /** Pairs of the previous piece that have not begun yet. */
  let late: Token[] = [];
  for (const [n, { entering, leaving }] of pieces.entries()) {
    const own = new Set(targets[n]!.map((token) => (token.kind === 'open' ? token.id : undefined)));
    for (const id of entering) if (!own.has(id)) joined.push({ kind: 'close', id });
    const wall = n > 0 ? walls[n - 1] : undefined;
    if (wall) joined.push(wall);
    for (const token of late) joined.push(token);
    for (const token of targets[n]!) {
      const isCut =
        (token.kind === 'open' && entering.has(token.id)) ||
        (token.kind === 'close' && leaving.has(token.id));
      if (!isCut) joined.push(token);
    }
    late = [...leaving].flatMap((id): Token[] => (own.has(id) ? [] : [{ kind: 'open', id }]));
  }
  return joined;
}

export function formatPiece(piece: Piece): string {
  return formatCoded(piece.tokens);
}
