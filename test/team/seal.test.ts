import { describe, expect, it } from 'vitest';
import { readTeam } from '../../service/lib/team-settings.ts';
import { optionsOf, toQuestion } from '../../service/team/protocol.ts';
import { createSeal, SealError } from '../../service/team/seal.ts';

const KEY = 'k'.repeat(43);

describe('a sealed payload', () => {
  const seal = createSeal(KEY);
  const sealed = seal.close('answer 1', { texts: ['Guten Tag'] });

  it('is opened by the team alone, and holds no text that can be read', () => {
    expect(seal.open('answer 1', sealed)).toEqual({ texts: ['Guten Tag'] });
    expect(sealed.toString('latin1')).not.toContain('Guten');
    expect(() => createSeal('x'.repeat(43)).open('answer 1', sealed)).toThrow(SealError);
  });

  it('cannot be changed, cut, or put in place of another', () => {
    expect(() => seal.open('answer 2', sealed)).toThrow(SealError);
    expect(() => seal.open('question 1', sealed)).toThrow(SealError);
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => seal.open('answer 1', changed)).toThrow(SealError);
      expect(() => seal.open('answer 1', sealed.subarray(0, at))).toThrow(SealError);
    }
  });
});

it('a question keeps its options on the way', () => {
  const options = {
    tone: 'formal',
    urgent: true,
    shown: [new Map([[1, 'x']]), undefined],
    terms: [undefined, new Map([[2, 'y']])],
    wholes: [undefined, 'whole'],
  };
  const question = toQuestion('bergamot', { from: 'en', to: 'de' }, ['a', 'b'], {
    ...options,
    report: () => 0,
  });
  expect(optionsOf(JSON.parse(JSON.stringify(question)) as typeof question)).toEqual(options);
});

describe('the settings of a team', () => {
  const read = (env: Record<string, string>) => readTeam(env, '/data', (message) => new Error(message));
  const KEYED = { INTERLINEAR_TEAM_KEY: KEY };

  it('are absent without an address', () => {
    expect(read(KEYED)).toBeUndefined();
  });

  it.each([
    ['no key', { INTERLINEAR_REDIS_URL: 'redis://127.0.0.1' }, 'INTERLINEAR_TEAM_KEY is not'],
    [
      'a short key',
      { INTERLINEAR_REDIS_URL: 'redis://127.0.0.1', INTERLINEAR_TEAM_KEY: 'abc' },
      'at least 32',
    ],
    ['another scheme', { ...KEYED, INTERLINEAR_REDIS_URL: 'https://127.0.0.1' }, 'is no address of a Redis'],
    [
      'no TLS beyond the network',
      { ...KEYED, INTERLINEAR_REDIS_URL: 'redis://q.example.com' },
      'without TLS',
    ],
    [
      'a team with other characters',
      { ...KEYED, INTERLINEAR_REDIS_URL: 'redis://queue', INTERLINEAR_TEAM: 'a:b' },
      'small letters',
    ],
    [
      'a file that is not there',
      { INTERLINEAR_REDIS_URL: 'redis://queue', INTERLINEAR_TEAM_KEY_FILE: '/nowhere/key' },
      'cannot be read (ENOENT)',
    ],
  ])('are refused with %s, and the secrets not repeated', (_, env, sentence) => {
    const error = (() => {
      try {
        read(env);
      } catch (thrown) {
        return thrown as Error;
      }
      return undefined;
    })();
    expect(error?.message).toContain(sentence);
    expect(error?.message).not.toContain(KEY);
  });
});
