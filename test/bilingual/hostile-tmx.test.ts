import { describe, expect, it } from 'vitest';
import { readTmx } from '../../service/bilingual/read-tmx.ts';

const tmx = (body: string) => Buffer.from(`<tmx version="1.4"><body>${body}</body></tmx>`);
const unit = '<tu><tuv xml:lang="en"><seg>One</seg></tuv><tuv xml:lang="es"><seg>Uno</seg></tuv></tu>';
const names = (count: number) => Array.from({ length: count }, (_, i) => ` a${i}="1"`).join('');

describe('a hostile TMX file', () => {
  it.each([
    ['attributes on one tag', tmx(`<tu${names(2_000)}>${unit}`)],
    ['elements within elements', tmx('<a>'.repeat(300))],
    ['variants of one unit', tmx(`<tu>${'<tuv xml:lang="fr"></tuv>'.repeat(1_100)}</tu>`)],
    ['codes in one segment', tmx(`<tu><tuv xml:lang="en"><seg>${'<ph/>'.repeat(100_001)}</seg></tuv></tu>`)],
  ])('is refused in words: too many %s', (_what, file) => {
    expect(() => [...readTmx(file, 'en', 'es')]).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        errors: [expect.objectContaining({ code: 'hostile_file' })],
      }),
    );
  });

  it('lets its reader pause though it has megabytes without a unit', () => {
    const file = tmx(`${`<prop${names(100)}/>`.repeat(1_000)}${unit}`);
    const read = [...readTmx(file, 'en', 'es')];
    expect(read.filter((each) => each !== 'pause')).toEqual([{ source: 'One', target: 'Uno' }]);
    expect(read.length - 1).toBeGreaterThan(file.length / 65_536 / 2);
  });
});
