import { describe, expect, it } from 'vitest';
import type { EnginePair } from '../../service/contract/index.ts';
import { registryOf } from '../../service/engines/registry.ts';
import { createPseudoEngine } from '../../service/engines/pseudo.ts';
import { teamEngine } from '../../service/engines/team-engine.ts';
import type { Team, TeamOffers } from '../../service/engines/team-engine.ts';
import { teamDirection } from '../../service/engines/team-direction.ts';

/** A team whose one worker adds a sign. */
function createTeam() {
  let pairs: EnginePair[] = [];
  const asked: string[] = [];
  const team: Team = {
    offered: () => pairs,
    version: (_, { from }) => `${from}1`,
    trouble: () => undefined,
    ask({ texts }) {
      asked.push(...texts);
      return Promise.resolve({ texts: texts.map((text) => `${text}!`), ms: 7 });
    },
  };
  return { team, asked, join: (...offered: EnginePair[]) => void (pairs = offered) };
}

describe('an engine of a team', () => {
  const pair = { from: 'en', to: 'en-XA' };

  it('is not ready without a worker, and says how to get one', async () => {
    let offers: TeamOffers = { engines: {} };
    const registry = registryOf([teamEngine(createPseudoEngine({ delayMs: 0 }), () => offers)]);
    await expect(registry.route(pair)).rejects.toMatchObject({
      code: 'engine_unavailable',
      message: expect.stringContaining('interlinear worker') as string,
    });
    offers = { engines: { pseudo: [{ from: '*', to: 'en-XA' }] } };
    await expect(registry.route(pair)).resolves.toMatchObject({ engine: 'pseudo' });
    offers = { ...offers, trouble: 'Redis is gone.' };
    await expect(registry.route(pair)).rejects.toMatchObject({
      message: expect.stringContaining('Redis is gone.') as string,
    });
  });

  it('lets a running job wait for a worker, and reports the worker’s own time', async () => {
    const { team, asked, join } = createTeam();
    const { session } = teamDirection(team, 'pseudo', pair);
    const reported: number[] = [];
    const options = { report: (ms: number) => void reported.push(ms) };
    const answer = session.translate(['Hello'], options, new AbortController().signal);
    expect(asked).toEqual([]);
    join({ from: '*', to: 'en-XA' });
    await expect(answer).resolves.toEqual(['Hello!']);
    expect(reported).toEqual([7]);
  });

  it('goes through English where no worker has the direction itself', async () => {
    const { team, asked, join } = createTeam();
    join({ from: 'es', to: 'en' }, { from: 'en', to: 'de' });
    const direction = teamDirection(team, 'apertium', { from: 'es', to: 'de' });
    await expect(direction.session.translate(['Hola'], {}, new AbortController().signal)).resolves.toEqual([
      'Hola!!',
    ]);
    expect(asked).toEqual(['Hola', 'Hola!']);
    expect(direction.version()).toBe('es1 en1');
  });

  it('stops waiting when its job is cancelled', async () => {
    const { session } = teamDirection(createTeam().team, 'pseudo', pair);
    const cancelled = new AbortController();
    const answer = session.translate(['Hello'], {}, cancelled.signal);
    cancelled.abort(new Error('cancelled'));
    await expect(answer).rejects.toThrow('cancelled');
  });
});
