import { describe, expect, it } from 'vitest';
import type { EnginePair } from '../../service/contract/index.ts';
import { registryOf } from '../../service/engines/registry.ts';
import { createPseudoEngine } from '../../service/engines/pseudo.ts';
import { teamEngine } from '../../service/engines/team-engine.ts';
import type { Team } from '../../service/engines/team-engine.ts';

/** A team whose one worker adds a sign. */
function createTeam() {
  let pairs: EnginePair[] = [];
  const asked: string[] = [];
  const team: Team = {
    offered: () => pairs,
    version: () => undefined,
    trouble: () => undefined,
    ask({ texts }) {
      asked.push(...texts);
      return Promise.resolve({ texts: texts.map((text) => `${text}!`), ms: 7 });
    },
  };
  return { team, asked, join: () => (pairs = [{ from: '*', to: 'en-XA' }]), leave: () => (pairs = []) };
}

describe('an engine of a team', () => {
  const pair = { from: 'en', to: 'en-XA' };
  const open = async (team: Team) => {
    const registry = registryOf([teamEngine(createPseudoEngine({ delayMs: 0 }), () => team)]);
    return { registry, session: (await registry.session('pseudo', pair)).session };
  };

  it('is not ready without a worker, and says how to get one', async () => {
    const { team, join } = createTeam();
    const { registry } = await open(team);
    await expect(registry.route({ from: 'en', to: 'en-XA' })).rejects.toMatchObject({
      code: 'engine_unavailable',
      message: expect.stringContaining('interlinear worker') as string,
    });
    join();
    await expect(registry.route({ from: 'en', to: 'en-XA' })).resolves.toMatchObject({ engine: 'pseudo' });
  });

  it('lets a running job wait for a worker, and reports the worker’s own time', async () => {
    const { team, asked, join } = createTeam();
    const { session } = await open(team);
    const reported: number[] = [];
    const options = { report: (ms: number) => void reported.push(ms) };
    const answer = session.translate(['Hello'], options, new AbortController().signal);
    expect(asked).toEqual([]);
    join();
    await expect(answer).resolves.toEqual(['Hello!']);
    expect(reported).toEqual([7]);
  });

  it('stops waiting when its job is cancelled', async () => {
    const { team } = createTeam();
    const { session } = await open(team);
    const cancelled = new AbortController();
    const answer = session.translate(['Hello'], {}, cancelled.signal);
    cancelled.abort(new Error('cancelled'));
    await expect(answer).rejects.toThrow('cancelled');
  });
});
