import { keptText, onDesk } from './kept-text.ts';
import { hasStrings, isListOf, isRecord } from './shapes.ts';
import { EMPTY_TERM } from './term-rows.ts';
import type { Term } from './term-rows.ts';

/** A dictionary's kept lines: all of them, or only those that cannot be stored yet. */
export interface TermsLeft {
  isWhole: boolean;
  rows: Term[];
}

export interface KeptTerms {
  of: (dictionary: string) => TermsLeft | undefined;
  /** Removes the dictionary if no lines are left. */
  keep: (dictionary: string, left: TermsLeft) => void;
}

/** Lines of dictionaries that are not stored yet, or cannot be (lines with one half), kept over reloads. */
export function keptTerms(): KeptTerms {
  const kept = keptText('glossary-terms');
  let left = new Map(kept.items(isEntry));
  onDesk({ enter: () => (left = new Map(kept.items(isEntry))) });
  return {
    of(dictionary) {
      const found = left.get(dictionary);
      // Lines of an earlier version have no use and note.
      return found && { ...found, rows: found.rows.map((row) => ({ ...EMPTY_TERM, ...row })) };
    },
    keep(dictionary, now) {
      if (now.rows.length === 0) left.delete(dictionary);
      else left.set(dictionary, now);
      kept.write(() => JSON.stringify([...left]));
    },
  };
}

function isEntry(value: unknown): value is [string, TermsLeft] {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false;
  const left: unknown = value[1];
  return (
    isRecord(left) &&
    typeof left['isWhole'] === 'boolean' &&
    isListOf(left['rows'], (row): row is TermsLeft['rows'][number] => hasStrings(row, 'term', 'translation'))
  );
}
