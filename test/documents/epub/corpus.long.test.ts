import { describe, expect, it } from 'vitest';
import { epubFormat } from '../../../service/documents/epub/epub-format.ts';
import { lookAt } from '../../../service/documents/look.ts';
import { openPackage } from '../../../service/documents/ooxml/package.ts';
import { scanXml } from '../../../service/documents/xml/scan.ts';
import { readZip } from '../../../service/documents/zip/read.ts';
import { corpusFiles } from '../support/corpus.ts';
import { unlessRefused } from '../../../service/documents/shared/refusals.ts';

const options = { from: 'en', to: 'es' };
const books = corpusFiles('epub', '.epub').filter(({ read }) => {
  const source = read();
  const archive = unlessRefused(() => readZip(source));
  return archive !== undefined && epubFormat.recognise(lookAt(source, 'epub', { archive })) === 'yes';
});
/** Its parts declare entities, which is refused. */
const REFUSED = 'pub-xml-external-id';

describe.skipIf(books.length === 0)('EPUB of the corpus', () => {
  it.each(books.filter(({ name }) => !name.includes(REFUSED)))('$name', async ({ name, read }) => {
    const source = read();
    const { segments } = await epubFormat.extract(source, { ...options, maxSegments: 1_000_000 });
    const same = await epubFormat.assemble(
      source,
      segments.map(({ text }) => text),
      options,
    );
    expect(same.bytes).toBe(source);
    const targets = segments.map(({ text, copy }) => (copy ? null : `[${text} lorem &amp; ipsum]`));
    const { bytes, kept } = await epubFormat.assemble(source, targets, options);
    expect(kept ?? []).toEqual([]);
    const [before, after] = [readZip(source).entries, readZip(bytes).entries];
    expect(after.map((entry) => [entry.name, entry.method])).toEqual(
      before.map((entry) => [entry.name, entry.method]),
    );
    const [old, pkg] = [openPackage(source), openPackage(bytes)];
    for (const [index, { name: part, crc }] of after.entries()) {
      if (crc === before[index]!.crc) continue;
      const wasWellFormed = unlessRefused(() => {
        scanXml(old.text(`/${part}`), part, {}, { allowDoctype: true });
        return true;
      });
      if (wasWellFormed)
        expect(
          () => scanXml(pkg.text(`/${part}`), part, {}, { allowDoctype: true }),
          `${name} ${part}`,
        ).not.toThrow();
    }
  });
});
