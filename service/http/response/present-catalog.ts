import { LANGUAGES } from '../../contract/index.ts';
import type { EngineResource, Languages } from '../../contract/index.ts';

/** Legs of a pivot meet here, as in `engines/routing.ts`. */
const PIVOT = 'en';

type Engine = Pick<EngineResource, 'id' | 'pairs'>;
type LanguagePair = Languages['pairs'][number];

/** Ids of the engines for a direction, direct or through English, ready or not. */
interface Served {
  readonly ready: string[];
  readonly waiting: string[];
  readonly pivotReady: string[];
  readonly pivotWaiting: string[];
}

/** The combined catalog, with the pairs of all engines: each pair once, its ready engines first. */
export function presentLanguages(engines: readonly Engine[]): Languages {
  const pairs = new Map<string, Served & { from: string; to: string }>();
  const add = (id: string, { from, to }: { from: string; to: string }, how: keyof Served): void => {
    const key = `${from} ${to}`;
    const pair = pairs.get(key) ?? {
      ...{ from, to },
      ...{ ready: [], waiting: [], pivotReady: [], pivotWaiting: [] },
    };
    pairs.set(key, pair);
    pair[how].push(id);
  };
  for (const { id, pairs: own } of engines) {
    for (const pair of own) {
      // A direction of any to any that is not ready offers no choice.
      if (pair.from !== '*' || pair.to !== '*' || pair.ready) add(id, pair, pair.ready ? 'ready' : 'waiting');
    }
  }
  for (const engine of engines) {
    for (const pair of pivots(engine)) add(engine.id, pair, pair.ready ? 'pivotReady' : 'pivotWaiting');
  }
  return {
    languages: LANGUAGES.map(({ code, name, endonym, rtl }) => ({ code, name, endonym, rtl })),
    pairs: [...pairs.values()].map(presentPair),
  };
}

/** In routing's order: a ready direct way, a ready way through English, then a direct one. */
function presentPair(pair: Served & { from: string; to: string }): LanguagePair {
  const { from, to, ready, waiting, pivotReady, pivotWaiting } = pair;
  const isPivot = ready.length === 0 && (pivotReady.length > 0 || waiting.length === 0);
  return {
    from,
    to,
    engines: [...new Set([...ready, ...pivotReady, ...waiting, ...pivotWaiting])],
    ready: ready.length + pivotReady.length > 0,
    ...(isPivot ? { pivot: PIVOT } : {}),
  };
}

/** The directions that an engine serves in two legs. */
function pivots({ pairs }: Engine): { from: string; to: string; ready: boolean }[] {
  const into = pairs.filter(({ from, to }) => to === PIVOT && from !== '*');
  const outOf = pairs.filter(({ from, to }) => from === PIVOT && to !== '*');
  return into.flatMap((first) =>
    outOf
      .filter(({ to }) => to !== first.from)
      .map((second) => ({ from: first.from, to: second.to, ready: first.ready && second.ready })),
  );
}
