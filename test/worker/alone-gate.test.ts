import { describe, expect, it } from 'vitest';
import { createAloneGate } from '../../service/worker/host/alone-gate.ts';
import type { AloneGate } from '../../service/worker/host/alone-gate.ts';

/** Calls that end on a signal, and their names while they run. */
function callsThrough(gate: AloneGate) {
  const running: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  return {
    running,
    run: (id: string, alone = false) =>
      gate.run({ id, alone }, () => {
        running.push(id);
        return new Promise<void>((resolve, reject) => {
          ends.set(id, (error) => {
            running.splice(running.indexOf(id), 1);
            if (error) reject(error);
            else resolve();
          });
        });
      }),
    end: (id: string, error?: Error) => {
      ends.get(id)!(error);
      return new Promise(setImmediate);
    },
  };
}

describe('the gate for calls that run alone', () => {
  it('lets ordinary calls run side by side, and one alone with no other beside it', async () => {
    const { run, end, running } = callsThrough(createAloneGate());
    const all = [run('a'), run('b'), run('suspect', true), run('c')];
    await new Promise(setImmediate);
    expect(running).toEqual(['a', 'b']);
    await end('a');
    expect(running).toEqual(['b']);
    await end('b');
    expect(running).toEqual(['suspect']);
    await end('suspect');
    expect(running).toEqual(['c']);
    await end('c');
    await Promise.all(all);
  });

  it('goes on after a call that failed', async () => {
    const { run, end, running } = callsThrough(createAloneGate());
    const failed = expect(run('suspect', true)).rejects.toThrow('crashed');
    const next = run('next');
    await new Promise(setImmediate);
    await end('suspect', new Error('crashed'));
    await failed;
    expect(running).toEqual(['next']);
    await end('next');
    await next;
  });

  it('rejects what still waits when it is withdrawn, and admits the calls behind it', async () => {
    const gate = createAloneGate();
    const { run, end, running } = callsThrough(gate);
    const first = run('first');
    const withdrawn = expect(run('suspect', true)).rejects.toMatchObject({ name: 'AbortError' });
    const behind = run('behind');
    await new Promise(setImmediate);
    expect(running).toEqual(['first']);
    gate.withdraw('suspect');
    await withdrawn;
    expect(running).toEqual(['first', 'behind']);
    await end('first');
    await end('behind');
    await Promise.all([first, behind]);
  });
});
