import type { EnginePair } from '../contract/index.ts';
import type { GlossaryEntry } from '../text/glossary.ts';

export interface EngineCapabilities {
  /** Carries inline codes through the translation itself; otherwise codes are put back by position. */
  readonly inlineCodes: boolean;
  readonly glossary: boolean;
  /** `none`, a `formality` it knows (`formal`, `informal`, `default`), or any `free` text. */
  readonly tone: 'none' | 'formality' | 'free';
  readonly context: boolean;
}

export interface EngineState {
  readonly state: 'ready' | 'unavailable';
  /** Why it is not ready and how to mend it, for people. Present when unavailable. */
  readonly reason?: string;
  /** Directions this engine can translate now (`ready`), or could after the mend. `*` stands for any language. */
  readonly pairs: readonly (EnginePair & { readonly ready: boolean })[];
  /** How to make one direction ready, for people, where that differs from direction to direction. */
  readonly mend?: (pair: EnginePair) => string | undefined;
}

export interface TranslateOptions {
  readonly tone?: string;
  readonly context?: string;
  readonly glossary?: readonly GlossaryEntry[];
  /** For each text, what its standalone codes stand for where an engine may see it but not change it: placeholders, terms. */
  readonly shown?: readonly ReadonlyMap<number, string>[];
}

/** An open direction of an engine. Sessions are long-lived and shared by jobs; calls may overlap. */
export interface EngineSession {
  /**
   * Translates coded texts (text/codes.ts) and returns as many, in the same order. The adapter turns codes into what its engine
   * carries best and back; what comes back may have lost or doubled codes, which text/ repairs afterwards.
   * Rejects with an EngineError, or with `signal.reason` when aborted: then the work has really stopped.
   */
  translate(texts: readonly string[], options: TranslateOptions, signal: AbortSignal): Promise<string[]>;
  close(): Promise<void>;
}

export interface Engine {
  readonly id: string;
  readonly name: string;
  /** Whether no text leaves this machine. */
  readonly offline: boolean;
  readonly capabilities: EngineCapabilities;
  /** Asked often: cheap, or cached by the engine itself. */
  state(): Promise<EngineState>;
  open(pair: EnginePair): Promise<EngineSession>;
}

/** An engine's failure. `retryable`: the same request may pass on another try (crash, network, overload). */
export class EngineError extends Error {
  readonly retryable: boolean;
  constructor(message: string, options: { retryable: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'EngineError';
    this.retryable = options.retryable;
  }
}

/** The session was closed under a call: the service shuts down. The work goes on after its next start. */
export class EngineClosedError extends EngineError {
  constructor() {
    super('The engine was closed because the service is shutting down.', { retryable: false });
    this.name = 'EngineClosedError';
  }
}
