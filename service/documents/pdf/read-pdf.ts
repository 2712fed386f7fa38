import { around } from './blocks.ts';
import type { Block, Paragraph, PdfContent, Picture } from './blocks.ts';
import { blocksOfPlaces } from './geometry.ts';
import { bodySizeOf } from './headings.ts';
import type { Fragment } from './lines.ts';
import { fragmentsOf } from './lines.ts';
import { withNotes } from './notes.ts';
import { fromFrame } from './pieces.ts';
import type { Frame, Piece } from './pieces.ts';
import { headKey, withoutHeads } from './running-heads.ts';
import { joinPieces, plainOf, vocabularyOf } from './runs.ts';
import type { Vocabulary } from './runs.ts';
import { readPages } from './read-pages.ts';
import type { ReadPage, ReadPages } from './read-pages.ts';
import { lettersUnreadable, textIsPicture } from './refusals.ts';
import { blocksOfTags } from './tags.ts';
import type { PdfFile } from './pdfium/document.ts';

export interface PdfOptions {
  readonly pages: ReadonlySet<number> | undefined;
  readonly order: 'auto' | 'tags' | 'places';
  readonly runningHeads: boolean;
}

/** What is said about a PDF besides its content. */
export interface PdfFacts {
  readonly readBy: 'tags' | 'places';
  readonly pages: number;
  /** Those that were asked for. */
  readonly readPages: number;
  /** Pages (from 1) that are only a picture, and those with unreadable letters. */
  readonly pagesWithoutText: readonly number[];
  readonly unknownPages: readonly number[];
  readonly unknownLetters: number;
  readonly isRecognised: boolean;
  readonly uncertainPages: readonly number[];
  readonly guessedTables: number;
  readonly tables: number;
  readonly pictures: number;
  readonly picturesLeftOut: number;
  readonly turnedTexts: number;
  /** Drawings that are pictures with their letters in them. */
  readonly drawings: number;
  readonly comments: number;
  readonly fields: number;
  readonly lostPages: readonly number[];
}

/** Size of a page in points before it is turned, and clockwise quarter turns for display. */
export type PageShape = Pick<ReadPage, 'page' | 'width' | 'height' | 'turns'>;

export interface ReadPdf {
  /** The pages that were read. */
  readonly pages: readonly PageShape[];
  readonly content: PdfContent;
  readonly facts: PdfFacts;
}

/** The share of letters outside of artifacts that tags must cover. */
const COVERED = 0.8;
/** Points within which two texts stand at the same place of their pages. */
const PLACE = 3;
/** The share of letters without a Unicode value above which a text is nonsense. */
const UNREADABLE = 0.2;
const HIDDEN = 0.5;

/** Reads a PDF into blocks in reading order. Throws a refusal where there is no text to read. */
export function readPdf(file: PdfFile, options: PdfOptions): ReadPdf {
  const read = readPages(file, {
    pages: options.pages,
    withTags: options.order !== 'places' && (file.isTagged || options.order === 'tags'),
    withPictures: true,
  });
  const { pages, counts } = read;
  if (counts.letters === 0) throw textIsPicture();
  if (counts.unknown > UNREADABLE * counts.letters) throw lettersUnreadable();
  const vocabulary = vocabularyOf(texts(pages));
  const byTags =
    options.order === 'places' ? undefined : readByTags(read, vocabulary, options.order === 'tags');
  const found = byTags ?? readByPlaces(pages, vocabulary);
  const { blocks: withMarks, notes, markLetters } = withNotes(found.blocks);
  const turned = turnedBlocks(pages, vocabulary);
  const blocks = [...withMarks, ...turned.blocks].map((block) => onPage(block, pages));
  const heads = options.runningHeads
    ? { headers: distinctHeads(found.heads, vocabulary), footers: distinctHeads(found.feet, vocabulary) }
    : { headers: [], footers: [] };
  const drawnLetters = lettersOf(pages.flatMap((page) => page.drawnPieces));
  checkLetters(counts.letters + found.addedLetters, {
    blocks,
    notes,
    left: found.headLetters + found.hyphens + turned.left + markLetters + drawnLetters,
  });
  const paragraphs = allParagraphs(blocks);
  const first = pages[0];
  return {
    content: {
      ...{ blocks, notes, ...heads },
      page: { width: first?.width ?? 595, height: first?.height ?? 842 },
      ...{ language: file.language, title: file.title },
      bodySize: bodySizeOf(paragraphs),
    },
    facts: {
      readBy: byTags ? 'tags' : 'places',
      pages: file.pageCount,
      readPages: pages.length + read.lost.length,
      ...factsOf(read),
      uncertainPages: [...found.uncertain].map((page) => page + 1),
      guessedTables: found.guessedTables,
      tables: blocks.filter(({ kind }) => kind === 'table').length,
      pictures: blocks.filter(({ kind }) => kind === 'picture').length,
      turnedTexts: turned.blocks.length,
      drawings: pages.reduce((sum, { figures }) => sum + figures, 0),
    },
    pages,
  };
}

function factsOf({ pages, counts, ...read }: ReadPages) {
  return {
    pagesWithoutText: pages
      .filter(({ letters, isPicture, pictures }) => letters === 0 && (isPicture || pictures.length > 0))
      .map(({ page }) => page + 1),
    unknownPages: pages.filter(({ unknown }) => unknown > 0).map(({ page }) => page + 1),
    unknownLetters: counts.unknown,
    isRecognised: counts.hidden > HIDDEN * counts.letters,
    picturesLeftOut: read.picturesLeftOut,
    comments: read.comments,
    fields: read.fields,
    lostPages: read.lost.map((page) => page + 1),
  };
}

function* texts(pages: readonly ReadPage[]): Generator<string> {
  for (const { pieces, turned } of pages) {
    for (const { text } of pieces) yield text;
    for (const group of turned) for (const { text } of group.pieces) yield text;
  }
}

interface Found {
  readonly blocks: Block[];
  readonly heads: readonly Fragment[];
  readonly feet: readonly Fragment[];
  readonly hyphens: number;
  /** Letters that are not in the blocks: running heads, and artifacts of tagged files. */
  readonly headLetters: number;
  /** Bullets of lists that are not letters in the PDF. */
  readonly addedLetters: number;
  readonly guessedTables: number;
  readonly uncertain: ReadonlySet<number>;
}

function readByPlaces(read: readonly ReadPage[], vocabulary: Vocabulary): Found {
  const pages = read.map((page) => ({ ...page, pieces: [...page.pieces, ...page.bullets] }));
  const { blocks, heads, feet, margins, counts } = blocksOfPlaces(pages, vocabulary);
  return {
    ...{ blocks, heads, feet },
    hyphens: counts.hyphens,
    headLetters: lettersOf([...heads, ...feet, ...margins].flatMap(({ pieces }) => pieces)),
    addedLetters: lettersOf(read.flatMap(({ bullets }) => bullets)),
    guessedTables: counts.guessedTables,
    uncertain: counts.uncertain,
  };
}

/** Undefined if the tags cover too little of the text. */
function readByTags({ pages, tree }: ReadPages, vocabulary: Vocabulary, isAsked: boolean): Found | undefined {
  const byMark = new Map<string, Piece[]>();
  const content: Piece[] = [];
  for (const { pieces, page } of pages)
    for (const piece of pieces) {
      if (!piece.isArtifact) content.push(piece);
      if (piece.mark < 0 || piece.isArtifact) continue;
      const key = `${page} ${piece.mark}`;
      (byMark.get(key) ?? byMark.set(key, []).get(key)!).push(piece);
    }
  const pictures = new Map(
    pages.flatMap(({ page, marked }) => [...marked].map(([mark, own]) => [`${page} ${mark}`, own] as const)),
  );
  const used = new Set<Piece>();
  const usedPictures = new Set<Picture>();
  const tagged = blocksOfTags(
    tree,
    {
      pieces: ({ page, mark }) =>
        (byMark.get(`${page} ${mark}`) ?? []).filter((piece) => !used.has(piece) && used.add(piece)),
      pictures: ({ page, mark }) =>
        (pictures.get(`${page} ${mark}`) ?? []).filter(
          (picture) => !usedPictures.has(picture) && usedPictures.add(picture),
        ),
    },
    vocabulary,
  );
  const covered = lettersOf(content.filter((piece) => used.has(piece)));
  if (covered === 0 || (!isAsked && covered < COVERED * lettersOf(content))) return undefined;
  const outside = readOutside(pages, used, usedPictures, vocabulary);
  const artifacts = pages.map(({ pieces, height }, i) => {
    const { heads = [], feet = [] } = outside.headed[i] ?? {};
    const marked = pieces.filter((piece) => piece.isArtifact);
    const fragments = [...fragmentsOf(marked, []), ...heads, ...feet];
    return {
      heads: fragments.filter(({ base }) => base < height / 2),
      feet: fragments.filter(({ base }) => base >= height / 2),
    };
  });
  return {
    blocks: inserted(tagged.blocks, tagged.pages, outside.blocks),
    heads: artifacts.flatMap(({ heads }) => heads),
    feet: artifacts.flatMap(({ feet }) => feet),
    hyphens: tagged.hyphens + outside.hyphens,
    headLetters: lettersOf([
      ...pages.flatMap(({ pieces }) => pieces.filter((piece) => piece.isArtifact)),
      ...outside.headed.flatMap(({ heads, feet }) => [...heads, ...feet].flatMap(({ pieces }) => pieces)),
    ]),
    addedLetters: tagged.bullets,
    guessedTables: outside.guessedTables,
    uncertain: new Set(),
  };
}

/** What no tag names, by its place, for each page. */
function readOutside(
  pages: readonly ReadPage[],
  used: ReadonlySet<Piece>,
  usedPictures: ReadonlySet<Picture>,
  vocabulary: Vocabulary,
) {
  const blocks: { page: number; blocks: Block[] }[] = [];
  const sum = { hyphens: 0, guessedTables: 0 };
  const rest = pages.map((page) => page.pieces.filter((piece) => !piece.isArtifact && !used.has(piece)));
  const headed = withoutHeads(
    rest.map((pieces) => fragmentsOf(pieces, [])),
    { isRest: true },
  );
  for (const [i, page] of pages.entries()) {
    const heads = new Set([...headed[i]!.heads, ...headed[i]!.feet].flatMap((fragment) => fragment.pieces));
    const pieces = rest[i]!.filter((piece) => !heads.has(piece));
    const pictures = page.pictures.filter(({ picture }) => !usedPictures.has(picture));
    if (pieces.length + pictures.length === 0) continue;
    const found = blocksOfPlaces([{ ...page, pieces, pictures }], vocabulary, { keepHeads: true });
    sum.hyphens += found.counts.hyphens;
    sum.guessedTables += found.counts.guessedTables;
    blocks.push({ page: page.page, blocks: found.blocks });
  }
  return { blocks, headed, ...sum };
}

/** Blocks behind the last block of their page. */
function inserted(
  blocks: readonly Block[],
  pages: readonly number[],
  outside: readonly { page: number; blocks: Block[] }[],
): Block[] {
  const result: Block[] = [];
  const waiting = [...outside];
  blocks.forEach((block, i) => {
    while (waiting[0] && waiting[0].page < (pages[i] ?? 0)) result.push(...waiting.shift()!.blocks);
    result.push(block);
  });
  return [...result, ...waiting.flatMap((rest) => rest.blocks)];
}

/** Texts that run in another direction than most of their page: paragraphs of their own. */
function turnedBlocks(
  pages: readonly ReadPage[],
  vocabulary: Vocabulary,
): { blocks: Paragraph[]; left: number } {
  const blocks: Paragraph[] = [];
  let hyphens = 0;
  let again = 0;
  /** The page where a text stands first, by the text and its place. */
  const seen = new Map<string, number>();
  for (const { turned } of pages)
    for (const { frame, pieces } of turned) {
      if (pieces.length === 0) continue;
      const found = blocksOfPlaces(
        [{ page: pieces[0]?.page ?? 0, pieces, rules: [], pictures: [] }],
        vocabulary,
        { keepHeads: true },
      );
      hyphens += found.counts.hyphens;
      for (const block of found.blocks.flatMap(paragraphsOf)) {
        // A watermark is at the same place of each page.
        const text = plainOf(block.runs);
        const { page, box } = block.place;
        const key = JSON.stringify([text, Math.round(box.left / PLACE), Math.round(box.top / PLACE)]);
        const isAgain = (seen.get(key) ?? page) !== page;
        if (isAgain) again += countLetters(text) + countLetters(block.label ?? '');
        else blocks.push(placedBack(block, frame));
        if (!seen.has(key)) seen.set(key, page);
      }
    }
  return { blocks, left: hyphens + again };
}

function placedBack(paragraph: Paragraph, frame: Frame): Paragraph {
  return { ...paragraph, place: { ...paragraph.place, box: fromFrame(frame, paragraph.place.box) } };
}

/** A block whose places are those of its page, not of the frame that it was read in. */
function onPage(block: Block, pages: readonly ReadPage[]): Block {
  const frames = new Map(pages.map(({ page, frame }) => [page, frame]));
  if (block.kind !== 'paragraph') return block;
  const frame = frames.get(block.place.page);
  return frame && frame.sin !== 0 ? placedBack(block, frame) : block;
}

/** Running heads once each; the page's number as a field. */
function distinctHeads(fragments: readonly Fragment[], vocabulary: Vocabulary): Paragraph[] {
  const byKey = new Map<string, Fragment[]>();
  for (const fragment of fragments) {
    const key = headKey([fragment]);
    (byKey.get(key) ?? byKey.set(key, []).get(key)!).push(fragment);
  }
  return [...byKey.values()].slice(0, MAX_HEADS).map((own): Paragraph => {
    const { pieces, isRightToLeft, size } = own[0]!;
    const { runs } = joinPieces(pieces, vocabulary);
    const page = pieces[0]!.page;
    return {
      ...{ kind: 'paragraph', role: 'text', level: 0, size },
      runs: withPageField(runs, changingNumber(own.map(({ text }) => text))),
      ...(isRightToLeft ? { isRightToLeft } : {}),
      place: { page, box: around(pieces) },
    };
  });
}

const MAX_HEADS = 12;

/** Which number of a running head differs from page to page; -1: none. */
function changingNumber(texts: readonly string[]): number {
  const numbers = texts.map((text) => text.match(/\d+/g) ?? []);
  return (numbers[0] ?? []).findIndex((number, i) => numbers.some((other) => other[i] !== number));
}

/** The number at `index` as the page's. */
function withPageField(runs: Paragraph['runs'], index: number): Paragraph['runs'] {
  let seen = -1;
  return runs.flatMap((run) => {
    const number = [...run.text.matchAll(/\d+/g)].find(() => ++seen === index);
    if (!number) return [run];
    const before = run.text.slice(0, number.index);
    const after = run.text.slice(number.index + number[0].length);
    return [
      ...(before === '' ? [] : [{ ...run, text: before }]),
      { ...run, text: number[0], isPageNumber: true as const },
      ...(after === '' ? [] : [{ ...run, text: after }]),
    ];
  });
}

function paragraphsOf(block: Block): Paragraph[] {
  if (block.kind === 'paragraph') return [block];
  if (block.kind === 'picture') return [];
  return block.rows.flat().flatMap((cell) => cell.blocks.flatMap(paragraphsOf));
}

function allParagraphs(blocks: readonly Block[]): Paragraph[] {
  return blocks.flatMap(paragraphsOf);
}

function lettersOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + countLetters(text), 0);
}

function countLetters(text: string): number {
  let letters = 0;
  for (const char of text) if (char !== ' ') letters++;
  return letters;
}

/** All letters that were read are in the result, or left out knowingly. */
function checkLetters(
  read: number,
  { blocks, notes, left }: { blocks: readonly Block[]; notes: PdfContent['notes']; left: number },
): void {
  const paragraphs = [...allParagraphs(blocks), ...notes.flat()];
  const written = paragraphs.reduce(
    (sum, { runs, label = '' }) => sum + countLetters(plainOf(runs)) + countLetters(label),
    0,
  );
  if (written + left !== read)
    throw new Error(`A PDF of ${read} letters was read as ${written}, and ${left} left out.`);
}
