import { setTimeout as sleep } from 'node:timers/promises';
import type { EnginePair } from '../contract/index.ts';
import type { EngineSession } from './engine.ts';
import { pivotSession } from './pivot.ts';
import { directLeg, pivotLegs, PSEUDO_ENGINE } from './routing.ts';
import type { Team } from './team-engine.ts';

const OFFER_POLL_MS = 250;

/** A routed direction of an engine, translated by the workers of a team. */
export interface TeamDirection {
  /** Waits while no worker offers the direction. */
  readonly session: EngineSession;
  /** See Engine.version; of both legs where it goes through English. */
  version(): string | undefined;
}

export function teamDirection(team: Team, engine: string, pair: EnginePair): TeamDirection {
  const sessionOf = (leg: EnginePair): EngineSession => ({
    async translate(texts, options, signal) {
      const answer = await team.ask({ engine, pair: leg, texts, options }, signal);
      options.report?.(answer.ms);
      return answer.texts;
    },
    close: () => Promise.resolve(),
  });
  return {
    session: {
      async translate(texts, options, signal) {
        for (;;) {
          signal.throwIfAborted();
          const [first, second] = legsNow(team, engine, pair);
          if (first) {
            const session = second ? pivotSession(sessionOf(first), sessionOf(second)) : sessionOf(first);
            return session.translate(texts, options, signal);
          }
          await sleep(OFFER_POLL_MS, undefined, { signal }).catch(() => undefined);
        }
      },
      close: () => Promise.resolve(),
    },
    version() {
      const versions = legsNow(team, engine, pair).map((leg) => team.version(engine, leg));
      return versions.length === 0 || versions.includes(undefined) ? undefined : versions.join(' ');
    },
  };
}

/** The route currently offered: directly, or through English; empty if there is none. */
function legsNow(team: Team, engine: string, pair: EnginePair): readonly EnginePair[] {
  if (team.trouble() !== undefined) return [];
  const offered = team.offered(engine).map(({ from, to }) => ({ from, to, ready: true }));
  if (engine === PSEUDO_ENGINE) return offered.length > 0 ? [pair] : [];
  const direct = directLeg(offered, pair);
  if (direct) return [{ from: direct.from, to: direct.to }];
  return pivotLegs(offered, pair)?.map(({ from, to }) => ({ from, to })) ?? [];
}
