import type { EnginePair } from '../contract/index.ts';
import type { LocalServer } from '../engines/chat/local-servers.ts';
import type { EngineConfiguration } from '../engines/configuration.ts';
import type { EngineCapabilities, TranslateOptions } from '../engines/engine.ts';
import type { EngineSummary, Route } from '../engines/summary.ts';
import type { EngineTest } from '../engines/test-engine.ts';
import type { InstalledModel } from '../models/installed.ts';

/**
 * The engines as the host sees them: no path and no job crosses here, so they may run on another machine.
 * Only plain values cross. Every method rejects with a ProblemError where the client should read the reason,
 * else with a WorkerError.
 */
export interface EnginePort {
  /** How the engines are set up from now on. */
  configure(engines: EngineConfiguration): Promise<void>;

  /** All engines and their present state. */
  engines(): Promise<EngineSummary[]>;

  /** Translates a sentence. Resolves even where that fails; rejects with `not_found` for no engine. */
  testEngine(id: string): Promise<EngineTest>;

  /** Servers of language models that answer on this machine now. */
  localServers(): Promise<LocalServer[]>;

  /** Tries an unoffered model on a few sentences. Returns the problem, or nothing. */
  checkModel(model: InstalledModel): Promise<string | undefined>;

  /**
   * Chooses the engine for a direction: the first ready one of the preference list, or `engine` when named.
   * `from` and `to` are canonical tags. Rejects with `invalid_request` where no engine knows the pair (field
   * `to`, `unsupported_pair`) or `engine` is unknown, with `engine_unavailable` where one knows it but none
   * is ready.
   */
  route(request: { from: string; to: string; engine?: string }): Promise<Route>;

  /** What a routed direction of an engine can do. Rejects with `engine_failed` where it is gone. */
  direction(asked: { engine: string; pair: EnginePair }): Promise<EngineDirection>;

  /**
   * Asks an engine once: no retry, no memory of earlier answers, nothing repaired; those are the asker's.
   * Where the process dies the call is rejected as retryable, and may be asked again. Stopped by
   * `release(id)`.
   */
  ask(task: AskTask): Promise<Answer>;

  /** Who translates, and how busy each is. */
  workers(): Promise<EngineWorker[]>;

  /** Stops all work under an id. */
  release(id: string): Promise<void>;
}

export type { LocalServer, EngineConfiguration, EngineSummary, EngineTest, Route };

export interface EngineDirection {
  capabilities: EngineCapabilities;
  /** See Engine.version. */
  version?: string | undefined;
}

export interface AskTask {
  /** For `release`. */
  id: string;
  engine: string;
  pair: EnginePair;
  /** Coded texts; see EngineSession.translate for them and for the answers. */
  texts: string[];
  /** `glossary`: JSON, an array of GlossaryEntry. A string of thousands of terms is copied in no time. */
  options: Omit<TranslateOptions, 'report' | 'glossary'> & { glossary?: string };
}
export interface Answer {
  texts: string[];
  /** Working time of the engine. */
  ms: number;
}

export interface EngineWorker {
  /** Name of the machine. */
  name: string;
  /** Calls that it can work on at once, and those under way. */
  slots: number;
  busy: number;
  /** Those that are ready, with the directions that are. */
  engines: { id: string; pairs: (EnginePair & { version?: string })[] }[];
}
