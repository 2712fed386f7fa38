import { withoutMarks } from '../../contract/index.ts';
import { plainText } from '../../text/codes.ts';
import type { PartEdit } from '../packages/package-format.ts';
import { attributeEdits } from '../ooxml/drawing/write-paragraph.ts';
import { child } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';
import type { Deck } from './deck.ts';
import type { DeckText } from './read-deck.ts';
import { inheritedAutofit, inheritedMeasures, sizeOf } from './text-styles.ts';
import type { Design } from './text-styles.ts';

/** Text that grew less than this still fits. */
const SHRINKS_FROM = 1.1;
/** A box that does not shrink its text may have been half empty. */
const OVERFLOWS_FROM = 1.3;
/** In 1/1,000 percent, PowerPoint's unit. It goes in steps, down to a minimum. */
const FULL = 100_000;
const STEP = 2_500;
const MIN_SCALE = 50_000;
const MAX_REDUCTION = 20_000;

export interface Growth {
  readonly edits: readonly PartEdit[];
  /** The first texts of shapes whose text may no longer fit. */
  readonly overflowing: readonly DeckText[];
}

/**
 * PowerPoint shrinks text to its box (`a:normAutofit`, ECMA-376 part 1 §21.1.2.1.3) when someone edits it,
 * not when it opens a file, so a translation is shrunk here: by the square root of its growth, since a
 * smaller font gives both longer lines and more of them.
 */
export function fitText(
  deck: Deck,
  texts: readonly DeckText[],
  targets: ReadonlyMap<DeckText, string>,
): Growth {
  const bodies = new Map<XmlNode, DeckText[]>();
  for (const text of texts) {
    const { item, needs } = text;
    if (!item?.body || item.table || needs.includes('notes')) continue;
    const same = bodies.get(item.body);
    if (same) same.push(text);
    else bodies.set(item.body, [text]);
  }
  const edits: PartEdit[] = [];
  const overflowing: DeckText[] = [];
  for (const [body, own] of bodies) {
    if (!own.some((text) => targets.has(text))) continue;
    const before = own.reduce((sum, { span }) => sum + widthOf(span.segment.text), 0);
    const after = own.reduce((sum, text) => sum + widthOf(targets.get(text) ?? text.span.segment.text), 0);
    const growth = after / before;
    const { part, slide, item } = own[0]!;
    const properties = child(body, 'a:bodyPr');
    const autofit = child(properties, 'a:normAutofit');
    const design = slide ?? {};
    if (autofit && growth > SHRINKS_FROM) {
      const isFull = autofit.attributes['fontScale'] !== undefined || !hasRoom(deck, design, own, targets);
      if (!isFull) continue;
      const shrunk = shrink(deck.text(part), autofit, growth);
      edits.push(...shrunk.map((edit) => ({ ...edit, part })));
    } else {
      const isUnwrapped = properties?.attributes['wrap'] === 'none';
      const mayOverflow =
        growth > OVERFLOWS_FROM ||
        (isUnwrapped && longestLine(own, targets) > SHRINKS_FROM * longestLine(own));
      if (mayOverflow && inheritedAutofit(deck, design, item!) !== 'a:spAutoFit') overflowing.push(own[0]!);
    }
  }
  return { edits, overflowing };
}

function longestLine(texts: readonly DeckText[], targets: ReadonlyMap<DeckText, string> = new Map()): number {
  return Math.max(...texts.map((text) => widthOf(targets.get(text) ?? text.span.segment.text)));
}

/** EMU per 1/100 point. */
const UNIT = 127;
/** Relative to the font size: generous widths of a letter and of a capital, and the height of a line. */
const [LETTER, CAPITAL, LINE] = [0.6, 0.72, 1.44];
/** Between the edges of a box and its text, by default (ECMA-376 part 1 §21.1.2.1.1). */
const [SIDE_INSET, EDGE_INSET] = [91_440, 45_720];

/** Whether a box's text certainly fits: a short title must not shrink below other slides' titles. */
function hasRoom(
  deck: Deck,
  design: Design,
  texts: readonly DeckText[],
  targets: ReadonlyMap<DeckText, string>,
): boolean {
  const { item } = texts[0]!;
  const box = sizeOf(deck, design, item!.shape);
  const attributes = child(item!.body, 'a:bodyPr')?.attributes ?? {};
  if (!box || (attributes['vert'] ?? 'horz') !== 'horz' || Number(attributes['numCol'] ?? 1) > 1)
    return false;
  const inset = (name: string, otherwise: number) => Number(attributes[name] ?? otherwise);
  const width = box.width - inset('lIns', SIDE_INSET) - inset('rIns', SIDE_INSET);
  const height = box.height - inset('tIns', EDGE_INSET) - inset('bIns', EDGE_INSET);
  let used = 0;
  let tallest = 0;
  for (const text of texts) {
    const { size, margin, isCapital } = measuresOf(deck, design, text);
    const line = UNIT * size;
    const target = targets.get(text) ?? text.span.segment.text;
    if (!(margin < width)) return false;
    const perLine = (width - margin) / (line * (isCapital ? CAPITAL : LETTER));
    const breaks = text.item!.paragraph.node.children.filter(({ name }) => name === 'a:br').length;
    used += (Math.ceil(widthOf(target) / perLine) + breaks) * line * LINE;
    tallest = Math.max(tallest, line);
  }
  const paragraphs = item!.body!.children.filter(({ name }) => name === 'a:p').length;
  return used + (paragraphs - texts.length) * tallest * LINE <= height;
}

function measuresOf(deck: Deck, design: Design, { item }: DeckText): ReturnType<typeof inheritedMeasures> {
  const inherited = inheritedMeasures(deck, design, item!);
  const runs = item!.paragraph.node.children.map((run) => child(run, 'a:rPr')?.attributes ?? {});
  const sizes = runs.flatMap(({ sz }) => (sz === undefined ? [] : [Number(sz)]));
  return {
    ...inherited,
    size: sizes.length > 0 ? Math.max(...sizes) : inherited.size,
    isCapital: inherited.isCapital || runs.some(({ cap }) => cap === 'all'),
  };
}

function shrink(source: string, autofit: XmlNode, growth: number) {
  const { fontScale, lnSpcReduction } = autofit.attributes;
  const scale = percent(fontScale, FULL);
  const wanted = Math.floor(scale / Math.sqrt(growth) / STEP) * STEP;
  const next = Math.min(scale, Math.max(MIN_SCALE, wanted));
  if (next === scale) return [];
  const reduction = Math.max(
    percent(lnSpcReduction, 0),
    next < FULL - 3 * STEP ? MAX_REDUCTION : MAX_REDUCTION / 2,
  );
  return attributeEdits(source, autofit, { fontScale: String(next), lnSpcReduction: String(reduction) });
}

/** `92500`, or `92.5%` in strict documents. */
function percent(written: string | undefined, otherwise: number): number {
  const [, number, sign] = /^\s*(\d+(?:\.\d+)?)(%?)\s*$/.exec(written ?? '') ?? [];
  if (number === undefined) return otherwise;
  return sign === '%' ? Number(number) * 1_000 : Number(number);
}

const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\uff01-\uff60]/gu;

/** Width of coded text, in characters of the Latin script. */
function widthOf(coded: string): number {
  const text = withoutMarks(plainText(coded));
  return text.length + (text.match(WIDE)?.length ?? 0);
}
