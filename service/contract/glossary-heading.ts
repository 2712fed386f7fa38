/** Column names of a glossary, in lower case. */
const COLUMNS = new Set(['term,translation', 'source,target', 'from,to']);

/**
 * Whether the first row of a table of terms is a header: `term,translation`, `source,target`, `from,to` or,
 * as other programs write, the tags of its direction (`en,es`; `EN-GB,es-ES`).
 */
export function isGlossaryHeading(
  [first = '', second = '']: readonly string[],
  direction?: { readonly from: string; readonly to: string },
): boolean {
  const [term, translation] = [first, second].map((cell) => cell.trim().toLowerCase()) as [string, string];
  if (COLUMNS.has(`${term},${translation}`)) return true;
  return direction !== undefined && isTagOf(term, direction.from) && isTagOf(translation, direction.to);
}

/** Whether a cell is a tag of this language, with any region. */
function isTagOf(cell: string, language: string): boolean {
  const [own] = language.toLowerCase().split('-');
  return /^[a-z]{2,3}(?:[-_][a-z\d]{2,8}){0,3}$/.test(cell) && cell.split(/[-_]/)[0] === own;
}
