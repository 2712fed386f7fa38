import Papa from 'papaparse';
import { isGlossaryHeading } from '../../../service/contract/glossary-heading.ts';
import type { GlossaryEntry } from '../../api/wire.ts';

interface Direction {
  readonly from: string;
  readonly to: string;
}

/**
 * Terms out of what people have: JSON (a list of `{term, translation}`, or an object from term to translation), or two columns with
 * tabs, commas or semicolons, with or without a heading. Lines without both halves are left out, unless `withHalves` wants them.
 */
export function parseGlossary(
  text: string,
  { withHalves = false, direction }: { withHalves?: boolean; direction?: Direction | undefined } = {},
): GlossaryEntry[] {
  return (fromJson(text) ?? fromTable(text, direction)).filter(({ term, translation }) =>
    withHalves ? term || translation : term && translation,
  );
}

function fromJson(text: string): GlossaryEntry[] | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (Array.isArray(value)) return value.map(entryOf);
  return Object.entries(value as Record<string, unknown>).map(([term, translation]) => ({
    term: term.trim(),
    translation: wordOf(translation),
  }));
}

function entryOf(value: unknown): GlossaryEntry {
  const record = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  return { term: wordOf(record['term']), translation: wordOf(record['translation']) };
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function fromTable(text: string, direction: Direction | undefined): GlossaryEntry[] {
  const delimiter = ['\t', ';', ','].find((one) => text.includes(one)) ?? '\t';
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { delimiter, skipEmptyLines: 'greedy' });
  const rows = isGlossaryHeading(data[0] ?? [], direction) ? data.slice(1) : data;
  return rows.map(([term = '', translation = '']) => ({
    term: term.trim(),
    translation: translation.trim(),
  }));
}
