import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../service/log.ts';
import { createSteps } from '../../service/steps.ts';

describe('the parts of the service', () => {
  it('end in the opposite order of their start, once', async () => {
    const { steps, events, part } = record();
    await part('store');
    await part('jobs');
    await part('http');
    await Promise.all([steps.stop(), steps.stop()]);
    expect(events).toEqual(['+store', '+jobs', '+http', '-http', '-jobs', '-store']);
  });

  it('that were started are ended when a later one cannot start, and its error is passed on', async () => {
    const { steps, events, part } = record();
    await part('store');
    await expect(steps.start('http', () => Promise.reject(new Error('port in use')))).rejects.toThrow(
      'port in use',
    );
    expect(events).toEqual(['+store', '-store']);
  });

  it('that hang or fail do not keep the others from ending', async () => {
    const { steps, events, lines, part } = record({ part: 20, whole: 1_000 });
    await part('store');
    await part('hangs', () => sleep(60_000, undefined, { ref: false }));
    await part('fails', () => Promise.reject(new Error('no')));
    await steps.stop();
    expect(events.at(-1)).toBe('-store');
    expect(lines.map((line) => (JSON.parse(line) as { part?: string }).part)).toEqual(['fails', 'hangs']);
  });
});

function record(limits?: { part: number; whole: number }) {
  const lines: string[] = [];
  const events: string[] = [];
  const steps = createSteps(createLog({ level: 'error', write: (line) => lines.push(line) }), limits);
  const part = (name: string, stop?: () => Promise<void>) =>
    steps.start(
      name,
      () => {
        events.push(`+${name}`);
        return Promise.resolve(name);
      },
      () => {
        events.push(`-${name}`);
        return stop?.() ?? Promise.resolve();
      },
    );
  return { steps, events, lines, part };
}
