import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import { changeGlossary, readGlossary } from '../api/glossaries.ts';
import { isNotFound, ServiceUnreachable } from '../api/errors.ts';
import { words } from '../i18n/words.ts';
import { createDebounce } from '../lib/debounce.ts';
import { createEditedTerms } from '../lib/edited-terms.ts';
import { onDesk } from '../lib/kept-text.ts';
import { keptTerms } from '../lib/kept-terms.ts';
import { entriesOf, termOf } from '../lib/term-rows.ts';
import type { Term } from '../lib/term-rows.ts';
import { onAnswer, useConnection } from './connection.ts';
import { useGlossaries } from './glossaries.ts';

/** Milliseconds of quiet before typed text is stored. */
const QUIET_MS = 600;

/** A direction of a named glossary. */
export interface DictionaryRef {
  id: string;
  from: string;
  to: string;
}

/**
 * The terms of one dictionary while they are edited: stored a moment after each change, and each change can
 * be undone.
 */
export const useGlossaryTerms = defineStore('glossary-terms', () => {
  const connection = useConnection();
  const glossaries = useGlossaries();
  const leftovers = keptTerms();
  const opened = shallowRef<DictionaryRef>();
  /** The dictionary of the rows; undefined until the opened one has been read. Only this one is written. */
  let shown: DictionaryRef | undefined;
  /** The dictionary that a file is being imported into. */
  const importing = ref<string>();
  const name = ref('');
  const state = ref<'loading' | 'ready' | 'gone'>('loading');
  const saving = ref<'saved' | 'waiting' | 'failed'>('saved');
  const problem = ref<string>();
  const typing = createDebounce(QUIET_MS);
  let writing: Promise<void> | undefined;

  /** The loaded terms would replace anything typed before, and so would an import. */
  const editable = computed(
    () => state.value === 'ready' && opened.value !== undefined && importing.value !== keyOf(opened.value),
  );
  const terms = createEditedTerms({ editable, onChange: plan });
  const { rows, issues } = terms;

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
      const left = leftovers.of(keyOf(next));
      show(left?.isWhole ? left.rows : [...(stored?.entries ?? []).map(termOf), ...(left?.rows ?? [])]);
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

  /** Unstored lines of the previous dictionary are among the leftovers. */
  function clear(): void {
    shown = undefined;
    saving.value = 'saved';
    name.value = '';
    terms.clear();
  }

  /** Another dictionary, or the service's current state of the same one. */
  function show(entries: readonly Term[]): void {
    saving.value = 'saved';
    terms.show(entries);
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
    leftovers.keep(keyOf(shown), {
      isWhole,
      rows: left.map(({ key: _key, ...term }) => term),
    });
  }

  /** Stores all changes; one request at a time, so that the last change wins. */
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
        // Lines delayed only by the service's absence are sent once it is back.
        if (error instanceof ServiceUnreachable) return;
        saving.value = 'failed';
        problem.value = words.t('glossaries.notSaved', { why: words.sentence(error) });
      }
    }
    keep();
  }

  /** Imports a file through the service, which reads TMX, and encodings other than UTF-8. */
  async function importFile(file: File): Promise<void> {
    const of = opened.value;
    if (!of || !editable.value) return;
    importing.value = keyOf(of);
    try {
      await flush();
      // Stored later, the waiting lines would replace the imported ones.
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

  onDesk({
    leave: flush,
    enter() {
      opened.value = undefined;
      clear();
    },
  });

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
    count: terms.count,
    canUndo: terms.canUndo,
    canRedo: terms.canRedo,
    open,
    isOpened,
    edit: terms.edit,
    add: terms.add,
    remove: terms.remove,
    insert: terms.insert,
    step: terms.step,
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
