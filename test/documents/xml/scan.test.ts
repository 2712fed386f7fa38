import { describe, expect, it } from 'vitest';
import { applyEdits, inPlaceOrder, sliceWithEdits } from '../../../service/documents/shared/spans.ts';
import { attributeSpan, escapeXml, rawName, scanXml } from '../../../service/documents/xml/scan.ts';
import { refusalCode } from '../support/refusal.ts';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

function tags(source: string): string[] {
  const seen: string[] = [];
  scanXml(source, 'test', {
    open: (tag) => seen.push(`${tag.name} ${source.slice(tag.start, tag.end)}`),
    close: (tag) => seen.push(`/${tag.name} ${source.slice(tag.start, tag.end)}`),
    text: (text) => seen.push(`text ${text}`),
  });
  return seen;
}

describe('scanning XML', () => {
  it('reports the place of each tag, also after a byte order mark, astral characters and CRLF', () => {
    expect(
      tags(`\ufeff<?xml version="1.0"?>\r\n<a x='>'>😀\r\n<b/>&amp;<!-- <c> --><![CDATA[<d>]]></a >`),
    ).toEqual([`a <a x='>'>`, 'text 😀\n', 'b <b/>', '/b ', 'text &', 'text <d>', '/a </a >']);
  });

  it('names elements and attributes by namespace, whatever the prefix, strict or transitional', () => {
    for (const uri of [W, 'http://purl.oclc.org/ooxml/wordprocessingml/main']) {
      const seen: (string | undefined)[] = [];
      scanXml(`<x:p xmlns:x="${uri}" x:val="1" val="2"/>`, 'test', {
        open: (tag) =>
          seen.push(tag.name, tag.attribute('w:val'), tag.attribute('val'), tag.attribute('w:no')),
      });
      expect(seen).toEqual(['w:p', '1', '2', undefined]);
    }
  });

  it('refuses a DOCTYPE, what is not well-formed, and absurd nesting', async () => {
    const scan = (source: string) => refusalCode(() => scanXml(source, 'test', {}));
    expect(await scan('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')).toBe('hostile_file');
    for (const broken of [
      '',
      '<a>',
      '<a></b>',
      '<a b=c/>',
      '<a>&nbsp;</a>',
      '<a/><b/>',
      '<x:a/>',
      '<a>\u0001</a>',
    ]) {
      expect(await scan(broken), broken).toBe('damaged_file');
    }
    expect(await scan('<a>'.repeat(256) + '</a>'.repeat(256))).toBeUndefined();
    expect(await scan('<a>'.repeat(257) + '</a>'.repeat(257))).toBe('hostile_file');
  });

  it('finds the value of an attribute within its tag only', () => {
    const source = `<a y='"' x:v = "one" v="two"/><b z="3"/>`;
    const tag = { start: 0, end: source.indexOf('/>') + 2 };
    const span = attributeSpan(source, tag, 'v')!;
    expect(source.slice(span.start, span.end)).toBe('two');
    expect(attributeSpan(source, tag, 'z')).toBeUndefined();
    expect(rawName(source, 0)).toBe('a');
  });

  it('escapes text so that any parser reads it back, and leaves out what XML cannot hold', () => {
    expect(escapeXml('a<b>&"\r\u0000\u0007\ud800\ufffe😀\t\n')).toBe('a&lt;b&gt;&amp;&quot;&#13;😀\t\n');
  });
});

describe('applying edits', () => {
  it('applies them in any order and keeps insertions at one place in theirs', () => {
    const edits = [
      { start: 4, end: 5, text: 'E' },
      { start: 1, end: 1, text: 'x' },
      { start: 1, end: 1, text: 'y' },
      { start: 1, end: 3, text: '' },
    ];
    expect(applyEdits('abcdef', edits)).toBe('axydEf');
    expect(sliceWithEdits('abcdef', inPlaceOrder(edits), 3, 6)).toBe('dEf');
  });

  it('refuses edits that overlap', () => {
    expect(() =>
      applyEdits('abcdef', [
        { start: 0, end: 3, text: '' },
        { start: 2, end: 4, text: '' },
      ]),
    ).toThrow(/Overlapping/);
  });
});
