import { describe, expect, it } from 'vitest';
import { createSegmentTexts } from '../../service/worker/text/segment-texts.ts';
import type { ChunkTexts, Finished, FinishedText } from '../../service/worker/text/segment-texts.ts';

const CHUNK: ChunkTexts = {
  segments: [
    { text: 'See <1>the harbour</1> at {time}.' },
    { text: '12.5' },
    { text: 'One\t<1/>two', rules: { walls: [1] } },
    { text: 'The boat is white.' },
  ],
  from: 'en',
  to: 'es',
  inlineCodes: true,
  glossary: JSON.stringify([{ term: 'boat', translation: 'barca' }]),
  lockTerms: true,
};

function answersOf(questions: readonly (readonly { text: string }[])[]): string[][] {
  return questions.map((own) => own.map(({ text }) => text.toUpperCase()));
}

function targetsOf(finished: Finished): FinishedText[] {
  return 'targets' in finished ? finished.targets : [];
}

describe('the texts of a chunk', () => {
  it('are finished alike whether this thread has prepared them or not', () => {
    const texts = createSegmentTexts();
    const answers = answersOf(texts.prepare(CHUNK));
    const here = targetsOf(texts.finish(CHUNK, answers));
    expect(here.map(({ origin }) => origin)).toEqual(['engine', 'copied', 'engine', 'engine']);
    expect(here[3]!.text).toContain('barca');
    expect(targetsOf(texts.finish(CHUNK, answers))).toEqual(here);
    expect(targetsOf(createSegmentTexts().finish(CHUNK, answers))).toEqual(here);
  });

  it('are kept apart where another job prepares the same ones otherwise', () => {
    const texts = createSegmentTexts();
    const without: ChunkTexts = { ...CHUNK, glossary: '[]', lockTerms: false };
    const mine = answersOf(texts.prepare(CHUNK));
    const theirs = answersOf(texts.prepare(without));
    expect(targetsOf(texts.finish(CHUNK, mine))[3]!.text).toContain('barca');
    expect(targetsOf(texts.finish(without, theirs))[3]!.text).toBe('THE BOAT IS WHITE.');
  });
});
