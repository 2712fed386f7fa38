import { describe, expect, it } from 'vitest';
import { codeInlines } from '../../../service/documents/inlines/code-inlines.ts';
import type { Inline } from '../../../service/documents/inlines/code-inlines.ts';
import { renderTarget } from '../../../service/documents/inlines/render-target.ts';

const text = (shown: string, format = ''): Inline<string> => ({
  kind: 'text',
  text: shown,
  format,
  at: format,
});
const inlines: Inline<string>[] = [
  text('Read '),
  { kind: 'marker', at: '{mark}' },
  { kind: 'group', at: 'a', children: [text('the whole '), text('bold', 'b')] },
  text(' page'),
  { kind: 'standalone', at: '{br}', isWall: true },
  text('now'),
];

function rendered(target: string, source = inlines): string {
  return renderTarget(target, codeInlines(source)!, {
    showsSpace: true,
    text: (shown, { format }) => (format === '' ? shown : `<${format}:${shown}>`),
    standalone: (at) => at,
    marker: (at) => at,
    open: (code) => (code.kind === 'group' ? `<${code.group.at}>` : ''),
    close: (code) => (code.kind === 'group' ? `</${code.group.at}>` : ''),
  });
}

describe('a target as its format writes it', () => {
  it('is the source where it says the same', () => {
    expect(codeInlines(inlines)!.text).toBe('Read <1>the whole <2>bold</2></1> page<3/>now');
    expect(rendered('Read <1>the whole <2>bold</2></1> page<3/>now')).toBe(
      'Read {mark}<a>the whole <b:bold></a> page{br}now',
    );
  });

  it('has each code where the target has it', () => {
    expect(rendered('<1>Die <2>fette</2></1> Seite<3/>lesen')).toBe(
      '{mark}<a>Die <b:fette></a> Seite{br}lesen',
    );
  });

  it('has space that left a format in that format, not in the commonest one', () => {
    const source = [text('of ', 'u'), text('ODF', 'b'), text(' and a long text with a line through it', 's')];
    expect(codeInlines(source)!.text).toBe('<1>of </1><2>ODF</2> and a long text with a line through it');
    expect(rendered('<1>de</1> <2>ODF</2> y un texto', source)).toBe('<u:de><u: ><b:ODF><s: y un texto>');
    // Not in a link that has ended.
    const link: Inline<string>[] = [{ kind: 'group', at: 'a', children: [text('one ')] }, text('ODF', 'b')];
    expect(rendered('<1>uno</1> <2>ODF</2>', [...link, text(' and more', 's')])).toMatch(/^<a>uno<\/a><s: >/);
  });

  it('keeps links, breaks and marks that the target lost', () => {
    const all = rendered('Alles weg');
    for (const kept of ['{mark}', '<a>', '</a>', '{br}', 'Alles', 'weg']) expect(all).toContain(kept);
  });
});
