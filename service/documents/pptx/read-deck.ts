import { readTree } from '../ooxml/drawing/read-tree.ts';
import type { TreeParagraph } from '../ooxml/drawing/read-tree.ts';
import type { InheritedLook } from '../ooxml/drawing/write-paragraph.ts';
import type { XmlNode } from '../xml/tree.ts';
import type { Deck, Slide } from './deck.ts';
import { inheritedLook, placeholderOf } from './text-styles.ts';

/** A paragraph of a slide, of notes or of a design. */
export interface DeckText extends TreeParagraph {
  readonly part: string;
  /** The slide it stands on, if on any. */
  readonly slide: Slide | undefined;
  readonly isNote: boolean;
}

export interface DeckPart {
  readonly part: string;
  readonly texts: readonly DeckText[];
}

/** The parts with texts, in the order of their segments. */
export function* readDeck(deck: Deck): Generator<DeckPart> {
  const read = (part: string, slide: Slide | undefined, isNote = false): DeckPart => {
    const isLeftOut = slide ? () => false : isPrompt;
    const items = [...readTree(deck.text(part), deck.tree(part), isLeftOut)];
    const texts = items.flatMap((item) =>
      item.kind === 'paragraph' ? [{ ...item, part, slide, isNote }] : [],
    );
    return { part, texts };
  };
  const seen = new Set<string>();
  for (const slide of deck.slides) {
    yield read(slide.part, slide);
    if (slide.notes === undefined || seen.has(slide.notes)) continue;
    seen.add(slide.notes);
    yield read(slide.notes, slide, true);
  }
  for (const part of deck.designs) yield read(part, undefined);
}

/** What a placeholder of a design holds is shown to authors only: "Click to edit Master title style". */
function isPrompt(node: XmlNode): boolean {
  return node.name.startsWith('p:') && placeholderOf(node) !== undefined;
}

/** How a paragraph is aligned by what is around it. */
export function lookOf(deck: Deck, { slide, isNote, paragraph, body, shape }: DeckText): InheritedLook {
  const level = Number(paragraph.properties?.attributes['lvl'] ?? 0);
  const { layout, master } = isNote || !slide ? {} : slide;
  return inheritedLook(deck, { layout, master }, { shape, body, level });
}
