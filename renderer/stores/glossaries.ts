import { defineStore } from 'pinia';
import { computed, ref, shallowReactive, shallowRef, watch } from 'vue';
import type { GlossaryResource, ImportedGlossary } from '../../service/contract/index.ts';
import {
  changeGlossary,
  createGlossary,
  deleteGlossary,
  exportGlossary,
  importGlossary,
  listGlossaries,
  readGlossary,
  replaceGlossary,
} from '../api/glossaries.ts';
import { words } from '../i18n/words.ts';
import { dictionaryFor } from '../lib/dictionaries.ts';
import type { GlossaryFormat } from '../lib/glossary-formats.ts';
import { inOrder } from '../lib/in-order.ts';
import { useClients } from './clients.ts';
import { useConnection } from './connection.ts';
import { useToasts } from './toasts.ts';

/** One direction of a named glossary: a row of the list. */
export interface DictionaryRow {
  readonly id: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly count: number;
  readonly updatedAt: string;
}

/** Named glossaries, one row per direction. */
export const useGlossaries = defineStore('glossaries', () => {
  const connection = useConnection();
  const clients = useClients();
  const toasts = useToasts();
  const glossaries = shallowRef<readonly GlossaryResource[]>([]);
  const loaded = ref(false);
  const ask = inOrder();
  const problem = ref<string>();
  /** Rows that are deleted here, and can still be restored. */
  const leaving = shallowReactive(new Set<string>());
  /** Whether the window is closing: it has no time to read a glossary before it deletes it. */
  let isLeaving = false;
  window.addEventListener('pagehide', () => (isLeaving = true), { capture: true });
  window.addEventListener('pageshow', () => (isLeaving = false));
  /** The import just made, until its result has been shown. */
  let imported: ImportedGlossary | undefined;

  const rows = computed(() =>
    glossaries.value
      .flatMap(({ id, name, dictionaries, updated_at: updatedAt }) =>
        dictionaries.map(({ from, to, entry_count: count }) => ({ id, name, from, to, count, updatedAt })),
      )
      .filter((row) => !leaving.has(keyOf(row)))
      .sort((a, b) => a.name.localeCompare(b.name)),
  );

  async function load(): Promise<void> {
    if (!connection.usable) return;
    const isNewest = ask();
    try {
      const listed = await listGlossaries();
      if (!isNewest()) return;
      glossaries.value = listed;
      loaded.value = true;
    } catch (error) {
      fail(error);
    }
  }

  function fail(error: unknown): void {
    connection.note(error);
    problem.value = words.sentence(error);
  }

  /** Runs the action and reads the list again; undefined if it failed, with the reason in `problem`. */
  async function attempt<T>(action: () => Promise<T>): Promise<T | undefined> {
    problem.value = undefined;
    try {
      const made = await action();
      await load();
      return made;
    } catch (error) {
      fail(error);
      return undefined;
    }
  }

  const create = (name: string, from: string, to: string): Promise<GlossaryResource | undefined> =>
    attempt(() => createGlossary({ name, dictionaries: [{ from, to, entries: [] }] }));

  async function importFile(
    file: File,
    into: Parameters<typeof importGlossary>[1],
  ): Promise<GlossaryResource | undefined> {
    imported = await attempt(() => importGlossary(file, into));
    return imported;
  }

  /** The result of the import just made, if it went into this glossary. Returned once. */
  function takeReport(id: string): string | undefined {
    const made = imported?.id === id ? imported.imported : undefined;
    imported = undefined;
    if (!made) return undefined;
    const { number } = words;
    return words.t('glossaries.imported', {
      added: number(made.added),
      updated: number(made.updated),
      unchanged: number(made.unchanged),
      skipped: number(made.incomplete + made.repeated),
    });
  }

  async function rename(id: string, name: string): Promise<void> {
    await attempt(() => changeGlossary(id, (content) => ({ ...content, name })));
  }

  /** Deletes a direction, and the glossary with its last one; it can be restored for a while. */
  function remove(row: DictionaryRow): void {
    const key = keyOf(row);
    leaving.add(key);
    toasts.offer({
      text: words.t('toast.deleted', { name: row.name }),
      undo: () => leaving.delete(key),
      commit: () => void removeForGood(row).finally(() => leaving.delete(key)),
    });
  }

  async function removeForGood({ id, from, to }: DictionaryRow): Promise<void> {
    const known = glossaries.value.find((one) => one.id === id)?.dictionaries.length ?? 0;
    await attempt(async () => {
      if (isLeaving && known <= 1) return deleteGlossary(id);
      // Another window may have added a direction, or deleted one.
      const { name, dictionaries } = await readGlossary(id);
      const left = dictionaries.filter((one) => one.from !== from || one.to !== to);
      if (left.length === 0) await deleteGlossary(id);
      else await replaceGlossary(id, { name, dictionaries: left });
    });
  }

  const exportAs = (row: DictionaryRow, format: GlossaryFormat): Promise<unknown> =>
    attempt(() => exportGlossary(row, format));

  /** The dictionary of a glossary that a job in this direction would use. */
  function rowFor(id: string, from: string, to: string): DictionaryRow | undefined {
    return dictionaryFor(
      rows.value.filter((row) => row.id === id),
      from,
      to,
    );
  }

  watch(
    () => clients.chosen,
    () => void load(),
  );
  watch(
    () => connection.usable,
    () => void load(),
    { immediate: true },
  );

  return {
    glossaries,
    rows,
    loaded,
    problem,
    load,
    create,
    importFile,
    takeReport,
    rename,
    remove,
    exportAs,
    rowFor,
  };
});

function keyOf({ id, from, to }: Pick<DictionaryRow, 'id' | 'from' | 'to'>): string {
  return `${id} ${from} ${to}`;
}
