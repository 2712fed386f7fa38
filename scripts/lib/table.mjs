// @ts-check

/** Rows of as many cells each as lines for a terminal: the first column stands left, the others right. @param {readonly (readonly (string | number)[])[]} rows */
export function table(rows) {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => String(row[i]).length)));
  const line = (/** @type {readonly (string | number)[]} */ row) =>
    row.map((cell, i) => String(cell)[i === 0 ? 'padEnd' : 'padStart'](widths[i] ?? 0)).join('  ');
  return rows.map(line).join('\n');
}
