import { defineStore } from 'pinia';
import { computed, reactive, ref, shallowReactive, shallowRef, watch } from 'vue';
import type {
  MemoryOverview,
  MemoryUnitsPage,
  NamedMemories,
  SettingsResource,
} from '../../service/contract/index.ts';
import {
  changeUnit,
  clearMemory,
  deleteUnits,
  exportMemory,
  importMemory,
  listMemories,
  listUnits,
  readMemory,
  restoreUnits,
} from '../api/memory.ts';
import type { UnitFilter } from '../api/memory.ts';
import { changeSettings, readSettings } from '../api/settings.ts';
import { words } from '../i18n/words.ts';
import { tmxLanguages } from '../lib/tmx-languages.ts';
import { createDebounce } from '../lib/debounce.ts';
import { plainOf } from '../lib/offers.ts';
import type { Pair } from '../lib/pairs.ts';
import { useCatalog } from './catalog.ts';
import { useClients } from './clients.ts';
import { useConnection } from './connection.ts';
import { useToasts } from './toasts.ts';
import type { Offered } from './toasts.ts';

type Unit = MemoryUnitsPage['units'][number];
type Writable<Of> = { -readonly [Name in keyof Of]: Of[Name] };

/** Units per page; the first page is small, so that it shows immediately. */
const FIRST_PAGE = 60;
const PAGE = 500;
/** Milliseconds after the last key before a search is sent. */
const TYPING_MS = 120;

/** The translation memory: its directions, and the search results of one direction. */
export const useMemory = defineStore('memory', () => {
  const clients = useClients();
  const connection = useConnection();
  const catalog = useCatalog();
  const toasts = useToasts();
  const overview = shallowRef<MemoryOverview>();
  const settings = shallowRef<SettingsResource>();
  const pair = shallowRef<Pair>();
  const query = ref('');
  const memories = shallowRef<NamedMemories['memories']>([]);
  const filter = reactive<Writable<Omit<UnitFilter, 'q'>>>({
    memory_id: '',
    only: '',
    after: '',
    before: '',
  });
  const asked = (): UnitFilter => ({ ...filter, q: query.value.trim() });
  const isFiltered = computed(() => Object.values(asked()).some((value) => value !== ''));
  const found = shallowRef<readonly Unit[]>([]);
  const cursor = ref<string>();
  const problem = ref<string>();
  /** The result of the last import. */
  const notice = ref('');
  /** An import in progress: bytes sent of the total. */
  const importing = shallowRef<{ sent: number; total: number; abort: AbortController }>();
  /** Units that are deleted here, and can still be restored. */
  const leaving = shallowReactive(new Set<string>());
  /** Directions that were cleared here, and can still be restored. */
  const clearing = shallowReactive(new Map<string, Offered>());
  /** Resolves once all permanently cleared units are gone. */
  let cleared = Promise.resolve();
  let reading: AbortController | undefined;

  /** A direction of the chosen client. */
  const placeOf = (of: Pair): string => `${clients.chosen} ${keyOf(of)}`;
  const isClearing = (of: Pair): boolean => clearing.has(placeOf(of));
  const units = computed(() =>
    pair.value && isClearing(pair.value) ? [] : found.value.filter(({ id }) => !leaving.has(id)),
  );
  /** The directions with their counts, without units cleared here. The selected one is always included. */
  const pairs = computed(() => {
    const own = (overview.value?.pairs ?? []).map((one) => (isClearing(one) ? { ...one, units: 0 } : one));
    // Directions that only imported memories have.
    const others = memories.value.flatMap(({ own: isOwn, from, targets, units: count }) =>
      isOwn || from === undefined ? [] : targets.map((to) => ({ from, to, units: count })),
    );
    const listed = [...own];
    for (const one of others) if (!listed.some((other) => keyOf(other) === keyOf(one))) listed.push(one);
    const shown = pair.value;
    if (listed.length === 0 || !shown || listed.some((one) => keyOf(one) === keyOf(shown))) return listed;
    return [...listed, { ...shown, units: 0 }];
  });
  const isOn = computed(() => settings.value?.memory.enabled ?? true);
  const isFixed = computed(() => settings.value?.fixed.some((name) => name.startsWith('memory')) ?? false);

  async function attempt<T>(action: () => Promise<T>): Promise<T | undefined> {
    problem.value = undefined;
    try {
      return await action();
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return undefined;
      connection.note(error);
      problem.value = words.sentence(error);
      return undefined;
    }
  }

  /** Reads the directions; the selected one stays, otherwise the largest is shown. */
  async function load(preferred: Pair): Promise<void> {
    await attempt(async () => {
      [overview.value, settings.value, memories.value] = await Promise.all([
        readMemory(),
        readSettings(),
        listMemories(),
      ]);
    });
    if (!memories.value.some(({ id }) => id === filter.memory_id)) filter.memory_id = '';
    const all = pairs.value;
    const has = (one: Pair | undefined): boolean =>
      all.some(({ from, to }) => from === one?.from && to === one.to);
    if (!has(pair.value)) {
      const [largest] = [...all].sort((a, b) => b.units - a.units);
      pair.value = has(preferred) ? preferred : largest;
    }
    await search();
  }

  async function show(next: Pair): Promise<void> {
    pair.value = next;
    await search();
  }

  /** The first results of the search; an earlier search in flight is aborted. */
  async function search(): Promise<void> {
    reading?.abort();
    const own = (reading = new AbortController());
    const of = pair.value;
    if (!of) {
      found.value = [];
      cursor.value = undefined;
      return;
    }
    const page = await attempt(() => listUnits(of, asked(), { limit: FIRST_PAGE }, own.signal));
    if (page && !own.signal.aborted) take([], page);
  }

  /** The next units, once the list is scrolled to its end. */
  async function more(): Promise<void> {
    const own = reading;
    const [of, next] = [pair.value, cursor.value];
    if (!of || !own || next === undefined) return;
    cursor.value = undefined;
    const page = await attempt(() => listUnits(of, asked(), { limit: PAGE, cursor: next }, own.signal));
    if (page && !own.signal.aborted) take(found.value, page);
  }

  function take(before: readonly Unit[], page: MemoryUnitsPage): void {
    found.value = [...before, ...page.units];
    cursor.value = page.next_cursor;
  }

  /** Deletes units, which can be undone for a while; `hidden` are gone from the list at once. */
  async function removeThem(
    which: Parameters<typeof deleteUnits>[0],
    text: (deleted: number) => string,
    hidden: readonly string[] = [],
  ): Promise<void> {
    for (const id of hidden) leaving.add(id);
    const removed = await attempt(() => deleteUnits(which));
    if (removed) await readAgain();
    for (const id of hidden) leaving.delete(id);
    if (!removed || removed.deleted === 0) return;
    toasts.offer({
      text: text(removed.deleted),
      undo: () =>
        void attempt(async () => {
          await restoreUnits(removed.undo);
          await readAgain();
        }),
      commit: () => undefined,
    });
  }
  async function readAgain(): Promise<void> {
    await attempt(async () => void (overview.value = await readMemory()));
    await search();
  }
  const remove = ({ id }: Unit): Promise<void> =>
    removeThem({ ids: [id] }, () => words.t('memory.removed'), [id]);
  /** Deletes all units that the filter shows. */
  async function removeFound(): Promise<void> {
    const of = pair.value;
    if (of) await removeThem({ ...of, ...asked() }, (n) => words.counted('memory.removedFound', n));
  }
  /** Keeps one of several targets of a source, and deletes the others. */
  async function keepOnly({ id, source, memory }: Unit): Promise<void> {
    const of = pair.value;
    if (!of) return;
    const same = { q: Array.from(plainOf(source)).slice(0, 200).join(''), memory_id: memory.id };
    const page = await attempt(() => listUnits(of, same, { limit: PAGE }, new AbortController().signal));
    const others = page?.units.filter((unit) => unit.source === source && unit.id !== id) ?? [];
    const ids = others.map((unit) => unit.id);
    if (ids.length > 0) await removeThem({ ids }, (n) => words.counted('memory.removedFound', n), ids);
  }
  /** Resolves with what is wrong with the texts; empty if they are stored. */
  async function change({ id }: Unit, texts: { source: string; target: string }): Promise<string> {
    try {
      const changed = await changeUnit(id, texts);
      found.value = found.value.map((unit) => (unit.id === id ? changed : unit));
      return '';
    } catch (error) {
      connection.note(error);
      return words.sentence(error);
    }
  }

  /** Clears a direction, which can be undone for a while. It stays selected. */
  function clear(of: Pair): void {
    const units = overview.value?.pairs.find((one) => keyOf(one) === keyOf(of))?.units ?? 0;
    if (units === 0 || isClearing(of)) return;
    const names = { from: catalog.nameOf(of.from), to: catalog.nameOf(of.to) };
    const [place, client] = [placeOf(of), clients.chosen];
    const offered = toasts.offer({
      text: words.counted('memory.cleared', units, { pair: words.t('pair.direction', names) }),
      undo: () => clearing.delete(place),
      commit: () => {
        cleared = clearForGood(of, client).finally(() => clearing.delete(place));
      },
    });
    clearing.set(place, offered);
  }
  async function clearForGood(of: Pair, client: string): Promise<void> {
    await attempt(async () => {
      await clearMemory(of, client);
      overview.value = await readMemory();
      if (pair.value && keyOf(pair.value) === keyOf(of)) await search();
    });
  }

  const exportAs = (of: Pair): Promise<unknown> => attempt(() => exportMemory(of, filter));

  /** The catalog's code for a file's, which may be `EN-US` or `es_ES`; a variant that it lacks is its language. */
  function known(tag: string): string | undefined {
    const wanted = tag.replaceAll('_', '-').toLowerCase();
    const codes = [...catalog.byCode.keys()];
    return (
      codes.find((code) => code.toLowerCase() === wanted) ??
      codes.find((code) => code.toLowerCase() === wanted.split('-')[0])
    );
  }

  /**
   * The direction of a TMX file's first two languages, and whether it says so itself: its header names the source,
   * and there is one other language. Whoever looks at the opposite direction may want that.
   */
  async function directionIn(file: File): Promise<{ into: Pair; isSaid: boolean } | undefined> {
    const { source, all } = await tmxLanguages(file).catch(() => ({ source: undefined, all: [] }));
    const [from, to, ...others] = new Set(all.flatMap((tag) => known(tag) ?? []));
    if (from === undefined || to === undefined) return undefined;
    const isOpposite = pair.value?.from === to && pair.value.to === from;
    const isSaid = source !== undefined && known(source) === from && others.length === 0 && !isOpposite;
    return { into: { from, to }, isSaid };
  }

  async function importFile(file: File, into: Pair): Promise<void> {
    // Otherwise the newly imported units would be cleared too.
    clearing.get(placeOf(into))?.commit();
    await cleared;
    const abort = new AbortController();
    notice.value = '';
    importing.value = { sent: 0, total: file.size, abort };
    const made = await attempt(() =>
      importMemory(file, into, abort.signal, (sent) => {
        importing.value = { sent: Math.min(sent, file.size), total: file.size, abort };
      }),
    );
    importing.value = undefined;
    if (!made) return;
    const { number } = words;
    notice.value = words.t('memory.imported', {
      added: number(made.added),
      updated: number(made.updated),
      skipped: number(made.skipped),
    });
    if (made.contradicted > 0) notice.value += ` ${words.counted('memory.contradicted', made.contradicted)}`;
    pair.value = into;
    await load(into);
  }

  async function setEnabled(enabled: boolean): Promise<void> {
    const changed = await attempt(() => changeSettings({ memory: { enabled } }));
    if (changed) settings.value = changed;
  }

  const typing = createDebounce(TYPING_MS);
  watch(query, () => typing.plan(search));
  watch(filter, () => void search());
  const stopFinding = (): void => typing.cancel();

  return {
    ...{ memories, filter, isFiltered, removeFound, keepOnly, change },
    ...{ overview, pair, pairs, query, units, cursor, problem, notice, importing, isOn, isFixed },
    ...{ load, show, more, stopFinding, remove, clear, exportAs, directionIn, importFile, setEnabled },
  };
});

function keyOf({ from, to }: Pair): string {
  return `${from} ${to}`;
}
