import type { OoxmlPackage } from '../ooxml/package.ts';
import type { Edit } from '../shared/spans.ts';
import { damaged } from '../shared/refusals.ts';
import { attributeSpan, rawPrefix } from '../ooxml/xml.ts';
import type { Span } from '../ooxml/xml.ts';
import { XmlReader } from '../ooxml/xml-reader.ts';
import { readRichText, writeRichText } from './rich-text.ts';
import type { RichText } from './rich-text.ts';

/** Where an `si` element stands in its part, with its tags. */
interface Item extends Span {
  readonly contentStart: number;
  readonly contentEnd: number;
}

/** The workbook's string table. Items are found once and read when asked for: column A shows a fraction of them. */
export interface SharedStrings {
  readonly part: string;
  readonly xml: string;
  /** The start tag of the table. */
  readonly root: Span;
  readonly items: readonly Item[];
  /** Undefined where a cell points outside the table. */
  read(index: number): RichText | undefined;
}

export function openSharedStrings(pkg: OoxmlPackage, part: string): SharedStrings {
  const xml = pkg.text(part);
  const reader = new XmlReader(xml, part);
  reader.next();
  const { name, start, end, scope } = reader;
  if (name !== 's:sst') throw damaged(`its part “${part}” is no table of strings`);
  const items: Item[] = [];
  for (let event = reader.next(); event; event = reader.next()) {
    if (event === 'open' && reader.depth === 1 && reader.name === 's:si') items.push(readItem(reader));
  }
  const known = new Map<number, RichText>();
  const read = (index: number) => {
    const item = items[index];
    if (!item) return undefined;
    let text = known.get(index);
    if (!text) {
      reader.moveTo(item.start, scope);
      reader.next();
      known.set(index, (text = readRichText(xml, reader)));
    }
    return text;
  };
  return { part, xml, root: { start, end }, items, read };
}

function readItem(reader: XmlReader): Item {
  const { start, end: contentStart } = reader;
  reader.skipElement();
  return { start, contentStart, contentEnd: reader.start, end: reader.end };
}

/** Changes to the string table: items written anew, and items appended for cells that must leave a shared one. */
export interface SharedStringChanges {
  replace(index: number, text: RichText): void;
  /** Adds an item in the place of `index`, for some of its cells. Returns the index of the new one. */
  append(index: number, text: RichText): number;
  /** All changes as edits of the part. */
  edits(): Edit[];
}

export function sharedStringChanges({ xml, root, items }: SharedStrings): SharedStringChanges {
  const edits: Edit[] = [];
  const appended: string[] = [];
  // The tags stay: they may declare the namespaces that the formats of the runs are written in.
  const contentOf = ({ start }: Item, text: RichText) => writeRichText(text, rawPrefix(xml, start));
  return {
    replace(index, text) {
      const item = items[index]!;
      edits.push({ start: item.contentStart, end: item.contentEnd, text: contentOf(item, text) });
    },
    append(index, text) {
      const item = items[index]!;
      const written = contentOf(item, text);
      appended.push(
        xml.slice(item.start, item.contentStart) + written + xml.slice(item.contentEnd, item.end),
      );
      return items.length + appended.length - 1;
    },
    edits() {
      if (appended.length === 0) return edits;
      const { end } = items.at(-1)!;
      return [
        ...edits,
        { start: end, end, text: appended.join('') },
        ...uniqueCountEdit(xml, root, items.length + appended.length),
      ];
    },
  };
}

/** Excel repairs a workbook whose `uniqueCount` is too low. `count`, the number of cells, stays: no cell comes or goes. */
function uniqueCountEdit(xml: string, root: Span, count: number): Edit[] {
  const span = attributeSpan(xml, root, 'uniqueCount');
  return span ? [{ ...span, text: String(count) }] : [];
}
