import { describe, expect, it } from 'vitest';
import { createSplitter, gapIn, placesAfter, sentenceAt } from '../../renderer/lib/sentences.ts';

const TEXT = 'Mr. Hill met Dr. A. Sea. Was it late?  Yes!\n\n  The ship left.\nA heading\n';

describe('the sentences of a text', () => {
  const split = createSplitter('en')(TEXT);

  it('end with the sentence or the line, not with an abbreviation', () => {
    expect(split.sentences.map(({ text }) => text)).toEqual([
      'Mr. Hill met Dr. A. Sea.',
      'Was it late?',
      'Yes!',
      'The ship left.',
      'A heading',
    ]);
  });

  it('are the text again together with the text between them, at their places', () => {
    expect(split.sentences.map(({ gap, text }) => gap + text).join('') + split.rest).toBe(TEXT);
    for (const { start, text } of split.sentences) expect(TEXT.slice(start, start + text.length)).toBe(text);
  });

  it('are split as other languages end them', () => {
    const { sentences } = createSplitter('ja')('灯台は古い。海は青い。');
    expect(sentences.map(({ text }) => text)).toEqual(['灯台は古い。', '海は青い。']);
  });

  it('are found by a place in the text', () => {
    expect(sentenceAt(split.sentences, TEXT.indexOf('late'))).toBe(1);
    expect(sentenceAt([], 0)).toBe(-1);
  });

  it('are the same when they are split once more after a change', () => {
    const splitter = createSplitter('en');
    splitter(TEXT);
    const changed = TEXT.replace('The ship left', 'No ship left');
    expect(splitter(changed)).toEqual(createSplitter('en')(changed));
  });
});

describe('the text between translations', () => {
  it('follows the target language, and keeps line breaks', () => {
    expect(gapIn('ja', ' ', false)).toBe('');
    expect(gapIn('en', '', false)).toBe(' ');
    expect(gapIn('ja', '\n\n', false)).toBe('\n\n');
    expect(gapIn('en', '', true)).toBe('');
  });
});

describe('translations while others are on their way', () => {
  const splitter = createSplitter('en');
  const before = splitter('One is here. Two is here. Three is here.').sentences;
  const shown = ['Eins.', 'Zwei.', 'Drei.'];
  const after = (text: string): (string | undefined)[] =>
    placesAfter(before, splitter(text).sentences, (index) => shown[index]);

  it('stay in their places around a changed sentence', () => {
    expect(after('One is here. Two was here. Three is here.')).toEqual(shown);
  });
  it('move along where one is put in or taken out before them', () => {
    expect(after('Zero is here. One is here. Two is here. Three is here.')).toEqual([undefined, ...shown]);
    expect(after('Two is here. Three is here.')).toEqual(['Zwei.', 'Drei.']);
  });
});
