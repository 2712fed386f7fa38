import { around, holds } from './blocks.ts';
import type { Box } from './blocks.ts';
import type { Piece } from './pieces.ts';
import { gridsOf } from './tables.ts';
import type { Rule, Shape } from './pdfium/drawings.ts';

/** A drawing, such as a chart: shapes, and the letters that name their parts. */
export interface Figure<Own extends Piece> {
  readonly box: Box;
  readonly mark: number;
  readonly pieces: readonly Own[];
}

interface Page {
  readonly shapes: readonly Shape[];
  /** Rectangles of lines. */
  readonly frames: readonly Box[];
  readonly rules: readonly Rule[];
  readonly width: number;
  readonly height: number;
}

/** Points. Shapes nearer to each other are one drawing. */
const NEAR = 6;
const [MIN_WIDTH, MIN_HEIGHT] = [50, 36];
/** The share of a page that is more than a drawing on it. */
const MAX_SHARE = 0.6;
/** Shapes of a drawing that have no text in them. */
const MIN_SHAPES = 3;
/** Cells with text that make lines a table. */
const MIN_CELLS = 3;
/** Words of a label, and letters of all labels of a drawing. */
const [MAX_WORDS, MAX_LETTERS] = [7, 900];
/** Em between a drawing and a label beside it. */
const BESIDE = 1.2;
/** By how much a frame is larger than the shapes in it. */
const FRAME = 5;
const CAPTION = /^\p{L}+\.?\s*\d+\s*[.:–—-]/u;

/** Drawings with their labels. Shapes behind text (shaded cells, boxes around paragraphs) are none. */
export function figuresOf<Own extends Piece>(page: Page, pieces: readonly Own[]): Figure<Own>[] {
  const area = page.width * page.height;
  const shapes = page.shapes.filter((shape) => areaOf(shape) < MAX_SHARE * area);
  if (shapes.length < MIN_SHAPES) return [];
  const tables = gridsOf(page.rules).filter(
    ({ cells }) => cells.filter(({ box }) => pieces.some((piece) => holds(box, piece))).length >= MIN_CELLS,
  );
  return groupsOf(shapes, page).flatMap((own): Figure<Own>[] => {
    const inner = clipped(around(own), page);
    if (inner.right - inner.left < MIN_WIDTH || inner.bottom - inner.top < MIN_HEIGHT) return [];
    const empty = own.filter((shape) => isSolid(shape) && !pieces.some((piece) => overlaps(shape, piece)));
    if (empty.length < MIN_SHAPES) return [];
    if (tables.some(({ box }) => sharedArea(box, inner) > 0.5 * areaOf(inner))) return [];
    const frame = page.frames
      .filter((one) => contains(one, inner) && areaOf(one) < FRAME * areaOf(inner))
      .sort((a, b) => areaOf(a) - areaOf(b))[0];
    const found = withLabels(frame ?? inner, pieces, frame === undefined);
    if (!areLabels(found.pieces) || areaOf(found.box) > MAX_SHARE * area) return [];
    return [{ ...found, mark: commonMark(own) }];
  });
}

function areLabels(pieces: readonly Piece[]): boolean {
  const letters = pieces.reduce((sum, { text }) => sum + text.length, 0);
  return letters <= MAX_LETTERS && pieces.every(isLabel);
}

function isLabel({ text }: Piece): boolean {
  return text.split(' ').length <= MAX_WORDS;
}

/** The pieces in a box, and those just beside it, which make it larger. */
function withLabels<Own extends Piece>(
  inner: Box,
  pieces: readonly Own[],
  isOpen: boolean,
): { box: Box; pieces: Own[] } {
  const inside = new Set(pieces.filter((piece) => overlaps(inner, piece)));
  let box = around([inner, ...inside]);
  if (isOpen) {
    const outside = pieces.filter(
      (piece) =>
        !inside.has(piece) &&
        isLabel(piece) &&
        !CAPTION.test(piece.text) &&
        overlaps(grown(inner, BESIDE * piece.size), piece),
    );
    // Text that goes on to the sides is a line of a paragraph.
    for (const piece of outside)
      if (piece.left > inner.left - 60 && piece.right < inner.right + 60 && isAlone(piece, pieces))
        inside.add(piece);
    box = around([box, ...inside]);
  }
  return { box: grown(box, 2), pieces: [...inside] };
}

/** Whether a piece has no line right above and below it, as lines of a paragraph do. */
function isAlone(piece: Piece, pieces: readonly Piece[]): boolean {
  const isStacked = (other: Piece): boolean =>
    other !== piece &&
    isWordy(other) &&
    Math.abs(other.base - piece.base) > 0.5 * piece.size &&
    Math.abs(other.base - piece.base) < 1.7 * piece.size &&
    other.left < piece.right &&
    other.right > piece.left;
  return !pieces.some(isStacked);
}

function isWordy({ text }: Piece): boolean {
  return text.split(' ').length > 4;
}

/**
 * Shapes that touch each other or nearly so, are in one frame, or on one line such as an axis. Found on a raster, since maps have
 * tens of thousands of them.
 */
function groupsOf(shapes: readonly Shape[], { width, height, frames, rules }: Page): Shape[][] {
  const [columns, rows] = [width, height].map((size) => Math.min(2_000, Math.ceil(size / NEAR) + 1)) as [
    number,
    number,
  ];
  const field = new Int32Array(columns * rows);
  const cellsOf = (shape: Box): [number, number, number, number] => [
    clamp(Math.floor(shape.left / NEAR), columns),
    clamp(Math.ceil(shape.right / NEAR), columns),
    clamp(Math.floor(shape.top / NEAR), rows),
    clamp(Math.ceil(shape.bottom / NEAR), rows),
  ];
  const ties = [
    ...frames.filter((frame) => areaOf(frame) < MAX_SHARE * width * height),
    ...rules.slice(0, MAX_RULES).map(boxOfRule),
  ];
  for (const box of [...shapes, ...ties]) {
    const [left, right, top, bottom] = cellsOf(box);
    for (let y = top; y <= bottom; y++) field.fill(-1, y * columns + left, y * columns + right + 1);
  }
  let groups = 0;
  for (let start = 0; start < field.length; start++) {
    if (field[start] !== -1) continue;
    const number = ++groups;
    const open = [start];
    field[start] = number;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const x = at % columns;
      for (const next of [x > 0 ? at - 1 : -1, x < columns - 1 ? at + 1 : -1, at - columns, at + columns])
        if (field[next] === -1) {
          field[next] = number;
          open.push(next);
        }
    }
  }
  const byNumber = new Map<number, Shape[]>();
  for (const shape of shapes) {
    const [left, , top] = cellsOf(shape);
    const number = field[top * columns + left]!;
    (byNumber.get(number) ?? byNumber.set(number, []).get(number)!).push(shape);
  }
  return [...byNumber.values()];
}

const MAX_RULES = 4_000;

function boxOfRule({ isVertical, at, from, to }: Rule): Box {
  return isVertical
    ? { left: at, right: at, top: from, bottom: to }
    : { left: from, right: to, top: at, bottom: at };
}

function sharedArea(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}

function clamp(value: number, count: number): number {
  return Math.min(count - 1, Math.max(0, value));
}

/** Not a line or a dot. */
function isSolid({ left, right, top, bottom }: Box): boolean {
  return right - left > 3 && bottom - top > 3 && Math.max(right - left, bottom - top) > 8;
}

function commonMark(shapes: readonly Shape[]): number {
  const counts = new Map<number, number>();
  for (const { mark } of shapes) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? -1;
}

function areaOf({ left, right, top, bottom }: Box): number {
  return (right - left) * (bottom - top);
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}

function contains(outer: Box, inner: Box): boolean {
  return (
    outer.left <= inner.left + 2 &&
    outer.right >= inner.right - 2 &&
    outer.top <= inner.top + 2 &&
    outer.bottom >= inner.bottom - 2
  );
}

function grown({ left, right, top, bottom }: Box, by: number): Box {
  return { left: left - by, right: right + by, top: top - by, bottom: bottom + by };
}

function clipped({ left, right, top, bottom }: Box, { width, height }: Page): Box {
  return {
    left: Math.max(0, left),
    right: Math.min(width, right),
    top: Math.max(0, top),
    bottom: Math.min(height, bottom),
  };
}

/** Size of a bullet that is drawn, and its distance from its text, in em. */
const [SMALLEST, LARGEST, INDENT] = [0.15, 0.6, 2.2];

/** Bullets that are drawn as shapes, as browsers do, as pieces. */
export function drawnBullets(shapes: readonly Shape[], pieces: readonly Piece[]): Piece[] {
  const bullets: Piece[] = [];
  for (const shape of shapes) {
    const [width, height] = [shape.right - shape.left, shape.bottom - shape.top];
    if (width > 12 || height > 12 || Math.max(width, height) > 1.3 * Math.min(width, height)) continue;
    const middle = (shape.top + shape.bottom) / 2;
    const beside = pieces.filter(
      (piece) => middle < piece.base && middle > piece.base - 0.8 * piece.size && isNear(piece, shape),
    );
    const [text] = beside;
    if (!text || beside.length > 1 || width < SMALLEST * text.size || width > LARGEST * text.size) continue;
    // A line that begins further out holds the shape within it.
    const isWithin = pieces.some(
      (other) => other !== text && Math.abs(other.base - text.base) < 2 && isNearer(other, text, shape),
    );
    if (isWithin) continue;
    bullets.push({
      ...text,
      ...{ left: shape.left, right: shape.right, text: '•', link: undefined, order: text.order - 0.5 },
      ...{ isBold: false, isItalic: false, spaceBefore: true, spaceAfter: true },
    });
  }
  return bullets;
}

function isNear(piece: Piece, shape: Box): boolean {
  const gap = piece.isRightToLeft ? shape.left - piece.right : piece.left - shape.right;
  return gap > 0 && gap < INDENT * piece.size;
}

function isNearer(other: Piece, text: Piece, shape: Box): boolean {
  return text.isRightToLeft
    ? other.left > shape.right && other.left < shape.right + 10 * text.size
    : other.right < shape.left && other.right > shape.left - 10 * text.size;
}
