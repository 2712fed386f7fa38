import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellsOf, joinBlocks } from '../../../service/documents/blocks/join-blocks.ts';
import { splitBlocks } from '../../../service/documents/blocks/split-blocks.ts';
import { segmented } from '../../../service/documents/sentences/split-paragraph.ts';
import { joinSentences, paragraphsOf } from '../../../service/documents/sentences/join-sentences.ts';
import { escapeText, plainText } from '../../../service/text/codes.ts';
import { PROPERTY_RUNS } from '../../support/effort.ts';

const split = (html: string) => splitBlocks({ text: escapeText(html) }, 'en');
const textsOf = (html: string) => split(html).map(({ text }) => text);

/** Writes the cell with some targets; the others stay. */
function written(html: string, targets: (string | null)[]): string | null {
  const { targets: joined } = joinBlocks(split(html), targets, 'en');
  expect(joined).toHaveLength(1);
  const [target = null] = joined;
  return target === null ? null : plainText(target);
}

describe('a cell or line with HTML', () => {
  it.each([
    ['<ul><li>Red car</li><li>Big house</li></ul>', ['Red car', 'Big house']],
    ['<tr><td>Red car</td><td>Big <b>house</b></td></tr>', ['Red car', 'Big <1>house</1>']],
    ['<select><option value="big">Big<option>House</select>', ['Big', 'House']],
    ['<h1>Big</h1>House', ['Big', 'House']],
    ['Red <p class="a > b">car</p>', ['Red', 'car']],
    ['<P>Fish &amp; chips</P>\n<P>5 &lt; 7 cars</P>', ['Fish &amp; chips', '5 &lt; 7 cars']],
    ['<p>Read <a href="x">this</a></p>', ['Read <1>this</1>']],
    ['<p>A red car', ['A red car']],
  ])('has a segment for each block: %s', (html, texts) => {
    expect(textsOf(html)).toEqual(texts);
    expect(split(html)[0]!.block).toEqual({ n: 0, source: html });
  });

  it.each([
    ['Buy <b>red</b> cars & more'],
    ['Use <p> for paragraphs and <li> for items'],
    ['5 < 7 and </ul>'],
    ['<string name="a">Red car</string>'],
    ['{count, plural, one {<p>a car</p>} other {<p>cars</p>}}'],
    ['<p></p><br>'],
  ])('is left whole without one: %s', (text) => {
    expect(split(text)).toEqual([{ text: escapeText(text) }]);
  });

  it('is left whole where it is copied, or has codes, a translation or its own limit', () => {
    const text = escapeText('<p>Red</p>');
    for (const cell of [
      { text, copy: true as const },
      { text: `<1>${text}</1>` },
      { text, target: 'x' },
      { text, maxChars: 9 },
    ])
      expect(splitBlocks(cell, 'en')).toEqual([cell]);
  });

  it('keeps tags and attributes as they are written, and references as the source has them', () => {
    const html = `<UL  class='a'\n title="Big"><li>Red &amp; big</li><LI data-x=1 >House&nbsp;A</LI></UL >`;
    expect(written(html, ['Rojo &amp; grande', 'Casa\u00a0A'])).toBe(
      `<UL  class='a'\n title="Big"><li>Rojo &amp; grande</li><LI data-x=1 >Casa&nbsp;A</LI></UL >`,
    );
    expect(written(html, [null, null])).toBeNull();
  });

  it('cannot get a new tag from a translation, nor lose an inline one', () => {
    expect(written('<p>Red</p><p>Car</p>', ['&lt;/p&gt;&lt;script&gt;', null])).toBe(
      '<p>&lt;/p>&lt;script></p><p>Car</p>',
    );
    expect(written('<p>A <b>red</b> car</p>', ['Un coche <1>rojo</1>'])).toBe('<p>Un coche <b>rojo</b></p>');
  });

  it('keeps what is marked as not to be translated, and what is in another language', () => {
    const html = '<p translate="no">Acme</p><p lang="de">Rot</p><p>Red</p>';
    expect(textsOf(html)).toEqual(['Red']);
  });

  it('joins exactly, whatever is in it', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<li>',
      '</li>',
      '<td a="1>2">',
      '</td>',
      '<b>',
      '</b>',
      '<br/>',
      '<!-- c -->',
      '&amp;',
      '&nbsp;',
      ' & ',
      ' ',
      '\n',
      'Red car',
      'Big house. ',
      '{{ name }}',
      '{% if a %}',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), fc.boolean(), (pieces, bySentence) => {
        const text = escapeText(pieces.join(''));
        const formatOptions = bySentence ? { segmentation: 'sentence' } : {};
        const options = { from: 'en', maxSegments: 100, formatOptions };
        const segments = segmented({ mayHoldHtml: true }, [{ text }, { text: 'Last' }], options);
        const join = (targets: string[]) => {
          const paragraphs = paragraphsOf(segments).map(([first]) => segments[first!]!);
          return joinBlocks(paragraphs, joinSentences(segments, targets, 'es'), 'en');
        };
        const same = join(segments.map((segment) => segment.text));
        expect(same.targets).toHaveLength(2);
        expect(same.targets[0] ?? text).toBe(text);
        // With the marks taken out the cell is as before; a bare & may be a reference now.
        const marked = join(segments.map((segment) => `${segment.text}\u2603`));
        const bare = (cell: string) => cell.replace(/[\u2603\s]/g, '').replaceAll('&amp;amp;', '&amp;');
        expect(bare(marked.targets[0] ?? text)).toBe(bare(text));
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  it('has its text stored once, however many sentences it has', () => {
    const html = '<p>One. Two. Three.</p><p>Four. Five.</p>';
    const segments = segmented({ mayHoldHtml: true }, [{ text: escapeText(html) }], {
      from: 'en',
      maxSegments: 9,
      formatOptions: { segmentation: 'sentence' },
    });
    expect(segments.map(({ text, block }) => [text, block])).toEqual([
      ['One.', { n: 0, source: html }],
      ['Two.', { n: 0 }],
      ['Three.', { n: 0 }],
      ['Four.', { n: 1 }],
      ['Five.', { n: 1 }],
    ]);
  });

  it('counts once', () => {
    const cells = [...split('<p>a b</p><p>c d</p>'), { text: 'e' }, ...split('<p>f g</p>')];
    expect(cellsOf(cells)).toEqual([[0, 1], [2], [3]]);
  });

  it('is not read as HTML in formats with their own tags', () => {
    expect(segmented({}, [{ text: escapeText('<p>a</p><p>b</p>') }], { maxSegments: 9 })).toHaveLength(1);
  });
});
