import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/steps.mjs';
import { formatOf } from '../../service/documents/formats.ts';
import { ANY_NUMBER, EN_ES, pseudoTargets } from './support/pseudo.ts';

describe('a file that is built from the very bytes that were extracted', () => {
  it.each([
    ['docx', 'harbour-museum.docx'],
    ['xlsx', 'museum-shop.xlsx'],
  ] as const)('is that which is built from a copy of them, each time: %s', async (type, name) => {
    const filter = await formatOf(type);
    const source = readFileSync(join(root, 'resources', 'samples', name));
    const extraction = await filter.extract(source, ANY_NUMBER);
    const targets = pseudoTargets(extraction);
    const some = targets.map((target, n) => (n % 2 === 0 ? target : null));
    const built = async (bytes: Uint8Array, own: typeof targets) =>
      Buffer.from((await filter.assemble(bytes, own, EN_ES)).bytes);
    const fromCopy = await built(Buffer.from(source), targets);
    expect(fromCopy.equals(source)).toBe(false);
    expect((await built(source, some)).equals(await built(Buffer.from(source), some))).toBe(true);
    expect((await built(source, targets)).equals(fromCopy)).toBe(true);
    expect(await filter.extract(source, ANY_NUMBER)).toEqual(extraction);
  });
});
