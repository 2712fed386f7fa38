import { describe, expect, it } from 'vitest';
import { pptxFormat } from '../../../service/documents/pptx/pptx-format.ts';
import { openPackage } from '../../../service/documents/ooxml/package.ts';
import { deck, shape } from '../../support/ooxml.ts';
import type { DeckParts } from '../../support/ooxml.ts';

const WORDS = 'one two three four five six seven eight';
const text = (words: string) => `<a:p><a:r><a:t>${words}</a:t></a:r></a:p>`;
const box = (body: string, placeholder?: string) =>
  shape(text(WORDS), placeholder).replace('<a:bodyPr/>', `<a:bodyPr>${body}</a:bodyPr>`);
/** Length as a multiple of the source's. */
const grown = (times: number) => 'x'.repeat(Math.round(WORDS.length * times));

async function translated(tree: string, target: string, more: Partial<DeckParts> = {}, to = 'es') {
  const source = deck({ slides: [{ tree }], ...more });
  const { bytes, warnings } = await pptxFormat.assemble(source, [target], { from: 'en', to });
  const slide = openPackage(bytes).text('/ppt/slides/slide1.xml');
  return {
    autofit: /<a:normAutofit[^>]*>/.exec(slide)?.[0],
    warnings: warnings.map(({ code, count }) => [code, count]),
  };
}

describe('a box that shrinks its text', () => {
  it.each([
    ['', 1.05, '<a:normAutofit/>'],
    ['', 1.2, '<a:normAutofit fontScale="90000" lnSpcReduction="20000"/>'],
    [
      ' fontScale="92500" lnSpcReduction="20000"',
      1.21,
      '<a:normAutofit fontScale="82500" lnSpcReduction="20000"/>',
    ],
    [' fontScale="92.5%"', 1.5, '<a:normAutofit lnSpcReduction="20000" fontScale="75000"/>'],
    [
      ' fontScale="55000" lnSpcReduction="20000"',
      4,
      '<a:normAutofit fontScale="50000" lnSpcReduction="20000"/>',
    ],
    [' fontScale="40000"', 2, '<a:normAutofit fontScale="40000"/>'],
    [' fontScale="62500"', 0.5, '<a:normAutofit fontScale="62500"/>'],
  ])('with%s follows a growth by %d', async (attributes, times, expected) => {
    const result = await translated(box(`<a:normAutofit${attributes}/>`), grown(times));
    expect(result.autofit).toBe(expected);
  });

  it('counts a Chinese letter as two', async () => {
    const result = await translated(box('<a:normAutofit/>'), '字'.repeat(WORDS.length * 0.6), {}, 'zh');
    expect(result.autofit).toContain('fontScale="90000"');
  });
});

describe('a box that has room', () => {
  const sized = (height: number) =>
    box('<a:normAutofit/>').replace(
      '<p:spPr/>',
      `<p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="6000000" cy="${height}"/></a:xfrm></p:spPr>`,
    );

  it('keeps the size of its text', async () => {
    // Twice 39 letters of 18 points, 40 to a line at most: two lines of 26 points.
    expect((await translated(sized(1_000_000), grown(2))).autofit).toBe('<a:normAutofit/>');
    expect((await translated(sized(500_000), grown(2))).autofit).toContain('fontScale="70000"');
  });

  it('has the size and the letters of its layout', async () => {
    const layout = sized(1_000_000)
      .replace('<p:nvPr></p:nvPr>', '<p:nvPr><p:ph idx="7"/></p:nvPr>')
      .replace('<a:lstStyle/>', '<a:lstStyle><a:lvl1pPr><a:defRPr sz="4800"/></a:lvl1pPr></a:lstStyle>');
    const { autofit } = await translated(box('<a:normAutofit/>', 'idx="7"'), grown(2), { layout });
    expect(autofit).toContain('fontScale="70000"');
  });
});

describe('a box that does not', () => {
  it('is counted where its text grows by more than 30 %', async () => {
    expect((await translated(box(''), grown(1.2))).warnings).toEqual([]);
    expect((await translated(box('') + box('<a:noAutofit/>'), grown(1.4))).warnings).toEqual([
      ['text_may_overflow', 1],
    ]);
  });

  it('is named by its slide, with its first text', async () => {
    const slides = [box(''), box('<a:normAutofit/>') + box(''), box('')].map((tree) => ({ tree }));
    const targets = [grown(1.1), grown(2), grown(2), grown(2)];
    const { warnings } = await pptxFormat.assemble(deck({ slides }), targets, { from: 'en', to: 'es' });
    expect(warnings).toMatchObject([
      {
        message: expect.stringContaining('slides 2, 3.') as string,
        count: 2,
        places: [
          { name: '2', index: 2 },
          { name: '3', index: 3 },
        ],
      },
    ]);
  });

  it('is counted where a line that does not wrap grows by more than 10 %', async () => {
    const tree = box('').replace('<a:bodyPr>', '<a:bodyPr wrap="none">');
    expect((await translated(tree, grown(1.2))).warnings).toEqual([['text_may_overflow', 1]]);
  });

  it('grows itself where it says so, or its layout does', async () => {
    expect((await translated(box('<a:spAutoFit/>'), grown(2))).warnings).toEqual([]);
    const layout = box('<a:spAutoFit/>', 'type="body" idx="4"');
    expect((await translated(box('', 'type="body" idx="4"'), grown(2), { layout })).warnings).toEqual([]);
  });
});

it('an embedded font may lack letters of another script', async () => {
  const afterSlides =
    '<p:embeddedFontLst><p:embeddedFont><p:font typeface="Roboto"/><p:regular r:id="rId9"/></p:embeddedFont></p:embeddedFontLst>';
  const warnings = async (to: string) => (await translated(box(''), 'слово', { afterSlides }, to)).warnings;
  expect(await warnings('de')).toEqual([]);
  expect(await warnings('ru')).toEqual([['embedded_font', 1]]);
});
