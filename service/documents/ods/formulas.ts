import { rangeOf } from '../lookups/references.ts';
import type { Area } from '../lookups/references.ts';

const PART = /"(?:[^"]|"")*"|\[([^[\]]*)\]/g;
const REFERENCE = /^\$?((?:'(?:[^']|'')*'|[^.'$]+)?)\.(.+)$/;
const CORNERS = /((?:'(?:[^']|'')*'|[^:'])+)(?::(.+))?/;

/** An OpenFormula (`of:=[.A1]="x"`) in Excel's notation. Quoted text stays unchanged. */
export function asExcelFormula(formula: string): string {
  const bare = formula.replace(/^(?:\w+:)?=/, '');
  return bare.replace(PART, (whole, reference: string | undefined) =>
    reference === undefined ? whole : excelReference(reference),
  );
}

/** A range of OpenFormula (`$Sheet1.$A$1:.B2`) in Excel's notation; `0` for one in another file. */
export function excelReference(reference: string): string {
  if (reference.includes('#')) return '0';
  const [, first = '', second] = CORNERS.exec(reference) ?? [];
  const [, sheet = '', from] = REFERENCE.exec(first) ?? [];
  if (from === undefined) return '0';
  const to = second === undefined ? undefined : REFERENCE.exec(second)?.[2];
  const name = sheet.startsWith("'") ? sheet : sheet === '' ? '' : `'${sheet}'`;
  return `${name === '' ? '' : `${name}!`}${from}${to === undefined ? '' : `:${to}`}`;
}

/** The cells of a range; `sheet` contains the formula. Undefined for anything else. */
export function areaOf(reference: string, sheet: string): Area | undefined {
  const written = excelReference(reference);
  const mark = written.lastIndexOf('!');
  const own = mark === -1 ? sheet : written.slice(1, mark - 1).replaceAll("''", "'");
  return rangeOf(written.slice(mark + 1), own);
}

/** Functions whose result does not depend on a text's words. */
const NUMERIC =
  /^(?:SUM|SUMPRODUCT|SUMSQ|AVERAGE|MAX|MIN|COUNT|COUNTA|COUNTBLANK|PRODUCT|SUBTOTAL|ROUND|ROUNDUP|ROUNDDOWN|INT|ABS|MEDIAN|STDEV|STDEVP|VAR|VARP|ROWS?|COLUMNS?|ISBLANK|ISNUMBER|ISTEXT|ISERROR|LARGE|SMALL|RANK|MOD|SQRT|POWER|SIGN|NOT|AND|OR)$/i;

/** Whether a formula's result may depend on the words of a referenced text. */
export function mayDependOnTexts(formula: string, givesText: boolean): boolean {
  const bare = formula.replace(/^(?:\w+:)?=/, '').replace(PART, ' ');
  if (givesText || /[=&]|<>/.test(bare)) return true;
  const calls = bare.match(/[\p{L}\p{N}_.]+(?=\s*\()/gu) ?? [];
  return calls.some((name) => !NUMERIC.test(name));
}
