import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import { LIMITS } from '../../service/contract/limits.ts';
import { readGlossary, replaceGlossary } from '../api/glossaries.ts';
import type { Dictionary } from '../api/glossaries.ts';
import { ServiceProblem, ServiceUnreachable } from '../api/errors.ts';
import { words } from '../i18n/words.ts';
import { createHistory } from '../lib/history.ts';
import { keptText } from '../lib/kept-text.ts';
import { entriesOf, isEmptyTerm, issuesOf } from '../lib/term-rows.ts';
import type { TermRow } from '../lib/term-rows.ts';
import { useConnection } from './connection.ts';
import { useGlossaries } from './glossaries.ts';

/** What a dictionary holds at most. */
export const MAX_TERMS = LIMITS.dictionaryEntries;

/** Milliseconds of quiet before what was typed is stored. */
const QUIET_MS = 600;

/** A direction of a named glossary. */
export interface DictionaryRef {
  id: string;
  from: string;
  to: string;
}

type Cells = Partial<Pick<TermRow, 'term' | 'translation'>>;

/** The terms of one dictionary, while they are edited: stored a moment after each change, and each change can be undone. */
export const useGlossaryTerms = defineStore('glossary-terms', () => {
  const connection = useConnection();
  const glossaries = useGlossaries();
  /** What is not stored yet, or cannot be as it is (lines with one half), by dictionary. */
  const kept = keptText('glossary-terms');
  const leftovers = new Map(parseLeftovers(kept.read()));
  const opened = shallowRef<DictionaryRef>();
  const name = ref('');
  const rows = shallowRef<readonly TermRow[]>([]);
  const state = ref<'loading' | 'ready' | 'gone'>('loading');
  const saving = ref<'saved' | 'waiting' | 'failed'>('saved');
  const problem = ref<string>();
  const history = createHistory<readonly TermRow[]>();
  let others: readonly Dictionary[] = [];
  let nextKey = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> | undefined;

  const issues = computed(() => issuesOf(rows.value));
  const count = computed(() => rows.value.filter((row) => !isEmptyTerm(row)).length);

  function newRow(cells: Cells = {}): TermRow {
    nextKey += 1;
    return { key: nextKey, term: '', translation: '', ...cells };
  }

  async function open(next: DictionaryRef): Promise<void> {
    await flush();
    opened.value = next;
    state.value = 'loading';
    problem.value = undefined;
    try {
      const content = await readGlossary(next.id);
      if (opened.value !== next) return;
      name.value = content.name;
      others = content.dictionaries.filter((one) => !isSame(one, next));
      const stored = content.dictionaries.find((one) => isSame(one, next));
      const left = leftovers.get(keyOf(next));
      show(left?.isWhole ? left.rows : [...(stored?.entries ?? []), ...(left?.rows ?? [])]);
      state.value = stored ? 'ready' : 'gone';
      if (left?.isWhole && stored) plan(0);
    } catch (error) {
      connection.note(error);
      if (error instanceof ServiceProblem && error.code === 'not_found') state.value = 'gone';
      else problem.value = words.sentence(error);
    }
  }

  /** Another dictionary, or the same as the service has it now: nothing of before can be undone in it. */
  function show(entries: readonly Required<Cells>[]): void {
    history.clear();
    saving.value = 'saved';
    rows.value =
      entries.length > 0 ? entries.map(({ term, translation }) => newRow({ term, translation })) : [newRow()];
  }

  function change(next: readonly TermRow[], merge?: string): void {
    history.record(rows.value, merge);
    rows.value = next;
    plan();
  }

  function edit(key: number, cells: Cells): void {
    const next = rows.value.map((row) => (row.key === key ? { ...row, ...cells } : row));
    change(next, `${key} ${Object.keys(cells).join()}`);
  }

  /** Appends an empty line, if there is room. Returns whether there was. */
  function add(): boolean {
    if (rows.value.length >= MAX_TERMS) return false;
    change([...rows.value, newRow()]);
    return true;
  }

  function remove(key: number): void {
    const left = rows.value.filter((row) => row.key !== key);
    change(left.length > 0 ? left : [newRow()]);
  }

  /** Puts terms in below a line, and in its place where it is empty. Returns how many had no room. */
  function insert(at: number, entries: readonly Required<Cells>[]): number {
    const before = rows.value.slice(0, at + 1);
    if (before.length > 0 && isEmptyTerm(before.at(-1)!)) before.pop();
    const after = rows.value.slice(at + 1);
    const room = Math.max(0, MAX_TERMS - before.length - after.length);
    change([...before, ...entries.slice(0, room).map(newRow), ...after]);
    return Math.max(0, entries.length - room);
  }

  function step(way: 'undo' | 'redo'): boolean {
    const state = history[way](rows.value);
    if (!state) return false;
    rows.value = state;
    plan();
    return true;
  }

  function plan(wait = QUIET_MS): void {
    saving.value = 'waiting';
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), wait);
    keep();
  }

  function keep(): void {
    if (!opened.value) return;
    const isWhole = saving.value !== 'saved';
    const left = isWhole ? rows.value : rows.value.filter(({ key }) => issues.value.get(key) === 'half');
    const key = keyOf(opened.value);
    if (left.length === 0) leftovers.delete(key);
    else leftovers.set(key, { isWhole, rows: left.map(({ term, translation }) => ({ term, translation })) });
    kept.write(() => JSON.stringify([...leftovers]));
  }

  /** Stores what has changed; one request at a time, so that the last word is the last one said. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    writing ??= write().finally(() => (writing = undefined));
    return writing;
  }

  async function write(): Promise<void> {
    const of = opened.value;
    while (of && saving.value === 'waiting' && connection.usable) {
      const sent = rows.value;
      try {
        const dictionary = { from: of.from, to: of.to, entries: entriesOf(sent) };
        await replaceGlossary(of.id, { name: name.value, dictionaries: [...others, dictionary] });
        problem.value = undefined;
        if (sent === rows.value) saving.value = 'saved';
        void glossaries.load();
      } catch (error) {
        connection.note(error);
        // What only the service's absence has stopped is sent once it is back.
        if (error instanceof ServiceUnreachable) return;
        saving.value = 'failed';
        problem.value = words.t('glossaries.notSaved', { why: words.sentence(error) });
      }
    }
    keep();
  }

  /** Takes a file over by way of the service, which reads TMX, and other encodings than UTF-8. */
  async function importFile(file: File): Promise<void> {
    const of = opened.value;
    if (!of) return;
    await flush();
    const made = await glossaries.importFile(file, of);
    if (made) await open(of);
    else problem.value = glossaries.problem;
  }

  watch(
    () => connection.usable,
    (usable) => {
      if (!usable) return;
      if (saving.value === 'waiting') void flush();
      else if (opened.value && state.value === 'loading') void open(opened.value);
    },
  );

  return {
    opened,
    name,
    rows,
    state,
    saving,
    problem,
    issues,
    count,
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    open,
    edit,
    add,
    remove,
    insert,
    step,
    flush,
    importFile,
  };
});

function isSame(one: { from: string; to: string }, other: { from: string; to: string }): boolean {
  return one.from === other.from && one.to === other.to;
}

function keyOf({ id, from, to }: DictionaryRef): string {
  return `${id} ${from} ${to}`;
}

/** What is kept of a dictionary: all of its lines, or only those that cannot be stored yet. */
interface Leftover {
  isWhole: boolean;
  rows: Required<Cells>[];
}

function parseLeftovers(text: string | null): [string, Leftover][] {
  try {
    const found: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(found) ? (found as [string, Leftover][]) : [];
  } catch {
    return [];
  }
}
