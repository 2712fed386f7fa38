import type { Block, Paragraph } from './blocks.ts';
import { plainOf, usualSize } from './runs.ts';

/** How much larger than the body's a heading is. */
const LARGER = 1.15;
const MAX_LETTERS = 160;
const MAX_LEVELS = 6;

/** Paragraphs larger than the body, or short and bold, as headings: levels by size. */
export function withHeadings(blocks: readonly Block[], bodySize: number): Block[] {
  const isHeading = (block: Block, i: number): block is Paragraph =>
    block.kind === 'paragraph' &&
    (block.role === 'text' || isNumbered(block)) &&
    (isLarge(block, bodySize) || isBoldHeading(block, blocks[i + 1], bodySize));
  const sizes = blocks.filter(isHeading).map(rankOf);
  const ranks = [...new Set(sizes)].sort((a, b) => b - a);
  return blocks.map((block, i) =>
    isHeading(block, i)
      ? {
          ...withNumber(block),
          role: 'heading' as const,
          level: Math.min(MAX_LEVELS, ranks.indexOf(rankOf(block)) + 1),
        }
      : block,
  );
}

/** A heading with a number looks like an item. */
function isNumbered({ role, label = '' }: Paragraph): boolean {
  return role === 'item' && /[\p{L}\p{N}]/u.test(label) && label !== 'o';
}

function withNumber({ label, ...paragraph }: Paragraph): Paragraph {
  const [first] = paragraph.runs;
  return label && first
    ? { ...paragraph, runs: [{ ...first, text: `${label} ${first.text}` }, ...paragraph.runs.slice(1)] }
    : paragraph;
}

/** Sizes that differ by less than half a point are one; bold counts as a little larger. */
function rankOf({ size = 0, runs }: Paragraph): number {
  return Math.round(size * 2) + (runs.every(({ isBold }) => isBold) ? 0.5 : 0);
}

function isLarge({ size = 0, runs }: Paragraph, bodySize: number): boolean {
  const text = plainOf(runs);
  return size >= LARGER * bodySize && text.length <= MAX_LETTERS && /\p{L}/u.test(text);
}

function isBoldHeading(paragraph: Paragraph, next: Block | undefined, bodySize: number): boolean {
  const text = plainOf(paragraph.runs);
  const isBold = paragraph.runs.every((run) => run.isBold ?? run.text.trim() === '');
  if (!isBold || text.length > 80 || !/\p{L}/u.test(text) || /[.,;:]$/.test(text)) return false;
  if ((paragraph.size ?? 0) < 0.95 * bodySize) return false;
  // A bold paragraph among others is emphasis.
  return next !== undefined && !(next.kind === 'paragraph' && next.runs.every(({ isBold: bold }) => bold));
}

export function bodySizeOf(paragraphs: readonly Paragraph[]): number {
  return usualSize(paragraphs.map(({ size = 0, runs }) => ({ size, text: plainOf(runs) }))) || 11;
}
