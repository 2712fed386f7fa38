import { describe, expect, it } from 'vitest';
import { compileGlossary, lockTerms, missingTerms } from '../../service/text/glossary.ts';
import { unlock } from '../../service/text/locks.ts';
import { expectLinear } from '../support/linear.ts';

function locked(text: string, entries: Record<string, string>): string {
  const glossary = compileGlossary(
    Object.entries(entries).map(([term, translation]) => ({ term, translation })),
  );
  const { text: coded, held } = lockTerms(text, glossary);
  return unlock(coded, held);
}

describe('locking glossary terms', () => {
  it.each([
    ['whole words only', 'The serverless server.', { server: 'servidor' }, 'The serverless servidor.'],
    [
      'the longest term',
      'the annual report',
      { report: 'informe', 'annual report': 'memoria' },
      'the memoria',
    ],
    ['a capital at the start', 'Server down', { server: 'servidor' }, 'Servidor down'],
    ['capitals throughout', 'THE SERVER', { server: 'servidor' }, 'THE SERVIDOR'],
    ['a name only as it is written', 'apple and Apple', { Apple: 'Apple Inc.' }, 'apple and Apple Inc.'],
    ['letters beyond ASCII', 'die Größe, Großes', { größe: 'size' }, 'die Size, Großes'],
    ['terms ending in signs', 'C++ and C', { 'C++': 'CPP' }, 'CPP and C'],
    ['scripts without spaces', '我们的服务器很好', { 服务器: 'server' }, '我们的server很好'],
    [
      'no-break spaces and curly apostrophes',
      'the user’s\u00a0guide',
      { "user's guide": 'guía' },
      'the guía',
    ],
    ['combining marks as part of a word', 'cafe\u0301 cafe', { cafe: 'bar' }, 'cafe\u0301 bar'],
    ['terms within formatting', 'a <1>server</1>', { server: 'servidor' }, 'a <1>servidor</1>'],
    ['translations with signs of markup', 'a term', { term: 'x < y' }, 'a x &lt; y'],
  ])('takes %s', (_what, text, entries, expected) => {
    expect(locked(text, entries as Record<string, string>)).toBe(expected);
  });

  it('lets the last of two translations of a term win', () => {
    const glossary = compileGlossary([
      { term: 'a', translation: '1' },
      { term: 'a', translation: '2' },
    ]);
    const { text, held } = lockTerms('a', glossary);
    expect(unlock(text, held)).toBe('2');
  });

  it('takes a shorter term where the longest is not what is written', () => {
    const entries = { a: '1', 'a b': '2', 'a b C': '3', 'a b c d': '4' };
    expect(locked('a b c e', entries)).toBe('2 c e');
    expect(locked('a b C e', entries)).toBe('3 e');
    expect(locked('a bc', entries)).toBe('1 bc');
  });

  it('searches for ten thousand terms, also for such as all begin alike, in time in proportion to the text', async () => {
    const glossary = compileGlossary(
      Array.from({ length: 10_000 }, (_, n) => ({
        term: n < 900 ? `a${' a'.repeat(n)}` : `${'the same beginning '.repeat(20)}${n}`,
        translation: `t${n}`,
      })),
    );
    await expectLinear(
      (n) => `${'the same beginning '.repeat(n)}${'b a '.repeat(n)}`,
      (text) => lockTerms(text, glossary),
      500,
    );
  });

  it('is not fooled by terms named like parts of objects', () => {
    expect(locked('the constructor', { constructor: 'builder' })).toBe('the builder');
    expect(locked('the constructor', { toString: 'x' })).toBe('the constructor');
  });

  it('searches a long text for a thousand terms in time in proportion to the text', async () => {
    const glossary = compileGlossary(
      Array.from({ length: 1_000 }, (_, n) => ({ term: `term number ${n}`, translation: `t${n}` })),
    );
    await expectLinear(
      (n) => 'term number of another kind '.repeat(n),
      (text) => lockTerms(text, glossary),
      500,
    );
  });
});

describe('missing terms', () => {
  const glossary = compileGlossary([
    { term: 'server', translation: 'servidor' },
    { term: 'annual report', translation: 'memoria anual' },
  ]);

  it('reports those whose translation the target lacks', () => {
    expect(missingTerms('The server', 'El ordenador', glossary)).toEqual([
      { term: 'server', translation: 'servidor' },
    ]);
  });

  it('accepts a translation in any case, and across codes', () => {
    expect(missingTerms('An <1>annual</1> report', 'Una MEMORIA <1>anual</1>', glossary)).toEqual([]);
  });

  it('says nothing of terms that the source does not have', () => {
    expect(missingTerms('serverless', 'nada', glossary)).toEqual([]);
  });
});
