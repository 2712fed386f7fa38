import { mainPart } from '../ooxml/kind.ts';
import { openPackage } from '../ooxml/package.ts';
import type { OoxmlPackage } from '../ooxml/package.ts';
import { damaged } from '../shared/refusals.ts';
import type { Edit } from '../shared/spans.ts';
import { attributeSpan, rawName, rawPrefix, scanXml } from '../xml/scan.ts';
import type { Span } from '../xml/scan.ts';
import { openSharedStrings } from './shared-strings.ts';
import type { SharedStrings } from './shared-strings.ts';

export interface Workbook {
  readonly pkg: OoxmlPackage;
  readonly mainPart: string;
  /** Parts of the worksheets in workbook order, hidden ones too; chart, dialog and macro sheets have no cells to read. */
  readonly sheets: readonly string[];
  /** Opened when first asked for; undefined where the workbook has no string table. */
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
  scanXml(pkg.text(main), main, {
    open(tag) {
      const part = tag.name === 's:sheet' ? worksheets.get(tag.attribute('r:id') ?? '') : undefined;
      if (part !== undefined && !sheets.includes(part)) sheets.push(part);
    },
  });
  const stringsPart = relationships.find(({ kind }) => kind === 'sharedStrings')?.part;
  let strings: SharedStrings | undefined;
  return {
    pkg,
    mainPart: main,
    sheets,
    sharedStrings: () =>
      stringsPart === undefined ? undefined : (strings ??= openSharedStrings(pkg, stringsPart)),
  };
}

/** Elements that stand before `calcPr` (CT_Workbook, ECMA-376 part 1 §18.2.27). */
const BEFORE_CALC = new Set(['s:sheets', 's:functionGroups', 's:externalReferences', 's:definedNames']);

/** Has Excel calculate every formula when it opens the workbook: cached results may show old text. */
export function recalculateOnLoad(xml: string, part: string): Edit[] {
  let calc: Span | undefined;
  let insertAt = 0;
  let prefix = '';
  scanXml(xml, part, {
    open(tag) {
      if (tag.depth === 0) {
        prefix = rawPrefix(xml, tag.start);
        insertAt = tag.end;
      }
      if (tag.depth === 1 && tag.name === 's:calcPr') calc = { start: tag.start, end: tag.end };
    },
    close(tag) {
      if (tag.depth === 1 && BEFORE_CALC.has(tag.name)) insertAt = tag.end;
    },
  });
  if (!calc) return [{ start: insertAt, end: insertAt, text: `<${prefix}calcPr fullCalcOnLoad="1"/>` }];
  const value = attributeSpan(xml, calc, 'fullCalcOnLoad');
  if (value) return [{ ...value, text: '1' }];
  const afterName = calc.start + 1 + rawName(xml, calc.start).length;
  return [{ start: afterName, end: afterName, text: ' fullCalcOnLoad="1"' }];
}
