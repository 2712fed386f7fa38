import type { EnginePair, LocalPorts, Warning } from '../contract/index.ts';
import type { InstalledModel } from '../models/installed.ts';
import { LOCAL_ONLY } from './configuration.ts';
import type { EngineConfiguration, RemoteEngineId, RemoteSettings } from './configuration.ts';
import { EngineError } from './engine.ts';
import type { Engine, EngineCapabilities, EngineSession, EngineState } from './engine.ts';
import { createApertiumEngine } from './apertium/engine.ts';
import { createBergamotEngine } from './bergamot/engine.ts';
import type { BergamotOptions } from './bergamot/engine.ts';
import { checkModel } from './bergamot/check-model.ts';
import { createChatEngine } from './chat/engine.ts';
import { findLocalServers } from './chat/local-servers.ts';
import type { LocalServer } from './chat/local-servers.ts';
import { createDeeplEngine } from './deepl/engine.ts';
import { idleSession } from './idle-session.ts';
import { createLibreTranslateEngine } from './libretranslate/engine.ts';
import { pivotSession } from './pivot.ts';
import { createPseudoEngine } from './pseudo.ts';
import { teamEngine } from './team-engine.ts';
import type { TeamOffers } from './team-engine.ts';
import {
  candidateIds,
  directLeg,
  remedyFor,
  isReadyFor,
  pivotLegs,
  PSEUDO_ENGINE,
  routeEngine,
} from './routing.ts';
import type { EngineWithState, RouteRequest } from './routing.ts';
import { summarise, summariseCapabilities } from './summary.ts';
import type { EngineSummary, Route } from './summary.ts';
import { testEngine } from './test-engine.ts';
import type { EngineTest } from './test-engine.ts';

export interface RegistryOptions {
  /** Milliseconds of `pseudo` per segment. */
  readonly pseudoDelayMs: number;
  /** Ports to search for servers of language models, instead of their usual ones. */
  readonly localPorts?: LocalPorts;
  /** Absent without a folder of models. */
  readonly bergamot?: BergamotOptions;
}

interface OpenDirection {
  readonly session: EngineSession;
  /** See Engine.version; of both legs for a pivot. */
  readonly version: () => Promise<string | undefined>;
}

export interface Registry {
  /** Takes effect with the next request; open sessions continue unchanged. */
  configure(configuration: EngineConfiguration): void;
  summaries(): Promise<EngineSummary[]>;
  /** Tries an unoffered model on a few sentences. Returns the problem, or nothing. */
  checkModel(model: InstalledModel): Promise<string | undefined>;
  /** See `routeEngine` for the choice and its errors. */
  route(request: RouteRequest): Promise<Route>;
  /**
   * The shared session of a routed pair, pivoted through English if the engine has no direct way. Opens the
   * engine at the first translation; rejects with an EngineError if the engine or the pair is unknown.
   */
  session(engineId: string, pair: EnginePair): Promise<OpenDirection & { capabilities: EngineCapabilities }>;
  /** The facts of a routed pair: see Engine. Rejects as `session` does. */
  direction(
    engineId: string,
    pair: EnginePair,
  ): Promise<{ capabilities: EngineCapabilities; version?: string | undefined }>;
  /** Servers of language models that answer on this machine now. */
  localServers(): Promise<LocalServer[]>;
  /** Translates a sentence. Resolves even if that fails; rejects if the engine does not exist. */
  test(engineId: string): Promise<EngineTest>;
  /** Closes all sessions; pending translations reject. */
  close(): Promise<void>;
}

/** All available engines. Nothing is started, and no server contacted, before an engine is used. */
export function createRegistry(options: RegistryOptions): Registry {
  const { bergamot, pseudoDelayMs } = options;
  let configuration = LOCAL_ONLY;
  const remote = (id: RemoteEngineId) => (): RemoteSettings | undefined =>
    configuration.off.includes(id) ? undefined : (configuration.remote[id] ?? {});
  const team = (): TeamOffers | undefined => configuration.team;
  const engines = [
    ...(bergamot ? [teamEngine(createBergamotEngine(bergamot), team)] : []),
    teamEngine(createApertiumEngine(), team),
    createChatEngine(remote('chat')),
    createDeeplEngine(remote('deepl')),
    createLibreTranslateEngine(remote('libretranslate')),
    teamEngine(createPseudoEngine({ delayMs: pseudoDelayMs }), team),
  ];
  const registry = registryOf(engines, configuration);
  return {
    ...registry,
    configure(next) {
      configuration = next;
      registry.configure(next);
    },
    localServers: () => findLocalServers(options.localPorts),
    checkModel: (model) =>
      bergamot ? checkModel(model, bergamot.threads) : Promise.resolve('there is no engine for models here.'),
    async close() {
      await registry.close();
      await bergamot?.threads.close();
    },
  };
}

/** A registry of the given engines; `createRegistry` has the usual ones. */
export function registryOf(
  engines: readonly Engine[],
  initial: EngineConfiguration = LOCAL_ONLY,
): Omit<Registry, 'checkModel' | 'localServers'> {
  const sessions = new Map<string, EngineSession>();
  let configuration = initial;

  function shared(engine: Engine, pair: EnginePair): OpenDirection {
    const key = `${engine.id} ${pair.from} ${pair.to}`;
    const session = sessions.get(key) ?? idleSession(() => engine.open(pair));
    sessions.set(key, session);
    return { session, version: () => engine.version?.(pair) ?? Promise.resolve(undefined) };
  }

  async function open(engine: Engine, pair: EnginePair): Promise<OpenDirection> {
    const { pairs, reason, state } = await present(engine);
    const isOff = configuration.off.includes(engine.id);
    if (isOff || (engine.id === PSEUDO_ENGINE && state !== 'ready')) {
      throw new EngineError(`${engine.name}: ${reason}`, { retryable: false });
    }
    if (engine.id === PSEUDO_ENGINE) return shared(engine, pair);
    const direct = directLeg(pairs, pair);
    const legs = pivotLegs(pairs, pair);
    if (!direct?.ready && legs?.every((leg) => leg.ready)) {
      return inARow(shared(engine, legs[0]), shared(engine, legs[1]));
    }
    if (direct) return shared(engine, { from: direct.from, to: direct.to });
    throw new EngineError(
      `${engine.name} no longer has the direction ${pair.from} to ${pair.to}. Install it again and retry the job.`,
      { retryable: false },
    );
  }

  /** Skips engines that are turned off. */
  function present(engine: Engine): Promise<EngineState> {
    return configuration.off.includes(engine.id) ? Promise.resolve(OFF) : stateOf(engine);
  }

  return {
    configure(next) {
      configuration = next;
    },
    async summaries() {
      return Promise.all(engines.map(async (engine) => summarise(engine, await present(engine))));
    },
    async route(request) {
      const order = configuration.order.filter((id) => !configuration.off.includes(id));
      const { passedOver, ...chosen } = await chooseEngine(request, { engines, order, present });
      const { name, capabilities } = byId(chosen.engine);
      return {
        ...chosen,
        capabilities: summariseCapabilities(capabilities),
        ...(passedOver ? { warnings: [sentAway(name, passedOver, request)] } : {}),
      };
    },
    async session(engineId, pair) {
      const engine = byId(engineId);
      return { ...(await open(engine, pair)), capabilities: engine.capabilities };
    },
    async direction(engineId, pair) {
      const engine = byId(engineId);
      const { capabilities } = engine;
      // A host of a team knows the versions of its workers, and waits for their offers.
      if (!configuration.off.includes(engineId) && engine.isElsewhere?.()) return { capabilities };
      const { version } = await open(engine, pair);
      return { capabilities, version: await version() };
    },
    async test(engineId) {
      const engine = byId(engineId);
      return testEngine(engine, await present(engine), async (pair) => (await open(engine, pair)).session);
    },
    async close() {
      const all = [...sessions.values()];
      sessions.clear();
      await Promise.allSettled(all.map((session) => session.close()));
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

/** The route of a request. Engines are asked in order, up to the first ready one: the others delay nobody. */
async function chooseEngine(
  request: RouteRequest,
  {
    engines,
    order,
    present,
  }: {
    readonly engines: readonly Engine[];
    readonly order: readonly string[];
    readonly present: (engine: Engine) => Promise<EngineState>;
  },
): Promise<ReturnType<typeof routeEngine>> {
  const known = engines.map((engine) => ({
    id: engine.id,
    name: engine.name,
    remote: !engine.offline,
    state: NOT_ASKED,
  }));
  for (const id of candidateIds(request, order)) {
    const engine = engines.find((one) => one.id === id);
    const entry = known.find((one) => one.id === id);
    if (!engine || !entry) continue;
    entry.state = await present(engine);
    if (isReadyFor(entry, request)) break;
  }
  return routeEngine(request, known, order);
}

const ANY = { from: '*', to: '*', ready: false };
const OFF: EngineState = {
  state: 'unavailable',
  reason: 'It is turned off. Turn it on under Engines in the window. PATCH /v1/engines/{id} does the same.',
  pairs: [ANY],
};
const NOT_ASKED: EngineState = { state: 'unavailable', pairs: [] };

function inARow(first: OpenDirection, second: OpenDirection): OpenDirection {
  return {
    session: pivotSession(first.session, second.session),
    async version() {
      const versions = await Promise.all([first.version(), second.version()]);
      return versions.includes(undefined) ? undefined : versions.join(' ');
    },
  };
}

/** The user put this remote engine in the order; warns if a local engine would come first. */
function sentAway(name: string, passedOver: readonly EngineWithState[], request: RouteRequest): Warning {
  const how = passedOver.map((engine) => remedyFor(engine, request)).join(' ');
  return {
    code: 'remote_engine',
    message: `The text was sent to ${name}, because no engine on this machine that comes before it was ready. ${how}`,
    details: { engine: name },
  };
}

/** An engine that fails to report its state must not take the others with it. */
async function stateOf(engine: Engine): Promise<EngineState> {
  try {
    return await engine.state();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { state: 'unavailable', reason: `Its state could not be found out: ${why}`, pairs: [] };
  }
}
