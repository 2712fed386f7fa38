import { formatCoded } from './codes.ts';
import type { Token } from './codes.ts';

/** White space that may be a wall: more than one, or a line break or tab. */
const WIDE = /[\s\u0085]{2,}|[\t\n\v\f\r\u0085\u2028\u2029]/gu;
const BREAK = /[\t\n\v\f\r\u0085\u2028\u2029]/u;
const SENTENCE_END = /[.!?:…]/u;

/**
 * Whether white space parts a text, so that words never move across it: line breaks and tabs, what is wide enough to be layout,
 * and the wide space between two sentences.
 */
function isWide(space: string, before: string | undefined): boolean {
  return BREAK.test(space) || space.length > 2 || SENTENCE_END.test(before ?? '');
}

/** A part of a segment between two walls, as tokens that nest. Pairs around all of it are not in it. */
interface Piece {
  readonly tokens: readonly Token[];
  /** Pairs that were open before it and end in it, so that they begin with it. */
  readonly entering: ReadonlySet<number>;
  /** Pairs that begin in it and go on behind it. */
  readonly leaving: ReadonlySet<number>;
}

/** Pieces, and the walls between them: always one less. */
export interface Pieces {
  readonly pieces: readonly Piece[];
  readonly walls: readonly Token[];
}

/** Cuts well nested tokens at their walls; `isWall` says which standalone codes are some. */
export function cutAtWalls(tokens: readonly Token[], isWall: (id: number) => boolean): Pieces {
  const walls: Token[] = [];
  const cut: Token[][] = [[]];
  const wall = (token: Token) => {
    walls.push(token);
    cut.push([]);
  };
  for (const token of tokens) {
    if (token.kind === 'alone' && isWall(token.id)) wall(token);
    else if (token.kind !== 'text') cut.at(-1)!.push(token);
    else {
      let from = 0;
      for (const { 0: space, index } of token.text.matchAll(WIDE)) {
        if (!isWide(space, token.text[index - 1])) continue;
        if (index > from) cut.at(-1)!.push({ kind: 'text', text: token.text.slice(from, index) });
        wall({ kind: 'text', text: space });
        from = index + space.length;
      }
      if (from < token.text.length) cut.at(-1)!.push({ kind: 'text', text: token.text.slice(from) });
    }
  }
  return { pieces: cut.map(closedPiece), walls };
}

/** Adds the ends that a piece lacks. */
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
 * The translations of pieces as one text again. A pair that goes over a wall begins where it does in its first piece, or
 * behind that where the engine lost it there, and ends likewise.
 */
export function joinPieces({ pieces, walls }: Pieces, targets: readonly (readonly Token[])[]): Token[] {
  const joined: Token[] = [];
  /** Pairs of the piece before that have not begun yet. */
  let late: Token[] = [];
  for (const [n, { entering, leaving }] of pieces.entries()) {
    const own = new Set(targets[n]!.map((token) => (token.kind === 'open' ? token.id : undefined)));
    for (const id of entering) if (!own.has(id)) joined.push({ kind: 'close', id });
    if (n > 0) joined.push(walls[n - 1]!);
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
