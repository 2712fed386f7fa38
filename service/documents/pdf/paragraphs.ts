import { around } from './blocks.ts';
import type { Block, Paragraph } from './blocks.ts';
import type { Region } from './columns.ts';
import type { Fragment } from './lines.ts';
import { fragmentOf, rowsOf } from './lines.ts';
import { labelOf } from './lists.ts';
import { joinPieces, usualSize } from './runs.ts';
import type { Vocabulary } from './runs.ts';

/** A paragraph, or a block, before it is known what it is. */
export interface Draft {
  readonly lines: readonly Line[];
  readonly block?: Block;
  /** The region's edge where lines begin, and its width. */
  readonly start: number;
  readonly width: number;
  /** Whether the last line ends before the region does. */
  readonly isOpen: boolean;
}

/** A line with its two ends in the direction of reading: `start` is smaller than `end` in either. */
export interface Line {
  readonly fragment: Fragment;
  readonly start: number;
  readonly end: number;
  readonly hasLeader: boolean;
}

/** Dots that lead to a page's number. */
const LEADER = /(?:\.\s?){4,}\s*[\divxlc]*$|[…_]{2,}\s*\d*$/i;
const SENTENCE_END = /[.!?…:;。！？।؟]["'”’»)\]]*$/;
/** A gap this many times the usual one begins a paragraph. */
const WIDER = 1.28;

/** The paragraphs of a region, and blocks among them. */
export function draftsOf({ fragments, left, right }: Region): Draft[] {
  const drafts: Draft[] = [];
  const isReversed = isReversedText(fragments);
  const [regionStart, regionEnd] = isReversed ? [-right, -left] : [left, right];
  const rest = { start: regionStart, width: right - left, isOpen: false };
  let lines: Line[] = [];
  const flush = (): void => {
    if (lines.length > 0) drafts.push(...split(lines, regionStart, wrappedEnd(lines) ?? regionEnd));
    lines = [];
  };
  for (const row of rowsOf([...fragments].sort((a, b) => a.base - b.base))) {
    const blocks = row.filter(({ block }) => block);
    const texts = row.filter(({ block }) => !block);
    if (texts.length > 0) lines.push(lineOf(texts, isReversed));
    for (const { block } of blocks) {
      flush();
      drafts.push({ ...rest, lines: [], block: block! });
    }
  }
  flush();
  return drafts;
}

function isReversedText(fragments: readonly Fragment[]): boolean {
  const letters = fragments.reduce((sum, { text }) => sum + text.length, 0);
  return fragments.reduce((sum, one) => sum + (one.isRightToLeft ? one.text.length : 0), 0) * 2 > letters;
}

/** Lines of which most are as long as this are wrapped there, whatever room is beside them. */
const WRAPPED = 0.4;
const MIN_WRAPPED = 5;

/** Where lines are wrapped; undefined if they end in different places. A single line may jut out. */
function wrappedEnd(lines: readonly Line[]): number | undefined {
  if (lines.length < MIN_WRAPPED) return undefined;
  const start = Math.min(...lines.map((line) => line.start));
  const ends = lines.map(({ end }) => end).sort((a, b) => b - a);
  const [first = 0, second = 0] = ends;
  const juts = first - second > 0.06 * (second - start);
  const end = juts ? second : first;
  const near = ends.filter((one) => one > end - 0.12 * (end - start)).length;
  return near >= Math.max(3, (juts ? 1.5 : 1) * WRAPPED * lines.length) ? end : undefined;
}

function lineOf(row: readonly Fragment[], isReversed: boolean): Line {
  const sorted = [...row].sort((a, b) => (isReversed ? b.right - a.right : a.left - b.left));
  const one = sorted.length === 1 ? sorted[0]! : joined(sorted);
  return {
    fragment: one,
    start: isReversed ? -one.right : one.left,
    end: isReversed ? -one.left : one.right,
    hasLeader: LEADER.test(one.text),
  };
}

function joined(fragments: readonly Fragment[]): Fragment {
  const pieces = fragments.flatMap((one) => one.pieces);
  return { ...fragmentOf(pieces), pieces, text: fragments.map(({ text }) => text).join(' ') };
}

function split(lines: readonly Line[], regionStart: number, regionEnd: number): Draft[] {
  const drafts: Draft[] = [];
  const lead = usualLead(lines);
  let open: Line[] = [];
  const close = (): void => {
    const last = open.at(-1);
    if (!last) return;
    drafts.push({
      lines: open,
      start: regionStart,
      width: regionEnd - regionStart,
      isOpen: last.end > regionEnd - 0.25 * (regionEnd - regionStart),
    });
    open = [];
  };
  for (const line of lines) {
    if (open.length > 0 && begins(open, line, lead, [regionStart, regionEnd])) close();
    open.push(line);
  }
  close();
  return drafts;
}

/** The usual distance of two lines, by the size of their letters. */
function usualLead(lines: readonly Line[]): Map<number, number> {
  const gaps = new Map<number, number[]>();
  for (let i = 1; i < lines.length; i++) {
    const [a, b] = [lines[i - 1]!.fragment, lines[i]!.fragment];
    if (a.size !== b.size) continue;
    const gap = b.base - a.base;
    if (gap > 0.8 * a.size && gap < 3 * a.size)
      (gaps.get(a.size) ?? gaps.set(a.size, []).get(a.size)!).push(gap);
  }
  return new Map(
    [...gaps].map(([size, own]) => [size, own.sort((a, b) => a - b)[Math.floor(own.length / 4)]!]),
  );
}

/** Whether a line begins a paragraph after the lines of an open one. */
function begins(
  open: readonly Line[],
  line: Line,
  lead: ReadonlyMap<number, number>,
  [regionStart, regionEnd]: readonly [number, number],
): boolean {
  const last = open.at(-1)!;
  const [a, b] = [last.fragment, line.fragment];
  const em = a.size;
  if (last.hasLeader) return true;
  if (Math.abs(a.size - b.size) > 0.08 * em || a.isRightToLeft !== b.isRightToLeft) return true;
  if (labelOf(b)) return true;
  const gap = b.base - a.base;
  const previous = open.at(-2);
  const usual = previous ? a.base - previous.fragment.base : (lead.get(em) ?? 1.3 * em);
  if (gap > WIDER * usual && gap > 1.05 * em) return true;
  if (gap > 2.6 * em && !previous) return true;
  if (a.isBold !== b.isBold && (open.every(({ fragment }) => fragment.isBold) || b.isBold) && !hasMixed(a, b))
    return true;
  const isItem = labelOf(open[0]!.fragment) !== undefined;
  // Indented: the first line of a paragraph, unless the lines of this one hang.
  const indent = line.start - last.start;
  if (!isItem && indent > 0.8 * em && SENTENCE_END.test(a.text) && !isCentredPair(last, line)) return true;
  if (isItem && open.length > 1 && indent < -0.8 * em) return true;
  if (isItem && line.start < open[0]!.start - 0.5 * em) return true;
  if (
    isItem &&
    open.length === 1 &&
    line.start < open[0]!.start + 0.3 * em &&
    !wouldNotFit(last, line, regionEnd, 0.02)
  )
    return true;
  if (isCentredPair(last, line))
    return fits(last, line, regionEnd - (last.start - Math.min(last.start, line.start)));
  return fits(last, line, endOf(open, line, regionStart, regionEnd)) && !isLongHeading(open, line, regionEnd);
}

/** Where lines end: a quotation is indented at both sides. */
function endOf(open: readonly Line[], line: Line, regionStart: number, regionEnd: number): number {
  const indent = line.start - regionStart;
  const isQuotation =
    indent > 2 * line.fragment.size &&
    open.every(({ start }) => Math.abs(start - line.start) < 0.5 * line.fragment.size);
  return isQuotation && [...open, line].every(({ end }) => end <= regionEnd - 0.8 * indent)
    ? regionEnd - indent
    : regionEnd;
}

/** A heading may be broken before its line is full. */
function isLongHeading(open: readonly Line[], line: Line, regionEnd: number): boolean {
  const last = open.at(-1)!;
  const [a, b] = [last.fragment, line.fragment];
  if (
    !a.isBold ||
    !b.isBold ||
    open.length > 2 ||
    b.base - a.base > 1.4 * a.size ||
    SENTENCE_END.test(a.text)
  )
    return false;
  return last.end - last.start > 0.6 * (regionEnd - last.start) && line.end < last.end + a.size;
}

/** A line that is bold in part continues a bold beginning. */
function hasMixed(a: Fragment, b: Fragment): boolean {
  return [a, b].some(
    ({ pieces }) => pieces.some(({ isBold }) => isBold) && pieces.some(({ isBold }) => !isBold),
  );
}

function isCentredPair(a: Line, b: Line): boolean {
  const em = a.fragment.size;
  const isNarrower = Math.abs(a.start - b.start) > em && Math.abs(a.end - b.end) > em;
  return isNarrower && Math.abs(a.start + a.end - b.start - b.end) < em;
}

/** Whether the first word of a line would have fitted on the line before it. */
function fits(last: Line, line: Line, regionEnd: number): boolean {
  return last.end + firstWordWidth(line) + 0.25 * line.fragment.size < regionEnd - 0.01 * Math.abs(regionEnd);
}

function wouldNotFit(last: Line, line: Line, regionEnd: number, slack: number): boolean {
  return last.end + firstWordWidth(line) > regionEnd * (1 - Math.sign(regionEnd) * slack);
}

function firstWordWidth({ fragment, start: from, end }: Line): number {
  const { text } = fragment;
  const width = end - from;
  const word = /^\S+/.exec(text)?.[0] ?? '';
  // Scripts without spaces break anywhere.
  const start = /[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef\u0e00-\u0eff]/.test(word) ? word.slice(0, 2) : word;
  return (width * weightOf(start)) / Math.max(1, weightOf(text));
}

/** About the width of a text, by that of an "n". */
function weightOf(text: string): number {
  let weight = 0;
  for (const char of text) weight += WEIGHTS.find(([letters]) => letters.test(char))?.[1] ?? 1;
  return weight;
}

const WEIGHTS: readonly (readonly [RegExp, number])[] = [
  [/[ijl.,:;'’|!]/, 0.5],
  [/[ frt()\-"“”[\]]/, 0.65],
  [/[mwMW@—…]/, 1.55],
  [/\p{Lu}/u, 1.3],
];

/** A draft of text as a paragraph; its role is found later. */
export function paragraphOf(draft: Draft, vocabulary: Vocabulary): { paragraph: Paragraph; hyphens: number } {
  const pieces = draft.lines.flatMap(({ fragment }) => fragment.pieces);
  const { runs, hyphens } = joinPieces(pieces, vocabulary);
  const page = pieces[0]!.page;
  return {
    hyphens,
    paragraph: {
      kind: 'paragraph',
      role: 'text',
      level: 0,
      runs,
      size: usualSize(pieces),
      place: { page, box: around(pieces.filter((piece) => piece.page === page)) },
      ...(isCentred(draft) ? { isCentred: true } : {}),
      ...(isReversedText(draft.lines.map(({ fragment }) => fragment)) ? { isRightToLeft: true } : {}),
    },
  };
}

function isCentred({ lines, start, width }: Draft): boolean {
  const em = lines[0]?.fragment.size ?? 10;
  return lines.every((line) => {
    const [before, after] = [line.start - start, start + width - line.end];
    return before > 2 * em && Math.abs(before - after) < em;
  });
}
