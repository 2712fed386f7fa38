import { changedWorkbooks } from '../ooxml/charts/chart-texts.ts';
import { diagramWarnings } from '../ooxml/drawing/diagram.ts';
import { attributeEdits } from '../ooxml/drawing/write-paragraph.ts';
import type { DrawingTarget } from '../ooxml/drawing/write-paragraph.ts';
import { recogniseOoxml } from '../ooxml/kind.ts';
import { proofingLanguage } from '../ooxml/proofing-language.ts';
import { signatureWarnings } from '../ooxml/signature.ts';
import { packageFormat } from '../packages/package-format.ts';
import type { PackagePart, PartEdit } from '../packages/package-format.ts';
import type { Edit } from '../shared/spans.ts';
import { turnBetween } from '../shared/text-direction.ts';
import type { Turn } from '../shared/text-direction.ts';
import { rawPrefix } from '../xml/scan.ts';
import { child } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';
import { openDeck } from './deck.ts';
import type { Deck } from './deck.ts';
import { readDeck } from './read-deck.ts';
import type { DeckText } from './read-deck.ts';
import { assembleSimple } from './simple.ts';

/**
 * Presentations (ECMA-376, transitional and strict). A segment is a paragraph with words: of slides in the order they are shown, their
 * shapes, charts and diagrams in the order of the tree, each slide's notes behind it; then what stands free on the layouts and masters in
 * use. Of a chart's data it is a cell.
 */
export const pptxFormat = packageFormat({
  fileType: 'pptx',

  recognise: (look) =>
    recogniseOoxml(look, {
      contentTypes: ['presentationml.presentation.main+xml', 'presentationml.slideshow.main+xml'],
      root: 'p:presentation',
      family: /presentationml|ms-powerpoint/,
    }),

  open(source, { from, to }) {
    const deck = openDeck(source);
    const texts: DeckText[] = [];
    let stale = 0;
    const target: DrawingTarget = {
      turn: from !== undefined && to !== undefined ? turnBetween(from, to) : undefined,
      language: to === undefined ? undefined : proofingLanguage(to)?.tag,
    };
    let books: ReadonlyMap<string, Uint8Array> = new Map();

    function* parts(): Generator<PackagePart> {
      for (const read of readDeck(deck, target)) {
        stale += read.stale;
        for (const text of read.texts) texts.push(text);
        yield { name: read.part, spans: read.texts.map(({ span }) => span) };
      }
    }

    return {
      parts: parts(),
      text: (part) => deck.text(part),
      save: (changes) => deck.pkg.save(new Map<string, string | Uint8Array>([...changes, ...books])),
      warnings: () => (texts.length > 0 ? signatureWarnings(deck.pkg) : []),
      closing(changed) {
        const translated = changed.map(({ index, target: words }) => ({
          text: texts[index]!,
          target: words,
        }));
        const data = changedWorkbooks(deck.pkg, translated);
        ({ books } = data);
        const hasDiagrams = translated.some(({ text }) => text.place === 'diagram');
        return {
          edits: [
            ...translated.flatMap(({ text, target: words }) => text.mirrorEdits(words)),
            ...tableEdits(
              deck,
              translated.map(({ text }) => text),
              target.turn,
            ),
          ],
          warnings: [...data.warnings, ...diagramWarnings(hasDiagrams ? stale : 0)],
        };
      },
    };
  },

  assembleSimple,
});

/** A table is read as its texts are. */
function tableEdits(deck: Deck, texts: readonly DeckText[], turn: Turn): PartEdit[] {
  if (!turn) return [];
  const tables = new Map(texts.flatMap(({ item, part }) => (item?.table ? [[item.table, part]] : [])));
  return Array.from(tables, ([table, part]) =>
    turnTable(deck.text(part), table, turn).map((edit) => ({ ...edit, part })),
  ).flat();
}

function turnTable(source: string, table: XmlNode, turn: Exclude<Turn, undefined>): Edit[] {
  const properties = child(table, 'a:tblPr');
  const rtl = turn === 'rtl' ? '1' : '0';
  if (properties) return attributeEdits(source, properties, { rtl });
  const at = table.contentStart;
  return [{ start: at, end: at, text: `<${rawPrefix(source, table.start)}tblPr rtl="${rtl}"/>` }];
}
