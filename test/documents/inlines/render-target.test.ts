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

function rendered(target: string): string {
  return renderTarget(target, codeInlines(inlines)!, {
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

  it('keeps links, breaks and marks that the target lost', () => {
    const all = rendered('Alles weg');
    for (const kept of ['{mark}', '<a>', '</a>', '{br}', 'Alles', 'weg']) expect(all).toContain(kept);
  });
});
