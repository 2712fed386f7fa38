import { describe, expect, it } from 'vitest';
import type { Engine, EngineSession } from '../../service/engines/engine.ts';
import { idleSession } from '../../service/engines/idle-session.ts';
import { createRegistry, registryOf } from '../../service/engines/registry.ts';

const never = new AbortController().signal;

/** An engine that writes the direction behind each text. */
function marking(id: string, pairs: [string, string][]): Engine & { opened: string[]; closed: string[] } {
  const opened: string[] = [];
  const closed: string[] = [];
  return {
    id,
    name: id,
    offline: true,
    opened,
    closed,
    capabilities: { inlineCodes: true, glossary: false, tone: 'none', context: false },
    state: () =>
      Promise.resolve({ state: 'ready', pairs: pairs.map(([from, to]) => ({ from, to, ready: true })) }),
    open: ({ from, to }) => {
      opened.push(`${from}>${to}`);
      return Promise.resolve({
        translate: (texts) => Promise.resolve(texts.map((text) => `${text} ${from}>${to}`)),
        close: () => Promise.resolve(void closed.push(`${from}>${to}`)),
      });
    },
  };
}

describe('the registry', () => {
  it('always has pseudo-localisation, ready', async () => {
    const registry = createRegistry({ pseudoDelayMs: 0 });
    const summaries = await registry.summaries();
    expect(summaries.map(({ id }) => id)).toContain('apertium');
    expect(summaries.find(({ id }) => id === 'pseudo')).toMatchObject({
      state: 'ready',
      offline: true,
      capabilities: { inline_codes: true, glossary: false, tone: 'none', context: false },
    });
    const route = await registry.route({ from: 'de', to: 'en-XA' });
    expect(route).toMatchObject({ engine: 'pseudo', pair: { from: 'de', to: 'en-XA' } });
    const { session } = await registry.session(route.engine, route.pair);
    await expect(session.translate(['Haus'], {}, never)).resolves.toEqual(['[Ĥåûš on]']);
    await registry.close();
  });

  it('opens a direction once for all, and only when it is used', async () => {
    const engine = marking('apertium', [['en', 'es']]);
    const registry = registryOf([engine]);
    const first = await registry.session('apertium', { from: 'en', to: 'es' });
    const second = await registry.session('apertium', { from: 'en', to: 'es' });
    expect(engine.opened).toEqual([]);
    await Promise.all([first, second].map(({ session }) => session.translate(['a'], {}, never)));
    expect(engine.opened).toEqual(['en>es']);
    await registry.close();
    expect(engine.closed).toEqual(['en>es']);
  });

  it('translates through English where there is no direct way', async () => {
    const engine = marking('apertium', [
      ['fr', 'en'],
      ['en', 'de'],
    ]);
    const registry = registryOf([engine]);
    const route = await registry.route({ from: 'fr', to: 'de' });
    expect(route.pair).toEqual({ from: 'fr', to: 'de' });
    const { session } = await registry.session(route.engine, route.pair);
    await expect(session.translate(['x'], {}, never)).resolves.toEqual(['x fr>en en>de']);
    await registry.close();
    expect(engine.closed.sort()).toEqual(['en>de', 'fr>en']);
  });

  it('shows an engine whose state cannot be found out as unavailable, and the others as they are', async () => {
    const broken: Engine = { ...marking('bergamot', []), state: () => Promise.reject(new Error('no disk')) };
    const summaries = await registryOf([broken, marking('apertium', [['en', 'es']])]).summaries();
    expect(summaries.map(({ state }) => state)).toEqual(['unavailable', 'ready']);
    expect(summaries[0]?.reason).toContain('no disk');
  });

  it('refuses a session of an engine or direction that is gone', async () => {
    const registry = registryOf([marking('apertium', [['en', 'es']])]);
    await expect(registry.session('gone', { from: 'en', to: 'es' })).rejects.toThrow('no engine "gone"');
    await expect(registry.session('apertium', { from: 'en', to: 'ja' })).rejects.toThrow('no longer has');
  });
});

describe('a session that is left idle', () => {
  function counted(): { session: EngineSession; log: string[] } {
    const log: string[] = [];
    const open = () => {
      log.push('open');
      return Promise.resolve<EngineSession>({
        translate: (texts) => Promise.resolve([...texts]),
        close: () => Promise.resolve(void log.push('close')),
      });
    };
    return { session: idleSession(open, 20), log };
  }

  it('closes its engine after a while and opens it again when it is used', async () => {
    const { session, log } = counted();
    await session.translate(['a'], {}, never);
    await expect.poll(() => log).toEqual(['open', 'close']);
    await session.translate(['a'], {}, never);
    expect(log).toEqual(['open', 'close', 'open']);
    await session.close();
  });

  it('stays closed after close', async () => {
    const { session } = counted();
    await session.close();
    await expect(session.translate(['a'], {}, never)).rejects.toThrow('shutting down');
  });

  it('does not remember a failed opening', async () => {
    let attempts = 0;
    const session = idleSession(() => {
      if (++attempts === 1) return Promise.reject(new Error('not yet'));
      return Promise.resolve({
        translate: (texts) => Promise.resolve([...texts]),
        close: () => Promise.resolve(),
      });
    });
    await expect(session.translate(['a'], {}, never)).rejects.toThrow('not yet');
    await expect(session.translate(['a'], {}, never)).resolves.toEqual(['a']);
    await session.close();
  });
});
