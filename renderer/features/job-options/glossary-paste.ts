import { factColumns, glossaryColumns, saysYes } from '../../../service/contract/glossary-heading.ts';
import type { GlossaryEntry } from '../../api/wire.ts';
import type { useTables } from '../../stores/tables.ts';

interface Direction {
  readonly from: string;
  readonly to: string;
}

/**
 * Whether pasted text is more than a word: several terms, or JSON. A word is left to the field that it is
 * pasted into.
 */
export function isTermList(text: string): boolean {
  return /[\t\n]/.test(text.trim()) || JSON_START.test(text);
}

const JSON_START = /^\s*[[{]/;

/**
 * Terms out of what people have: JSON (a list of `{term, translation}`, or an object from term to
 * translation), or the rows of a table with or without a heading, which `read` has the service find. Those
 * without both halves are left out, unless `withHalves` wants them.
 */
export async function readTerms(
  given: File | string,
  read: ReturnType<typeof useTables>['read'],
  { withHalves = false, direction }: { withHalves?: boolean; direction?: Direction | undefined } = {},
): Promise<GlossaryEntry[] | { problem: string }> {
  const isKept = ({ term, translation, do_not_translate: isName }: GlossaryEntry) =>
    withHalves ? term || translation : term && (translation || isName);
  const json = fromJson(typeof given === 'string' ? given : await jsonOf(given));
  if (json) return json.filter(isKept);
  const table = await read(given, 'terms');
  return 'problem' in table ? table : fromTable(table.rows, direction).filter(isKept);
}

/** The text of a file of JSON; empty for others. */
async function jsonOf(file: File): Promise<string> {
  return /\.json$/i.test(file.name) ? file.text().catch(() => '') : '';
}

function fromTable(rows: readonly (readonly string[])[], direction: Direction | undefined): GlossaryEntry[] {
  const named = glossaryColumns(rows, direction);
  const { term, translation } = named ?? { term: 0, translation: 1 };
  const more = factColumns(named ? rows[0] : undefined);
  return (named ? rows.slice(1) : rows).map((row) => ({
    term: row[term]?.trim() ?? '',
    translation: row[translation]?.trim() ?? '',
    ...factsOf(row[more.status], row[more.note], saysYes(row[more.isName])),
  }));
}

function factsOf(status: unknown, note: unknown, isName: boolean): Partial<GlossaryEntry> {
  const known = STATUSES.find((one) => one === wordOf(status).toLowerCase());
  return {
    ...(known ? { status: known } : {}),
    ...(wordOf(note) === '' ? {} : { note: wordOf(note) }),
    ...(isName ? { do_not_translate: true } : {}),
  };
}

const STATUSES = ['preferred', 'admitted', 'deprecated', 'forbidden'] as const;

function fromJson(text: string): GlossaryEntry[] | undefined {
  if (!JSON_START.test(text)) return undefined;
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
  return {
    term: wordOf(record['term']),
    translation: wordOf(record['translation']),
    ...factsOf(record['status'], record['note'], record['do_not_translate'] === true),
  };
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
