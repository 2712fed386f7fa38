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
    expect(() => [...readTmx([file], 'en', 'es')]).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        errors: [expect.objectContaining({ code: 'hostile_file' })],
      }),
    );
  });

  it('is read in chunks, wherever they cut it, in each kind of encoding', () => {
    const texts = [
      ['utf-8', '<?xml version="1.0"?>', 'Größe 🚢', 'Tamaño 🚢'],
      ['utf16le', '\ufeff<?xml version="1.0" encoding="UTF-16"?>', 'Größe 🚢', 'Tamaño 🚢'],
      ['latin1', '<?xml version="1.0" encoding="ISO-8859-1"?>', 'Größe', 'Tamaño'],
      ['utf-8', '<?xml version="1.0" encoding="US-ASCII"?>', 'Größe', 'Tamaño'],
    ] as const;
    for (const [encoding, declaration, source, target] of texts) {
      const body = `<tmx version="1.4"><body>${'<prop/>'.repeat(50)}<tu><tuv xml:lang="en"><seg>${source}</seg></tuv><tuv xml:lang="es"><seg>${target}</seg></tuv></tu></body></tmx>`;
      const file = Buffer.from(declaration + body, encoding);
      const chunks = Array.from({ length: Math.ceil(file.length / 201) }, (_, n) =>
        file.subarray(n * 201, (n + 1) * 201),
      );
      expect([...readTmx(chunks, 'en', 'es')]).toEqual([{ source, target }]);
    }
  });

  it('is refused where a text never ends, before all of it is in memory', () => {
    let read = 0;
    const endless = function* () {
      yield tmx('<tu><tuv xml:lang="en"><seg>').subarray(0, -14);
      for (; read < 100; read++) yield Buffer.alloc(1_048_576, 'a');
    };
    expect(() => [...readTmx(endless(), 'en', 'es')]).toThrow(/without an end tag/);
    expect(read).toBeLessThan(20);
  });
});
