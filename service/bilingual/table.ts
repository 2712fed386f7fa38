import { MAX_UNITS, notAnExport, tooManyUnits } from './unit.ts';
import type { BilingualUnit, ReadUnit } from './unit.ts';

/** The columns of a table, CSV or XLSX. */
export const COLUMNS = ['index', 'id', 'source', 'target', 'origin', 'flags'] as const;

export function rowOf({ index, id = '', source, target, origin, flags }: BilingualUnit): string[] {
  return [String(index), id, source, target, origin, flags.map(({ code }) => code).join(' ')];
}

/** The units of a table's rows. The first row names the columns, in any order. */
export function unitsOf(rows: Iterable<readonly string[]>): ReadUnit[] {
  const units: ReadUnit[] = [];
  let count = 0;
  let at: { index: number; source: number; target: number } | undefined;
  for (const row of rows) {
    if (!at) {
      const names = row.map((name) => name.trim().toLowerCase());
      at = {
        index: names.indexOf('index'),
        source: names.indexOf('source'),
        target: names.indexOf('target'),
      };
      if (Object.values(at).includes(-1))
        throw notAnExport('its first row does not name the columns index, source and target');
      continue;
    }
    // translate-toolkit empties unknown columns: then the order decides, checked against the sources.
    const written = row[at.index]?.trim() ?? '';
    const index = written === '' ? String(count) : written;
    count++;
    if (!/^\d{1,9}$/.test(index)) continue;
    if (units.length === MAX_UNITS) throw tooManyUnits();
    units.push({ index: Number(index), source: row[at.source] ?? '', target: row[at.target] ?? '' });
  }
  if (!at) throw notAnExport('it is empty');
  return units;
}
