import { describe, expect, it } from 'vitest';
import { createPseudoEngine, pseudoLocalise } from '../../service/engines/pseudo.ts';

const never = new AbortController().signal;

describe('pseudo-localisation', () => {
  it('accents the letters, brackets the text and makes it about 30 % longer', () => {
    const source = 'Open the settings page and save your changes';
    const target = pseudoLocalise(source);
    expect(target).toMatch(/^\[Öþéñ ţĥé .*\]$/u);
    expect(target.length / source.length).toBeGreaterThan(1.25);
    expect(target.length / source.length).toBeLessThan(1.45);
  });

  it('keeps codes, placeholders and URLs as they are', () => {
    const target = pseudoLocalise('See <1>{{name}}</1> at https://example.com<2/>');
    expect(target).toContain('<1>{{name}}</1>');
    expect(target).toContain('https://example.com<2/>');
  });

  it('leaves blank text alone and always gives the same answer', () => {
    expect(pseudoLocalise('  ')).toBe('  ');
    expect(pseudoLocalise('Hello')).toBe(pseudoLocalise('Hello'));
  });

  it('stops at once when aborted, with the reason it was aborted for', async () => {
    const session = await createPseudoEngine({ delayMs: 60_000 }).open({ from: 'en', to: 'en-XA' });
    const controller = new AbortController();
    const reason = new Error('cancelled by the test');
    const work = session.translate(['Hello'], {}, controller.signal);
    setTimeout(() => controller.abort(reason), 10);
    await expect(work).rejects.toBe(reason);
  });

  it('takes the given time for each segment', async () => {
    const session = await createPseudoEngine({ delayMs: 20 }).open({ from: 'en', to: 'en-XA' });
    const start = performance.now();
    await session.translate(['a', 'b', 'c'], {}, never);
    expect(performance.now() - start).toBeGreaterThan(50);
  });
});
