import { describe, expect, it } from 'vitest';
import { readFragment } from '../../../service/documents/markup/fragment.ts';

const XML = { isXml: true, vocabulary: 'none' } as const;

describe('fragments of markup', () => {
  it('of HTML are texts and back', () => {
    const fragment = readFragment('Hello <b>big</b> world<br/>and <i>all</i>');
    expect(fragment.segments.map(({ text }) => text)).toEqual(['Hello <1>big</1> world<2/>and <3>all</3>']);
    expect(fragment.write(['Hallo <1>große</1> Welt<2/>und <3>alle</3>']).text).toBe(
      'Hallo <b>große</b> Welt<br/>und <i>alle</i>',
    );
  });

  it('of XML: an element is part of a sentence where there are words beside it', () => {
    const fragment = readFragment(
      '<doc><p>Press <key/> or <ui>Stop</ui> now</p><note>Take care</note></doc>',
      XML,
    );
    expect(fragment.segments.map(({ text }) => text)).toEqual(['Press <1/> or <2>Stop</2> now', 'Take care']);
    expect(fragment.write(['<2>Halt</2> & <1/> <9>x</9>', null]).text).toBe(
      '<doc><p><ui>Halt</ui> &amp; <key/> x</p><note>Take care</note></doc>',
    );
  });

  it('of XML have no elements of HTML, whatever their names', () => {
    const text =
      '<doc><meta>Part <b>one</b></meta><title>A <i>red</i> house</title><source>Open</source>' +
      '<p>Outer <p>inner</p> again</p><style>Bold <em>words</em></style><svg>A drawing<p>of it</p></svg></doc>';
    const fragment = readFragment(text, XML);
    expect(fragment.segments.map(({ text: coded }) => coded)).toEqual([
      'Part <1>one</1>',
      'A <1>red</1> house',
      'Open',
      'Outer <1>inner</1> again',
      'Bold <1>words</1>',
      'A drawing<1>of it</1>',
    ]);
    const same = fragment.segments.map(({ text: coded }) => coded);
    expect(fragment.write(same)).toEqual({ text, kept: [] });
  });

  it('keep ignored elements, and split at the given ones', () => {
    const options = { ...XML, ignored: new Set(['x']), splitting: new Set(['s']) };
    const { segments } = readFragment('Say <x id="7">name</x> here<s>Now</s>', options);
    expect(segments.map(({ text }) => text)).toEqual(['Say <1/> here', 'Now']);
  });
});
