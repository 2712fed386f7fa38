import { mainPart } from '../ooxml/kind.ts';
import { openPackage } from '../ooxml/package.ts';
import type { OoxmlPackage } from '../ooxml/package.ts';
import { damaged } from '../shared/refusals.ts';
import { scanXml } from '../xml/scan.ts';
import { openSharedStrings } from './shared-strings.ts';
import type { SharedStrings } from './shared-strings.ts';

export interface Workbook {
  readonly pkg: OoxmlPackage;
  readonly mainPart: string;
  /** The worksheets' parts in workbook order, hidden ones too; other sheets have no cells to read. */
  readonly sheets: readonly string[];
  /** Number of listed worksheets that the file does not contain. */
  readonly missing: number;
  /** The hidden ones among the sheets. */
  readonly hiddenSheets: ReadonlySet<string>;
  /** By part, the visible names. */
  readonly sheetNames: ReadonlyMap<string, string>;
  /** Opened on first use; undefined if the workbook has no string table. */
  sharedStrings(): SharedStrings | undefined;
}

export function openWorkbook(bytes: Uint8Array): Workbook {
  const pkg = openPackage(bytes);
  const main = mainPart(pkg);
  if (main === undefined) throw damaged('its workbook part is missing');
  const relationships = pkg.relationships(main);
  const worksheets = new Map(
    relationships.filter(({ kind }) => kind === 'worksheet').map(({ id, part }) => [id, part]),
  );
  const sheets: string[] = [];
  const sheetNames = new Map<string, string>();
  const hiddenSheets = new Set<string>();
  let missing = 0;
  scanXml(pkg.text(main), main, {
    open(tag) {
      const id = tag.name === 's:sheet' ? (tag.attribute('r:id') ?? '') : undefined;
      const part = id === undefined ? undefined : worksheets.get(id);
      if (id !== undefined && part === undefined && worksheets.has(id)) missing++;
      if (part === undefined || sheetNames.has(part)) return;
      sheets.push(part);
      if (/hidden$/i.test(tag.attribute('state') ?? '')) hiddenSheets.add(part);
      sheetNames.set(part, tag.attribute('name') ?? part);
    },
  });
  const stringsPart = relationships.find(({ kind }) => kind === 'sharedStrings')?.part;
  let strings: SharedStrings | undefined;
  return {
    pkg,
    mainPart: main,
    sheets,
    missing,
    sheetNames,
    hiddenSheets,
    sharedStrings: () =>
      stringsPart === undefined ? undefined : (strings ??= openSharedStrings(pkg, stringsPart)),
  };
}
