/** A line of a dictionary being edited. */
export interface TermRow {
  readonly key: number;
  readonly term: string;
  readonly translation: string;
}

/** The problem of a line: one of its halves is empty, or another line has the same term. */
export type TermIssue = 'half' | 'double';

export function isEmptyTerm({ term, translation }: Omit<TermRow, 'key'>): boolean {
  return term.trim() === '' && translation.trim() === '';
}

/** The lines that the service would refuse, and repeated terms, of which it keeps the last. */
export function issuesOf(rows: readonly TermRow[]): Map<number, TermIssue> {
  const issues = new Map<number, TermIssue>();
  const byTerm = new Map<string, TermRow>();
  for (const row of rows) {
    const [term, translation] = [row.term.trim(), row.translation.trim()];
    if (term === '' && translation === '') continue;
    if (term === '' || translation === '') {
      issues.set(row.key, 'half');
      continue;
    }
    const same = byTerm.get(term);
    byTerm.set(term, row);
    if (same) for (const one of [same, row]) issues.set(one.key, 'double');
  }
  return issues;
}

/** The lines that the service accepts: those with both halves. */
export function entriesOf(rows: readonly TermRow[]): { term: string; translation: string }[] {
  return rows
    .map(({ term, translation }) => ({ term: term.trim(), translation: translation.trim() }))
    .filter(({ term, translation }) => term !== '' && translation !== '');
}
