import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import type { EngineResource, Language } from '../../service/contract/index.ts';
import { readEngines, readLanguages } from '../api/catalog.ts';
import type { LanguagePair } from '../api/wire.ts';
import { i18n } from '../i18n/index.ts';
import { words } from '../i18n/words.ts';
import { onAnswer, useConnection } from './connection.ts';
import { inOrder } from '../lib/in-order.ts';
import { PSEUDO, wayFor } from '../lib/pairs.ts';

const NAMES = { chat: 'engines.nameChat', pseudo: 'engines.namePseudo' } as const;

/** Languages, directions and engines, as the service knows them. */
export const useCatalog = defineStore('catalog', () => {
  const connection = useConnection();
  // Replaced as a whole: through Vue's proxies the hundreds of directions take a fifth of a second to search.
  const languages = shallowRef<Language[]>([]);
  const pairs = shallowRef<LanguagePair[]>([]);
  const known = shallowRef<EngineResource[]>([]);
  /** Products keep their names; descriptive names are in the window's language. */
  const engines = computed({
    get: () =>
      known.value.map((engine) =>
        Object.hasOwn(NAMES, engine.id)
          ? { ...engine, name: words.t(NAMES[engine.id as keyof typeof NAMES]) }
          : engine,
      ),
    set: (list) => (known.value = list),
  });
  const loaded = ref(false);
  /** Whether the last read failed: the shown list may be out of date. */
  let isBehind = false;
  const ask = inOrder();

  const byCode = computed(() => new Map(languages.value.map((language) => [language.code, language])));

  /** `isStale`: whether the wanted list changed before the answer came, and is requested again. */
  async function load(isStale: () => boolean = () => false): Promise<void> {
    const isNewest = ask();
    try {
      const [catalog, list] = await Promise.all([readLanguages(), readEngines()]);
      if (isStale() || !isNewest()) return;
      languages.value = catalog.languages;
      pairs.value = catalog.pairs;
      known.value = list;
      loaded.value = true;
      isBehind = false;
    } catch (error) {
      isBehind = true;
      connection.note(error);
    }
  }

  /**
   * Shows an engine from the answer to a change; answers to earlier reads are ignored. Other engines that it
   * changes are read again.
   */
  function adopt(changed: EngineResource): void {
    ask()();
    known.value = known.value.map((engine) => (engine.id === changed.id ? changed : engine));
  }

  /**
   * The language's name in the window's language: in English the catalog's; its code if neither has a name.
   */
  function nameOf(code: string): string {
    const translated = i18n.global.locale.value === 'en' ? undefined : words.language(code);
    return translated ?? englishNameOf(code);
  }

  function englishNameOf(code: string): string {
    return byCode.value.get(code)?.name ?? byCode.value.get(code.split('-')[0]!)?.name ?? code;
  }

  /**
   * The languages by name, in the order of the window's language; English, the language itself and its code
   * are search terms.
   */
  const languageChoices = computed(() =>
    languages.value
      .map(({ code, name, endonym }) => {
        const label = nameOf(code);
        const hint = endonym.toLowerCase() === label.toLowerCase() ? {} : { hint: endonym };
        return { value: code, label, keywords: [name, endonym, code], ...hint };
      })
      .sort((a, b) => a.label.localeCompare(b.label, i18n.global.locale.value)),
  );

  function engineById(id: string): EngineResource | undefined {
    return engines.value.find((engine) => engine.id === id);
  }

  /** The engine for a job of this direction: the requested one, otherwise the first that is ready. */
  function engineFor(from: string, to: string, asked = ''): EngineResource | undefined {
    if (asked) return engineById(asked);
    const known = engines.value.filter(
      (engine) => (engine.order !== undefined || to === PSEUDO) && wayFor(engine.pairs, from, to),
    );
    return known.find((engine) => knowsReady(engine, from, to)) ?? known[0];
  }

  /** Whether a job of this direction can begin now. */
  function isReady(from: string, to: string, asked = ''): boolean {
    const engine = engineFor(from, to, asked);
    return engine !== undefined && knowsReady(engine, from, to);
  }

  watch(
    () => connection.usable,
    (usable) => {
      if (usable) void load();
    },
    { immediate: true },
  );
  onAnswer(() => {
    if (!loaded.value || isBehind) void load();
  });

  return {
    ...{ languageChoices, pairs, engines, byCode, loaded },
    ...{ load, adopt, nameOf, engineById, engineFor, isReady },
  };
});

function knowsReady(engine: EngineResource, from: string, to: string): boolean {
  // If named, it makes every direction available for testing.
  if (engine.id === 'pseudo') return engine.ready;
  return engine.ready && wayFor(engine.pairs, from, to)?.ready === true;
}
