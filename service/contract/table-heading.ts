/** Names of the columns of a table of texts, in lower case: what each of them holds. */
const COLUMNS: Readonly<Record<string, 'id' | 'source' | 'target'>> = {
  id: 'id',
  key: 'id',
  source: 'source',
  text: 'source',
  target: 'target',
  translation: 'target',
  translated_text: 'target',
};

/** The column that a cell of a heading names; undefined for none. */
export function columnNamed(cell: string): 'id' | 'source' | 'target' | undefined {
  const key = cell.trim().toLowerCase();
  return Object.hasOwn(COLUMNS, key) ? COLUMNS[key] : undefined;
}

/** Whether a row names the columns of a table of texts. */
export function isTextsHeading(row: readonly string[]): boolean {
  const columns = row.map(columnNamed);
  return columns.every((column) => column !== undefined) && columns.includes('source');
}
