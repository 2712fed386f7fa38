import { computed, shallowRef } from 'vue';
import type { ComputedRef, Ref } from 'vue';
import { LIMITS } from '../../service/contract/api-limits.ts';
import { createHistory } from './history.ts';
import { EMPTY_TERM, isEmptyTerm, issuesOf } from './term-rows.ts';
import type { Term, TermIssue, TermRow } from './term-rows.ts';

/** The limit of a dictionary. */
export const MAX_TERMS = LIMITS.dictionaryEntries;

interface EditedTermsParts {
  /** While false, changes are ignored. */
  editable: Readonly<Ref<boolean>>;
  /** Called after each change, but not when another dictionary is shown. */
  onChange: () => void;
}

export interface EditedTerms {
  readonly rows: Readonly<Ref<readonly TermRow[]>>;
  readonly issues: ComputedRef<Map<number, TermIssue>>;
  /** Number of lines that are not empty. */
  readonly count: ComputedRef<number>;
  readonly canUndo: ComputedRef<boolean>;
  readonly canRedo: ComputedRef<boolean>;
  /**
   * Shows another dictionary, or the service's current version of this one: earlier steps cannot be undone.
   */
  show: (terms: readonly Term[]) => void;
  clear: () => void;
  edit: (key: number, cells: Partial<Term>) => void;
  /** Appends an empty line, if there is room. Returns whether there was. */
  add: () => boolean;
  remove: (key: number) => void;
  /** Inserts terms below a line, or in its place if it is empty. Returns how many had no room. */
  insert: (at: number, terms: readonly Term[]) => number;
  step: (way: 'undo' | 'redo') => boolean;
}

/** The lines of a dictionary being edited; each change can be undone. */
export function createEditedTerms({ editable, onChange }: EditedTermsParts): EditedTerms {
  const rows = shallowRef<readonly TermRow[]>([]);
  const history = createHistory<readonly TermRow[]>();
  let nextKey = 0;

  const issues = computed(() => issuesOf(rows.value));
  const count = computed(() => rows.value.filter((row) => !isEmptyTerm(row)).length);

  function newRow(term = EMPTY_TERM): TermRow {
    nextKey += 1;
    return { ...term, key: nextKey };
  }

  function show(terms: readonly Term[]): void {
    history.clear();
    rows.value = terms.length > 0 ? terms.map((term) => newRow(term)) : [newRow()];
  }

  function clear(): void {
    history.clear();
    rows.value = [];
  }

  function change(next: readonly TermRow[], merge?: string): void {
    if (!editable.value) return;
    history.record(rows.value, merge);
    rows.value = next;
    onChange();
  }

  function edit(key: number, cells: Partial<Term>): void {
    const next = rows.value.map((row) => (row.key === key ? { ...row, ...cells } : row));
    change(next, `${key} ${Object.keys(cells).join()}`);
  }

  function add(): boolean {
    if (rows.value.length >= MAX_TERMS) return false;
    change([...rows.value, newRow()]);
    return true;
  }

  function remove(key: number): void {
    const left = rows.value.filter((row) => row.key !== key);
    change(left.length > 0 ? left : [newRow()]);
  }

  function insert(at: number, terms: readonly Term[]): number {
    const before = rows.value.slice(0, at + 1);
    if (before.length > 0 && isEmptyTerm(before.at(-1)!)) before.pop();
    const after = rows.value.slice(at + 1);
    const room = Math.max(0, MAX_TERMS - before.length - after.length);
    change([...before, ...terms.slice(0, room).map((term) => newRow(term)), ...after]);
    return Math.max(0, terms.length - room);
  }

  function step(way: 'undo' | 'redo'): boolean {
    const next = editable.value ? history[way](rows.value) : undefined;
    if (!next) return false;
    rows.value = next;
    onChange();
    return true;
  }

  const { canUndo, canRedo } = history;
  return { rows, issues, count, canUndo, canRedo, show, clear, edit, add, remove, insert, step };
}
