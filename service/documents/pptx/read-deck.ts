import type { Included } from '../../contract/index.ts';
import type { ChartText } from '../ooxml/charts/chart-texts.ts';
import { altTexts, commentTexts, propertyTexts } from '../ooxml/drawing/other-texts.ts';
import { paragraphSpan } from '../ooxml/drawing/paragraph-span.ts';
import { readFrame } from '../ooxml/drawing/read-frame.ts';
import { readTree } from '../ooxml/drawing/read-tree.ts';
import type { TreeParagraph } from '../ooxml/drawing/read-tree.ts';
import { paragraphEdits } from '../ooxml/drawing/write-paragraph.ts';
import type { DrawingTarget } from '../ooxml/drawing/write-paragraph.ts';
import type { SegmentKind } from '../../text/segment-kind.ts';
import type { XmlNode } from '../xml/tree.ts';
import type { Deck, Slide } from './deck.ts';
import { inheritedLook, placeholderOf } from './text-styles.ts';

/** A segment of a presentation. */
export interface DeckText extends ChartText {
  /** The options of `include` that it requires. */
  readonly needs: readonly Included[];
  /** Its slide, if any. */
  readonly slide: Slide | undefined;
  /** For a paragraph in a shape or table: its surroundings. */
  readonly item?: TreeParagraph;
}

export interface DeckPart {
  readonly part: string;
  readonly texts: readonly DeckText[];
  /** See FramePart. */
  readonly stale: number;
}

export interface DeckReading {
  readonly deck: Deck;
  readonly target: DrawingTarget;
  readonly include: ReadonlySet<Included>;
}

/** The parts with texts, in the order of their segments: one with a chart in the middle comes in pieces. */
export function* readDeck(reading: DeckReading): Generator<DeckPart> {
  const { deck, target, include } = reading;
  /** Parts that several slides share are read once. */
  const seen = new Set<string>();
  const isNew = (part: string) => !seen.has(part) && seen.add(part);
  for (const slide of deck.slides) {
    const hidden: Included[] = slide.isHidden ? ['hidden'] : [];
    if (!isIncluded(hidden, include)) continue;
    yield* readShapes(reading, slide.part, { needs: hidden, slide }, isNew);
    const { notes, comments } = slide;
    if (notes !== undefined && include.has('notes') && isNew(notes))
      yield* readShapes(reading, notes, { needs: [...hidden, 'notes'], slide }, isNew);
    for (const part of include.has('comments') ? comments.filter(isNew) : [])
      yield {
        part,
        stale: 0,
        texts: inPlace(commentTexts(deck, part, target), [...hidden, 'comments'], slide),
      };
  }
  for (const part of include.has('masters') ? deck.designs : [])
    yield* readShapes(reading, part, { needs: ['masters'], slide: undefined }, isNew);
  for (const { part, texts } of include.has('properties') ? propertyTexts(deck) : [])
    yield { part, stale: 0, texts: inPlace(texts, ['properties'], undefined) };
}

function isIncluded(needs: readonly Included[], include: ReadonlySet<Included>): boolean {
  return needs.every((one) => include.has(one));
}

function inPlace(
  texts: readonly ChartText[],
  needs: readonly Included[],
  slide: Slide | undefined,
): DeckText[] {
  return texts.map((text) => ({ ...text, needs, slide }));
}

type Where = Pick<DeckText, 'needs' | 'slide'>;

function* readShapes(
  { deck, target, include }: DeckReading,
  part: string,
  where: Where,
  isNew: (part: string) => unknown,
): Generator<DeckPart> {
  const source = deck.text(part);
  const texts: DeckText[] = [];
  for (const item of readTree(source, deck.tree(part), where.slide ? () => false : isPrompt)) {
    const around: readonly Included[] = item.isHidden ? [...where.needs, 'hidden'] : where.needs;
    if (!isIncluded(around, include)) continue;
    if (item.kind === 'paragraph') {
      texts.push(shapeText(deck, { part, source, item }, { ...where, needs: around }, target));
    } else if (item.kind === 'object') {
      if (include.has('alt_text'))
        texts.push(...inPlace(altTexts(part, item.node), [...around, 'alt_text'], where.slide));
    } else {
      const framed = readFrame(deck, part, item.node, target).filter(
        (inner) => include.has(inner.kind) && isNew(inner.part),
      );
      if (framed.length > 0 && texts.length > 0) yield { part, texts: texts.splice(0), stale: 0 };
      for (const inner of framed) {
        const needs = [...around, inner.kind];
        yield { part: inner.part, stale: inner.stale, texts: inPlace(inner.texts, needs, where.slide) };
      }
    }
  }
  if (texts.length > 0) yield { part, texts, stale: 0 };
}

/** Placeholder text of a design is shown only to authors: "Click to edit Master title style". */
function isPrompt(node: XmlNode): boolean {
  return node.name.startsWith('p:') && placeholderOf(node) !== undefined;
}

/** A placeholder without a type holds the slide's contents (ISO/IEC 29500-1 §19.7.10). */
function kindOf({ table, shape }: TreeParagraph, { needs }: Where): SegmentKind | undefined {
  if (needs.includes('notes')) return 'note';
  if (table) return 'cell';
  const placeholder = placeholderOf(shape);
  if (!placeholder) return undefined;
  return PLACEHOLDERS.get(placeholder.attributes['type'] ?? 'obj');
}

const PLACEHOLDERS: ReadonlyMap<string, SegmentKind> = new Map(
  Object.entries<SegmentKind>({
    title: 'title',
    ctrTitle: 'title',
    subTitle: 'h1',
    body: 'item',
    obj: 'item',
    ftr: 'margin',
    hdr: 'margin',
  }),
);

function shapeText(
  deck: Deck,
  { part, source, item }: { part: string; source: string; item: TreeParagraph },
  where: Where,
  target: DrawingTarget,
): DeckText {
  const { paragraph, mirrors } = item;
  const design = where.needs.includes('notes') ? {} : (where.slide ?? {});
  const look = () => (target.newDirection ? inheritedLook(deck, design, item) : undefined);
  return {
    ...where,
    part,
    item,
    paragraph,
    span: paragraphSpan(source, paragraph, target, look, kindOf(item, where)),
    mirrorEdits: (words) =>
      mirrors.flatMap((mirror) =>
        paragraphEdits(source, mirror, words, target, look()).map((edit) => ({ ...edit, part })),
      ),
  };
}
