import { pieceOf } from './model.ts';
import type { FieldUse, Item, Piece, Story } from './model.ts';

interface Place {
  readonly paragraph: number;
  readonly item: number;
}

/** A complex field (ECMA-376 part 1 §17.16.18) whose begin and end both stand in the story. */
interface Field {
  readonly begin: Place;
  separate: Place | undefined;
  end: Place | undefined;
  instruction: string;
  /** The field around this one; a field within another's result or code belongs to it. */
  readonly outer: Field | undefined;
}

/** A stretch of a paragraph's items, both ends included, that becomes one standalone code. */
interface Stretch {
  from: number;
  to: number;
}

/**
 * Replaces the field characters of a story's paragraphs by what a translator sees: the result of a HYPERLINK is text in
 * a pair, any other field is one standalone code from begin to end, also where that spans paragraphs. Characters without
 * their counterpart, as damaged files have them, become codes of their own and hide nothing.
 */
export function resolveFields(story: Story): FieldUse {
  const fields = pairFields(story);
  const uses = fields.map((field) => fieldUse(field.instruction, () => resultText(field, story)));
  const stretches = story.map((): Stretch[] => []);
  const links = story.map((): Field[] => []);
  for (const field of fields) {
    if (/^\s*SEQ\b/i.test(field.instruction)) story[field.begin.paragraph]!.numbered = true;
    if (isLink(field)) addLink(field, story, links, stretches);
    else addStretches(field.begin, field.end!, story, stretches);
  }
  story.forEach((paragraph, index) => {
    if (
      paragraph.items.some((item) => item.kind === 'field' || item.kind === 'instruction') ||
      stretches[index]!.length > 0
    ) {
      paragraph.items = replaceItems(paragraph.items, stretches[index]!, links[index]!);
    }
  });
  return { hasContents: uses.some((use) => use.hasContents), hasQuotes: uses.some((use) => use.hasQuotes) };
}

/** What a field by this instruction shows of the document's own words; results are not translated. */
export function fieldUse(instruction: string, result: () => string): FieldUse {
  return {
    hasContents: /^\s*TOC\b/i.test(instruction),
    hasQuotes: /^\s*REF\b/i.test(instruction) && /\p{L}/u.test(result()),
  };
}

function resultText({ separate, end }: Field, story: Story): string {
  if (!separate || !end) return '';
  return story
    .slice(separate.paragraph, end.paragraph + 1)
    .flatMap(({ items }, at, all) =>
      items.slice(at === 0 ? separate.item : 0, at === all.length - 1 ? end.item : undefined),
    )
    .map((item) => (item.kind === 'text' ? item.text : ''))
    .join('');
}

function pairFields(story: Story): Field[] {
  const open: Field[] = [];
  const complete: Field[] = [];
  story.forEach((paragraph, p) => {
    paragraph.items.forEach((item, i) => {
      const top = open.at(-1);
      if (item.kind === 'instruction' && top && !top.separate) top.instruction += item.text;
      if (item.kind !== 'field') return;
      const place = { paragraph: p, item: i };
      if (item.type === 'begin') {
        open.push({ begin: place, separate: undefined, end: undefined, instruction: '', outer: top });
      } else if (top && item.type === 'separate') {
        top.separate ??= place;
      } else if (top) {
        top.end = place;
        complete.push(open.pop()!);
      }
    });
  });
  return complete.filter((field) => !isInsideOpaque(field));
}

function isLink(field: Field): boolean {
  return field.separate !== undefined && /^\s*HYPERLINK\b/i.test(field.instruction);
}

/** Within another field's code, or within the result of one that is not translated. */
function isInsideOpaque(field: Field): boolean {
  for (let inner = field, outer = field.outer; outer; inner = outer, outer = outer.outer) {
    if (outer.end && (!isLink(outer) || isBefore(inner.begin, outer.separate!))) return true;
  }
  return false;
}

function isBefore(a: Place, b: Place): boolean {
  return a.paragraph < b.paragraph || (a.paragraph === b.paragraph && a.item < b.item);
}

/** A link in one piece becomes a pair; one that spans paragraphs or crosses a wrapper keeps its two ends as codes. */
function addLink(field: Field, story: Story, links: Field[][], stretches: Stretch[][]): void {
  const { begin, separate, end } = field;
  const { items } = story[begin.paragraph]!;
  const whole =
    begin.paragraph === end!.paragraph &&
    isBalanced(items, begin.item, separate!.item) &&
    isBalanced(items, separate!.item, end!.item);
  if (whole) {
    links[begin.paragraph]!.push(field);
  } else {
    addStretches(begin, separate!, story, stretches);
    addStretches(end!, end!, story, stretches);
  }
}

function addStretches(from: Place, to: Place, story: Story, stretches: Stretch[][]): void {
  for (let p = from.paragraph; p <= to.paragraph; p++) {
    const { items } = story[p]!;
    if (items.length === 0) continue;
    const start = p === from.paragraph ? from.item : 0;
    const end = p === to.paragraph ? to.item : items.length - 1;
    stretches[p]!.push(balanced(items, start, end));
  }
}

function isBalanced(items: readonly Item[], from: number, to: number): boolean {
  const { from: start, to: end } = balanced(items, from, to);
  return start === from && end === to;
}

/** The stretch, made longer until each wrapper is wholly in it or wholly out of it. */
function balanced(items: readonly Item[], from: number, to: number): Stretch {
  let depth = 0;
  let lowest = 0;
  for (let i = from; i <= to; i++) {
    if (items[i]!.kind === 'open') depth++;
    if (items[i]!.kind === 'close') lowest = Math.min(lowest, --depth);
  }
  const start = reach(items, from, -lowest, -1);
  const end = reach(items, to, depth - lowest, 1);
  return { from: start, to: end };
}

/** Walks outwards until so many wrappers have been opened (backwards) or closed (forwards). */
function reach(items: readonly Item[], from: number, wrappers: number, step: 1 | -1): number {
  const [out, back] = step === 1 ? ['close', 'open'] : ['open', 'close'];
  let missing = wrappers;
  let i = from;
  while (missing > 0 && i + step >= 0 && i + step < items.length) {
    i += step;
    if (items[i]!.kind === out) missing--;
    if (items[i]!.kind === back) missing++;
  }
  return i;
}

function replaceItems(items: readonly Item[], stretches: Stretch[], links: readonly Field[]): Item[] {
  const merged = merge(stretches);
  const opens = new Map(links.map((field) => [field.begin.item, field.separate!.item]));
  const closes = new Set(links.map((field) => field.end!.item));
  const replaced: Item[] = [];
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!;
    const stretch = merged.get(i);
    const separate = opens.get(i);
    if (stretch !== undefined) {
      replaced.push({ kind: 'alone', piece: span(items, i, stretch) });
      i = stretch;
    } else if (separate !== undefined) {
      replaced.push({ kind: 'open', piece: span(items, i, separate) });
      i = separate;
    } else if (closes.has(i)) {
      replaced.push({ kind: 'close', piece: item.piece });
    } else {
      replaced.push(
        item.kind === 'field' || item.kind === 'instruction' ? { kind: 'alone', piece: item.piece } : item,
      );
    }
  }
  return replaced;
}

/** Stretches that overlap as one: end by start. */
function merge(stretches: Stretch[]): Map<number, number> {
  const merged = new Map<number, number>();
  let last: Stretch | undefined;
  for (const stretch of stretches.sort((a, b) => a.from - b.from)) {
    if (last && stretch.from <= last.to) last.to = Math.max(last.to, stretch.to);
    else last = { ...stretch };
    merged.set(last.from, last.to);
  }
  return merged;
}

function span(items: readonly Item[], from: number, to: number): Piece {
  const first = items[from]!.piece;
  const last = items[to]!.piece;
  const nesting = items.slice(from, to + 1).some(({ piece }) => piece.nesting === 'outer')
    ? 'outer'
    : undefined;
  return pieceOf(first.start, last.end, first.startRun, last.endRun, { nesting });
}
