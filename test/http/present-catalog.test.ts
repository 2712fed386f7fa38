import { expect, it } from 'vitest';
import { presentLanguages } from '../../service/http/response/present-catalog.ts';

const pairsOf = (ready: string[], waiting: string[] = []) =>
  [...ready, ...waiting].map((pair) => {
    const [from = '', to = ''] = pair.split('>');
    return { from, to, ready: ready.includes(pair) };
  });
const listed = (engines: { id: string; pairs: ReturnType<typeof pairsOf> }[]) =>
  new Map(presentLanguages(engines).pairs.map(({ from, to, ...pair }) => [`${from}>${to}`, pair]));

it('lists the directions that an engine serves through English, each once', () => {
  const pairs = listed([{ id: 'a', pairs: pairsOf(['es>en', 'en>es', 'en>de'], ['fr>en']) }]);
  expect(pairs.get('es>de')).toEqual({ engines: ['a'], ready: true, pivot: 'en' });
  expect(pairs.get('fr>de')).toEqual({ engines: ['a'], ready: false, pivot: 'en' });
  expect(pairs.get('en>de')).toEqual({ engines: ['a'], ready: true });
  expect(pairs.has('es>es')).toBe(false);
  expect(pairs.has('de>es')).toBe(false);
});

it('calls no direction a pivot that an engine has itself, unless only the pivot is ready', () => {
  const through = { id: 'a', pairs: pairsOf(['es>en', 'en>de']) };
  expect(listed([through, { id: 'b', pairs: pairsOf(['es>de']) }]).get('es>de')).toEqual({
    engines: ['b', 'a'],
    ready: true,
  });
  expect(listed([through, { id: 'b', pairs: pairsOf([], ['es>de']) }]).get('es>de')).toEqual({
    engines: ['a', 'b'],
    ready: true,
    pivot: 'en',
  });
});

it('makes no pivot of the halves of two engines, nor of what could be anything', () => {
  const pairs = listed([
    { id: 'a', pairs: pairsOf(['es>en']) },
    { id: 'b', pairs: pairsOf(['en>de']) },
    { id: 'any', pairs: pairsOf(['*>*', '*>en-XA']) },
  ]);
  expect([...pairs.keys()].sort()).toEqual(['*>*', '*>en-XA', 'en>de', 'es>en']);
});
