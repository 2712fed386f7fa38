import { randomUUID } from 'node:crypto';
import type { EnginePair } from '../../contract/index.ts';
import { createAnswerCache } from '../../engines/answer-cache.ts';
import { REMOTE_ENGINES } from '../../engines/configuration.ts';
import { EngineError } from '../../engines/engine.ts';
import type { EngineCapabilities, EngineSession } from '../../engines/engine.ts';
import { teamDirection } from '../../engines/team-direction.ts';
import type { Team } from '../../engines/team-engine.ts';
import { WorkerError } from '../../tasks/worker-error.ts';
import type { AskTask, EnginePort } from '../engine-port.ts';
import { glossaryJson } from './glossary-json.ts';

interface Direction {
  /** Whose earlier answers may be used (lib/owner.ts). */
  readonly owner: string;
  readonly engine: string;
  readonly pair: EnginePair;
}

/** Directions of engines, wherever they run. The owner's earlier answers come from memory. */
export interface EngineSessions {
  /** Rejects with a WorkerError if the engine is gone. */
  open(direction: Direction): Promise<{ session: EngineSession; capabilities: EngineCapabilities }>;
  /** Bytes of answers to keep. */
  keep(bytes: number): void;
  /** Drops all answers that are kept. */
  forget(): void;
}

export function createEngineSessions(engines: EnginePort, team: Team | undefined): EngineSessions {
  const answers = createAnswerCache(0);
  return {
    async open(direction) {
      const { engine, pair } = direction;
      const workers = team && isOffline(engine) ? teamDirection(team, engine, pair) : undefined;
      const { capabilities, version: ownVersion } = await engines.direction({ engine, pair });
      const session = workers?.session ?? localSession(engines, engine, pair);
      const version = workers ? workers.version() : ownVersion;
      return { session: answers.over(session, { ...direction, version }), capabilities };
    },
    keep: (bytes) => answers.resize(bytes),
    forget: () => answers.clear(),
  };
}

/** Whether an engine runs on the workers of a team, if there is one. */
export function isOffline(engine: string): boolean {
  return !REMOTE_ENGINES.some((id) => id === engine);
}

/** An AbortSignal cannot cross to the engine process; an id can. */
function localSession(engines: EnginePort, engine: string, pair: EnginePair): EngineSession {
  return {
    async translate(texts, { report: _report, glossary, ...others }, signal) {
      signal.throwIfAborted();
      const id = randomUUID();
      const options: AskTask['options'] = {
        ...others,
        ...(glossary ? { glossary: glossaryJson(glossary) } : {}),
      };
      const stop = (): void => void engines.release(id).catch(() => undefined);
      signal.addEventListener('abort', stop, { once: true });
      try {
        return (await engines.ask({ id, engine, pair, texts: [...texts], options })).texts;
      } catch (error) {
        throw asEngineError(error);
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    close: () => Promise.resolve(),
  };
}

/**
 * A failure of the engine itself may pass on another try. The end of its process is handled by the caller's
 * caller.
 */
function asEngineError(error: unknown): unknown {
  if (!(error instanceof WorkerError) || error.code === 'crashed' || error.code === 'aborted') return error;
  return new EngineError(error.message, { retryable: error.retryable, cause: error });
}
