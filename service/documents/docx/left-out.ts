import type { Warning } from '../../contract/index.ts';
import { unlessRefused } from '../shared/refusals.ts';
import { child, childValue, parseXml } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';
import type { DocxDocument } from './document.ts';
import type { PartModel } from './model.ts';

const NAMED = 3;
const MAX_NAMED_LENGTH = 60;

/** Warns of visible words that stay untranslated: of numbering, fields, choices and inserted files. */
export function leftOutWarnings(document: DocxDocument, models: readonly PartModel[]): Warning[] {
  const words = [
    ...numberingWords(document, models),
    ...models.flatMap(({ leftOut }) => leftOut),
    ...models.flatMap((model) => insertedFiles(document, model)),
  ];
  if (words.length === 0) return [];
  const distinct = [...new Set(words)];
  const found =
    distinct
      .slice(0, NAMED)
      .map((text) => `“${text.slice(0, MAX_NAMED_LENGTH)}”`)
      .join(', ') + (distinct.length > NAMED ? ' …' : '');
  return [
    {
      code: 'left_untranslated',
      message: `Words in automatic numbering, fields, drop-down lists or inserted files stay as they are: ${found}. Translate them in Word.`,
      count: distinct.length,
      details: { found },
    },
  ];
}

/** The files that Word inserts at an `altChunk` (§17.17.2.1). */
export function insertedFiles({ pkg }: DocxDocument, { source, part }: PartModel): string[] {
  if (!source.includes('altChunk')) return [];
  return pkg
    .relationships(part)
    .flatMap(({ kind, part: file }) => (kind === 'aFChunk' && file ? [file.replace(/^.*\//, '')] : []));
}

interface Level {
  readonly text: string;
  /** The style that numbers the paragraphs. */
  readonly style: string | undefined;
}

/** The words of paragraph labels such as `Chapter %1`. */
function numberingWords({ pkg, mainPart }: DocxDocument, models: readonly PartModel[]): string[] {
  const part = pkg.relationships(mainPart).find(({ kind }) => kind === 'numbering')?.part;
  const root = part === undefined ? undefined : unlessRefused(() => parseXml(pkg.text(part), part, NO_TEXT));
  if (!root) return [];
  const lists = new Map<string, Map<string, Level>>();
  for (const node of named(root, 'w:abstractNum'))
    lists.set(node.attributes['w:abstractNumId'] ?? '', new Map(named(node, 'w:lvl').flatMap(levelOf)));
  const numbers = new Map(
    named(root, 'w:num').map((node) => {
      const own = named(node, 'w:lvlOverride').flatMap((override) =>
        named(override, 'w:lvl').flatMap(levelOf),
      );
      const levels = lists.get(childValue(node, 'w:abstractNumId') ?? '') ?? [];
      return [node.attributes['w:numId'] ?? '', new Map([...levels, ...own])];
    }),
  );
  const byStyle = new Map(
    [...lists.values()].flatMap((levels) => [...levels.values()].map((one) => [one.style, one])),
  );
  return models.flatMap(({ paragraphs }) =>
    paragraphs.flatMap(({ properties, styleId }) => {
      const number = child(properties, 'w:numPr');
      const level = number
        ? numbers.get(childValue(number, 'w:numId') ?? '')?.get(childValue(number, 'w:ilvl') ?? '0')
        : styleId === undefined
          ? undefined
          : byStyle.get(styleId);
      return level ? [level.text] : [];
    }),
  );
}

const NO_TEXT = { textOf: new Set<string>() };

function named(node: XmlNode, name: string): XmlNode[] {
  return node.children.filter((inner) => inner.name === name);
}

/** A level whose label has words; a single letter is a mark, such as the bullet `o`. */
function levelOf(node: XmlNode): [string, Level][] {
  const text = childValue(node, 'w:lvlText') ?? '';
  if (!/\p{L}{2}/u.test(text.replace(/%\d/g, ' '))) return [];
  if (childValue(node, 'w:numFmt') === 'bullet') return [];
  return [[node.attributes['w:ilvl'] ?? '0', { text, style: childValue(node, 'w:pStyle') }]];
}
