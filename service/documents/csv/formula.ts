/** Copied unchanged: its words are names of functions, or texts that it looks for. */
export function isFormula(value: string): boolean {
  return value.length <= MAX_FORMULA && FORMULA_START.test(value);
}
/** Excel's limit for the characters of a cell's formula. */
const MAX_FORMULA = 8_192;
/** `=SUM(`, `=A1`, `='My sheet'!A1`, `="a"&B1`, `=-1`, `+SUM(`, `@IF(`. Not "= The sum", `=>` or `==`. */
const FORMULA_START =
  /^\s{0,9}(?:[=＝]\s?(?:[+(-]{0,9}(?:[\p{L}_][\p{L}\d._]{0,60}\(|\$?[A-Z]{1,3}\$?\d{1,7}(?![\p{L}\d])|'[^'\n]{1,100}'!|[\p{L}\d_.]{1,60}!|"[^"\n]{0,300}"\s?[&=<>+]|\d|\{))|[+@-][A-Z][A-Z\d.]{1,30}\()/u;
