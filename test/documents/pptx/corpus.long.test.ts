import { describe, expect, it } from 'vitest';
import { pptxFormat } from '../../../service/documents/pptx/pptx-format.ts';
import { lookAt } from '../../../service/documents/look.ts';
import { openPackage } from '../../../service/documents/ooxml/package.ts';
import { scanXml } from '../../../service/documents/xml/scan.ts';
import { readZip } from '../../../service/documents/zip/read.ts';
import { formatCoded, parseCoded, plainText } from '../../../service/text/codes.ts';
import { corpusFiles } from '../support/corpus.ts';
import { ANY_NUMBER, EN_ES } from '../support/pseudo.ts';
import { refusalCode } from '../support/refusal.ts';
import { unzip } from '../support/zip.ts';

const presentations = corpusFiles('pptx', 'x').filter(({ read }) => {
  try {
    const source = read();
    return pptxFormat.recognise(lookAt(source, 'pptx', { archive: readZip(source) })) === 'yes';
  } catch {
    return false;
  }
});

const longer = (coded: string) =>
  `[${formatCoded(
    parseCoded(coded).map((token) =>
      token.kind === 'text' ? { ...token, text: token.text.replace(/\S+/g, '$&é') } : token,
    ),
  )}]`;
/** All codes first, in the opposite order. */
const shuffled = (coded: string) => {
  const tokens = parseCoded(coded);
  const texts = tokens.filter(({ kind }) => kind === 'text');
  return `${formatCoded([...tokens.filter(({ kind }) => kind !== 'text').reverse(), ...texts])}!`;
};
const withoutCodes = (coded: string) =>
  `${formatCoded(parseCoded(coded).filter(({ kind }) => kind === 'text'))}!`;

/** These must survive whatever a translation does to its codes. */
const ANCHORS = /<a:(?:br|fld|hlinkClick|hlinkMouseOver)\b[^>]*/g;
const anchors = (xml: string) => [...new Set(xml.match(ANCHORS))].sort();
const spaces = (text: string) => text.replace(/\s+/g, ' ').trim();

describe.skipIf(presentations.length === 0)('real presentations (../shared/corpus/pptx)', () => {
  it.each(presentations)('$name', async ({ name, read }) => {
    const source = read();
    const extract = async (bytes: Uint8Array) => (await pptxFormat.extract(bytes, ANY_NUMBER)).segments;
    if ((await refusalCode(() => extract(source))) === 'damaged_file') return;
    const segments = await extract(source);
    const texts = segments.map(({ text }) => text);
    expect((await pptxFormat.assemble(source, texts, EN_ES)).bytes).toBe(source);

    const before = await unzip(source);
    for (const translate of [longer, shuffled, withoutCodes]) {
      const targets = segments.map(({ text, copy }) => (copy ? null : translate(text)));
      const { bytes } = await pptxFormat.assemble(source, targets, EN_ES);
      const after = await unzip(bytes);
      expect([...after.keys()], name).toEqual([...before.keys()]);
      for (const [part, content] of after) {
        if (content.equals(before.get(part)!)) continue;
        // Behind a chart.
        if (/\.xlsx$/i.test(part)) {
          expect(openPackage(content).find('/xl/workbook.xml'), `${name} ${part}`).toBeDefined();
          continue;
        }
        const [old, text] = [openPackage(source), openPackage(bytes)].map((pkg) => pkg.text(`/${part}`));
        scanXml(text!, part, {});
        expect(anchors(text!), `${name} ${part}`).toEqual(anchors(old!));
      }
      const found = (await extract(bytes)).map(({ text }) => spaces(plainText(text)));
      if (translate === longer)
        expect(found).toEqual(targets.map((target, n) => spaces(plainText(target ?? texts[n]!))));
      else expect(found).toHaveLength(texts.length);
    }
  });
});
