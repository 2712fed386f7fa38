import { describe, expect, it } from 'vitest';
import { cutByShares } from '../../../service/documents/inlines/cut.ts';
import { IS_LONG } from '../../support/effort.ts';
import { expectLinear } from '../../support/linear.ts';
import { translatedBody } from '../support/docx.ts';

const words = (share: number) => ({ share, hasWords: true });
const signs = (share: number) => ({ share, hasWords: false });
const divide = (text: string, stretches: Parameters<typeof cutByShares>[1]) => {
  const cuts = cutByShares(text, stretches);
  return cuts.map((end, index) => text.slice(cuts[index - 1] ?? 0, end));
};

describe('dividing a text by shares', () => {
  it('cuts at the ends of words nearest to the shares', () => {
    const pieces = divide('Siehe Kapitel zwei.', [words(0.3), words(0.7), words(1)]);
    expect(pieces).toEqual(['Siehe', ' Kapitel', ' zwei.']);
  });

  it('leaves a word to every stretch that had one, however small its share', () => {
    expect(divide('Siehe Kapitel 4 unten', [words(0.78), words(0.8), words(1)])).toEqual([
      'Siehe Kapitel',
      ' 4',
      ' unten',
    ]);
    expect(divide('Siehe Kapitel 4', [words(0.97), words(1)])).toEqual(['Siehe Kapitel', ' 4']);
    expect(divide('参见第四章', [words(0.5), words(0.52), words(1)])).toEqual(['参见第', '四', '章']);
  });

  it('leaves a word before the last stretch too in scripts without spaces', () => {
    expect(divide('这是一个测试', [words(0.95), words(1)])).toEqual(['这是一个测', '试']);
    expect(divide('看𠀀', [words(0.9), words(1)])).toEqual(['看', '𠀀']);
    expect(
      divide('用 Word 写。', [words(0.5), words(0.99), words(1)]).every((piece) => piece.trim() !== ''),
    ).toBe(true);
  });

  if (IS_LONG)
    it('divides a text of few endless words among many stretches in time in proportion to the text', async () => {
      const of = (n: number) => `${'x'.repeat(n)} ${'y'.repeat(n)}`;
      const stretches = Array.from({ length: 500 }, (_, i) => words((i + 1) / 500));
      await expectLinear(of, (text) => void divide(text, stretches), 20_000);
    });

  it('divides a text of one endless word in no time', () => {
    const text = `${'x'.repeat(300_000)} y`;
    expect(divide(text, [words(0.9), words(0.99), words(1)]).join('')).toBe(text);
  });

  it('takes no word from a stretch for one that had only signs', () => {
    expect(divide('Siehe 4.', [words(4 / 6), words(5 / 6), signs(1)])).toEqual(['Siehe', ' 4.', '']);
  });

  it('loses nothing where there are fewer words than stretches', () => {
    expect(divide('Wort', [words(0.3), words(0.6), words(1)]).join('')).toBe('Wort');
    expect(divide('', [words(0.3), words(1)])).toEqual(['', '']);
  });
});

describe('a bookmark around a number', () => {
  const run = (text: string, bold = '') => `<w:r>${bold}<w:t xml:space="preserve">${text}</w:t></w:r>`;
  const start = '<w:bookmarkStart w:id="1" w:name="x"/>';
  const end = '<w:bookmarkEnd w:id="1"/>';
  const sentence = run('See the chapter numbered ') + start + run('4') + end + run(' in the annex');

  it.each([
    ['in place', sentence, 'Zu lesen ist Kapitel 4 im angehängten Teil'],
    [
      'laid out anew',
      sentence + run('now', '<w:rPr><w:b/></w:rPr>'),
      'Zu lesen ist Kapitel 4 im angehängten <1>Teil</1>.',
    ],
  ])('keeps a word: %s', async (_, content, target) => {
    const translated = await translatedBody(`<w:p>${content}</w:p>`, [target]);
    const inside = translated.slice(translated.indexOf(start), translated.indexOf(end));
    expect(inside).toMatch(/<w:t[^>]*>[^<]*\S[^<]*<\/w:t>/);
  });
});
