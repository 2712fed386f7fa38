import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitName } from '../../renderer/ui/middle-ellipsis.ts';

describe('middle ellipsis', () => {
  it('keeps the extension and the words just before it', () => {
    expect(splitName('terms and conditions final v3.docx')).toEqual({
      head: 'terms and conditions ',
      tail: 'final v3.docx',
    });
    expect(splitName('supply_agreement_2026_signed.docx').tail).toBe('signed.docx');
    expect(splitName('Donaudampfschifffahrtsgesellschaft.docx').tail).toBe('schaft.docx');
  });

  it('starts the tail with a letter, not with a space', () => {
    expect(splitName('a long report 12345.txt').tail).toBe('12345.txt');
  });

  it('does not take a sentence after a dot for an extension', () => {
    expect(splitName('No. of visitors in the year').tail).toBe('the year');
  });

  it('does not tear a grapheme', () => {
    expect(splitName('familie👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦.txt').tail).toBe('👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦.txt');
  });

  it('never loses a character of any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const { head, tail } = splitName(name);
        expect(head + tail).toBe(name);
      }),
    );
  });
});
