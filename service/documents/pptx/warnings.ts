import type { Warning } from '../../contract/index.ts';
import type { PlacedWarning } from '../format.ts';
import type { Deck } from './deck.ts';
import type { DeckText } from './read-deck.ts';

/** More slides than anyone goes through one by one. */
const MAX_SLIDES = 100;

/** Names the slides as PowerPoint does, by their places in the presentation. */
export function overflowWarnings(
  deck: Deck,
  overflowing: readonly DeckText[],
  indexOf: (text: DeckText) => number,
): PlacedWarning[] {
  if (overflowing.length === 0) return [];
  const slides = new Map<number, DeckText>();
  for (const text of overflowing) {
    const slide = text.slide ? deck.slides.indexOf(text.slide) + 1 : 0;
    if (slide > 0 && !slides.has(slide)) slides.set(slide, text);
  }
  const places = Array.from(slides, ([slide, text]) => ({ name: String(slide), index: indexOf(text) }));
  const named = places.slice(0, MAX_SLIDES);
  const where = named.length === 0 ? 'the layouts' : `slides ${named.map(({ name }) => name).join(', ')}`;
  return [
    {
      code: 'text_may_overflow',
      message: `Some boxes may have no room for their text, which has grown by more than 30 %. Look through ${where}.`,
      count: overflowing.length,
      ...(named.length > 0 && { places: named }),
    },
  ];
}

/** An embedded font may contain only the letters of the text it was embedded with. */
export function fontWarnings(deck: Deck, from: string | undefined, to: string | undefined): Warning[] {
  if (scriptOf(from) === scriptOf(to)) return [];
  const names = deck
    .tree(deck.mainPart)
    .children.filter(({ name }) => name === 'p:embeddedFontLst')
    .flatMap(({ children }) => children.flatMap((font) => font.children))
    .flatMap(({ name, attributes }) => (name === 'p:font' ? [attributes['typeface'] ?? ''] : []));
  if (names.length === 0) return [];
  const fonts = [...new Set(names)].join(', ');
  return [
    {
      code: 'embedded_font',
      message: `The file embeds a font that may lack letters of the target language: ${fonts}. Choose another one for the text if it does not look right.`,
      count: new Set(names).size,
      details: { fonts },
    },
  ];
}

function scriptOf(tag: string | undefined): string | undefined {
  try {
    return tag === undefined ? undefined : new Intl.Locale(tag).maximize().script;
  } catch {
    return undefined;
  }
}
