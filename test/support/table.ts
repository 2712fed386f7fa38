/** Rows of as many cells each as lines for a terminal: the first column is aligned left, the others right. */
export function table(rows: readonly (readonly (string | number)[])[]): string {
  const texts = rows.map((row) => row.map(String));
  const widths = (texts[0] ?? []).map((_, i) => Math.max(...texts.map((row) => row[i]?.length ?? 0)));
  return texts
    .map((row) => row.map((cell, i) => cell[i === 0 ? 'padEnd' : 'padStart'](widths[i] ?? 0)).join('  '))
    .join('\n');
}
