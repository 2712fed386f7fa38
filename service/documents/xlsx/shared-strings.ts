import type { OoxmlPackage } from '../ooxml/package.ts';
import type { Edit } from '../shared/spans.ts';
import { damaged } from '../shared/refusals.ts';
import { attributeSpan, rawPrefix } from '../xml/scan.ts';
import type { Span } from '../xml/scan.ts';
import { XmlReader } from '../xml/reader.ts';
import type { NamespaceScope } from '../xml/scope.ts';
import { isProcessed, processedNames } from './compatibility.ts';
import { plainRichText, readRichText, writeRichText } from './rich-text.ts';
import type { RichText } from './rich-text.ts';

/** An `si` element's place in its part, with its tags. */
interface Item extends Span {
  readonly contentStart: number;
  readonly contentEnd: number;
  /** Outside it. */
  readonly scope: NamespaceScope;
}

/** The workbook's string table. Items are read on demand: column A shows few of them. */
export interface SharedStrings {
  readonly part: string;
  readonly xml: string;
  /** The start tag of the table. */
  readonly root: Span;
  readonly items: readonly Item[];
  /** After the last one, including wrappers around it. */
  readonly itemsEnd: number;
  /** Undefined if a cell points outside the table. */
  read(index: number): RichText | undefined;
  /** The equivalent items for programs that read another branch of an `mc:AlternateContent`. */
  readonly mirrorsOf: (index: number) => readonly { readonly item: Item; readonly text: RichText }[];
}

export function openSharedStrings(pkg: OoxmlPackage, part: string): SharedStrings {
  const xml = pkg.text(part);
  const reader = new XmlReader(xml, part);
  reader.next();
  const { name, start, end } = reader;
  if (name !== 's:sst') throw damaged(`its part “${part}” is no table of strings`);
  const processed = processedNames(reader);
  const items: Item[] = [];
  const mirrors = new Map<Item, Item[]>();
  let itemsEnd = end;
  const readItems = (add: (item: Item) => void): void => {
    const { depth, scope } = reader;
    reader.eachChild(() => {
      if (reader.name === 's:si') add(readItem(reader, scope));
      else if (reader.name === 'mc:AlternateContent') readAlternates(add);
      else if (isProcessed(reader.name, processed)) readItems(add);
      else return;
      if (depth === 0) itemsEnd = reader.end;
    });
  };
  const readAlternates = (add: (item: Item) => void): void => {
    let chosen: readonly Item[] | undefined;
    reader.eachChild(() => {
      const own: Item[] = [];
      readItems((item) => own.push(item));
      for (const [n, item] of own.entries()) {
        const first = chosen?.[n];
        const same = first && mirrors.get(first);
        if (!chosen) add(item);
        else if (same) same.push(item);
        else if (first) mirrors.set(first, [item]);
      }
      chosen ??= own;
    });
  };
  readItems((item) => items.push(item));
  while (reader.next());
  const known = new Map<Item, RichText>();
  const readAt = (item: Item) => {
    let text = known.get(item);
    if (!text) {
      reader.moveTo(item.start, item.scope);
      reader.next();
      known.set(item, (text = readRichText(xml, reader, processed)));
    }
    return text;
  };
  const read = (index: number) => (items[index] ? readAt(items[index]) : undefined);
  const mirrorsOf = (index: number) => {
    const item = items[index]!;
    const same = plainRichText(readAt(item));
    return (mirrors.get(item) ?? [])
      .map((mirror) => ({ item: mirror, text: readAt(mirror) }))
      .filter(({ text }) => plainRichText(text) === same);
  };
  return { part, xml, root: { start, end }, items, itemsEnd, read, mirrorsOf };
}

function readItem(reader: XmlReader, scope: NamespaceScope): Item {
  const { start, end: contentStart } = reader;
  reader.skipElement();
  return { start, contentStart, contentEnd: reader.start, end: reader.end, scope };
}

/** Changes to the string table: rewritten items, and new ones for cells leaving a shared one. */
export interface SharedStringChanges {
  replace(index: number, text: RichText): void;
  /** Adds a copy of item `index` with another text, for some of its cells. Returns the new index. */
  append(index: number, text: RichText): number;
  /** All changes as edits of the part. */
  edits(): Edit[];
}

export function sharedStringChanges({
  xml,
  root,
  items,
  itemsEnd,
  mirrorsOf,
}: SharedStrings): SharedStringChanges {
  const edits: Edit[] = [];
  const appended: string[] = [];
  // The tags stay: they may declare namespaces that the runs' formats use.
  const contentOf = ({ start }: Item, text: RichText) => writeRichText(text, rawPrefix(xml, start));
  return {
    replace(index, text) {
      const rewrite = (item: Item, to: RichText) =>
        edits.push({ start: item.contentStart, end: item.contentEnd, text: contentOf(item, to) });
      rewrite(items[index]!, text);
      for (const mirror of mirrorsOf(index)) rewrite(mirror.item, { ...text, rest: mirror.text.rest });
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
      return [
        ...edits,
        { start: itemsEnd, end: itemsEnd, text: appended.join('') },
        ...uniqueCountEdit(xml, root, items.length + appended.length),
      ];
    },
  };
}

/** Excel repairs workbooks with too low a `uniqueCount`. `count`, of cells, stays the same. */
function uniqueCountEdit(xml: string, root: Span, count: number): Edit[] {
  const span = attributeSpan(xml, root, 'uniqueCount');
  return span ? [{ ...span, text: String(count) }] : [];
}
