import { describe, expect, it } from 'vitest';
import { FORMATS, makeInput, sourcesIn } from './inputs.ts';
import { faultIn } from './judge.ts';
import type { Translation } from './judge.ts';
import { fuzzFilters } from './run.ts';
import { fuzzService } from './service.ts';
import { IS_LONG } from '../support/effort.ts';
import { sharedFolder } from '../support/shared.ts';
import { entryOf, writeEntries } from '../support/zip.ts';

const sources = sourcesIn(sharedFolder('corpus'));
/** `npm run test:fuzz` makes thousands of each; these are its first. */
const INPUTS = IS_LONG ? 150 : 20;
const SERVED = IS_LONG ? 8 : 2;

describe('damaged files', () => {
  it.each(FORMATS)('are translated rightly or refused with a reason: %s', async (format) => {
    const tally = await fuzzFilters({ format, files: sources[format], seed: 1, inputs: INPUTS });
    expect(tally.faults).toEqual([]);
    expect(tally.right).toBeGreaterThan(INPUTS / 10);
    expect(tally.refused.size).toBeGreaterThan(0);
  });

  it('do not harm the service, and leave nothing in its uploads', async () => {
    const runs = FORMATS.map((format) => ({ format, files: sources[format], seed: 1, inputs: SERVED }));
    const tally = await fuzzService(runs);
    expect(tally.faults).toEqual([]);
    expect(tally.right + tally.refusals()).toBe(SERVED * FORMATS.length);
  });

  it('are the same for the same seed', () => {
    const [file] = sourcesIn(undefined).docx;
    const make = (seed: number) => makeInput('docx', seed, [file!]);
    expect(make(7)).toEqual(make(7));
    expect(make(8).bytes.equals(make(7).bytes)).toBe(false);
  });
});

describe('the fuzzer finds', () => {
  const part = (text: string) => entryOf('word/document.xml', text);
  const other = entryOf('word/styles.xml', '<styles/>');
  const segments = [{ text: 'One' }, { text: 'Two' }];
  const right: Translation = {
    fileType: 'docx',
    source: writeEntries([part('<w>One Two</w>'), other]),
    segments,
    targets: ['Uno', 'Dos'],
    result: writeEntries([part('<w>Uno Dos</w>'), other]),
    found: [{ text: 'Uno' }, { text: 'Dos' }],
    warnings: [],
    isSimple: false,
  };
  const rule = (change: Partial<Translation>) => faultIn({ ...right, ...change })?.rule;

  it('nothing wrong in a faithful translation', () => expect(rule({})).toBeUndefined());
  it('a lost segment', () => expect(rule({ found: [{ text: 'Uno' }] })).toBe('segment_count'));
  it('a text that is not the translation', () =>
    expect(rule({ found: [{ text: 'Uno' }, { text: 'Two' }] })).toBe('text'));
  it('a lost entry', () => expect(rule({ result: writeEntries([part('<w>Uno Dos</w>')]) })).toBe('entries'));
  it('a part that is no XML any more', () =>
    expect(rule({ result: writeEntries([part('<w>Uno Dos'), other]) })).toBe('part'));
  it('a directory that cannot be read', () => expect(rule({ result: Buffer.from('PK') })).toBe('zip'));
  it('a change where nothing was translated', () =>
    expect(rule({ targets: ['One', null], found: segments })).toBe('identity'));
});
