import { deflateSync, crc32 } from 'node:zlib';
import type { Box } from '../blocks.ts';
import { hostile } from '../../shared/refusals.ts';
import { nameOf } from './module.ts';
import type { Pdfium } from './module.ts';
import type { PdfFile, PdfPage } from './document.ts';

/** A straight line of a page that is horizontal or vertical. */
export interface Rule {
  readonly isVertical: boolean;
  /** Its place across: x of a vertical line, y of a horizontal one. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** A shape that a page draws, and the marked content that it is in (-1: none). */
export interface Shape extends Box {
  readonly mark: number;
}

/** A picture of a page, not decoded yet. */
export interface PictureObject {
  readonly box: Box;
  readonly pointer: number;
  readonly mark: number;
}

export interface Drawings {
  readonly rules: readonly Rule[];
  /** Curves, slanting lines and filled areas: drawings such as charts. */
  readonly shapes: readonly Shape[];
  /** Rectangles of lines. */
  readonly frames: readonly Box[];
  readonly pictures: readonly PictureObject[];
}

const MAX_OBJECTS = 200_000;
const MAX_PATHS = 60_000;
const MAX_FORM_DEPTH = 12;
const MAX_SEGMENTS = 2_000;
const [PATH, IMAGE, FORM] = [2, 3, 5];
/** A filled box this thin, in points, is a line. */
const THIN = 3;
const MIN_RULE = 4;

/** a, b, c, d, e, f: (x, y) → (ax + cy + e, bx + dy + f). */
type Matrix = readonly [number, number, number, number, number, number];

interface Walk {
  readonly pdfium: Pdfium;
  readonly page: PdfPage;
  readonly rules: Rule[];
  readonly shapes: Shape[];
  readonly frames: Box[];
  readonly pictures: PictureObject[];
  objects: number;
  paths: number;
}

/** Lines, shapes and pictures of a page. */
export function drawingsOf({ pdfium }: PdfFile, page: PdfPage): Drawings {
  const { api } = pdfium;
  const walk: Walk = { pdfium, page, rules: [], shapes: [], frames: [], pictures: [], objects: 0, paths: 0 };
  const count = api['FPDFPage_CountObjects']!(page.page);
  for (let i = 0; i < count; i++)
    visit(walk, api['FPDFPage_GetObject']!(page.page, i), [1, 0, 0, 1, 0, 0], 0);
  return walk;
}

function visit(walk: Walk, object: number, outer: Matrix, depth: number): void {
  const { pdfium, page } = walk;
  const { api } = pdfium;
  if (object === 0) return;
  if (++walk.objects > MAX_OBJECTS) throw hostile(`page ${page.index + 1} has more than 200,000 parts`);
  const type = api['FPDFPageObj_GetType']!(object);
  if (type === PATH) {
    if (++walk.paths <= MAX_PATHS) visitPath(walk, object, outer);
    return;
  }
  if (type === IMAGE) {
    const box = boundsOf(walk, object, outer);
    if (box)
      walk.pictures.push({ box, pointer: object, mark: api['FPDFPageObj_GetMarkedContentID']!(object) });
    return;
  }
  if (type !== FORM || depth === MAX_FORM_DEPTH) return;
  const inner = product(matrixOf(pdfium, object), outer);
  const count = api['FPDFFormObj_CountObjects']!(object);
  for (let i = 0; i < count; i++) visit(walk, api['FPDFFormObj_GetObject']!(object, i), inner, depth + 1);
}

function visitPath(walk: Walk, object: number, outer: Matrix): void {
  const { pdfium, rules, shapes } = walk;
  const { api, scratch } = pdfium;
  const box = boundsOf(walk, object, outer);
  if (!box) return;
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  if (height <= THIN && width >= MIN_RULE) {
    rules.push({ isVertical: false, at: (box.top + box.bottom) / 2, from: box.left, to: box.right });
    return;
  }
  if (width <= THIN && height >= MIN_RULE) {
    rules.push({ isVertical: true, at: (box.left + box.right) / 2, from: box.top, to: box.bottom });
    return;
  }
  api['FPDFPath_GetDrawMode']!(object, scratch, scratch + 4);
  const mark = api['FPDFPageObj_GetMarkedContentID']!(object);
  const [fill, isStroked] = pdfium.ints().subarray(scratch / 4, scratch / 4 + 2);
  const points = isStroked ? pointsOf(walk, object, product(matrixOf(pdfium, object), outer)) : undefined;
  if (points === undefined) {
    if (fill || isStroked) shapes.push({ ...box, mark });
    return;
  }
  rules.push(...rulesOf(points));
  if (points.length >= 4 && points.length <= 6) walk.frames.push(box);
  if (fill) shapes.push({ ...box, mark });
}

type Point = readonly [x: number, y: number, isMove: boolean];

/** The corners of a path of straight lines along the axes; undefined for any other. */
function pointsOf({ pdfium, page }: Walk, object: number, matrix: Matrix): Point[] | undefined {
  const { api, scratch, floats } = pdfium;
  const count = api['FPDFPath_CountSegments']!(object);
  if (count > MAX_SEGMENTS) return undefined;
  const points: Point[] = [];
  let start: Point | undefined;
  for (let i = 0; i < count; i++) {
    const segment = api['FPDFPath_GetPathSegment']!(object, i);
    const type = api['FPDFPathSegment_GetType']!(segment);
    // 0: a line, 1: a curve, 2: a new start.
    if (type === 1) return undefined;
    api['FPDFPathSegment_GetPoint']!(segment, scratch, scratch + 4);
    const [x, y] = placed(page, matrix, floats()[scratch / 4]!, floats()[scratch / 4 + 1]!);
    const point: Point = [x, y, type === 2];
    const previous = points.at(-1);
    if (!point[2] && previous && Math.abs(x - previous[0]) > 1 && Math.abs(y - previous[1]) > 1)
      return undefined;
    points.push(point);
    if (point[2]) start = point;
    if (api['FPDFPathSegment_GetClose']!(segment) === 1 && start) points.push([start[0], start[1], false]);
  }
  return points;
}

function rulesOf(points: readonly Point[]): Rule[] {
  return points.flatMap(([x, y, isMove], i): Rule[] => {
    const previous = points[i - 1];
    if (isMove || !previous) return [];
    const [px, py] = previous;
    if (Math.abs(y - py) <= 1 && Math.abs(x - px) >= MIN_RULE)
      return [{ isVertical: false, at: (y + py) / 2, from: Math.min(x, px), to: Math.max(x, px) }];
    if (Math.abs(x - px) <= 1 && Math.abs(y - py) >= MIN_RULE)
      return [{ isVertical: true, at: (x + px) / 2, from: Math.min(y, py), to: Math.max(y, py) }];
    return [];
  });
}

/** The box of an object on the page; undefined if it has none. */
function boundsOf({ pdfium, page }: Walk, object: number, outer: Matrix): Box | undefined {
  const { api, scratch, floats } = pdfium;
  const [l, b, r, t] = [scratch, scratch + 4, scratch + 8, scratch + 12];
  if (api['FPDFPageObj_GetBounds']!(object, l, b, r, t) !== 1) return undefined;
  const [left = 0, low = 0, right = 0, high = 0] = floats().subarray(scratch / 4, scratch / 4 + 4);
  const corners = [
    placed(page, outer, left, low),
    placed(page, outer, right, high),
    placed(page, outer, left, high),
    placed(page, outer, right, low),
  ];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const box = {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
  return Object.values(box).every(Number.isFinite) ? box : undefined;
}

function placed({ left, bottom, height }: PdfPage, [a, b, c, d, e, f]: Matrix, x: number, y: number) {
  return [a * x + c * y + e - left, height - (b * x + d * y + f - bottom)] as const;
}

function matrixOf({ api, scratch, floats }: Pdfium, object: number): Matrix {
  if (api['FPDFPageObj_GetMatrix']!(object, scratch) !== 1) return [1, 0, 0, 1, 0, 0];
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = floats().subarray(scratch / 4, scratch / 4 + 6);
  return [a, b, c, d, e, f];
}

function product([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

export interface PictureFile {
  readonly bytes: Uint8Array;
  readonly type: 'jpeg' | 'png';
}

/** Pixels of a picture that is drawn anew. */
const MAX_PIXELS = 12_000_000;
const MAX_JPEG = 32 * 1_048_576;

/** The picture as a file: a JPEG as it is in the PDF, others drawn anew. Undefined if it cannot be drawn. */
export function pictureFile(
  { pdfium, document }: PdfFile,
  { page }: PdfPage,
  pointer: number,
): PictureFile | undefined {
  const { api, scratch } = pdfium;
  const jpeg = jpegOf(pdfium, pointer);
  if (jpeg) return { bytes: jpeg, type: 'jpeg' };
  if (api['FPDFImageObj_GetImagePixelSize']!(pointer, scratch, scratch + 4) !== 1) return undefined;
  const [width = 0, height = 0] = pdfium.ints().subarray(scratch / 4, scratch / 4 + 2);
  if (width * height > MAX_PIXELS || width * height === 0) return undefined;
  const bitmap =
    api['FPDFImageObj_GetRenderedBitmap']!(document, page, pointer) ||
    api['FPDFImageObj_GetBitmap']!(pointer);
  if (bitmap === 0) return undefined;
  const file = bitmapFile(pdfium, bitmap);
  api['FPDFBitmap_Destroy']!(bitmap);
  return file && { bytes: file, type: 'png' };
}

function jpegOf(pdfium: Pdfium, pointer: number): Uint8Array | undefined {
  const { api } = pdfium;
  if (api['FPDFImageObj_GetImageFilterCount']!(pointer) !== 1) return undefined;
  const filter = nameOf(pdfium, (buffer, size) =>
    api['FPDFImageObj_GetImageFilter']!(pointer, 0, buffer, size),
  );
  if (filter !== 'DCTDecode') return undefined;
  const size = api['FPDFImageObj_GetImageDataRaw']!(pointer, 0, 0);
  if (size < 4 || size > MAX_JPEG) return undefined;
  const buffer = api['malloc']!(size);
  api['FPDFImageObj_GetImageDataRaw']!(pointer, buffer, size);
  const jpeg = Uint8Array.from(pdfium.bytes().subarray(buffer, buffer + size));
  api['free']!(buffer);
  // Adobe's marker: four colours, which programs draw inverted.
  const isPlain = jpeg[0] === 0xff && jpeg[1] === 0xd8 && !hasFourColours(jpeg);
  return isPlain ? jpeg : undefined;
}

/** Components of the first frame header (ISO 10918-1, B.2.2). */
function hasFourColours(jpeg: Uint8Array): boolean {
  for (let at = 2; at + 9 < jpeg.length && jpeg[at] === 0xff;) {
    const marker = jpeg[at + 1]!;
    if (marker >= 0xc0 && marker <= 0xc3) return jpeg[at + 9] === 4;
    at += 2 + ((jpeg[at + 2]! << 8) | jpeg[at + 3]!);
  }
  return false;
}

/** A page, or the part of it in `box`, as PNG. `scale`: pixels a point. */
export function drawPage(
  { pdfium }: PdfFile,
  page: PdfPage,
  scale: number,
  box?: Box,
): Uint8Array | undefined {
  const { api } = pdfium;
  const isAcross = page.turns % 2 === 1;
  const [wide, high] = isAcross ? [page.height, page.width] : [page.width, page.height];
  const part = box ?? { left: 0, top: 0, right: wide, bottom: high };
  const limit = Math.min(
    scale,
    Math.sqrt(MAX_PIXELS / Math.max(1, (part.right - part.left) * (part.bottom - part.top))),
  );
  const [width, height] = [part.right - part.left, part.bottom - part.top].map((size) =>
    Math.max(1, Math.round(size * limit)),
  ) as [number, number];
  const bitmap = api['FPDFBitmap_Create']!(width, height, 0);
  if (bitmap === 0) return undefined;
  api['FPDFBitmap_FillRect']!(bitmap, 0, 0, width, height, 0xffffffff);
  const [x, y] = [-part.left * limit, -part.top * limit].map(Math.round) as [number, number];
  const [w, h] = [wide * limit, high * limit].map(Math.round) as [number, number];
  // 0x01: with annotations.
  api['FPDF_RenderPageBitmap']!(bitmap, page.page, x, y, w, h, 0, 0x01);
  const file = bitmapFile(pdfium, bitmap);
  api['FPDFBitmap_Destroy']!(bitmap);
  return file;
}

/** FPDFBitmap_GetFormat: bytes a pixel. */
const PIXEL_BYTES: Readonly<Record<number, number>> = { 1: 1, 2: 3, 3: 4, 4: 4, 5: 4 };
const [GREY, , , WITH_ALPHA] = [1, 2, 3, 4];

/** A bitmap of PDFium (blue first) as PNG (W3C, Portable Network Graphics). */
function bitmapFile(pdfium: Pdfium, bitmap: number): Uint8Array | undefined {
  const { api } = pdfium;
  const format = api['FPDFBitmap_GetFormat']!(bitmap);
  const step = PIXEL_BYTES[format];
  const [width, height, stride] = ['Width', 'Height', 'Stride'].map((what) =>
    api[`FPDFBitmap_Get${what}`]!(bitmap),
  );
  if (step === undefined || !width || !height || width * height > MAX_PIXELS) return undefined;
  const view = pdfium.bytes();
  const start = api['FPDFBitmap_GetBuffer']!(bitmap) >>> 0;
  const channels = format === WITH_ALPHA ? 4 : format === GREY ? 1 : 3;
  const raw = Buffer.alloc(height * (width * channels + 1));
  let to = 0;
  for (let y = 0; y < height; y++) {
    raw[to++] = 0;
    let from = start + y * stride!;
    for (let x = 0; x < width; x++, from += step) {
      if (channels === 1) raw[to++] = view[from]!;
      else {
        raw[to++] = view[from + 2]!;
        raw[to++] = view[from + 1]!;
        raw[to++] = view[from]!;
        if (channels === 4) raw[to++] = view[from + 3]!;
      }
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, { 1: 0, 3: 2, 4: 6 }[channels], 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  out.set(body, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}
