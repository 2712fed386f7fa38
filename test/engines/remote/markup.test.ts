import { describe, expect, it } from 'vitest';
import { decodeMarkup, encodeMarkup } from '../../../service/engines/remote/markup.ts';

const XML = { pair: 'g', standalone: 'x', xml: true };
const HTML = { pair: 'span', standalone: 'img', xml: false };

describe('inline codes as markup', () => {
  it.each([XML, HTML])('come back as they went, with text that looks like markup: %o', (names) => {
    const coded = 'a &amp; b &lt;g&gt; <1>bold <2>both</2></1> c<3/>d “é” 漢字';
    expect(decodeMarkup(encodeMarkup(coded, names), names)).toBe(coded);
  });

  it('are written as XML or HTML has them', () => {
    expect(encodeMarkup('<1>a</1><2/>', XML)).toBe('<g id="1">a</g><x id="2"/>');
    expect(encodeMarkup('<1>a</1><2/>', HTML)).toBe('<span id="1">a</span><img id="2">');
  });

  it('are read however the engine writes them, and nothing else is a code', () => {
    expect(decodeMarkup('<SPAN id=\'1\' >a</SPAN><img src="x" id=2 /> <b>c</b>', HTML)).toBe(
      '<1>a</1><2/> &lt;b&gt;c&lt;/b&gt;',
    );
  });

  it('that the engine left open are closed, and those it closed twice are not', () => {
    expect(decodeMarkup('<g id="1">a', XML)).toBe('<1>a</1>');
    expect(decodeMarkup('a</g> b', XML)).toBe('a b');
  });

  it('survive a server that resolves entities before it answers', () => {
    expect(decodeMarkup('a & b < c <span id="1">d</span>', HTML)).toBe('a &amp; b &lt; c <1>d</1>');
  });

  it('go without characters that XML has no place for', () => {
    expect(encodeMarkup('a\u0001b\ud800c', XML)).toBe('abc');
  });
});
