import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../service/contract/index.ts';
import { routeEngine } from '../../service/engines/routing.ts';
import type { EngineWithState, RouteRequest } from '../../service/engines/routing.ts';

function engine(id: string, ready: string[], installable: string[] = []): EngineWithState {
  const leg = (isReady: boolean) => (pair: string) => {
    const [from, to] = pair.split('>') as [string, string];
    return { from, to, ready: isReady };
  };
  return {
    id,
    name: id.toUpperCase(),
    state: {
      state: ready.length > 0 ? 'ready' : 'unavailable',
      reason: `install ${id}`,
      pairs: [...ready.map(leg(true)), ...installable.map(leg(false))],
    },
  };
}

const pseudo = engine('pseudo', ['*>en-XA']);
const bergamot = engine('bergamot', [], ['en>de', 'de>en', 'fr>en', 'en>es']);
const apertium = engine('apertium', ['en>es', 'es>en', 'es>en-US', 'es>pt-BR']);
const all = [bergamot, apertium, pseudo];

/** Bergamot first, Apertium else. */
function route(request: RouteRequest, engines: readonly EngineWithState[]) {
  return routeEngine(request, engines, ['bergamot', 'apertium']);
}

function refusal(request: RouteRequest, engines = all): ProblemError {
  try {
    route(request, engines);
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error('It was routed.');
}

describe('routeEngine', () => {
  it('takes the first ready engine of the preference, not one that could be made ready', () => {
    expect(route({ from: 'en', to: 'es' }, all)).toEqual({
      engine: 'apertium',
      pair: { from: 'en', to: 'es' },
    });
    const both = [engine('bergamot', ['en>es']), apertium, pseudo];
    expect(route({ from: 'en', to: 'es' }, both).engine).toBe('bergamot');
    expect(routeEngine({ from: 'en', to: 'es' }, both, ['apertium', 'bergamot']).engine).toBe('apertium');
  });

  it.each([
    ['es-MX', 'en', { from: 'es', to: 'en' }],
    ['en-GB', 'es-419', { from: 'en', to: 'es' }],
    ['es', 'en-US', { from: 'es', to: 'en-US' }],
    ['es', 'en-GB', { from: 'es', to: 'en' }],
    ['es', 'pt', { from: 'es', to: 'pt-BR' }],
  ])('serves %s to %s by the nearest direction', (from, to, pair) => {
    expect(route({ from, to }, all).pair).toEqual(pair);
  });

  it('never serves one script with another', () => {
    const chinese = [engine('apertium', ['en>zh', 'en>sr']), pseudo];
    expect(refusal({ from: 'en', to: 'zh-TW' }, chinese).errors[0]?.code).toBe('unsupported_pair');
    expect(refusal({ from: 'en', to: 'sr-Latn' }, chinese).errors[0]?.code).toBe('unsupported_pair');
    expect(route({ from: 'en', to: 'zh-CN' }, chinese).pair.to).toBe('zh');
  });

  it('pivots through English only where one engine has both legs', () => {
    const legs = engine('bergamot', ['fr>en', 'en>de']);
    expect(route({ from: 'fr', to: 'de' }, [legs, apertium, pseudo])).toEqual({
      engine: 'bergamot',
      pair: { from: 'fr', to: 'de' },
    });
    const apart = [engine('bergamot', ['fr>en']), engine('apertium', ['en>de']), pseudo];
    expect(refusal({ from: 'fr', to: 'de' }, apart).errors[0]?.code).toBe('unsupported_pair');
  });

  it('gives pseudo-localisation to pseudo, whichever engine is named', () => {
    expect(route({ from: 'de', to: 'en-XA' }, all).engine).toBe('pseudo');
    expect(route({ from: 'de', to: 'en-XA', engine: 'apertium' }, all).engine).toBe('pseudo');
  });

  it('gives pseudo another target only when it is named', () => {
    expect(route({ from: 'en', to: 'ja', engine: 'pseudo' }, all)).toEqual({
      engine: 'pseudo',
      pair: { from: 'en', to: 'ja' },
    });
    expect(refusal({ from: 'en', to: 'ja' }).errors[0]?.code).toBe('unsupported_pair');
  });

  it('refuses an unknown engine, and says which there are', () => {
    const error = refusal({ from: 'en', to: 'es', engine: 'nope' });
    expect(error.errors[0]).toMatchObject({ field: 'engine', code: 'unknown_engine' });
    expect(error.message).toContain('apertium');
  });

  it('says how to make an engine ready where one knows the pair', () => {
    const error = refusal({ from: 'en', to: 'de' });
    expect(error).toMatchObject({ code: 'engine_unavailable', status: 503 });
    expect(error.message).toContain('install bergamot');
  });

  it('names the missing half or halves of a pivot, and how to get each', () => {
    const remedy = ({ from, to }: RouteRequest) => `run: install ${from}-${to}`;
    const withRemedy = (ready: string[], installable: string[]): EngineWithState => {
      const one = engine('bergamot', ready, installable);
      return { ...one, state: { ...one.state, remedy } };
    };
    const half = refusal({ from: 'es', to: 'de' }, [withRemedy(['es>en'], ['en>de'])]);
    expect(half.message).toContain('lacks the half from English to German. run: install en-de.');
    expect(half.message).not.toContain('es-en');
    const both = refusal({ from: 'es', to: 'de' }, [withRemedy([], ['es>en', 'en>de'])]);
    expect(both.message).toContain('both halves, from Spanish to English and from English to German.');
    expect(both.message).toContain('run: install es-en. run: install en-de.');
  });

  it('offers a pivot that could be made ready', () => {
    expect(refusal({ from: 'fr', to: 'de' }).code).toBe('engine_unavailable');
  });

  it('refuses a pair that a named engine does not know, though another does', () => {
    const error = refusal({ from: 'en', to: 'es', engine: 'x' }, [...all, engine('x', ['fr>en'])]);
    expect(error.errors[0]).toMatchObject({ field: 'to', code: 'unsupported_pair' });
  });
});
