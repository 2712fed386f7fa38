import { describe, expect, it } from 'vitest';
import { docxFormat } from '../../../service/documents/docx/docx-format.ts';
import { lookAt } from '../../../service/documents/look.ts';
import { openPackage } from '../../../service/documents/ooxml/package.ts';
import { scanXml } from '../../../service/documents/xml/scan.ts';
import { readZip } from '../../../service/documents/zip/read.ts';
import { formatCoded, parseCoded, plainText } from '../../../service/text/codes.ts';
import type { Token } from '../../../service/text/codes.ts';
import { corpusFiles } from '../support/corpus.ts';
import { refusalCode } from '../support/refusal.ts';
import { unzip } from '../support/zip.ts';
import { isWithin } from '../../support/is-within.ts';

const documents = corpusFiles('docx', '.docx').filter(({ read }) => {
  const source = read();
  return docxFormat.recognise(lookAt(source, 'docx', { archive: readZip(source) })) === 'yes';
});
const extract = async (source: Uint8Array) =>
  (await docxFormat.extract(source, { maxSegments: 1_000_000 })).segments.map((segment) => segment.text);
const options = { from: 'en', to: 'de' };

const pseudo = (text: string) => text.replace(/\S+/g, (word) => `${word}¡é`);
const pseudoCoded = (coded: string) =>
  formatCoded(
    parseCoded(coded).map((token) =>
      token.kind === 'text' ? { ...token, text: pseudo(token.text) } : token,
    ),
  );

/** The last code (with what is in it) moved to the front: an order the source does not have. */
function shuffled(coded: string): string {
  const tokens = parseCoded(coded);
  const last = tokens.findLastIndex((token) => token.kind === 'standalone' || token.kind === 'close');
  if (last === -1) return `${coded} x`;
  const code = tokens[last] as Exclude<Token, { kind: 'text' }>;
  const first =
    code.kind === 'standalone' ? last : tokens.findIndex((t) => t.kind === 'open' && t.id === code.id);
  const moved = tokens.splice(first, last - first + 1);
  return formatCoded([...moved, { kind: 'text', text: ' moved ' }, ...tokens]);
}

/** These must survive whatever a translation does to its codes. */
const ANCHORS =
  /<w:(?:footnoteReference|endnoteReference|drawing|pict|object|fldChar|commentReference|bookmarkStart|bookmarkEnd|tab|br|hyperlink|sdt|del|ins)[ />]/g;

async function checkPackage(
  name: string,
  source: Uint8Array,
  result: Uint8Array,
): Promise<Map<string, Buffer>> {
  const before = await unzip(source);
  const after = await unzip(result);
  expect([...after.keys()], name).toEqual([...before.keys()]);
  for (const [part, bytes] of after) {
    if (bytes.equals(before.get(part)!)) continue;
    // Behind a chart.
    if (/\.xlsx$/i.test(part)) {
      expect(openPackage(bytes).find('/xl/workbook.xml'), `${name} ${part}`).toBeDefined();
      continue;
    }
    expect(part, name).toMatch(/\.xml$/i);
    const text = openPackage(result).text(`/${part}`);
    scanXml(text, part, {});
    const old = openPackage(source).text(`/${part}`);
    expect(anchors(text), `${name} ${part}`).toEqual(anchors(old));
  }
  return after;
}

const anchors = (xml: string) => (xml.match(ANCHORS) ?? []).map((tag) => tag.slice(0, -1)).sort();

describe.skipIf(documents.length === 0)('real documents (../shared/corpus/docx)', () => {
  it.each(documents)('$name', async ({ name, read }) => {
    const source = read();
    const texts = await extract(source);
    // Just as many as there are is never too many, though some are counted before the whole is known.
    await docxFormat.extract(source, { maxSegments: texts.length });

    const same = await docxFormat.assemble(source, texts, options);
    expect(same.bytes).toBe(source);

    const translated = await docxFormat.assemble(source, texts.map(pseudoCoded), options);
    await checkPackage(name, source, translated.bytes);
    // Which format is commonest, and so untagged, may change with the words; the words themselves may not.
    expect((await extract(translated.bytes)).map(plainText)).toEqual(texts.map(pseudoCoded).map(plainText));

    const moved = await docxFormat.assemble(source, texts.map(shuffled), options);
    await checkPackage(name, source, moved.bytes);
    // A text box that moved comes at another place in the document's order.
    expect((await extract(moved.bytes)).map(words).sort()).toEqual(texts.map(shuffled).map(words).sort());

    const stripped = await docxFormat.assemble(
      source,
      texts.map((text) => `x ${pseudo(plainText(text))}`),
      options,
    );
    await checkPackage(name, source, stripped.bytes);

    const simple = await docxFormat.assembleSimple(source, texts.map(pseudoCoded), options);
    const rebuilt = (await extract(simple.bytes)).map(words);
    const expected = texts.map(pseudoCoded).map(words);
    expect(rebuilt).toHaveLength(expected.length);
    // It says what fields show, where the document itself has fields.
    expect(expected.filter((text, i) => !isWithin(text, rebuilt[i]!))).toEqual([]);

    const arabic = await docxFormat.assemble(source, texts.map(pseudoCoded), { from: 'en', to: 'ar' });
    await checkPackage(name, source, arabic.bytes);
  });
});

describe.skipIf(documents.length === 0)('real documents with bytes broken (../shared/corpus/docx)', () => {
  it('are read or refused with a reason, and nothing else happens', async () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    for (const { name, read } of documents) {
      for (const reach of [3_000, Infinity]) {
        const broken = Uint8Array.from(read());
        for (let i = 0; i < 4; i++)
          broken[broken.length - 1 - random(Math.min(reach, broken.length))] = random(256);
        const code = await refusalCode(() => docxFormat.extract(broken, { maxSegments: 1_100 }));
        expect(
          [undefined, 'damaged_file', 'hostile_file', 'password_protected', 'too_many_segments'],
          name,
        ).toContain(code);
      }
    }
  });
});

/** The letters of coded text: what stays equal where codes and the spaces beside them may differ. */
const words = (coded: string) => plainText(coded).replace(/\s+/g, '');
