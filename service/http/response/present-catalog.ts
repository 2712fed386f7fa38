import { LANGUAGES } from '../../contract/index.ts';
import type { EngineResource, Languages } from '../../contract/index.ts';

/** The one catalog, with the pairs of all engines joined: each pair once, its ready engines first. */
export function presentLanguages(engines: readonly Pick<EngineResource, 'id' | 'pairs'>[]): Languages {
  const pairs = new Map<string, { from: string; to: string; ready: string[]; waiting: string[] }>();
  for (const engine of engines) {
    for (const { from, to, ready } of engine.pairs) {
      // "Could be anything" is nothing to choose from.
      if (from === '*' && to === '*' && !ready) continue;
      const key = `${from} ${to}`;
      const pair = pairs.get(key) ?? { from, to, ready: [], waiting: [] };
      (ready ? pair.ready : pair.waiting).push(engine.id);
      pairs.set(key, pair);
    }
  }
  return {
    languages: LANGUAGES.map(({ code, name, endonym, rtl }) => ({ code, name, endonym, rtl })),
    pairs: [...pairs.values()].map(({ from, to, ready, waiting }) => ({
      from,
      to,
      engines: [...ready, ...waiting],
      ready: ready.length > 0,
    })),
  };
}
