import type { EnginePair } from '../contract/index.ts';
import type { LocalServer } from '../engines/chat/local-servers.ts';
import type { EngineConfiguration } from '../engines/configuration.ts';
import type { CheckedTexts, CheckerState } from '../engines/languagetool/languagetool.ts';
import type { EngineCapabilities, ListedTerm, TranslateOptions } from '../engines/engine.ts';
import type { EngineSummary, Route } from '../engines/summary.ts';
import type { EngineTest } from '../engines/test-engine.ts';
import type { InstalledModel } from '../models/installed.ts';

/**
 * The engines as the host sees them: no path and no job crosses here, so they may run on another machine.
 * Only plain values cross. Every method rejects with a ProblemError if the client should read the reason,
 * otherwise with a WorkerError.
 */
export interface EnginePort {
  /** Sets up the engines. */
  configure(engines: EngineConfiguration): Promise<void>;

  /** All engines and their current state. */
  engines(): Promise<EngineSummary[]>;

  /** Translates a sentence. Resolves even if that fails; rejects with `not_found` for an unknown engine. */
  testEngine(id: string): Promise<EngineTest>;

  /** Language model servers that currently answer on this machine. */
  localServers(): Promise<LocalServer[]>;

  /** Tries a model that is not offered yet on a few sentences. Returns the problem, if any. */
  checkModel(model: InstalledModel): Promise<string | undefined>;

  /**
   * Chooses the engine for a direction: the first ready one of the preference list, or `engine` if named.
   * `from` and `to` are canonical tags. Rejects with `invalid_request` if no engine supports the pair (field
   * `to`, `unsupported_pair`) or `engine` is unknown, with `engine_unavailable` if one supports it but none
   * is ready.
   */
  route(request: { from: string; to: string; engine?: string }): Promise<Route>;

  /** The capabilities of an engine in a direction. Rejects with `engine_failed` if the engine is gone. */
  direction(asked: { engine: string; pair: EnginePair }): Promise<EngineDirection>;

  /**
   * Asks an engine once: without retries, memory of earlier answers or repairs, which are the caller's. If
   * the process dies the call is rejected as retryable. Stopped by `release(id)`.
   */
  ask(task: AskTask): Promise<Answer>;

  /** The names and terms of plain texts (EngineSession.listTerms). Rejects and is stopped as `ask`. */
  listTerms(task: ListTermsTask): Promise<ListedTerm[]>;

  /** The server that checks translations, as it is configured and answers now. */
  checker(): Promise<CheckerState>;

  /** Checks translations; `language`: a canonical tag. Rejects with `engine_failed` where the server fails. */
  checkTexts(task: CheckTextsTask): Promise<CheckedTexts>;

  /** The translating machines, and how busy each is. */
  workers(): Promise<EngineWorker[]>;

  /** Stops all work under an id. */
  release(id: string): Promise<void>;
}

export type {
  CheckedTexts,
  CheckerState,
  LocalServer,
  ListedTerm,
  EngineConfiguration,
  EngineSummary,
  EngineTest,
  Route,
};

export interface EngineDirection {
  capabilities: EngineCapabilities;
  /** See Engine.version. */
  version?: string | undefined;
}

export interface CheckTextsTask {
  language: string;
  /** As clients see them. */
  texts: string[];
  /** Whether they have inline codes and escapes, which are not sent. */
  isCoded: boolean;
}

export interface AskTask {
  /** For `release`. */
  id: string;
  engine: string;
  pair: EnginePair;
  /** Coded texts; see EngineSession.translate for them and for the answers. */
  texts: string[];
  /** `glossary`: JSON, an array of GlossaryEntry. A string of thousands of terms is copied quickly. */
  options: Omit<TranslateOptions, 'report' | 'glossary'> & { glossary?: string };
}

export interface ListTermsTask extends Pick<AskTask, 'id' | 'engine' | 'pair' | 'texts'> {
  context?: string | undefined;
}

export interface Answer {
  texts: string[];
  /** Working time of the engine. */
  ms: number;
}

export interface EngineWorker {
  /** Name of the machine. */
  name: string;
  /** Calls that it can run at once, and those in progress. */
  slots: number;
  busy: number;
  /** Engines that are ready, with their ready directions. */
  engines: { id: string; pairs: (EnginePair & { version?: string })[] }[];
}
