import type { EnginePair } from '../contract/index.ts';
import type { InstalledModel } from '../models/installed.ts';
import { EngineError } from './engine.ts';
import type { Engine, EngineCapabilities, EngineSession, EngineState } from './engine.ts';
import { createApertiumEngine } from './apertium/engine.ts';
import { createBergamotEngine } from './bergamot/engine.ts';
import type { BergamotOptions } from './bergamot/engine.ts';
import { checkModel } from './bergamot/check-model.ts';
import { idleSession } from './idle-session.ts';
import { pivotSession } from './pivot.ts';
import { createPseudoEngine } from './pseudo.ts';
import { directLeg, pivotLegs, PSEUDO_ENGINE, routeEngine } from './routing.ts';
import type { RouteRequest } from './routing.ts';
import { summarise, summariseCapabilities } from './summary.ts';
import type { EngineSummary, Route } from './summary.ts';

export interface RegistryOptions {
  /** Engine ids in the user's order; only these are chosen without being named. Default: bergamot, apertium. */
  readonly preference?: readonly string[];
  /** Milliseconds that `pseudo` takes for each segment. */
  readonly pseudoDelayMs: number;
  /** Left out where there is no folder of models. */
  readonly bergamot?: BergamotOptions;
}

export interface Registry {
  summaries(): Promise<EngineSummary[]>;
  /** Translates a few sentences with a model that is not offered yet. Returns what is wrong with it, or nothing. */
  checkModel(model: InstalledModel): Promise<string | undefined>;
  /** See `routeEngine` for the choice and its errors. */
  route(request: RouteRequest): Promise<Route>;
  /**
   * The shared session of a routed pair, pivoted through English where the engine has no direct way. Opens the engine
   * at the first translation; rejects with an EngineError where the engine or the pair is unknown.
   */
  session(
    engineId: string,
    pair: EnginePair,
  ): Promise<{ session: EngineSession; capabilities: EngineCapabilities }>;
  /** Closes all sessions; what is being translated is rejected. */
  close(): Promise<void>;
}

/** The engines of this machine. Nothing is started before it is used. */
export function createRegistry(options: RegistryOptions): Registry {
  const { bergamot, preference, pseudoDelayMs } = options;
  const engines = [
    ...(bergamot ? [createBergamotEngine(bergamot)] : []),
    createApertiumEngine(),
    createPseudoEngine({ delayMs: pseudoDelayMs }),
  ];
  const registry = registryOf(engines, preference);
  return {
    ...registry,
    checkModel: (model) =>
      bergamot ? checkModel(model, bergamot.threads) : Promise.resolve('there is no engine for models here.'),
    async close() {
      await registry.close();
      await bergamot?.threads.close();
    },
  };
}

/** A registry of the given engines; `createRegistry` says which there are. */
export function registryOf(
  engines: readonly Engine[],
  preference?: readonly string[],
): Omit<Registry, 'checkModel'> {
  const sessions = new Map<string, EngineSession>();

  function shared(engine: Engine, pair: EnginePair): EngineSession {
    const key = `${engine.id} ${pair.from} ${pair.to}`;
    const found = sessions.get(key);
    if (found) return found;
    const session = idleSession(() => engine.open(pair));
    sessions.set(key, session);
    return session;
  }

  async function sessionFor(engine: Engine, pair: EnginePair): Promise<EngineSession> {
    if (engine.id === PSEUDO_ENGINE) return shared(engine, pair);
    const { pairs } = await stateOf(engine);
    const direct = directLeg(pairs, pair);
    const legs = pivotLegs(pairs, pair);
    if (!direct?.ready && legs?.every((leg) => leg.ready)) {
      return pivotSession(shared(engine, legs[0]), shared(engine, legs[1]));
    }
    if (direct) return shared(engine, { from: direct.from, to: direct.to });
    throw new EngineError(
      `${engine.name} no longer has the direction ${pair.from} to ${pair.to}. Install it again and retry the job.`,
      { retryable: false },
    );
  }

  return {
    async summaries() {
      return Promise.all(engines.map(async (engine) => summarise(engine, await stateOf(engine))));
    },
    async route(request) {
      const states = await Promise.all(
        engines.map(async (engine) => ({ id: engine.id, name: engine.name, state: await stateOf(engine) })),
      );
      const chosen = routeEngine(request, states, preference);
      return { ...chosen, capabilities: summariseCapabilities(byId(chosen.engine).capabilities) };
    },
    async session(engineId, pair) {
      const engine = byId(engineId);
      return { session: await sessionFor(engine, pair), capabilities: engine.capabilities };
    },
    async close() {
      const open = [...sessions.values()];
      sessions.clear();
      await Promise.allSettled(open.map((session) => session.close()));
    },
  };

  function byId(id: string): Engine {
    const engine = engines.find((one) => one.id === id);
    if (!engine) {
      throw new EngineError(`There is no engine "${id}" any more. Choose another and retry the job.`, {
        retryable: false,
      });
    }
    return engine;
  }
}

/** An engine that cannot even say how it is must not take the others with it. */
async function stateOf(engine: Engine): Promise<EngineState> {
  try {
    return await engine.state();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { state: 'unavailable', reason: `Its state could not be found out: ${why}`, pairs: [] };
  }
}
