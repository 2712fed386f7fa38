import { availableParallelism, hostname } from 'node:os';
import type { EnginePair } from '../../contract/index.ts';
import type { CheckerSettings } from '../../engines/configuration.ts';
import { createLanguageTool } from '../../engines/languagetool/languagetool.ts';
import type { Registry } from '../../engines/registry.ts';
import type { GlossaryEntry } from '../../text/glossary.ts';
import type { Answer, AskTask, EnginePort, EngineWorker } from '../engine-port.ts';
import { createJobWork } from '../job-work.ts';

/** One core is left for the rest of the program. */
const SLOTS = Math.max(1, availableParallelism() - 1);

/** The EnginePort inside the engine process. */
export function createEngineWorker(registry: Registry): EnginePort {
  const work = createJobWork();
  let busy = 0;
  let checkerSettings: CheckerSettings | undefined;
  const checker = createLanguageTool(() => checkerSettings);

  const ask = async ({ engine, pair, texts, options }: AskTask, signal: AbortSignal): Promise<Answer> => {
    const { session } = await registry.session(engine, pair);
    signal.throwIfAborted();
    const { glossary, ...others } = options;
    const begun = performance.now();
    const answers = await session.translate(
      texts,
      {
        ...others,
        ...(glossary === undefined ? {} : { glossary: JSON.parse(glossary) as GlossaryEntry[] }),
      },
      signal,
    );
    return { texts: answers, ms: performance.now() - begun };
  };

  return {
    configure(engines) {
      registry.configure(engines);
      checkerSettings = engines.checker;
      return Promise.resolve();
    },
    engines: () => registry.summaries(),
    checkModel: (model) => registry.checkModel(model),
    testEngine: (id) => registry.test(id),
    localServers: () => registry.localServers(),
    route: (request) => registry.route(request),
    direction: ({ engine, pair }) => registry.direction(engine, pair),
    checker: () => checker.state(),
    checkTexts: (task) => checker.check(task, new AbortController().signal),
    async ask(task) {
      busy++;
      try {
        return await work.run(task.id, (signal) => ask(task, signal));
      } finally {
        busy--;
      }
    },
    listTerms: ({ id, engine, pair, texts, context }) =>
      work.run(id, async (signal) => {
        const { session } = await registry.session(engine, pair);
        signal.throwIfAborted();
        const options = context === undefined ? {} : { context };
        return (await session.listTerms?.(texts, options, signal)) ?? [];
      }),
    workers: async () => [{ name: hostname(), slots: SLOTS, busy, engines: await readyEngines(registry) }],
    release: (id) => work.release(id),
  };
}

async function readyEngines(registry: Registry): Promise<EngineWorker['engines']> {
  const ready = (await registry.summaries()).filter(({ state }) => state === 'ready');
  return Promise.all(
    ready.map(async ({ id, pairs }) => ({
      id,
      pairs: await Promise.all(
        pairs
          .filter((pair) => pair.ready)
          .map(async ({ from, to }) => withVersion(registry, id, { from, to })),
      ),
    })),
  );
}

async function withVersion(registry: Registry, engine: string, pair: EnginePair) {
  if (pair.from === '*') return pair;
  const { version } = await registry.direction(engine, pair);
  return { ...pair, ...(version === undefined ? {} : { version }) };
}
