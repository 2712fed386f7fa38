import type { Edit } from '../shared/spans.ts';
import { attributeSpan, rawName, rawPrefix, scanXml } from '../xml/scan.ts';
import type { Span } from '../xml/scan.ts';

/** Elements that come before `calcPr` (CT_Workbook, ECMA-376 part 1 §18.2.27). */
const BEFORE_CALC = new Set(['s:sheets', 's:functionGroups', 's:externalReferences', 's:definedNames']);

/** Makes Excel calculate every formula when it opens the workbook: cached results may show old text. */
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
