import type { Warning } from '../../contract/index.ts';
import type { Deck } from './deck.ts';

export function overflowWarnings(count: number): Warning[] {
  if (count === 0) return [];
  return [
    {
      code: 'text_may_overflow',
      message:
        'Some boxes may have no room for their text, which has grown by more than 30 %. Look through those slides.',
      count,
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
