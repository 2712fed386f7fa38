import { describe, expect, it } from 'vitest';
import { compileGlossary } from '../../service/text/glossary.ts';
import { prepareSegment } from '../../service/text/prepare.ts';

const options = { from: 'en', lockedTerms: compileGlossary([]), inlineCodes: true };

describe('a segment on its way to an engine', () => {
  it('is asked where a break parts words that would read as one code without it', () => {
    expect(prepareSegment('www.example.org<1/>Telephone', options).questions).not.toEqual([]);
    expect(prepareSegment('end.<1/>boat', options).questions).not.toEqual([]);
  });

  it('is copied where there is nothing for a translator in it', () => {
    expect(prepareSegment('www.example.org<1/>', options).questions).toEqual([]);
    expect(prepareSegment('<1>42</1>', options).questions).toEqual([]);
  });

  it('has its words parted where a break was, for an engine that sees no codes', () => {
    const { questions } = prepareSegment('The end.<1/>A new boat', { ...options, inlineCodes: false });
    expect(questions).toEqual(['The end. A new boat']);
  });
});
