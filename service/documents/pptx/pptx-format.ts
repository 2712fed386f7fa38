import { INCLUDED } from '../../contract/index.ts';
import type { Included } from '../../contract/index.ts';
import { changedWorkbooks } from '../ooxml/charts/chart-texts.ts';
import { diagramWarnings } from '../ooxml/drawing/diagram.ts';
import { AS_IT_IS, attributeEdits } from '../ooxml/drawing/write-paragraph.ts';
import type { DrawingTarget } from '../ooxml/drawing/write-paragraph.ts';
import { recogniseOoxml } from '../ooxml/kind.ts';
import { proofingLanguage } from '../ooxml/proofing-language.ts';
import { missingWarnings } from '../ooxml/missing-parts.ts';
import { signatureWarnings } from '../ooxml/signature.ts';
import { packageFormat } from '../packages/package-format.ts';
import type { PackagePart, PartEdit } from '../packages/package-format.ts';
import type { Edit } from '../shared/spans.ts';
import { newDirectionFor } from '../shared/text-direction.ts';
import type { NewDirection } from '../shared/text-direction.ts';
import { rawPrefix } from '../xml/scan.ts';
import { child } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';
import { animationWarnings, widenAnimations } from './animations.ts';
import { openDeck } from './deck.ts';
import type { Deck } from './deck.ts';
import { fontWarnings, overflowWarnings } from './warnings.ts';
import { fitText } from './growth.ts';
import { readDeck } from './read-deck.ts';
import type { DeckText } from './read-deck.ts';

/**
 * Presentations (ECMA-376, transitional and strict). A segment is a paragraph with words: of slides in
 * presentation order, their shapes, charts and diagrams in tree order, each slide's notes after it; then free
 * text on the used layouts and masters. In a chart's data it is a cell.
 */
export const pptxFormat = packageFormat({
  fileType: 'pptx',
  ignoresLanguage: true,

  recognise: (look) =>
    recogniseOoxml(look, {
      contentTypes: ['presentationml.presentation.main+xml', 'presentationml.slideshow.main+xml'],
      root: 'p:presentation',
      family: /presentationml|ms-powerpoint/,
    }),

  open(source, { from, to, options }) {
    const deck = openDeck(source);
    const texts: DeckText[] = [];
    let stale = 0;
    const target: DrawingTarget = {
      newDirection: from !== undefined && to !== undefined ? newDirectionFor(from, to) : undefined,
      language: to === undefined ? undefined : proofingLanguage(to)?.tag,
    };
    const include = new Set(options.include);
    let books: ReadonlyMap<string, Uint8Array> = new Map();

    function* parts(): Generator<PackagePart> {
      for (const read of readDeck({ deck, target, include })) {
        stale += read.stale;
        for (const text of read.texts) texts.push(text);
        yield { name: read.part, spans: read.texts.map(({ span }) => span) };
      }
    }

    return {
      parts: parts(),
      text: (part) => deck.text(part),
      save: (changes) => deck.pkg.save(new Map<string, string | Uint8Array>([...changes, ...books])),
      warnings: () => [
        ...(texts.length > 0 ? signatureWarnings(deck.pkg) : []),
        ...missingWarnings(deck.missing),
      ],
      closing(changed) {
        const targets = new Map(changed.map(({ index, target: words }) => [texts[index]!, words]));
        const data = changedWorkbooks(deck.pkg, targets);
        ({ books } = data);
        const hasDiagrams = [...targets.keys()].some(({ needs }) => needs.includes('diagrams'));
        const fit = fitText(deck, texts, targets);
        const widened = widenAnimations(deck, targets.keys());
        return {
          edits: [
            ...[...targets].flatMap(([text, words]) => text.mirrorEdits(words)),
            ...tableEdits(deck, [...targets.keys()], target.newDirection),
            ...fit.edits,
            ...widened,
          ],
          warnings: [
            ...data.warnings,
            ...diagramWarnings(hasDiagrams ? stale : 0),
            ...overflowWarnings(deck, fit.overflowing, (text) => texts.indexOf(text)),
            ...fontWarnings(deck, from, to),
            ...animationWarnings(widened.length),
          ],
        };
      },
    };
  },

  examine(source, { options }) {
    const missing = INCLUDED.filter((name) => !options.include.includes(name));
    const counts = new Map<Included, number>();
    for (const { texts } of readDeck({
      deck: openDeck(source),
      target: AS_IT_IS,
      include: new Set(INCLUDED),
    })) {
      for (const { needs } of texts) {
        const first = needs.find((name) => missing.includes(name));
        if (first) counts.set(first, (counts.get(first) ?? 0) + 1);
      }
    }
    return { leftOut: Array.from(counts, ([what, count]) => ({ what, count })) };
  },
});

/** Mirrors tables like their texts. */
function tableEdits(deck: Deck, texts: readonly DeckText[], newDirection: NewDirection): PartEdit[] {
  if (!newDirection) return [];
  const tables = new Map(texts.flatMap(({ item, part }) => (item?.table ? [[item.table, part]] : [])));
  return Array.from(tables, ([table, part]) =>
    setTableDirection(deck.text(part), table, newDirection).map((edit) => ({ ...edit, part })),
  ).flat();
}

function setTableDirection(
  source: string,
  table: XmlNode,
  newDirection: Exclude<NewDirection, undefined>,
): Edit[] {
  const properties = child(table, 'a:tblPr');
  const rtl = newDirection === 'rtl' ? '1' : '0';
  if (properties) return attributeEdits(source, properties, { rtl });
  const at = table.contentStart;
  return [{ start: at, end: at, text: `<${rawPrefix(source, table.start)}tblPr rtl="${rtl}"/>` }];
}
