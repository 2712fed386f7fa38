import { defineStore } from 'pinia';
import { computed, ref, shallowReactive, shallowRef, watch } from 'vue';
import type { MemoryOverview, MemoryUnitsPage, SettingsResource } from '../../service/contract/index.ts';
import { clearMemory, deleteUnit, exportMemory, importMemory, listUnits, readMemory } from '../api/memory.ts';
import { changeSettings, readSettings } from '../api/settings.ts';
import { words } from '../i18n/words.ts';
import { tmxLanguages } from '../lib/tmx-languages.ts';
import { createDebounce } from '../lib/debounce.ts';
import type { Pair } from '../lib/pairs.ts';
import { useCatalog } from './catalog.ts';
import { useConnection } from './connection.ts';
import { useToasts } from './toasts.ts';
import type { Offered } from './toasts.ts';

type Unit = MemoryUnitsPage['units'][number];

/** Units per page; the first page is small, so that it shows immediately. */
const FIRST_PAGE = 60;
const PAGE = 500;
/** Milliseconds after the last key before a search is sent. */
const TYPING_MS = 120;

/** The translation memory: its directions, and the search results of one direction. */
export const useMemory = defineStore('memory', () => {
  const connection = useConnection();
  const catalog = useCatalog();
  const toasts = useToasts();
  const overview = shallowRef<MemoryOverview>();
  const settings = shallowRef<SettingsResource>();
  const pair = shallowRef<Pair>();
  const query = ref('');
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

  const isClearing = (of: Pair): boolean => clearing.has(keyOf(of));
  const units = computed(() =>
    pair.value && isClearing(pair.value) ? [] : found.value.filter(({ id }) => !leaving.has(id)),
  );
  /** The directions with their counts, without units cleared here. The selected one is always included. */
  const pairs = computed(() => {
    const listed = (overview.value?.pairs ?? []).map((one) => (isClearing(one) ? { ...one, units: 0 } : one));
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
      [overview.value, settings.value] = await Promise.all([readMemory(), readSettings()]);
    });
    const pairs = overview.value?.pairs ?? [];
    const has = (one: Pair | undefined): boolean =>
      pairs.some(({ from, to }) => from === one?.from && to === one.to);
    if (!has(pair.value)) {
      const [largest] = [...pairs].sort((a, b) => b.units - a.units);
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
    const page = await attempt(() => listUnits(of, { q: query.value.trim(), limit: FIRST_PAGE }, own.signal));
    if (page && !own.signal.aborted) take([], page);
  }

  /** The next units, once the list is scrolled to its end. */
  async function more(): Promise<void> {
    const own = reading;
    const [of, next] = [pair.value, cursor.value];
    if (!of || !own || next === undefined) return;
    cursor.value = undefined;
    const options = { q: query.value.trim(), limit: PAGE, cursor: next };
    const page = await attempt(() => listUnits(of, options, own.signal));
    if (page && !own.signal.aborted) take(found.value, page);
  }

  function take(before: readonly Unit[], page: MemoryUnitsPage): void {
    found.value = [...before, ...page.units];
    cursor.value = page.next_cursor;
  }

  function remove(unit: Unit): void {
    leaving.add(unit.id);
    toasts.offer({
      text: words.t('memory.removed'),
      undo: () => leaving.delete(unit.id),
      commit: () => void removeForGood(unit).finally(() => leaving.delete(unit.id)),
    });
  }
  async function removeForGood({ id }: Unit): Promise<void> {
    await attempt(async () => {
      await deleteUnit(id);
      found.value = found.value.filter((one) => one.id !== id);
      overview.value = await readMemory();
    });
  }

  /** Clears a direction, which can be undone for a while. It stays selected. */
  function clear(of: Pair): void {
    const units = overview.value?.pairs.find((one) => keyOf(one) === keyOf(of))?.units ?? 0;
    if (units === 0 || isClearing(of)) return;
    const names = { from: catalog.nameOf(of.from), to: catalog.nameOf(of.to) };
    const offered = toasts.offer({
      text: words.counted('memory.cleared', units, { pair: words.t('pair.direction', names) }),
      undo: () => clearing.delete(keyOf(of)),
      commit: () => {
        cleared = clearForGood(of).finally(() => clearing.delete(keyOf(of)));
      },
    });
    clearing.set(keyOf(of), offered);
  }
  async function clearForGood(of: Pair): Promise<void> {
    await attempt(async () => {
      await clearMemory(of);
      overview.value = await readMemory();
      if (pair.value && keyOf(pair.value) === keyOf(of)) await search();
    });
  }

  const exportAs = (of: Pair): Promise<unknown> => attempt(() => exportMemory(of));

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
    clearing.get(keyOf(into))?.commit();
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
    pair.value = into;
    await load(into);
  }

  async function setEnabled(enabled: boolean): Promise<void> {
    const changed = await attempt(() => changeSettings({ memory: { enabled } }));
    if (changed) settings.value = changed;
  }

  const typing = createDebounce(TYPING_MS);
  watch(query, () => typing.plan(search));
  const stopFinding = (): void => typing.cancel();

  return {
    ...{ overview, pair, pairs, query, units, cursor, problem, notice, importing, isOn, isFixed },
    ...{ load, show, more, stopFinding, remove, clear, exportAs, directionIn, importFile, setEnabled },
  };
});

function keyOf({ from, to }: Pair): string {
  return `${from} ${to}`;
}
