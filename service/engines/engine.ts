import type { EnginePair } from '../contract/index.ts';
import type { GlossaryEntry } from '../text/glossary.ts';

export interface EngineCapabilities {
  /** Carries inline codes through the translation itself; otherwise codes are put back by position. */
  readonly inlineCodes: boolean;
  readonly glossary: boolean;
  /** `none`, a `formality` it knows (`formal`, `informal`, `default`), or any `free` text. */
  readonly tone: 'none' | 'formality' | 'free';
  readonly context: boolean;
  /** Whether it uses the surroundings of texts; no by default. */
  readonly surroundings?: true;
  /** It asks again by itself for texts that got no answer: a blank one is final. */
  readonly retriesBlanks?: true;
  /** Characters of texts that it should get at a time, where it takes hardly less time for fewer. */
  readonly batchChars?: number;
}

export interface EngineState {
  readonly state: 'ready' | 'unavailable';
  /** Why it is not ready and how to mend it, for people. Present when unavailable. */
  readonly reason?: string;
  /** A command that makes it ready. */
  readonly help?: string;
  /** Directions this engine can translate now (`ready`), or could after the mend. `*` is any language. */
  readonly pairs: readonly (EnginePair & { readonly ready: boolean })[];
  /** How to make one direction ready, for people, where that differs from direction to direction. */
  readonly mend?: (pair: EnginePair) => string | undefined;
}

export interface TranslateOptions {
  readonly tone?: string;
  readonly context?: string;
  readonly glossary?: readonly GlossaryEntry[];
  /** Someone waits for the answer: before all that is not urgent, where the engine has a queue. */
  readonly urgent?: boolean;
  /**
   * Whoever translates this works on nothing else meanwhile, so that a crash shows whose doing it was. The
   * host sees to it for engines of its own translation process; one elsewhere passes it on.
   */
  readonly alone?: boolean;
  /** Reports a call's working time, ms, by engines elsewhere: only they can separate it from the way. */
  readonly report?: (ms: number) => void;
  /** For each text, the words behind its standalone codes, for context: placeholders, terms. */
  readonly shown?: readonly (ReadonlyMap<number, string> | undefined)[];
  /**
   * For each text, the words that glossary terms have in it, by the standalone codes that stand for their
   * translations: an engine that translates them too, and writes the code in place of what comes out, has its
   * words in order and agreement.
   */
  readonly terms?: readonly (ReadonlyMap<number, string> | undefined)[];
  /** For each text between tabs or line breaks, the plain text of its whole segment, for context. */
  readonly wholes?: readonly (string | undefined)[];
  /** The surroundings of the texts, for engines that can use a context. */
  readonly surroundings?: Surroundings;
}

/** Plain texts. */
export interface Surroundings {
  /** Title of the document. */
  readonly title?: string;
  /** The segments before and behind those that are asked for, in order. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** An open direction of an engine. Sessions are long-lived and shared by jobs; calls may overlap. */
export interface EngineSession {
  /**
   * Translates coded texts (text/codes.ts) and returns as many, in the same order. The adapter turns codes
   * into what its engine carries best and back; what comes back may have lost or doubled codes, which text/
   * repairs afterwards. Rejects with an EngineError, or with `signal.reason` when aborted: then the work has
   * really stopped.
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
  /** Whether it runs on other machines. Requests wait while a direction is not offered. */
  isElsewhere?(): boolean;
  /**
   * What answers of a direction depend on beside texts and options: the model, the server. Where it is told,
   * answers may be used again for as long as it stays the same; undefined, or left out, they may not.
   */
  version?(pair: EnginePair): Promise<string | undefined>;
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

/**
 * The session ended under a call: the service shuts down, and the work goes on after its next start, or the
 * engine's process elsewhere is gone.
 */
export class EngineClosedError extends EngineError {
  constructor(message = 'The engine was closed because the service is shutting down.') {
    super(message, { retryable: false });
    this.name = 'EngineClosedError';
  }
}

/** The options for some of the texts, by their indexes. */
export function optionsFor(indexes: readonly number[], options: TranslateOptions): TranslateOptions {
  const { shown, terms, wholes, ...rest } = options;
  return {
    ...rest,
    ...(shown ? { shown: indexes.map((n) => shown[n]) } : {}),
    ...(terms ? { terms: indexes.map((n) => terms[n]) } : {}),
    ...(wholes ? { wholes: indexes.map((n) => wholes[n]) } : {}),
  };
}
