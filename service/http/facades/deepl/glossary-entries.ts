import type { Dictionary } from '../../../memory/memory-port.ts';

/** A tab or a line break within a term would be read as its end. */
export function writeTsv(entries: Dictionary['entries']): string {
  const cell = (text: string): string => text.replace(/[\t\r\n]+/g, ' ');
  return entries.map(({ term, translation }) => `${cell(term)}\t${cell(translation)}`).join('\n');
}
