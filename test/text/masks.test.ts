import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeText, formatCoded, parseCoded, plainText } from '../../service/text/codes.ts';
import { compileGlossary } from '../../service/text/glossary.ts';
import { unlock } from '../../service/text/locks.ts';
import { mask, maskDivided } from '../../service/text/masks.ts';
import { nest } from '../../service/text/pair-runs.ts';
import { nameSpans } from '../../service/text/names.ts';
import { codedSource } from './coded-arbitraries.ts';
import { PROPERTY_RUNS } from '../support/effort.ts';

describe('the name of a thing', () => {
  it.each([
    ['See AB-CD1 here', ['AB-CD1']],
    ['n/a or I/O', ['n/a', 'I/O']],
    ['Parts 3-3A and 12b', ['3-3A', '12b']],
    ['(iv) or b) of it', ['(iv)', 'b)']],
    ['a) The first', ['a)']],
    ['A. The first', ['A.']],
    ['Option B', ['B']],
    ['The .NET and C++ of C#', ['.NET', 'C++', 'C#']],
    ['From A$ 20 to US$50', ['A$', 'US$']],
    ['Use a 10 A fuse or at most 2.5 A in it', ['A', 'A']],
    ['Chapter 1 A new approach, founded in 1999 A company, in room 10 A man', []],
    ['If (s)he agrees with item (s)', ['(s)']],
    ['16 A socket', ['A']],
    ['1 A new approach', []],
    ['Group a and group b, see table a. Then', ['a', 'a']],
    ['Buy a house, type a name, join a group a friend has', []],
    ['The a-b line, x<y', ['a-b', 'x<y']],
    ["Y a-t-il l'a-propos", []],
    ['El s-a născut și n-a mai plecat, v-o spun', []],
    ['Au 19e siècle, 2e étage, à 8h, 3,5e', []],
    ['II. The second part of Chapter IV and Part VI', ['II.', 'IV', 'VI']],
    ['MIX DI VI, I am XL', []],
    ['A: The price. Q: Why', ['A:', 'Q:']],
    ['3.a The first; SKU: CAR-BLU-XL, a STATE-OF-THE-ART car', ['3.a', 'CAR-BLU-XL']],
    ['A USB-A plug, vitamin-A', ['USB-A', 'A']],
    ['5 km² or cm³, m/s², H₂O, CO₂', ['km²', 'cm³', 'm/s²', 'H₂O', 'CO₂']],
    ['The house² and the car¹.', ['²', '¹']],
    ['A list and/or a letter. Then (more) of it; 5.5, the 1990s.', []],
  ])('%j', (text, expected) => {
    expect(nameSpans(text, 'en').map(({ start, end }) => text.slice(start, end))).toEqual(expected);
  });
});

describe('mask and unlock', () => {
  it('give every segment back as it was', () => {
    const piece = fc.constantFrom(
      'https://a.b/c',
      '{{x}}',
      '%s',
      ' word ',
      'a@b.org',
      '<i>',
      '`c`',
      '&',
      '\n',
    );
    fc.assert(
      fc.property(codedSource, fc.array(piece), (coded, pieces) => {
        const text = coded + escapeText(pieces.join(' '));
        const masked = mask(text);
        expect(unlock(masked.text, masked.held)).toBe(text);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  it('hide what is masked behind ids above those of the segment', () => {
    const { text, held } = mask('<1>Go</1> to https://a.b<2/>');
    expect(text).toBe('<1>Go</1> to <3/><2/>');
    expect([...held]).toEqual([[3, [{ kind: 'text', text: 'https://a.b' }]]]);
  });

  it.each([
    ['Buy a 3D printer now', 'Buy a 3D printer now'],
    ['Buy a 3D model now', 'Buy a <1/> model now'],
    ['A <1>3D</1> printer and <2/> an I/O error', 'A <1>3D</1> printer and <2/> an I/O error'],
    ['I/O error of server.conf or I/O', 'I/O error of <1/> or <2/>'],
    ['It is N/A in package.json', 'It is N/A in <1/>'],
  ])('leave a name in a glossary term to the glossary: %s', (text, masked) => {
    const glossary = compileGlossary(
      ['3D printer', 'I/O error', 'server', 'N/A'].map((term) => ({ term, translation: 'x' })),
    );
    expect(mask(text, 0, { glossary }).text).toBe(masked);
  });

  it('put text with signs of markup back escaped', () => {
    const { text, held } = mask('Use &lt;br&gt; here');
    expect(plainText(text)).toBe('Use  here');
    expect(unlock(text, held)).toBe('Use &lt;br&gt; here');
  });
});

describe('texts divided by codes', () => {
  it.each([
    ['Use &lt;<1>name</1>&gt; now', 'Use <2/> now'],
    ['Use &lt;na<1>me</1>&gt; now', 'Use <2/> now'],
    ['Use <1>&lt;b</1>&gt; now', 'Use <2/> now'],
    ['Hello {<1>first</1> or {na<2>me</2>}', 'Hello {<1>first</1> or <3/>'],
    ['&lt;p a="<1>b</1><2>c</2>"&gt; it', '<3/> it'],
    ['Use &lt;na<1>me&gt; it</1>', 'Use <2/><1><3/> it</1>'],
    ['<1>Use &lt;na</1>me&gt; it', '<1>Use <2/></1><3/> it'],
    ['Use &lt;name&gt; <1>it</1>', 'Use &lt;name&gt; <1>it</1>'],
    ['See <1>www.a.org</1>(b}', 'See <1>www.a.org</1>(b}'],
    ['{na<1/>me} it', '{na<1/>me} it'],
  ])('%j is hidden whole: %j', (text, expected) => {
    const masked = maskDivided(text);
    expect(masked.text).toBe(expected);
    expect(unlock(masked.text, masked.held)).toBe(text);
  });

  it('comes back as it was in every segment', () => {
    const piece = fc.constantFrom(
      '&lt;',
      '&gt;',
      '{',
      '}',
      'ab',
      ' ',
      '`',
      '<7>',
      '</7>',
      '<8>',
      '</8>',
      '<9/>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = formatCoded(nest(parseCoded(pieces.join(''))));
        const { text: masked, held } = maskDivided(text);
        expect(unlock(masked, held)).toBe(text);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });
});
