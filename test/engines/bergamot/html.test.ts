import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeHtml, encodeHtml } from '../../../service/engines/bergamot/html.ts';
import { codedSource } from '../../text/coded-arbitraries.ts';

describe('coded text as HTML for the neural engine', () => {
  it('carries pairs and standalone codes by tags of its inline list', () => {
    expect(encodeHtml('Read <1>this</1> now<2/>.', 'en').html).toBe(
      'Read <b id="1">this</b> now<img id="2">.',
    );
  });

  it('shows the text behind a code, and gets the code back', () => {
    const { html, gaps } = encodeHtml('Call <3/> now', 'en', new Map([[3, '{{name}} & co']]));
    expect(html).toBe('Call <var id="3">{{name}} &amp; co</var> now');
    expect(decodeHtml('Llame a <var id="3">{{name}} &amp; co</var> ahora', gaps)).toBe('Llame a <3/> ahora');
  });

  it('gives the engine one sentence a line and puts the spaces between them back', () => {
    const { html, gaps } = encodeHtml('Dr. Smith came.  He <1>left. Then</1> rain.\nOut', 'en');
    expect(html).toBe('Dr. Smith came.\nHe <b id="1">left.\nThen</b> rain.\nOut');
    expect(gaps).toEqual(['  ', ' ', '\n']);
    expect(decodeHtml(html, gaps)).toBe('Dr. Smith came.  He <1>left. Then</1> rain.\nOut');
  });

  it('cuts a sentence that is too long for the engine without losing a letter', () => {
    const text = `${'much, '.repeat(400)}${'字'.repeat(3_000)}`;
    const { html, gaps } = encodeHtml(text, 'en');
    expect(Math.max(...html.split('\n').map((line) => line.length))).toBeLessThanOrEqual(480);
    expect(decodeHtml(html, gaps)).toBe(text);
  });

  it('never shows the engine a bare &, < or > of the text', () => {
    const { html, gaps } = encodeHtml('a &lt;b&gt; &amp; "c"', 'en');
    expect(html).toBe('a &lt;b&gt; &amp; &quot;c&quot;');
    expect(decodeHtml(html, gaps)).toBe('a &lt;b&gt; &amp; "c"');
  });

  it('leaves out what no engine can carry: control characters, noncharacters, halves of letters', () => {
    expect(encodeHtml('a\u0000b\uffffc\ud800d😀', 'en').html).toBe('abcd😀');
  });

  it('closes what an answer left open and reads a doubled lock once', () => {
    expect(decodeHtml('<b id="1">x <var id="2">y</var> <var id="2">y</var>', [])).toBe('<1>x <2/> </1>');
  });

  it('comes back as it was where the engine changes nothing', () => {
    fc.assert(
      fc.property(codedSource, (coded) => {
        const { html, gaps } = encodeHtml(coded, 'en');
        expect(decodeHtml(html, gaps)).toBe(coded);
      }),
    );
  });
});
