import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import { LIMITS } from '../../service/contract/limits.ts';
import { changeGlossary, readGlossary } from '../api/glossaries.ts';
import { isNotFound, ServiceUnreachable } from '../api/errors.ts';
import { words } from '../i18n/words.ts';
import { createDebounce } from '../lib/debounce.ts';
import { createHistory } from '../lib/history.ts';
import { keptText } from '../lib/kept-text.ts';
import { hasStrings, isListOf, isRecord } from '../lib/shapes.ts';
import { entriesOf, isEmptyTerm, issuesOf } from '../lib/term-rows.ts';
import type { TermRow } from '../lib/term-rows.ts';
import { onAnswer, useConnection } from './connection.ts';
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
  const leftovers = new Map(kept.items(isLeftover));
  const opened = shallowRef<DictionaryRef>();
  /** The dictionary that the rows are of; undefined until the opened one has been read. Only this one is written. */
  let shown: DictionaryRef | undefined;
  /** The dictionary that a file is being imported into. */
  const importing = ref<string>();
  const name = ref('');
  const rows = shallowRef<readonly TermRow[]>([]);
  const state = ref<'loading' | 'ready' | 'gone'>('loading');
  const saving = ref<'saved' | 'waiting' | 'failed'>('saved');
  const problem = ref<string>();
  const history = createHistory<readonly TermRow[]>();
  let nextKey = 0;
  const typing = createDebounce(QUIET_MS);
  let writing: Promise<void> | undefined;

  const issues = computed(() => issuesOf(rows.value));
  /** What is typed before the terms are there, or beside an import, would take their place. */
  const editable = computed(
    () => state.value === 'ready' && opened.value !== undefined && importing.value !== keyOf(opened.value),
  );
  const count = computed(() => rows.value.filter((row) => !isEmptyTerm(row)).length);

  function newRow(cells: Cells = {}): TermRow {
    nextKey += 1;
    return { key: nextKey, term: '', translation: '', ...cells };
  }

  async function open(next: DictionaryRef): Promise<void> {
    opened.value = next;
    state.value = 'loading';
    await flush();
    if (opened.value !== next) return;
    problem.value = undefined;
    if (shown && keyOf(shown) !== keyOf(next)) clear();
    try {
      const content = await readGlossary(next.id);
      if (opened.value !== next) return;
      name.value = content.name;
      shown = next;
      const stored = content.dictionaries.find((one) => isSame(one, next));
      const left = leftovers.get(keyOf(next));
      show(left?.isWhole ? left.rows : [...(stored?.entries ?? []), ...(left?.rows ?? [])]);
      state.value = stored ? 'ready' : 'gone';
      if (left?.isWhole && stored) plan(0);
    } catch (error) {
      connection.note(error);
      if (opened.value !== next) return;
      if (isNotFound(error)) state.value = 'gone';
      else problem.value = words.sentence(error);
    }
  }

  function isOpened(one: DictionaryRef): boolean {
    return opened.value !== undefined && keyOf(opened.value) === keyOf(one);
  }

  /** What is not stored of the dictionary that was open is among the leftovers. */
  function clear(): void {
    shown = undefined;
    history.clear();
    saving.value = 'saved';
    name.value = '';
    rows.value = [];
  }

  /** Another dictionary, or the same as the service has it now: nothing of before can be undone in it. */
  function show(entries: readonly Required<Cells>[]): void {
    history.clear();
    saving.value = 'saved';
    rows.value =
      entries.length > 0 ? entries.map(({ term, translation }) => newRow({ term, translation })) : [newRow()];
  }

  function change(next: readonly TermRow[], merge?: string): void {
    if (!editable.value) return;
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
    const next = editable.value ? history[way](rows.value) : undefined;
    if (!next) return false;
    rows.value = next;
    plan();
    return true;
  }

  function plan(wait?: number): void {
    saving.value = 'waiting';
    typing.plan(flush, wait);
    keep();
  }

  function keep(): void {
    if (!shown) return;
    const isWhole = saving.value !== 'saved';
    const left = isWhole ? rows.value : rows.value.filter(({ key }) => issues.value.get(key) === 'half');
    const key = keyOf(shown);
    if (left.length === 0) leftovers.delete(key);
    else leftovers.set(key, { isWhole, rows: left.map(({ term, translation }) => ({ term, translation })) });
    kept.write(() => JSON.stringify([...leftovers]));
  }

  /** Stores what has changed; one request at a time, so that the last word is the last one said. */
  function flush(): Promise<void> {
    typing.cancel();
    writing ??= write().finally(() => (writing = undefined));
    return writing;
  }

  async function write(): Promise<void> {
    const of = shown;
    while (of && saving.value === 'waiting' && connection.usable) {
      const sent = rows.value;
      try {
        const dictionary = { from: of.from, to: of.to, entries: entriesOf(sent) };
        const stored = await changeGlossary(of.id, (content) => ({
          ...content,
          dictionaries: [...content.dictionaries.filter((one) => !isSame(one, of)), dictionary],
        }));
        name.value = stored.name;
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
    if (!of || !editable.value) return;
    importing.value = keyOf(of);
    try {
      await flush();
      // Stored later, the lines that wait would take the place of those that the file has brought.
      if (saving.value !== 'saved') {
        problem.value ??= words.sentence(new ServiceUnreachable());
        return;
      }
      const made = await glossaries.importFile(file, of);
      if (!isOpened(of)) return;
      if (made) await open(of);
      else problem.value = glossaries.problem;
    } finally {
      importing.value = undefined;
    }
  }

  onAnswer(() => {
    const isUnread = state.value === 'loading' && problem.value !== undefined;
    if (opened.value && isUnread) void open({ ...opened.value });
    else void flush();
  });

  return {
    name,
    rows,
    state,
    editable,
    saving,
    problem,
    issues,
    count,
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    open,
    isOpened,
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

function isLeftover(value: unknown): value is [string, Leftover] {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false;
  const left: unknown = value[1];
  return (
    isRecord(left) &&
    typeof left['isWhole'] === 'boolean' &&
    isListOf(left['rows'], (row): row is Required<Cells> => hasStrings(row, 'term', 'translation'))
  );
}
