import type { FileType } from './formats.ts';

/** Who draws the copy of a format: renderer/preview has one renderer a kind. */
export type PreviewKind = 'docx' | 'odf' | 'pptx' | 'xlsx' | 'html' | 'markdown' | 'epub' | 'cues' | 'text';

const KINDS: Partial<Record<FileType, PreviewKind>> = {
  docx: 'docx',
  pdf: 'docx',
  odt: 'odf',
  odp: 'odf',
  ods: 'odf',
  pptx: 'pptx',
  xlsx: 'xlsx',
  csv: 'xlsx',
  html: 'html',
  markdown: 'markdown',
  epub: 'epub',
  srt: 'cues',
  vtt: 'cues',
};

export function previewKindOf(fileType: FileType): PreviewKind {
  return KINDS[fileType] ?? 'text';
}

/** Bytes of a copy, unpacked. */
export const MAX_PREVIEW_BYTES = 64 * 1_048_576;

/*
 * Marks: in the preview copy each text between two codes of a segment stands between two private-use characters,
 * the first of which says which segment it is.
 */
const FIRST_MARK = 0xf0000;
const SECOND_MARK = 0x100000;
/** Marks of plane 15; its last two code points are no characters. */
const IN_FIRST_PLANE = 0xfffe;
/** The piece ends here, and begins behind its first mark. */
export const MARK_END = '\u{10fffd}';
/**
 * The piece ends one character further on, and begins one character before its first mark. In Markdown a mark beside
 * a delimiter would change what the delimiter does, since it counts as a letter (CommonMark §6.2).
 */
export const MARK_END_WITHIN = '\u{10fffc}';
/** Any character of planes 15 and 16. */
export const ANY_MARK = /[\u{f0000}-\u{10ffff}]/gu;

/** The character before each piece of a segment. */
export function markOf(index: number): string {
  return String.fromCodePoint(
    index < IN_FIRST_PLANE ? FIRST_MARK + index : SECOND_MARK + index - IN_FIRST_PLANE,
  );
}

/** The segment of a mark; undefined for other characters and for the marks of an end. */
export function indexOfMark(char: string): number | undefined {
  const point = char.codePointAt(0) ?? 0;
  if (point < FIRST_MARK || char === MARK_END || char === MARK_END_WITHIN) return undefined;
  if (point < SECOND_MARK) return point - FIRST_MARK < IN_FIRST_PLANE ? point - FIRST_MARK : undefined;
  return point - SECOND_MARK + IN_FIRST_PLANE;
}

export function withoutMarks(text: string): string {
  return text.replace(ANY_MARK, '');
}

const CODES = /(<\/?\d{1,9}\/?>)/;
/** A character of coded text, or its reference. */
const CHAR = /&(?:lt|gt|amp);|[^]/gu;

/** Where marks go: around each piece, or, in Markdown, behind its first character and before its last one. */
export type MarkPlace = 'around' | 'within';

export function markPlaceOf(fileType: FileType): MarkPlace {
  return fileType === 'markdown' ? 'within' : 'around';
}

/**
 * The texts of coded text that get marks, without white space at their ends, by their position among its texts before,
 * between and after the codes. Blank ones get none, nor, within, those of a single character beside a code.
 */
export function piecesOf(coded: string, place: MarkPlace): Map<number, string> {
  const texts = coded.split(CODES).filter((_, n) => n % 2 === 0);
  const isMarked = (text: string): boolean =>
    text !== '' && (place === 'around' || texts.length === 1 || lengthOf(text) > 1);
  return new Map(
    [...texts.entries()].flatMap(([n, text]) => (isMarked(text.trim()) ? [[n, text.trim()]] : [])),
  );
}

/** Coded text with its marks. What is in planes 15 and 16 already becomes U+FFFD. */
export function withMarks(coded: string, index: number, place: MarkPlace): string {
  const plain = coded.replace(ANY_MARK, '\ufffd');
  const pieces = piecesOf(plain, place);
  const mark = markOf(index);
  return plain
    .split(CODES)
    .map((part, n) => {
      const core = n % 2 === 0 ? pieces.get(n / 2) : undefined;
      return core === undefined ? part : part.replace(core, () => marked(core, mark, place));
    })
    .join('');
}

function marked(text: string, mark: string, place: MarkPlace): string {
  if (place === 'around' || lengthOf(text) === 1) return `${mark}${text}${MARK_END}`;
  const chars = text.match(CHAR) ?? [];
  return `${chars[0]}${mark}${chars.slice(1, -1).join('')}${MARK_END_WITHIN}${chars.at(-1)}`;
}

function lengthOf(text: string): number {
  return text.match(CHAR)?.length ?? 0;
}
