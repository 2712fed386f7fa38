import type { EnginePair } from '../contract/index.ts';
import type { Engine, EngineState, TranslateOptions } from './engine.ts';

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

/** The offer of a team's workers, for callers that do not speak to them. */
export interface TeamOffers {
  /** Ready directions, by the engine's id. */
  readonly engines: Readonly<Record<string, readonly EnginePair[]>>;
  /** See Team.trouble. */
  readonly trouble?: string;
}

/** An offline engine, which the team's workers run in place of this machine while there is a team. */
export function teamEngine(local: Engine, team: () => TeamOffers | undefined): Engine {
  return {
    ...local,
    async state() {
      const offers = team();
      return offers ? stateOf(local, offers) : local.state();
    },
    isElsewhere: () => team() !== undefined,
  };
}

/** Also lists directions known on this machine: a worker may bring them. */
async function stateOf(local: Engine, { engines, trouble }: TeamOffers): Promise<EngineState> {
  const ready = (engines[local.id] ?? []).map(({ from, to }) => ({ from, to, ready: true }));
  const has = new Set(ready.map(({ from, to }) => `${from} ${to}`));
  const known = (await local.state()).pairs
    .filter(({ from, to }) => !has.has(`${from} ${to}`))
    .map(({ from, to }) => ({ from, to, ready: false }));
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
