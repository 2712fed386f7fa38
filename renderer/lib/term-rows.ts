import type { GlossaryResource } from '../../service/contract/index.ts';

type GlossaryEntry = NonNullable<GlossaryResource['dictionaries'][number]['entries']>[number];

/** How a translation is to be used: as an entry's status; `name`: the term is not translated. */
export type TermUse = '' | 'name' | NonNullable<GlossaryEntry['status']>;

/** A line of a dictionary being edited. */
export interface TermRow {
  readonly key: number;
  readonly term: string;
  readonly translation: string;
  readonly use: TermUse;
  readonly note: string;
}

export type Term = Omit<TermRow, 'key'>;

/** The problem with a line: only one half is filled, or another line has the same entry. */
export type TermIssue = 'half' | 'double';

export const EMPTY_TERM: Term = { term: '', translation: '', use: '', note: '' };

export function isEmptyTerm({ term, translation, note }: Term): boolean {
  return [term, translation, note].every((text) => text.trim() === '');
}

export function isHalf({ term, translation, use }: Term): boolean {
  const [hasTerm, hasTranslation] = [term.trim() !== '', translation.trim() !== ''];
  return use === 'name' ? !hasTerm : hasTerm !== hasTranslation;
}

/** The lines that the service would refuse, and repeated terms, of which it keeps the last. */
export function issuesOf(rows: readonly TermRow[]): Map<number, TermIssue> {
  const issues = new Map<number, TermIssue>();
  const byEntry = new Map<string, TermRow>();
  for (const row of rows) {
    if (isEmptyTerm(row)) continue;
    if (isHalf(row)) {
      issues.set(row.key, 'half');
      continue;
    }
    const { term, translation, status } = entryOf(row);
    // A term has one translation without a status, and any number with one.
    const keys = [
      JSON.stringify([term, translation]),
      ...(status === undefined ? [JSON.stringify([term])] : []),
    ];
    for (const key of keys) {
      const same = byEntry.get(key);
      byEntry.set(key, row);
      if (same) for (const one of [same, row]) issues.set(one.key, 'double');
    }
  }
  return issues;
}

/** The lines that the service accepts: those with both halves. */
export function entriesOf(rows: readonly TermRow[]): GlossaryEntry[] {
  return rows.filter((row) => !isEmptyTerm(row) && !isHalf(row)).map(entryOf);
}

function entryOf({ term, translation, use, note }: Term): GlossaryEntry {
  return {
    term: term.trim(),
    translation: (use === 'name' ? term : translation).trim(),
    ...(use === '' || use === 'name' ? {} : { status: use }),
    ...(note.trim() === '' ? {} : { note: note.trim() }),
    ...(use === 'name' ? { do_not_translate: true } : {}),
  };
}

export function termOf({ term, translation, status, note, do_not_translate: isName }: GlossaryEntry): Term {
  return { term, translation, use: isName ? 'name' : (status ?? ''), note: note ?? '' };
}
