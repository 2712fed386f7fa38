import type { ChartText } from '../ooxml/charts/chart-texts.ts';
import { paragraphSpan } from '../ooxml/drawing/paragraph-span.ts';
import { readFrame } from '../ooxml/drawing/read-frame.ts';
import { readTree } from '../ooxml/drawing/read-tree.ts';
import type { TreeParagraph } from '../ooxml/drawing/read-tree.ts';
import { paragraphEdits } from '../ooxml/drawing/write-paragraph.ts';
import type { DrawingTarget, InheritedLook } from '../ooxml/drawing/write-paragraph.ts';
import type { XmlNode } from '../xml/tree.ts';
import type { Deck, Slide } from './deck.ts';
import { inheritedLook, placeholderOf } from './text-styles.ts';

/** A segment of a presentation. */
export interface DeckText extends ChartText {
  readonly place: 'slide' | 'notes' | 'design' | 'chart' | 'diagram';
  /** The slide it is of, if of any. */
  readonly slide: Slide | undefined;
  /** Of a paragraph in a shape or table: what it stands in. */
  readonly item?: TreeParagraph;
}

export interface DeckPart {
  readonly part: string;
  readonly texts: readonly DeckText[];
  /** See FramePart. */
  readonly stale: number;
}

/** The parts with texts, in the order of their segments: one with a chart in its midst comes in pieces. */
export function* readDeck(deck: Deck, target: DrawingTarget): Generator<DeckPart> {
  const seen = new Set<string>();
  for (const slide of deck.slides) {
    yield* readShapes(deck, slide.part, { place: 'slide', slide }, target, seen);
    const { notes } = slide;
    if (notes === undefined || seen.has(notes)) continue;
    seen.add(notes);
    yield* readShapes(deck, notes, { place: 'notes', slide }, target, seen);
  }
  for (const part of deck.designs)
    yield* readShapes(deck, part, { place: 'design', slide: undefined }, target, seen);
}

type Where = Pick<DeckText, 'place' | 'slide'>;

function* readShapes(
  deck: Deck,
  part: string,
  where: Where,
  target: DrawingTarget,
  seen: Set<string>,
): Generator<DeckPart> {
  const source = deck.text(part);
  let texts: DeckText[] = [];
  for (const item of readTree(source, deck.tree(part), where.slide ? () => false : isPrompt)) {
    if (item.kind === 'paragraph') {
      texts.push(shapeText(deck, { part, source, item }, where, target));
      continue;
    }
    const framed = readFrame(deck, part, item.node, target).filter((inner) => !seen.has(inner.part));
    if (framed.length === 0) continue;
    if (texts.length > 0) yield { part, texts, stale: 0 };
    texts = [];
    for (const inner of framed) {
      seen.add(inner.part);
      const own = inner.texts.map((text): DeckText => ({ ...text, place: inner.kind, slide: where.slide }));
      yield { part: inner.part, texts: own, stale: inner.stale };
    }
  }
  if (texts.length > 0) yield { part, texts, stale: 0 };
}

/** What a placeholder of a design holds is shown to authors only: "Click to edit Master title style". */
function isPrompt(node: XmlNode): boolean {
  return node.name.startsWith('p:') && placeholderOf(node) !== undefined;
}

function shapeText(
  deck: Deck,
  { part, source, item }: { part: string; source: string; item: TreeParagraph },
  where: Where,
  target: DrawingTarget,
): DeckText {
  const { paragraph, mirrors } = item;
  const look = () => (target.turn ? lookOf(deck, where, item) : undefined);
  return {
    ...where,
    part,
    item,
    paragraph,
    span: paragraphSpan(source, paragraph, target, look),
    mirrorEdits: (words) =>
      mirrors.flatMap((mirror) =>
        paragraphEdits(source, mirror, words, target, look()).map((edit) => ({ ...edit, part })),
      ),
  };
}

/** How a paragraph is aligned by what is around it. */
function lookOf(
  deck: Deck,
  { place, slide }: Where,
  { paragraph, body, shape }: TreeParagraph,
): InheritedLook {
  const level = Number(paragraph.properties?.attributes['lvl'] ?? 0);
  const { layout, master } = place === 'slide' && slide ? slide : {};
  return inheritedLook(deck, { layout, master }, { shape, body, level });
}
