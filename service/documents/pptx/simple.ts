import { readFormatOptions } from '../../contract/index.ts';
import { parseCoded } from '../../text/codes.ts';
import type { Assembly, AssembleOptions } from '../format.ts';
import type { Inline } from '../inlines/code-inlines.ts';
import type { Piece, Place } from '../ooxml/drawing/read-paragraph.ts';
import { AS_IT_IS } from '../ooxml/drawing/write-paragraph.ts';
import { isRightToLeft } from '../shared/text-direction.ts';
import { escapeXml } from '../xml/scan.ts';
import { child } from '../xml/tree.ts';
import { openDeck } from './deck.ts';
import { readDeck } from './read-deck.ts';
import type { DeckText } from './read-deck.ts';
import { simpleDeck } from './simple-deck.ts';
import type { SimpleSlide } from './simple-deck.ts';
import { placeholderOf } from './text-styles.ts';

/**
 * A new, minimal presentation of the same paragraphs: a slide for each slide with its title, its other
 * paragraphs and its notes; what layouts and masters show comes last. It needs no more than what extraction
 * needs.
 */
export async function assembleSimple(
  source: Uint8Array,
  targets: readonly (string | null)[],
  options: AssembleOptions,
): Promise<Assembly> {
  const deck = openDeck(source);
  const rtl = isRightToLeft(options.to);
  const { include } = readFormatOptions('pptx', options.formatOptions);
  const slides = new Map<unknown, SimpleSlide>(
    deck.slides.map((slide) => [slide, { title: [], body: [], notes: [] }]),
  );
  const designs: SimpleSlide = { title: [], body: [], notes: [] };
  let index = 0;
  for (const { texts } of readDeck({ deck, target: AS_IT_IS, include: new Set(include) })) {
    for (const text of texts) {
      const target = targets[index++] ?? text.span.segment.text;
      const slide = slides.get(text.slide) ?? designs;
      const place = text.needs.includes('notes') ? slide.notes : isTitle(text) ? slide.title : slide.body;
      place.push(paragraphXml(text, target, rtl));
    }
  }
  const all = [...slides.values(), ...(designs.body.length > 0 ? [designs] : [])];
  return { bytes: await simpleDeck(all), warnings: [] };
}

function isTitle({ item, slide }: DeckText): boolean {
  const type = placeholderOf(item?.shape)?.attributes['type'];
  return slide !== undefined && (type === 'title' || type === 'ctrTitle');
}

function paragraphXml({ paragraph }: DeckText, target: string, rtl: boolean): string {
  const coded = paragraph?.coded;
  const properties = paragraph?.properties;
  const level = Math.trunc(Number(properties?.attributes['lvl'] ?? 0));
  const attributes = (level > 0 && level < 9 ? ` lvl="${level}"` : '') + (rtl ? ' algn="r" rtl="1"' : '');
  const words = parseCoded(target).map((token) => {
    if (token.kind === 'text') return textXml(token.text);
    const code = token.kind === 'standalone' ? coded?.codes.get(token.id) : undefined;
    return code?.kind === 'standalone' ? code.standalone.at.map(pieceXml).join('') : '';
  });
  const [lead, trail] = [coded?.lead ?? [], coded?.trail ?? []];
  const content = [...lead.map(inlineXml), ...words, ...trail.map(inlineXml)];
  return `<a:p>${attributes === '' ? '' : `<a:pPr${attributes}/>`}${content.join('')}</a:p>`;
}

function inlineXml(inline: Inline<Place>): string {
  if (inline.kind === 'group') return inline.children.map(inlineXml).join('');
  return inline.at.map(pieceXml).join('');
}

/** The parts of a piece that a presentation of plain text can have: its text, a break, a field's text. */
function pieceXml(piece: Piece): string {
  if (piece.kind === 'run') return textXml(piece.text);
  return piece.node.name === 'a:br' ? '<a:br/>' : textXml(child(piece.node, 'a:t')?.text ?? '');
}

function textXml(text: string): string {
  return text === '' ? '' : `<a:r><a:t>${escapeXml(text)}</a:t></a:r>`;
}
