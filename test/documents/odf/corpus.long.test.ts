import { describe, expect, it } from 'vitest';
import { formatOf } from '../../../service/documents/formats.ts';
import { ProblemError } from '../../../service/contract/index.ts';
import { unzip } from '../../support/zip.ts';
import { corpusFiles } from '../support/corpus.ts';
import { ANY_NUMBER, EN_ES, pseudoTargets } from '../support/pseudo.ts';

/** The texts that programs show: between the tags of paragraphs. */
function wordsOf(bytes: Uint8Array): string[] {
  const content = unzip(bytes).get('content.xml')!.toString();
  return Array.from(content.matchAll(/<text:[ph][ >][^]*?<\/text:[ph]>/g), ([paragraph]) =>
    paragraph
      .replace(/<[^>]*>/g, '')
      .replace(/&(?:apos|#39);/g, "'")
      .replace(/&(?:quot|#34);/g, '"')
      .replace(/&gt;/g, '>')
      .replace(/\s+/g, '')
      .normalize('NFD')
      .replace(/\p{M}/gu, ''),
  );
}

describe.each(['odt', 'ods', 'odp'] as const)('real files of %s', (type) => {
  const files = corpusFiles(type, `.${type}`);

  it.skipIf(files.length === 0)(
    'come back whole, with and without a translation',
    async () => {
      const format = await formatOf(type);
      for (const { name, read } of files) {
        const source = read();
        const extraction = await format.extract(source, ANY_NUMBER).catch((error: unknown) => {
          if (error instanceof ProblemError) return undefined;
          throw error;
        });
        if (!extraction) continue;
        const own = extraction.segments.map(({ text }) => text);
        const same = await format.assemble(source, own, EN_ES);
        expect(Buffer.from(same.bytes).equals(source), name).toBe(true);
        const { bytes } = await format.assemble(source, pseudoTargets(extraction), EN_ES);
        const [before, after] = [unzip(source), unzip(bytes)];
        expect([...after.keys()], name).toEqual([...before.keys()]);
        // A repeated cell that is split has its text twice.
        if (type !== 'ods') expect(wordsOf(bytes), name).toEqual(wordsOf(source));
        expect((await format.extract(bytes, ANY_NUMBER)).segments, name).toHaveLength(own.length);
      }
    },
    600_000,
  );
});
