import { LANGUAGES } from '../../contract/index.ts';
import type { EngineResource, Languages } from '../../contract/index.ts';
import type { EngineSummary } from '../../worker/port.ts';

export function presentEngine(engine: EngineSummary): EngineResource {
  const { inline_codes, glossary, tone, context } = engine.capabilities;
  return {
    id: engine.id,
    name: engine.name,
    offline: engine.offline,
    capabilities: { inline_codes, glossary, tone, context },
    state: engine.state,
    ...(engine.reason === undefined ? {} : { reason: engine.reason }),
    pairs: engine.pairs.map(({ from, to, ready }) => ({ from, to, ready })),
  };
}

/** The one catalog, with the pairs of all engines joined: each pair once, its ready engines first. */
export function presentLanguages(engines: readonly EngineSummary[]): Languages {
  const pairs = new Map<string, { from: string; to: string; ready: string[]; waiting: string[] }>();
  for (const engine of engines) {
    for (const { from, to, ready } of engine.pairs) {
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
