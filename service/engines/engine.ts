import type { EnginePair } from '../contract/index.ts';
import type { GlossaryEntry } from '../text/glossary.ts';

export interface EngineCapabilities {
  /** Carries inline codes through the translation itself; otherwise codes are restored by position. */
  readonly inlineCodes: boolean;
  readonly glossary: boolean;
  /** `none`, a known `formality` (`formal`, `informal`, `default`), or any `free` text. */
  readonly tone: 'none' | 'formality' | 'free';
  readonly context: boolean;
  /** Whether it uses the surroundings of texts; default no. */
  readonly surroundings?: true;
  /** Whether it uses the translator's confirmed work, and may be sent it; default no. */
  readonly work?: true;
  /** Whether it can list the names and terms of texts before it translates them; default no. */
  readonly terms?: true;
  /** It retries unanswered texts by itself: a blank answer is final. */
  readonly retriesBlanks?: true;
  /** Characters to send at a time, if fewer take hardly less time. */
  readonly batchChars?: number;
}

export interface EngineState {
  readonly state: 'ready' | 'unavailable';
  /** Why it is not ready, and the remedy, for people. Present when unavailable. */
  readonly reason?: string;
  /** A command that makes it ready. */
  readonly help?: string;
  /** Directions this engine can translate now (`ready`), or could after the remedy. `*` is any language. */
  readonly pairs: readonly (EnginePair & { readonly ready: boolean })[];
  /** How to make one direction ready, for people, if that differs between directions. */
  readonly remedy?: (pair: EnginePair) => string | undefined;
}

export interface TranslateOptions {
  readonly tone?: string;
  readonly context?: string;
  readonly glossary?: readonly GlossaryEntry[];
  /**
   * Someone waits for the answer: goes ahead of all requests that are not urgent, if the engine has a queue.
   */
  readonly urgent?: boolean;
  /**
   * Whatever process translates this works on nothing else meanwhile, so that a crash can be attributed. The
   * host ensures that for its engine process; engines elsewhere pass it on.
   */
  readonly alone?: boolean;
  /** Reports a call's working time, ms, by engines elsewhere: only they can separate it from transit. */
  readonly report?: (ms: number) => void;
  /** For each text, the words behind its standalone codes, for context: placeholders, terms. */
  readonly shown?: readonly (ReadonlyMap<number, string> | undefined)[];
  /**
   * For each text, the source words of glossary terms, by the standalone codes that represent their
   * translations. An engine that translates these words too, and puts the code in place of the result, gets
   * order and agreement right.
   */
  readonly terms?: readonly (ReadonlyMap<number, string> | undefined)[];
  /** For each text between tabs or line breaks, the plain text of its whole segment, for context. */
  readonly wholes?: readonly (string | undefined)[];
  /** For engines that use it. Plain texts. */
  readonly work?: TranslatorWork;
  /** The surroundings of the texts, for engines that use context. */
  readonly surroundings?: Surroundings;
}

/** What a translator has confirmed before. */
export interface TranslatorWork {
  /** Pairs that are similar to the texts, most similar first. */
  readonly examples: readonly { readonly source: string; readonly target: string }[];
  /** How the translator changes words that occur in the texts. */
  readonly corrections: readonly GlossaryEntry[];
  /** The last translations. */
  readonly latest: readonly string[];
}

/** A name or a term of some texts, and its proposed translation. Plain texts. */
export interface ListedTerm {
  readonly term: string;
  readonly translation: string;
  readonly kind: 'name' | 'term';
}

/** Plain texts. */
export interface Surroundings {
  /** Title of the document. */
  readonly title?: string;
  /** The segments before and after the requested ones, in order. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** An open direction of an engine. Sessions are long-lived and shared by jobs; calls may overlap. */
export interface EngineSession {
  /**
   * Translates coded texts (text/codes.ts) and returns as many, in the same order. The adapter converts codes
   * to the form that its engine carries best, and back. Codes may come back lost or doubled; text/ repairs
   * them afterwards. Rejects with an EngineError, or with `signal.reason` when aborted: then the work has
   * really stopped.
   */
  translate(texts: readonly string[], options: TranslateOptions, signal: AbortSignal): Promise<string[]>;
  /**
   * Lists names and terms of plain texts, as the model sees them: each may be missing from the texts. Of engines that have
   * the capability. Rejects as `translate` does.
   */
  listTerms?(
    texts: readonly string[],
    options: Pick<TranslateOptions, 'context'>,
    signal: AbortSignal,
  ): Promise<ListedTerm[]>;
  close(): Promise<void>;
}

export interface Engine {
  readonly id: string;
  readonly name: string;
  /** Whether no text leaves this machine. */
  readonly offline: boolean;
  readonly capabilities: EngineCapabilities;
  /** Called often: cheap, or cached by the engine itself. */
  state(): Promise<EngineState>;
  open(pair: EnginePair): Promise<EngineSession>;
  /** Whether it runs on other machines. Requests wait while no worker offers the direction. */
  isElsewhere?(): boolean;
  /**
   * Whatever answers of a direction depend on besides texts and options: the model, the server. Answers may
   * be reused while it stays the same; never if it is undefined or absent.
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
 * The session ended during a call: the service shuts down, and the work resumes after its next start, or the
 * engine's process elsewhere is gone.
 */
export class EngineClosedError extends EngineError {
  constructor(message = 'The engine was closed because the service is shutting down.') {
    super(message, { retryable: false });
    this.name = 'EngineClosedError';
  }
}

/** The options of some of the texts, by index. */
export function optionsFor(indexes: readonly number[], options: TranslateOptions): TranslateOptions {
  const { shown, terms, wholes, ...rest } = options;
  return {
    ...rest,
    ...(shown ? { shown: indexes.map((n) => shown[n]) } : {}),
    ...(terms ? { terms: indexes.map((n) => terms[n]) } : {}),
    ...(wholes ? { wholes: indexes.map((n) => wholes[n]) } : {}),
  };
}
