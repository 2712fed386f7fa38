import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCoded, plainText } from '../../service/text/codes.ts';
import type { Token } from '../../service/text/codes.ts';
import { repairCodes } from '../../service/text/repair.ts';
import { codedAnswer, codedSource } from './coded-arbitraries.ts';
import { PROPERTY_RUNS } from '../support/effort.ts';

const alones = (coded: string) =>
  parseCoded(coded)
    .flatMap((token) => (token.kind === 'standalone' ? [token.id] : []))
    .sort((a, b) => a - b);

function isWellNested(tokens: readonly Token[]): boolean {
  const open: number[] = [];
  for (const token of tokens) {
    if (token.kind === 'open') open.push(token.id);
    if (token.kind === 'close' && open.pop() !== token.id) return false;
  }
  return open.length === 0;
}

const squeeze = (coded: string) => plainText(coded).replace(/\s/gu, '');

describe('repairCodes, whatever the engine answered', () => {
  it('keeps every standalone code of the source exactly once', () => {
    fc.assert(
      fc.property(codedSource, codedAnswer, (source, answer) => {
        expect(alones(repairCodes(source, answer).text)).toEqual(alones(source));
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  it('leaves only pairs of the source, each at most once, well nested', () => {
    fc.assert(
      fc.property(codedSource, codedAnswer, (source, answer) => {
        const tokens = parseCoded(repairCodes(source, answer).text);
        const opens = tokens.flatMap((token) => (token.kind === 'open' ? [token.id] : []));
        const known = parseCoded(source).flatMap((token) => (token.kind === 'open' ? [token.id] : []));
        expect(isWellNested(tokens)).toBe(true);
        expect(new Set(opens).size).toBe(opens.length);
        expect(known).toEqual(expect.arrayContaining(opens));
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  it('changes no letter of the text', () => {
    fc.assert(
      fc.property(codedSource, codedAnswer, (source, answer) => {
        expect(squeeze(repairCodes(source, answer).text)).toBe(squeeze(answer));
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(codedSource, codedAnswer, (source, answer) => {
        const once = repairCodes(source, answer).text;
        expect(repairCodes(source, once).text).toBe(once);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  it('moves a space out of all pairs that end at once', () => {
    const source = '<1><2>the</2></1> old';
    expect(repairCodes(source, '<1><2>el </2></1>viejo').text).toBe('<1><2>el</2></1> viejo');
    expect(repairCodes('old <1><2>the</2></1>', 'viejo<1><2> el</2></1>').text).toBe(
      'viejo <1><2>el</2></1>',
    );
  });

  it('parts a sign from the words of a pair with the space before it', () => {
    expect(repairCodes('<1>le mot</1>', '<1>the word !</1>').text).toBe('<1>the word</1> !');
  });

  it('keeps a pair around its words that another crosses', () => {
    const source = '<1><2></2></1><4><6></6>the </4>';
    const once = repairCodes(source, '<6><4></6>the </4>');
    expect(once).toEqual({ text: '<1><2></2></1><6></6><4>the </4>', outcome: 'fallback' });
    expect(repairCodes(source, once.text).text).toBe(once.text);
  });

  it('calls the source itself intact', () => {
    fc.assert(
      fc.property(codedSource, (source) => {
        expect(repairCodes(source, source)).toEqual({ text: source, outcome: 'intact' });
      }),
    );
  });
});

describe('repairCodes', () => {
  it.each([
    ['keeps moved pairs', 'a <1>red</1> house', 'una casa <1>roja</1>', 'una casa <1>roja</1>', 'intact'],
    ['keeps reordered codes', 'a<1/> b<2/>', 'b<2/> a<1/>', 'b<2/> a<1/>', 'intact'],
    [
      'moves spaces out of a pair',
      'a <1>red</1> house',
      'una<1> casa </1>roja',
      'una <1>casa</1> roja',
      'intact',
    ],
    [
      'puts the note mark of a vanished first word behind the next one',
      'We<1/> go.',
      '<1/> No vamos.',
      'No<1/> vamos.',
      'repaired',
    ],
    ['leaves a mark that stood first', '<1/> We go.', '<1/> No vamos.', '<1/> No vamos.', 'intact'],
    ['takes a space off a note mark', 'note<1/> here.', 'nota <1/> aquí.', 'nota<1/> aquí.', 'intact'],
    ['parts words from a code that stood apart', 'see <1/> now', 'ver<1/>ahora', 'ver <1/> ahora', 'intact'],
    ['drops a doubled standalone code', 'a<1/> b', 'a<1/> b<1/>', 'a<1/> b', 'repaired'],
    ['drops an invented code', 'a b', 'a <9/>b</3>', 'a b', 'repaired'],
    [
      'joins the runs of a split pair',
      '<1>very big</1> x',
      '<1>muy</1> <1>grande</1> x',
      '<1>muy grande</1> x',
      'repaired',
    ],
    [
      'joins runs over punctuation',
      '<1>big, red</1> x',
      '<1>gran</1>, <1>rojo</1> x',
      '<1>gran, rojo</1> x',
      'repaired',
    ],
    [
      'joins runs over a short word that the engine put between them',
      'a <1>very big</1> b',
      '<1>muy</1> a <1>grande</1> b',
      '<1>muy a grande</1> b',
      'repaired',
    ],
    [
      'keeps the longest run where others are far',
      'a <1>very big</1> b',
      '<1>muy</1> afortunadamente <1>grande</1> b',
      'muy afortunadamente <1>grande</1> b',
      'repaired',
    ],
    [
      'keeps three words under a format of which one came out at the end',
      'the <1>big red wooden</1> house',
      'la <1>grande</1> casa <1>roja</1> <1>de madera</1>',
      'la <1>grande casa roja de madera</1>',
      'repaired',
    ],
    [
      'leaves the full stop behind a pair to the sentence',
      'a <1>red</1> house.',
      'una casa <1>roja.</1>',
      'una casa <1>roja</1>.',
      'repaired',
    ],
    [
      'keeps the full stop that a pair ends with',
      '<1>Go home.</1> Now',
      '<1>Ve a casa</1>. Ahora',
      '<1>Ve a casa.</1> Ahora',
      'repaired',
    ],
    [
      'keeps the sign that a pair begins with',
      'for <1>@you</1> here',
      'para @<1>ti</1> aquí',
      'para <1>@ti</1> aquí',
      'repaired',
    ],
    [
      'keeps the colon and space that a pair ends with',
      '<1>For payment: </1>We ask',
      '<1>Para pago:</1> pedimos',
      '<1>Para pago:</1> pedimos',
      'intact',
    ],
    [
      'leaves no format on a space alone',
      'a <1>red</1> house',
      'una casa<1> </1>roja',
      'una casa roja',
      'fallback',
    ],
    ['needs no format of a space', 'one<1> </1>two', 'uno dos', 'uno dos', 'intact'],
    [
      'cuts crossing pairs where most of their words are',
      '<1>one two</1> <2>three four</2>',
      '<1>uno <2>y</1> tres cuatro</2>',
      '<1>uno y</1> <2>tres cuatro</2>',
      'repaired',
    ],
    [
      'cuts crossing pairs to nest',
      '<1>a <2>b</2></1> c',
      '<1>a <2>b</1> c</2>',
      '<1>a <2>b</2></1> c',
      'repaired',
    ],
    [
      'puts a lost note mark behind its word',
      'one two<1/> three four',
      'uno dos tres cuatro',
      'uno dos<1/> tres cuatro',
      'fallback',
    ],
    ['puts a lost code back at the start', '<1/>one two', 'uno dos', '<1/>uno dos', 'fallback'],
    ['puts a lost code back at the end', 'one two.<1/>', 'uno dos.', 'uno dos.<1/>', 'fallback'],
    ['leaves the text of a lost pair unformatted', 'a <1>b</1> c', 'a b c', 'a b c', 'fallback'],
    [
      'restores a superscript around its note mark',
      'a<1><2/></1> b',
      'x<2/> y',
      'x<1><2/></1> y',
      'repaired',
    ],
    ['puts a lost superscript note mark back whole', 'a<1><2/></1> b', 'x y', 'x<1><2/></1> y', 'fallback'],
    [
      'finds words where no spaces are written',
      'two words<1/> here now',
      '今天我们去公园',
      '今天我们<1/>去公园',
      'fallback',
    ],
  ] as const)('%s', (_what, source, answer, text, outcome) => {
    expect(repairCodes(source, answer)).toEqual({ text, outcome });
  });
});
