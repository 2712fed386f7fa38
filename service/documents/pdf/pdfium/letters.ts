import type { Box } from '../blocks.ts';
import { hostile } from '../../shared/refusals.ts';
import { nameOf, withName } from './module.ts';
import type { Pdfium } from './module.ts';
import type { PdfFile, PdfPage } from './document.ts';

/** One letter of a page, in the order of its content. In points, from the page's top left corner downwards. */
export interface Letter {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Where it was set. */
  readonly x: number;
  readonly base: number;
  /** A space that is not in the file, which PDFium saw between two letters. */
  readonly isGenerated: boolean;
  /** The file does not say which character it is. */
  readonly isUnknown: boolean;
  readonly object: TextObject;
}

/** What the letters of one text object share. */
export interface TextObject {
  readonly font: Font;
  /** Height of the font in points, as drawn. */
  readonly size: number;
  /** Of its baseline, counterclockwise, in radians. */
  readonly angle: number;
  /** Drawn neither filled nor stroked: recognised text over a picture. */
  readonly isHidden: boolean;
  /** Its marked content, by which tags name it; -1 without. */
  readonly mark: number;
  /** Marked as no content: page numbers, decoration. */
  readonly isArtifact: boolean;
}

export interface Font {
  readonly name: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
}

export interface Link {
  readonly box: Box;
  readonly address: string;
}

const MAX_LETTERS = 2_000_000;
const INVISIBLE = 3;
const BOLD_WEIGHT = 600;
/** Font descriptor flags (ISO 32000-1, table 123). */
const ITALIC = 1 << 6;
const FORCE_BOLD = 1 << 18;
const MAX_MARKS = 64;

/** The letters of a page; `fonts` caches what is known of each font of the document. */
export function lettersOf({ pdfium }: PdfFile, page: PdfPage, fonts: Map<number, Font>): Letter[] {
  const { api, scratch, doubles, floats } = pdfium;
  const { textPage, left: originX, bottom: originY, height } = page;
  const count = api['FPDFText_CountChars']!(textPage);
  if (count > MAX_LETTERS) throw hostile(`page ${page.index + 1} has ${count.toLocaleString('en')} letters`);
  const objects = new Map<number, TextObject>();
  const letters: Letter[] = [];
  let high = 0;
  let last: TextObject | undefined;
  const [origin, box] = [scratch / 8, scratch / 4];
  for (let i = 0; i < count; i++) {
    const unit = api['FPDFText_GetUnicode']!(textPage, i);
    // A character beyond the basic plane comes as two.
    if (unit >= 0xd800 && unit < 0xdc00) {
      high = unit;
      continue;
    }
    const isGenerated = api['FPDFText_IsGenerated']!(textPage, i) === 1;
    if (isGenerated && unit !== 0x20) continue;
    const pointer = api['FPDFText_GetTextObject']!(textPage, i);
    let object = pointer === 0 ? last : objects.get(pointer);
    if (!object && pointer !== 0) {
      object = readObject(pdfium, textPage, i, pointer, fonts);
      objects.set(pointer, object);
    }
    if (!object) continue;
    last = object;
    api['FPDFText_GetCharOrigin']!(textPage, i, scratch, scratch + 8);
    const at = doubles();
    const [x, y] = [at[origin]! - originX, at[origin + 1]! - originY];
    api['FPDFText_GetLooseCharBox']!(textPage, i, scratch);
    const rect = floats();
    const isHyphen = unit === 2 || (unit !== 0x20 && api['FPDFText_IsHyphen']!(textPage, i) === 1);
    const isUnknown =
      !isGenerated &&
      !isHyphen &&
      (unit === 0 || unit === 0xfffd || unit < 0x20 || isUnmapped(pdfium, textPage, i));
    letters.push({
      text: isHyphen ? '-' : isUnknown ? '\ufffd' : String.fromCharCode(...(high ? [high, unit] : [unit])),
      left: rect[box]! - originX,
      right: rect[box + 2]! - originX,
      top: height - (rect[box + 1]! - originY),
      bottom: height - (rect[box + 3]! - originY),
      x,
      base: height - y,
      ...{ isGenerated, isUnknown, object },
    });
    high = 0;
  }
  return letters;
}

function isUnmapped({ api }: Pdfium, textPage: number, index: number): boolean {
  return api['FPDFText_HasUnicodeMapError']!(textPage, index) === 1;
}

function readObject(
  pdfium: Pdfium,
  textPage: number,
  index: number,
  pointer: number,
  fonts: Map<number, Font>,
): TextObject {
  const { api, scratch, floats } = pdfium;
  const fontPointer = api['FPDFTextObj_GetFont']!(pointer);
  let font = fonts.get(fontPointer);
  if (!font) fonts.set(fontPointer, (font = readFont(pdfium, fontPointer)));
  const size = api['FPDFText_GetFontSize']!(textPage, index);
  api['FPDFText_GetMatrix']!(textPage, index, scratch);
  const [a = 1, b = 0, c = 0, d = 1] = floats().subarray(scratch / 4, scratch / 4 + 4);
  const drawn = Math.abs(size) * Math.hypot(c, d);
  const marks = readMarks(pdfium, pointer);
  return {
    font,
    size: Number.isFinite(drawn) && drawn > 0.1 ? Math.round(drawn * 10) / 10 : 1,
    angle: Math.abs(a) + Math.abs(b) > 0 ? Math.atan2(b, a) : 0,
    isHidden: api['FPDFTextObj_GetTextRenderMode']!(pointer) === INVISIBLE,
    ...marks,
  };
}

function readFont(pdfium: Pdfium, pointer: number): Font {
  const { api } = pdfium;
  if (pointer === 0) return { name: '', isBold: false, isItalic: false };
  const name = nameOf(pdfium, (buffer, bytes) => api['FPDFFont_GetBaseFontName']!(pointer, buffer, bytes));
  const flags = api['FPDFFont_GetFlags']!(pointer);
  return {
    name: name.replace(/^[A-Z]{6}\+/, ''),
    isBold:
      /bold|black|heavy|semibd|demi/i.test(name) ||
      (flags & FORCE_BOLD) !== 0 ||
      api['FPDFFont_GetWeight']!(pointer) >= BOLD_WEIGHT,
    isItalic: /ital|obli/i.test(name) || (flags & ITALIC) !== 0,
  };
}

function readMarks(pdfium: Pdfium, pointer: number): Pick<TextObject, 'mark' | 'isArtifact'> {
  const { api } = pdfium;
  const count = Math.min(MAX_MARKS, api['FPDFPageObj_CountMarks']!(pointer));
  let isArtifact = false;
  for (let i = 0; i < count && !isArtifact; i++) {
    const mark = api['FPDFPageObj_GetMark']!(pointer, i);
    isArtifact = markName(pdfium, mark) === 'Artifact';
  }
  return { mark: api['FPDFPageObj_GetMarkedContentID']!(pointer), isArtifact };
}

function markName({ api, scratch, bytes }: Pdfium, mark: number): string {
  if (api['FPDFPageObjMark_GetName']!(mark, scratch + 8, 256, scratch) !== 1) return '';
  const view = bytes();
  const length = Math.min(254, view[scratch]! | (view[scratch + 1]! << 8));
  return Buffer.from(view.subarray(scratch + 8, scratch + 8 + Math.max(0, length - 2))).toString('utf16le');
}

const MAX_LINKS = 5_000;
/** FPDFAction_GetType: an address. */
const URI_ACTION = 3;

/** The links of a page that lead out of the document. They are never followed. */
export function linksOf({ pdfium, document }: PdfFile, { page, left, bottom, height }: PdfPage): Link[] {
  const { api, scratch, ints, floats } = pdfium;
  const links: Link[] = [];
  const position = api['malloc']!(8);
  ints()[position / 4] = 0;
  for (let i = 0; i < MAX_LINKS; i++) {
    if (api['FPDFLink_Enumerate']!(page, position, position + 4) !== 1) break;
    const link = ints()[position / 4 + 1]!;
    const action = api['FPDFLink_GetAction']!(link);
    if (action === 0 || api['FPDFAction_GetType']!(action) !== URI_ACTION) continue;
    const address = nameOf(pdfium, (buffer, bytes) =>
      api['FPDFAction_GetURIPath']!(document, action, buffer, bytes),
    );
    if (!/^(?:https?:\/\/|mailto:)/i.test(address) || address.length > 2_000) continue;
    if (api['FPDFLink_GetAnnotRect']!(link, scratch) !== 1) continue;
    const [x0 = 0, y1 = 0, x1 = 0, y0 = 0] = floats().subarray(scratch / 4, scratch / 4 + 4);
    const [low, top] = y0 < y1 ? [y0, y1] : [y1, y0];
    links.push({
      address,
      box: {
        left: x0 - left,
        right: x1 - left,
        top: height - (top - bottom),
        bottom: height - (low - bottom),
      },
    });
  }
  api['free']!(position);
  return links;
}

/** Comments and values of form fields on a page, which stay unread. */
export function annotationsOf(
  { pdfium, hasForm }: PdfFile,
  { page }: PdfPage,
): { comments: number; fields: number } {
  const { api } = pdfium;
  const found = { comments: 0, fields: 0 };
  const count = Math.min(MAX_LINKS, api['FPDFPage_GetAnnotCount']!(page));
  for (let i = 0; i < count; i++) {
    const annotation = api['FPDFPage_GetAnnot']!(page, i);
    if (annotation === 0) continue;
    const subtype = api['FPDFAnnot_GetSubtype']!(annotation);
    const key = subtype === WIDGET && hasForm ? 'V' : COMMENTS.has(subtype) ? 'Contents' : undefined;
    if (key !== undefined && hasText(pdfium, annotation, key)) found[key === 'V' ? 'fields' : 'comments']++;
    api['FPDFPage_CloseAnnot']!(annotation);
  }
  return found;
}

/** FPDF_ANNOT_*: text, free text, highlight, underline, squiggly, strikeout, stamp, caret, ink. */
const COMMENTS = new Set([1, 3, 9, 10, 11, 12, 13, 14, 15]);
const WIDGET = 20;

function hasText(pdfium: Pdfium, annotation: number, key: string): boolean {
  const { api, scratch } = pdfium;
  // A terminating NUL takes 2 bytes.
  return withName(pdfium, key, (name) => api['FPDFAnnot_GetStringValue']!(annotation, name, scratch, 0) > 2);
}
