import { describe, expect, it } from 'vitest';
import { formatOptionsOf } from '../../service/cli/format-options.ts';

const optionsOf = (...given: Parameters<typeof formatOptionsOf>) =>
  JSON.parse(formatOptionsOf(...given) ?? 'null') as unknown;

describe('the options of a format on the command line', () => {
  it('are JSON where they can be read as it, else text', () => {
    expect(
      optionsOf({ option: ['escape_formulas=false', 'po.mark=fuzzy', 'include=["notes"]', 'a=b=c'] }),
    ).toEqual({
      escape_formulas: false,
      'po.mark': 'fuzzy',
      include: ['notes'],
      a: 'b=c',
    });
    expect(formatOptionsOf({ option: [] })).toBeUndefined();
  });

  it('are lists of names where the option is a list', () => {
    expect(optionsOf({ option: ['include=notes, alt_text', 'columns=B,C', 'into=D'] })).toEqual({
      include: ['notes', 'alt_text'],
      columns: ['B', 'C'],
      into: ['D'],
    });
    expect(optionsOf({ option: ['columns=all', 'include=notes,pictures'] })).toEqual({
      columns: 'all',
      include: 'notes,pictures',
    });
  });

  it('name columns by a list, or by a word', () => {
    expect(optionsOf({ columns: 'B, Description' })).toEqual({ columns: ['B', 'Description'] });
    expect(optionsOf({ columns: 'all' })).toEqual({ columns: 'all' });
    expect(optionsOf({ columns: 'C' })).toEqual({ columns: ['C'] });
  });

  it('without a value are refused in words', () => {
    expect(() => formatOptionsOf({ option: ['columns'] })).toThrow('Write it as --option NAME=VALUE');
  });
});
