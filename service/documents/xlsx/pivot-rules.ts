import type { Lookup, Match, Rule } from '../lookups/model.ts';
import { decodeXString } from '../ooxml/xstring.ts';
import { unlessRefused } from '../shared/refusals.ts';
import { XmlReader } from '../xml/reader.ts';
import { pivotSources } from './pivots.ts';
import type { PivotSource } from './pivots.ts';
import { tablesOfSheet } from './tables.ts';
import type { Workbook } from './workbook.ts';

const LAST_ROW = 2_000_000;

/**
 * The filters of pivot tables that name texts of the range they read: items that are hidden or chosen, and
 * labels. When the pivot table is brought up to date, Excel takes a translated text for a new item.
 */
export function pivotRules(workbook: Workbook): Rule[] {
  const { pkg, sheets, sheetNames } = workbook;
  const tables = new Map<string, string>();
  for (const sheet of sheets)
    for (const { kind, part } of pkg.relationships(sheet))
      if (kind === 'pivotTable' && part !== undefined) tables.set(part, sheet);
  if (tables.size === 0) return [];
  const sources = new Map(
    (unlessRefused(() => pivotSources(workbook, (sheet) => tablesOfSheet(pkg, sheet))) ?? []).map(
      (source) => [source.part, source],
    ),
  );
  return [...tables].flatMap(([part, sheet]): Rule[] => {
    // A damaged part of a pivot table costs its rules, not the workbook.
    const related = unlessRefused(() => pkg.relationships(part)) ?? [];
    const cache = related.find(({ kind }) => kind === 'pivotCacheDefinition')?.part;
    const source = cache === undefined ? undefined : sources.get(cache);
    if (!source?.header) return [];
    const found = unlessRefused(() => readFilters(pkg.text(part), part, source));
    if (!found || found.lookups.length === 0) return [];
    const where = `${sheetNames.get(sheet) ?? sheet}!${found.name}`;
    return [{ kind: 'filter', where, lookups: lookupsIn(source, found.lookups, sheetNames) }];
  });
}

interface FieldFilter {
  readonly field: number;
  readonly text: string;
  readonly match: Match;
}

function lookupsIn(
  { header, fields }: PivotSource,
  filters: readonly FieldFilter[],
  sheetNames: ReadonlyMap<string, string>,
): Lookup[] {
  if (!header) return [];
  const sheet = (sheetNames.get(header.sheet) ?? header.sheet).toLowerCase();
  return filters.flatMap(({ field, text, match }): Lookup[] => {
    if (field < 0 || field >= fields.length) return [];
    const column = header.left + field;
    const area = { sheet, left: column, right: column, top: header.row + 1, bottom: LAST_ROW };
    return [
      {
        sought: { literals: [text], areas: [], match },
        among: { literals: [], areas: [area], match: 'whole' },
      },
    ];
  });
}

/** How the kinds of label filters that name a text compare it. */
const LABELS: Readonly<Record<string, Match>> = {
  captionEqual: 'pattern',
  captionNotEqual: 'pattern',
  captionBeginsWith: 'start',
  captionNotBeginsWith: 'start',
  captionEndsWith: 'end',
  captionNotEndsWith: 'end',
  captionContains: 'part',
  captionNotContains: 'part',
};

/** The filters of a pivot table (CT_pivotTableDefinition, ECMA-376 part 1 §18.10.1.73). */
function readFilters(
  xml: string,
  part: string,
  source: PivotSource,
): { name: string; lookups: FieldFilter[] } {
  const items = sharedItems(source);
  const lookups: FieldFilter[] = [];
  /** By field, the indexes of the shared items that its items show. */
  const shown: number[][] = [];
  let name = '';
  const add = (field: number, item: number | undefined): void => {
    const text = item === undefined ? undefined : items[field]?.[item];
    if (text !== undefined) lookups.push({ field, text, match: 'whole' });
  };
  const reader = new XmlReader(xml, part);
  for (let event = reader.next(); event; event = reader.next()) {
    if (event !== 'open') continue;
    if (reader.name === 's:pivotTableDefinition') name = reader.attribute('name') ?? '';
    else if (reader.name === 's:pivotField') shown.push([]);
    else if (reader.name === 's:item' && shown.length > 0) {
      const item = Number(reader.attribute('x') ?? Number.NaN);
      shown.at(-1)!.push(item);
      if (isOn(reader.attribute('h'))) add(shown.length - 1, item);
    } else if (reader.name === 's:pageField') {
      const field = Number(reader.attribute('fld') ?? Number.NaN);
      const item = reader.attribute('item');
      if (item !== undefined) add(field, shown[field]?.[Number(item)]);
    } else if (reader.name === 's:filter') {
      const match = LABELS[reader.attribute('type') ?? ''];
      const text = reader.attribute('stringValue1');
      if (match && text !== undefined)
        lookups.push({ field: Number(reader.attribute('fld')), text: decodeXString(text), match });
    }
  }
  return { name, lookups };
}

/** By field, the texts in the pivot table's cache; undefined for other values. */
function sharedItems({ xml, part }: PivotSource): (string | undefined)[][] {
  const items: (string | undefined)[][] = [];
  const reader = new XmlReader(xml, part);
  let isShared = false;
  for (let event = reader.next(); event; event = reader.next()) {
    if (reader.name === 's:sharedItems') isShared = event === 'open';
    else if (event !== 'open') continue;
    else if (reader.name === 's:cacheField') items.push([]);
    else if (isShared && items.length > 0) {
      items.at(-1)!.push(reader.name === 's:s' ? decodeXString(reader.attribute('v') ?? '') : undefined);
      reader.skipElement();
    }
  }
  return items;
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
