import { defineStore } from 'pinia';
import { shallowReactive } from 'vue';
import type { EngineChange, EngineTestResource, LocalServerResource } from '../../service/contract/index.ts';
import { changeEngine, listLocalServers, storeEngineKey, testEngine } from '../api/engines.ts';
import { ServiceProblem } from '../api/errors.ts';
import { words } from '../i18n/words.ts';
import { withMoved } from '../lib/engine-order.ts';
import { useCatalog } from './catalog.ts';
import { useConnection } from './connection.ts';

/** The problem with an engine, and the field it is shown at; '' for the engine as a whole. */
export interface EngineProblem {
  text: string;
  field: string;
}

/** Changes engines: on or off, their order, addresses, keys; and tries them. */
export const useEngineSetup = defineStore('engine-setup', () => {
  const connection = useConnection();
  const catalog = useCatalog();
  const busy = shallowReactive(new Set<string>());
  const problems = shallowReactive(new Map<string, EngineProblem>());
  /** The last test of each engine; undefined while it runs. */
  const tests = shallowReactive(new Map<string, EngineTestResource | undefined>());
  let moves = Promise.resolve();
  let waitingMoves = 0;

  /** Returns whether it succeeded; otherwise the engine's problem says why not. */
  async function attempt(id: string, field: string, action: () => Promise<unknown>): Promise<boolean> {
    problems.delete(id);
    busy.add(id);
    try {
      await action();
      return true;
    } catch (error) {
      connection.note(error);
      problems.set(id, { text: words.sentence(error), field: fieldOf(error) ?? field });
      return false;
    } finally {
      busy.delete(id);
    }
  }

  /** An answer overtaken by a move would put the engine back for a moment: the last move reads again. */
  function reload(): Promise<void> {
    return catalog.load(() => waitingMoves > 0);
  }

  /** A change makes earlier tests meaningless. */
  async function change(id: string, wanted: EngineChange): Promise<boolean> {
    tests.delete(id);
    const isDone = await attempt(id, '', async () => catalog.adopt(await changeEngine(id, wanted)));
    await reload();
    return isDone;
  }

  async function storeKey(id: string, key: string | null): Promise<boolean> {
    tests.delete(id);
    const isDone = await attempt(id, 'key', () => storeEngineKey(id, key));
    await reload();
    return isDone;
  }

  /**
   * Moves an engine to a position of the order, from 0. The window shows it at once; the requests are sent
   * one after the other.
   */
  function move(id: string, to: number): Promise<void> {
    catalog.engines = withMoved(catalog.engines, id, to);
    waitingMoves += 1;
    moves = moves.then(async () => {
      await attempt(id, '', () => changeEngine(id, { order: to }));
      waitingMoves -= 1;
      if (waitingMoves === 0) await reload();
    });
    return moves;
  }

  /** The model servers that currently answer on this machine, or why the request failed. */
  async function findLocalServers(): Promise<{ servers: LocalServerResource[] } | { problem: string }> {
    try {
      return { servers: await listLocalServers() };
    } catch (error) {
      connection.note(error);
      return { problem: words.sentence(error) };
    }
  }

  async function test(id: string): Promise<void> {
    if (tests.has(id) && tests.get(id) === undefined) return;
    tests.set(id, undefined);
    const isDone = await attempt(id, '', async () => {
      tests.set(id, await testEngine(id));
    });
    if (!isDone) tests.delete(id);
  }

  return { busy, problems, tests, change, storeKey, move, findLocalServers, test };
});

function fieldOf(error: unknown): string | undefined {
  return error instanceof ServiceProblem ? error.fields[0]?.field : undefined;
}
