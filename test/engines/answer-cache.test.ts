import { describe, expect, it } from 'vitest';
import { createAnswerCache } from '../../service/engines/answer-cache.ts';
import type { EngineSession, TranslateOptions } from '../../service/engines/engine.ts';

const never = new AbortController().signal;
const SCOPE = { owner: 'local', engine: 'bergamot', pair: { from: 'en', to: 'es' }, version: 'v1' };

/** An engine that says what it was asked. */
function counting(answer: (text: string) => string = (text) => text.toUpperCase()) {
  const asked: string[][] = [];
  const session: EngineSession = {
    translate(texts) {
      asked.push([...texts]);
      return Promise.resolve(texts.map(answer));
    },
    close: () => Promise.resolve(),
  };
  return { session, asked };
}

describe('the cache of answers', () => {
  it('answers texts that it knows, asks for the others only, and keeps the order', async () => {
    const cache = createAnswerCache(1_000_000);
    const { session, asked } = counting();
    await cache.over(session, SCOPE).translate(['a', 'b'], {}, never);
    const again = cache.over(session, SCOPE);
    await expect(again.translate(['c', 'b', 'd', 'a'], {}, never)).resolves.toEqual(['C', 'B', 'D', 'A']);
    await expect(again.translate(['a'], {}, never)).resolves.toEqual(['A']);
    expect(asked).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('asks the others with what is known of each', async () => {
    const cache = createAnswerCache(1_000_000);
    const { session } = counting();
    const told: TranslateOptions[] = [];
    const telling: EngineSession = {
      ...session,
      translate(texts, options, signal) {
        told.push(options);
        return session.translate(texts, options, signal);
      },
    };
    const over = cache.over(telling, SCOPE);
    const [one, two] = [new Map([[1, 'x']]), new Map([[2, 'y']])];
    await over.translate(['a'], { shown: [one], terms: [one], wholes: ['a b'] }, never);
    const both = { shown: [one, two], terms: [one, two], wholes: ['a b', 'c d'] };
    await expect(over.translate(['a', 'c'], both, never)).resolves.toEqual(['A', 'C']);
    expect(told[1]).toEqual({ shown: [two], terms: [two], wholes: ['c d'] });
  });

  it.each([
    ['account', { ...SCOPE, owner: 'other' }, {}],
    ['engine', { ...SCOPE, engine: 'apertium' }, {}],
    ['version of the model', { ...SCOPE, version: 'v2' }, {}],
    ['direction', { ...SCOPE, pair: { from: 'en', to: 'fr' } }, {}],
    ['tone', SCOPE, { tone: 'formal' }],
    ['context', SCOPE, { context: 'A letter' }],
    ['glossary', SCOPE, { glossary: [{ term: 'a', translation: 'b' }] }],
    ['what a code stands for', SCOPE, { shown: [new Map([[1, 'x']])] }],
    ['word that a term is', SCOPE, { terms: [new Map([[1, 'x']])] }],
    ['whole of a piece', SCOPE, { wholes: ['x'] }],
  ])('has nothing for another %s', async (_what, scope, options) => {
    const cache = createAnswerCache(1_000_000);
    const { session, asked } = counting();
    await cache.over(session, SCOPE).translate(['a'], {}, never);
    await cache.over(session, scope).translate(['a'], options, never);
    expect(asked).toEqual([['a'], ['a']]);
  });

  it('keeps nothing of an engine without a version, no blank answers, and none of a wrong number', async () => {
    const cache = createAnswerCache(1_000_000);
    const { session } = counting();
    expect(cache.over(session, { ...SCOPE, version: undefined })).toBe(session);
    const blank = counting(() => ' ');
    await cache.over(blank.session, SCOPE).translate(['a'], {}, never);
    expect(cache.size()).toBe(0);
    const wrong: EngineSession = { ...session, translate: () => Promise.resolve(['x']) };
    await expect(cache.over(wrong, SCOPE).translate(['a', 'b'], {}, never)).resolves.toEqual(['x']);
    expect(cache.size()).toBe(0);
  });

  it('holds no more than it may, and lets the least recently used go first', async () => {
    const cache = createAnswerCache(1_000);
    const { session, asked } = counting();
    const over = cache.over(session, SCOPE);
    await over.translate(['a', 'b', 'c', 'd'], {}, never);
    await over.translate(['a'], {}, never);
    await over.translate(['e', 'f'], {}, never);
    expect(cache.size()).toBeLessThanOrEqual(1_000);
    asked.length = 0;
    await over.translate(['a', 'b'], {}, never);
    expect(asked).toEqual([['b']]);
  });

  it('is empty and stays so once it may hold nothing', async () => {
    const cache = createAnswerCache(1_000_000);
    const { session, asked } = counting();
    await cache.over(session, SCOPE).translate(['a'], {}, never);
    cache.resize(0);
    expect(cache.size()).toBe(0);
    await cache.over(session, SCOPE).translate(['a'], {}, never);
    expect(asked).toHaveLength(2);
  });

  it('ends with the signal though it knows the answer', async () => {
    const cache = createAnswerCache(1_000_000);
    const { session } = counting();
    await cache.over(session, SCOPE).translate(['a'], {}, never);
    await expect(
      cache.over(session, SCOPE).translate(['a'], {}, AbortSignal.abort(new Error('off'))),
    ).rejects.toThrow('off');
  });
});
