import type { OoxmlPackage } from '../ooxml/package.ts';
import type { Edit } from '../ooxml/spans.ts';
import { damaged } from '../ooxml/refusals.ts';
import { attributeSpan, scanXml } from '../ooxml/xml.ts';
import { fragmentSource, PLAIN_TEXT, rawPrefix, wrapFragment } from './fragment.ts';
import type { FragmentSource, Span } from './fragment.ts';
import { richTextReader, writeRichText } from './rich-text.ts';
import type { RichText } from './rich-text.ts';
import { TagReader } from './tag-reader.ts';
import { decodeXString } from './xstring.ts';

/** An `si` element with its tags. */
interface Item extends Span {
  readonly content: Span;
}

/** The workbook's string table. Items are found once and read when asked for. */
export interface SharedStrings {
  readonly source: FragmentSource;
  readonly items: readonly Item[];
  /** Undefined where a cell points outside the table. */
  read(index: number): RichText | undefined;
}

export function openSharedStrings(pkg: OoxmlPackage, part: string): SharedStrings {
  const source = fragmentSource(pkg.text(part), part);
  if (source.rootName !== 's:sst') throw damaged(`its part “${part}” is no table of strings`);
  const items = findItems(source.xml, part);
  const known = new Map<number, RichText>();
  return {
    source,
    items,
    read(index) {
      const item = items[index];
      if (!item) return undefined;
      const text = known.get(index) ?? readItem(source, item);
      known.set(index, text);
      return text;
    },
  };
}

function findItems(xml: string, part: string): Item[] {
  const tags = new TagReader(xml, part);
  const items: Item[] = [];
  while (tags.next()) {
    if (tags.closing || tags.name !== 'si') continue;
    const { start, end: contentStart, selfClosing } = tags;
    tags.skipElement();
    const contentEnd = selfClosing ? contentStart : tags.start;
    items.push({ start, end: tags.end, content: { start: contentStart, end: contentEnd } });
  }
  return items;
}

const PLAIN_ITEM = new RegExp(`^<si><t(?: xml:space="preserve")?>(${PLAIN_TEXT})</t></si>$`);

function readItem(source: FragmentSource, item: Span): RichText {
  const plain = source.scope.unprefixed
    ? PLAIN_ITEM.exec(source.xml.slice(item.start, item.end))?.[1]
    : undefined;
  if (plain) return { runs: [{ format: '', text: decodeXString(plain) }], rich: false };
  const { text } = wrapFragment(source, item);
  const reader = richTextReader(text);
  scanXml(text, source.part, reader);
  return reader.result();
}

/** Changes to the string table: items written anew, and items appended for cells that must leave a shared one. */
export interface SharedStringChanges {
  replace(index: number, text: RichText): void;
  /** Adds an item in the place of `index`, for some of its cells. Answers the index of the new one. */
  append(index: number, text: RichText): number;
  /** All changes as edits of the part. */
  edits(): Edit[];
}

export function sharedStringChanges({ source, items }: SharedStrings): SharedStringChanges {
  const { xml } = source;
  const edits: Edit[] = [];
  const appended: string[] = [];
  // The tags stay: they may declare the namespaces that the formats of the runs are written in.
  const contentOf = ({ start }: Item, text: RichText) => writeRichText(text, rawPrefix(xml, start));
  return {
    replace(index, text) {
      const item = items[index]!;
      edits.push({ ...item.content, text: contentOf(item, text) });
    },
    append(index, text) {
      const item = items[index]!;
      const { content } = item;
      const written = contentOf(item, text);
      appended.push(xml.slice(item.start, content.start) + written + xml.slice(content.end, item.end));
      return items.length + appended.length - 1;
    },
    edits() {
      if (appended.length === 0) return edits;
      const { end } = items.at(-1)!;
      return [
        ...edits,
        { start: end, end, text: appended.join('') },
        ...uniqueCountEdit(source, items.length + appended.length),
      ];
    },
  };
}

/** Excel repairs a workbook whose `uniqueCount` is too low. `count`, the number of cells, stays: no cell comes or goes. */
function uniqueCountEdit({ xml, root }: FragmentSource, count: number): Edit[] {
  const span = attributeSpan(xml, root, 'uniqueCount');
  return span ? [{ ...span, text: String(count) }] : [];
}
