import { describe, expect, it } from 'vitest';
import { notationsIn } from '../../../service/documents/markup/text-notations.ts';
import type { Notation } from '../../../service/documents/markup/text-notations.ts';
import { messageText } from '../../../service/documents/messages/message-text.ts';
import { expectLinear } from '../../support/linear.ts';

function coded(raw: string, notations: readonly Notation[] = [], isEscaped = false): string | undefined {
  return messageText(raw, { notations, isEscaped })?.segment.text;
}

describe('marks in a text of a program', () => {
  it.each([
    ['The <color=red>red</color> house', 'The <1>red</1> house'],
    ['<size=20>Open</size> it now', '<1>Open</1> it now'],
    ['The {color=#f00}red{/color} {b}house{/b}', 'The <1>red</1> <2>house</2>'],
    ['The {color} of {b}', 'The {color} of {b}'],
    ['The §lred§r house', 'The <1/>red<2/> house'],
    ['§aThe house', 'The house'],
    ['The |cff00ff00red|r house|room', 'The <1/>red<2/> house|room'],
  ])('of games are codes: %s', (raw, text) => {
    expect(coded(raw)).toBe(text);
  });

  it('are tags if they are written with references in XML', () => {
    const raw = 'The &lt;b&gt;red&lt;/b&gt; &lt;a href=&quot;x&quot;&gt;house&lt;/a&gt; &lt; 3';
    expect(coded(raw, [], true)).toBe('The <1>red</1> <2>house</2> &amp;lt; 3');
    expect(messageText(raw, { isEscaped: true })?.write('La <2>casa</2> <1>roja</1>')).toBe(
      'La &lt;a href=&quot;x&quot;&gt;casa&lt;/a&gt; &lt;b&gt;roja&lt;/b&gt;',
    );
  });

  it.each<[Notation, string, string]>([
    ['rest', 'Open :doc:`the page </usage/house>` first', 'Open <1>the page</1> first'],
    ['rest', 'Read `the house <https://example.org>`_ or :ref:`label`', 'Read <1>the house</1> or <2/>'],
    [
      'rest',
      'Click :guilabel:`Save` in |version|, ``code`` is **red**',
      'Click <1>Save</1> in <2/>, <3/> is <4>red</4>',
    ],
    [
      'asciidoc',
      'xref:house.adoc[the house] and <<garden,the garden>>',
      '<1>the house</1> and <2>the garden</2>',
    ],
    [
      'asciidoc',
      'See linkgit:git-log[1], https://example.org[there] or <<id>>',
      'See <1/>, <2>there</2> or <3/>',
    ],
  ])('of %s are codes around what readers see: %s', (notation, raw, text) => {
    expect(coded(raw, [notation])).toBe(text);
    expect(messageText(raw, { notations: [notation] })?.write(text)).toBe(raw);
  });

  it('are of a notation that the file shows, and of none in prose', () => {
    expect(notationsIn(['Open :doc:`it </x>`', 'Red'])).toEqual(['rest']);
    expect(notationsIn(['See link:https://example.org/a[it]'])).toEqual(['asciidoc']);
    expect(notationsIn(['Use `code`, |a| and **b**', 'a [b] is: c[0], note: [d] > e'])).toEqual([]);
  });

  it.each(['|a| ', ':doc:`a', '`a <', '<<a,', 'xref:a[', '**a', '&lt;b', '{b}{/b}'])(
    'are found in linear time: %s',
    async (part) => {
      await expectLinear(
        (n) => part.repeat(n),
        (text) => coded(text, ['rest', 'asciidoc'], true),
        500,
      );
    },
  );
});
