import type { EnginePair } from '../contract/index.ts';
import type { Engine, EngineSession, EngineState, TranslateOptions } from './engine.ts';

/** A team's workers, as the engines see them. */
export interface Team {
  /** The directions that ready workers offer. */
  offered(engine: string): readonly EnginePair[];
  /** The version that all workers agree on; undefined if they disagree or name none. */
  version(engine: string, pair: EnginePair): string | undefined;
  /** Why the workers cannot be reached, for people; undefined while the queue is up. */
  trouble(): string | undefined;
  /** As EngineSession.translate. Waits while there is no queue or no worker. */
  ask(
    question: { engine: string; pair: EnginePair; texts: readonly string[]; options: TranslateOptions },
    signal: AbortSignal,
  ): Promise<{ texts: string[]; ms: number }>;
}

/** An offline engine, run by the team's workers if there is a team, else on this machine. */
export function teamEngine(local: Engine, team: () => Team | undefined): Engine {
  const openRemote = (pair: EnginePair): EngineSession => ({
    async translate(texts, options, signal) {
      const answer = await present().ask({ engine: local.id, pair, texts, options }, signal);
      options.report?.(answer.ms);
      return answer.texts;
    },
    close: () => Promise.resolve(),
  });
  const present = (): Team => {
    const found = team();
    if (!found) throw new Error('The team is gone.');
    return found;
  };
  return {
    ...local,
    async state() {
      const workers = team();
      return workers ? stateOf(local, workers) : local.state();
    },
    isElsewhere: () => team() !== undefined,
    open: (pair) => (team() ? Promise.resolve(openRemote(pair)) : local.open(pair)),
    version: (pair) => {
      const workers = team();
      return workers
        ? Promise.resolve(workers.version(local.id, pair))
        : (local.version?.(pair) ?? Promise.resolve(undefined));
    },
  };
}

/** Also lists directions known on this machine: a worker may bring them. */
async function stateOf(local: Engine, team: Team): Promise<EngineState> {
  const ready = team.offered(local.id).map(({ from, to }) => ({ from, to, ready: true }));
  const has = new Set(ready.map(({ from, to }) => `${from} ${to}`));
  const known = (await local.state()).pairs
    .filter(({ from, to }) => !has.has(`${from} ${to}`))
    .map(({ from, to }) => ({ from, to, ready: false }));
  const trouble = team.trouble();
  const lacking =
    trouble ??
    'No worker of the team offers this direction. Start one with "interlinear worker" on a machine that has it installed.';
  return {
    state: ready.length > 0 && trouble === undefined ? 'ready' : 'unavailable',
    ...(ready.length > 0 && trouble === undefined ? {} : { reason: lacking }),
    pairs: trouble === undefined ? [...ready, ...known] : [...ready, ...known].map(notReady),
    remedy: () => lacking,
  };
}

function notReady({ from, to }: EnginePair): EnginePair & { ready: boolean } {
  return { from, to, ready: false };
}
