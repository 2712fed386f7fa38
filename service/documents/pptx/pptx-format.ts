import { proofingLanguage } from '../ooxml/proofing-language.ts';
import { recogniseOoxml } from '../ooxml/kind.ts';
import { signatureWarnings } from '../ooxml/signature.ts';
import { attributeEdits, paragraphEdits } from '../ooxml/drawing/write-paragraph.ts';
import type { DrawingTarget } from '../ooxml/drawing/write-paragraph.ts';
import { packageFormat } from '../packages/package-format.ts';
import type { ChangedUnit, PackageClosing, PackagePart, PartEdit } from '../packages/package-format.ts';
import { turnBetween } from '../shared/text-direction.ts';
import type { Turn } from '../shared/text-direction.ts';
import { rawPrefix } from '../xml/scan.ts';
import { child } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';
import { openDeck } from './deck.ts';
import { lookOf, readDeck } from './read-deck.ts';
import type { DeckText } from './read-deck.ts';
import { paragraphSpan } from '../ooxml/drawing/paragraph-span.ts';
import { assembleSimple } from './simple.ts';

/**
 * Presentations (ECMA-376, transitional and strict). A segment is a paragraph with words: of slides in the order they are shown, their
 * shapes in the order of the tree, each slide's notes behind it; then what stands free on the layouts and masters in use.
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
    const target: DrawingTarget = {
      turn: from !== undefined && to !== undefined ? turnBetween(from, to) : undefined,
      language: to === undefined ? undefined : proofingLanguage(to)?.tag,
    };

    function* parts(): Generator<PackagePart> {
      for (const { part, texts: own } of readDeck(deck)) {
        const source = deck.text(part);
        for (const one of own) texts.push(one);
        const spans = own.map((one) => paragraphSpan(source, one.paragraph, target, () => lookOf(deck, one)));
        yield { name: part, spans };
      }
    }

    return {
      parts: parts(),
      text: (part) => deck.text(part),
      save: (changes) => deck.pkg.save(changes),
      warnings: () => (texts.length > 0 ? signatureWarnings(deck.pkg) : []),
      closing: (changed): PackageClosing => ({
        edits: [
          ...changed.flatMap(({ index, target: words }: ChangedUnit) => mirrorEdits(texts[index]!, words)),
          ...tableEdits(changed.map(({ index }) => texts[index]!)),
        ],
      }),
    };

    function mirrorEdits(text: DeckText, words: string): PartEdit[] {
      const look = target.turn ? lookOf(deck, text) : undefined;
      return text.mirrors.flatMap((mirror) =>
        paragraphEdits(deck.text(text.part), mirror, words, target, look).map((edit) => ({
          ...edit,
          part: text.part,
        })),
      );
    }

    /** A table is read as its texts are. */
    function tableEdits(changed: readonly DeckText[]): PartEdit[] {
      const { turn } = target;
      if (!turn) return [];
      const tables = new Map(changed.flatMap(({ table, part }) => (table ? [[table, part]] : [])));
      return Array.from(tables, ([table, part]) =>
        turnTable(deck.text(part), table, turn).map((edit) => ({ ...edit, part })),
      ).flat();
    }
  },

  assembleSimple,
});

function turnTable(source: string, table: XmlNode, turn: Exclude<Turn, undefined>) {
  const properties = child(table, 'a:tblPr');
  const rtl = turn === 'rtl' ? '1' : '0';
  if (properties) return attributeEdits(source, properties, { rtl });
  const at = table.contentStart;
  return [{ start: at, end: at, text: `<${rawPrefix(source, table.start)}tblPr rtl="${rtl}"/>` }];
}
