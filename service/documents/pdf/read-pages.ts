import { hostile } from '../shared/refusals.ts';
import type { Box, Picture } from './blocks.ts';
import type { PagePieces } from './geometry.ts';
import { drawnBullets, figuresOf } from './figures.ts';
import { byDirection, fromFrame, intoFrame, piecesOf, UPRIGHT } from './pieces.ts';
import type { Frame, LetterCounts, Piece } from './pieces.ts';
import { drawingsOf, drawPage, pictureFile } from './pdfium/drawings.ts';
import type { Drawings } from './pdfium/drawings.ts';
import type { PdfFile, PdfPage } from './pdfium/document.ts';
import { annotationsOf, lettersOf, linksOf } from './pdfium/letters.ts';
import type { Font } from './pdfium/letters.ts';
import { createTreeReader } from './pdfium/tree.ts';
import type { TagElement } from './pdfium/tree.ts';

/** A page as it was read, in the frame of most of its text. */
export interface ReadPage extends PagePieces {
  readonly frame: Frame;
  readonly width: number;
  readonly height: number;
  /** Clockwise quarter turns for display. */
  readonly turns: number;
  /** Texts in other directions. */
  readonly turned: readonly { readonly frame: Frame; readonly pieces: readonly Piece[] }[];
  readonly letters: number;
  readonly unknown: number;
  /** Bullets that are shapes, not letters. */
  readonly bullets: readonly Piece[];
  /** Drawings with letters that are pictures now, and those letters. */
  readonly figures: number;
  readonly drawnPieces: readonly Piece[];
  /** A picture covers the page. */
  readonly isPicture: boolean;
  /** Pictures by the marked content that they are in. */
  readonly marked: ReadonlyMap<number, readonly Picture[]>;
}

export interface ReadPages {
  readonly pages: ReadPage[];
  readonly tree: TagElement;
  readonly counts: LetterCounts;
  readonly comments: number;
  readonly fields: number;
  /** Pages that PDFium could not open, from 0. */
  readonly lost: readonly number[];
  /** Pictures that are not in the result. */
  readonly picturesLeftOut: number;
}

const BASE_MS = 20_000;
const PAGE_MS = 200;
const MAX_LETTERS = 32_000_000;
/** Bytes of pictures in a document. */
const MAX_PICTURES = 64 * 1_048_576;
/** Points of a picture that is more than a line or a dot. */
const MIN_PICTURE = 12;
/** Vertical lines of a page that may separate cells. */
const MAX_BORDERS = 4_000;
/** The share of the page that a background covers. */
const BACKGROUND = 0.8;

export interface ReadOptions {
  /** From 0; undefined: all. */
  readonly pages: ReadonlySet<number> | undefined;
  readonly withTags: boolean;
  readonly withPictures: boolean;
  readonly now?: () => number;
}

/** Reads all pages. Throws `hostile_file` beyond the limits of time and size. */
export function readPages(
  file: PdfFile,
  { pages, withTags, withPictures, now = Date.now }: ReadOptions,
): ReadPages {
  const fonts = new Map<number, Font>();
  const tree = createTreeReader(file);
  const counts: LetterCounts = { letters: 0, unknown: 0, hidden: 0 };
  const read = { pages: [] as ReadPage[], comments: 0, fields: 0, lost: [] as number[], picturesLeftOut: 0 };
  const store = { bytes: 0, leftOut: 0 };
  const started = now();
  const allowed = BASE_MS + PAGE_MS * file.pageCount;
  for (let index = 0; index < file.pageCount; index++) {
    if (pages && !pages.has(index)) continue;
    if (now() - started > allowed)
      throw hostile(`reading it takes more than ${Math.round(allowed / 1_000)} seconds`);
    const page = file.page(index, (open) => {
      if (withTags) tree.add(open);
      const annotations = annotationsOf(file, open);
      read.comments += annotations.comments;
      read.fields += annotations.fields;
      return readPage(file, open, { fonts, counts, store: withPictures ? store : undefined });
    });
    if (page) read.pages.push(page);
    else read.lost.push(index);
    if (counts.letters > MAX_LETTERS) throw hostile('it has more than 32 million letters');
  }
  return { ...read, tree: tree.root, counts, picturesLeftOut: store.leftOut };
}

interface Reading {
  readonly fonts: Map<number, Font>;
  readonly counts: LetterCounts;
  readonly store: { bytes: number; leftOut: number } | undefined;
}

function readPage(file: PdfFile, page: PdfPage, { fonts, counts, store }: Reading): ReadPage {
  const before = { ...counts };
  const letters = lettersOf(file, page, fonts);
  const links = linksOf(file, page);
  const directions = byDirection(letters);
  const frame = directions[0]?.frame ?? UPRIGHT;
  const drawings = drawingsOf(file, page);
  const own = directions.map((direction) => ({
    frame: direction.frame,
    pieces: piecesOf(page.index, direction.letters, direction.frame, {
      links: links.map((link) => ({ ...link, box: intoFrame(direction.frame, link.box) })),
      borders: drawings.rules
        .map((rule) => turnedRule(direction.frame, rule))
        .filter(({ isVertical }) => isVertical)
        .slice(0, MAX_BORDERS),
      counts,
    }),
  }));
  const area = page.width * page.height;
  const isBackground = ({ left, right, top, bottom }: Box): boolean =>
    (right - left) * (bottom - top) > BACKGROUND * area;
  const isPicture = drawings.pictures.some(({ box }) => isBackground(box));
  const upright = own[0]?.pieces ?? [];
  const pictures: PlacedPicture[] = [];
  // Figures are cut out of the page as it is shown.
  const mayDraw = store !== undefined && frame === UPRIGHT && page.turns === 0;
  const drawn = mayDraw ? drawFigures(file, page, drawings, own, store) : NO_FIGURES;
  pictures.push(...drawn.pictures);
  for (const { box, pointer, mark } of store ? drawings.pictures : []) {
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    if (width < MIN_PICTURE || height < MIN_PICTURE || (isBackground(box) && letters.length > 0)) continue;
    const picture = store!.bytes < MAX_PICTURES ? pictureFile(file, page, pointer) : undefined;
    if (!picture) {
      store!.leftOut++;
      continue;
    }
    store!.bytes += picture.bytes.length;
    pictures.push({
      box: intoFrame(frame, box),
      mark,
      picture: { kind: 'picture', ...picture, width, height, alt: '' },
    });
  }
  const marked = new Map<number, Picture[]>();
  for (const { mark, picture } of pictures)
    if (mark >= 0) (marked.get(mark) ?? marked.set(mark, []).get(mark)!).push(picture);
  return {
    page: page.index,
    frame,
    width: page.width,
    height: page.height,
    turns: page.turns,
    pieces: upright.filter((piece) => !drawn.pieces.has(piece)),
    turned: own.slice(1).map((group) => ({
      ...group,
      pieces: group.pieces.filter((piece) => !drawn.pieces.has(piece)),
    })),
    bullets: frame === UPRIGHT ? drawnBullets(drawings.shapes, upright) : [],
    figures: drawn.withLetters,
    drawnPieces: [...drawn.pieces],
    rules: drawings.rules.map((rule) => turnedRule(frame, rule)),
    pictures,
    marked,
    isPicture,
    letters: counts.letters - before.letters,
    unknown: counts.unknown - before.unknown,
  };
}

interface PlacedPicture {
  readonly box: Box;
  readonly picture: Picture;
  /** Its marked content; -1 without. */
  readonly mark: number;
}

interface DrawnFigures {
  readonly pictures: readonly PlacedPicture[];
  /** Texts that are in the pictures. */
  readonly pieces: ReadonlySet<Piece>;
  readonly withLetters: number;
}

const NO_FIGURES: DrawnFigures = { pictures: [], pieces: new Set(), withLetters: 0 };
/** Pixels a point. */
const FIGURE_SCALE = 2.5;

/** Charts and other drawings as pictures, with their letters in them: loose labels help nobody. */
function drawFigures(
  file: PdfFile,
  page: PdfPage,
  drawings: Drawings,
  groups: readonly { readonly frame: Frame; readonly pieces: readonly Piece[] }[],
  store: { bytes: number; leftOut: number },
): DrawnFigures {
  const placed = groups.flatMap(({ frame, pieces }) =>
    pieces.map((source) => ({ ...source, ...fromFrame(frame, source), source })),
  );
  const pieces = new Set<Piece>();
  const pictures: PlacedPicture[] = [];
  let withLetters = 0;
  const { width, height } = page;
  for (const figure of figuresOf({ ...drawings, width, height }, placed)) {
    const bytes = store.bytes < MAX_PICTURES ? drawPage(file, page, FIGURE_SCALE, figure.box) : undefined;
    if (!bytes) continue;
    store.bytes += bytes.length;
    const { left, right, top, bottom } = figure.box;
    pictures.push({
      ...{ box: figure.box, mark: figure.mark },
      picture: { kind: 'picture', bytes, type: 'png', width: right - left, height: bottom - top, alt: '' },
    });
    if (figure.pieces.length > 0) withLetters++;
    for (const { source } of figure.pieces) pieces.add(source);
  }
  return { pictures, pieces, withLetters };
}

function turnedRule(frame: Frame, rule: PagePieces['rules'][number]): PagePieces['rules'][number] {
  if (frame === UPRIGHT || frame.sin === 0) return rule;
  const { isVertical, at, from, to } = rule;
  const box = isVertical
    ? { left: at, right: at, top: from, bottom: to }
    : { left: from, right: to, top: at, bottom: at };
  const turned = intoFrame(frame, box);
  return Math.abs(turned.right - turned.left) < Math.abs(turned.bottom - turned.top)
    ? { isVertical: true, at: turned.left, from: turned.top, to: turned.bottom }
    : { isVertical: false, at: turned.top, from: turned.left, to: turned.right };
}
