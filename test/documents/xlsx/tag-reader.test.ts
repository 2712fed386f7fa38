import { describe, expect, it } from 'vitest';
import { TagReader } from '../../../service/documents/xlsx/tag-reader.ts';
import { refusalCode } from '../support/refusal.ts';

function walk(xml: string): string[] {
  const tags = new TagReader(xml, '/part.xml');
  const seen: string[] = [];
  while (tags.next()) seen.push(`${tags.closing ? '/' : ''}${tags.name}${tags.selfClosing ? '/' : ''}`);
  return seen;
}

describe('the walk over tags', () => {
  it('sees tags and nothing in comments, CDATA and instructions', () => {
    const xml = '<?xml version="1.0"?><!-- <no> --><x:a><![CDATA[<no>]]><b/>text</x:a>\n';
    expect(walk(xml)).toEqual(['a', 'b/', '/a']);
  });

  it('finds the end of a tag behind a > in an attribute', () => {
    expect(walk(`<a b="x > y" c='"/>'><d e="/"/></a>`)).toEqual(['a', 'd/', '/a']);
  });

  it('reads attributes by their whole name, however they are spaced and quoted', () => {
    const tags = new TagReader(`<c  xr="9"\n r = 'B2'  t="s">`, '/part.xml');
    tags.next();
    expect(tags.attribute('r')).toBe('B2');
    expect(tags.attribute('t')).toBe('s');
    expect(tags.attribute('q')).toBeUndefined();
  });

  it('skips an element with all that is in it', () => {
    const tags = new TagReader('<a><b><b/><c></c></b><d/></a>', '/part.xml');
    tags.next();
    tags.next();
    tags.skipElement();
    tags.next();
    expect(tags.name).toBe('d');
  });

  it.each([
    ['damaged_file', '<a><b></a></b>'],
    ['damaged_file', '<a><b>'],
    ['damaged_file', '<a b="'],
    ['damaged_file', '<a><!-- '],
    ['damaged_file', 'no tags at all'],
    ['hostile_file', '<!DOCTYPE a [<!ENTITY x "y">]><a/>'],
    ['hostile_file', '<a>'.repeat(1_000)],
  ])('refuses as %s: %s', async (code, xml) => {
    expect(await refusalCode(() => walk(xml))).toBe(code);
  });
});
