/** Prints rows on standard output in columns as wide as their widest cell. */
export function printTable(heads: readonly string[], rows: readonly (readonly string[])[]): void {
  const all = [heads, ...rows];
  const widths = heads.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  for (const row of all) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    );
  }
}
