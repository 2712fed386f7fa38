import { describe, expect, it } from 'vitest';
import { EngineError } from '../../service/engines/engine.ts';
import type { EngineSession } from '../../service/engines/engine.ts';
import { translateReliably } from '../../service/engines/reliably.ts';

const QUICK = { attempts: 4, firstMs: 1, maxMs: 2 };
const never = new AbortController().signal;

/** An engine that does what each attempt in turn says. */
function scripted(
  ...attempts: ((texts: readonly string[]) => string[])[]
): EngineSession & { calls: string[][] } {
  const calls: string[][] = [];
  return {
    calls,
    translate: (texts) =>
      new Promise((resolve) => {
        calls.push([...texts]);
        resolve(attempts[Math.min(calls.length, attempts.length) - 1]!(texts));
      }),
    close: () => Promise.resolve(),
  };
}

const upper = (texts: readonly string[]) => texts.map((text) => text.toUpperCase());
const fail = (retryable: boolean) => () => {
  throw new EngineError('it broke', { retryable });
};

describe('translateReliably', () => {
  it('tries again what may pass', async () => {
    const session = scripted(fail(true), fail(true), upper);
    await expect(translateReliably(session, ['a'], {}, never, QUICK)).resolves.toEqual(['A']);
  });

  it('gives up after the last attempt, with the failure of that', async () => {
    const session = scripted(fail(true));
    await expect(translateReliably(session, ['a'], {}, never, QUICK)).rejects.toThrow('it broke');
    expect(session.calls).toHaveLength(4);
  });

  it('does not try again what will not pass', async () => {
    const session = scripted(fail(false));
    await expect(translateReliably(session, ['a'], {}, never, QUICK)).rejects.toThrow('it broke');
    expect(session.calls).toHaveLength(1);
  });

  it('asks again only for the texts that were answered with nothing', async () => {
    const session = scripted((texts) => texts.map((text) => (text === 'b' ? ' ' : text)), upper);
    await expect(translateReliably(session, ['a', 'b', 'c'], {}, never, QUICK)).resolves.toEqual([
      'a',
      'B',
      'c',
    ]);
    expect(session.calls[1]).toEqual(['b']);
  });

  it('leaves a text without an answer that has none in the end', async () => {
    const session = scripted((texts) => texts.map((text) => (text === 'b' ? '' : text)));
    await expect(translateReliably(session, ['a', 'b'], {}, never, QUICK)).resolves.toEqual(['a', undefined]);
  });

  it('leaves all texts without an answer where there is none for any, however many they are', async () => {
    const session = scripted((texts) => texts.map(() => ' '));
    await expect(translateReliably(session, ['a', 'b', 'c', 'd'], {}, never, QUICK)).resolves.toEqual([
      ...[undefined, undefined, undefined, undefined],
    ]);
    expect(session.calls).toHaveLength(4);
  });

  it('takes a blank answer as final from an engine that asks again by itself', async () => {
    const session = scripted((texts) => texts.map((text) => (text === 'b' ? '' : text)));
    const policy = { ...QUICK, takesBlanks: true };
    await expect(translateReliably(session, ['a', 'b'], {}, never, policy)).resolves.toEqual([
      'a',
      undefined,
    ]);
    expect(session.calls).toHaveLength(1);
  });

  it('believes no answer of another length', async () => {
    const session = scripted((texts) => [...texts, 'more']);
    await expect(translateReliably(session, ['a'], {}, never, QUICK)).rejects.toThrow('2 texts to 1');
  });

  it('rejects at once when aborted, even while it waits for the next attempt or for a deaf engine', async () => {
    for (const session of [
      scripted(fail(true)),
      { ...scripted(), translate: () => new Promise<never>(() => undefined) },
    ]) {
      const controller = new AbortController();
      const reason = new Error('cancelled');
      const slow = { attempts: 9, firstMs: 60_000, maxMs: 60_000 };
      const work = translateReliably(session, ['a'], {}, controller.signal, slow);
      setTimeout(() => controller.abort(reason), 5);
      await expect(work).rejects.toBe(reason);
    }
  });
});
