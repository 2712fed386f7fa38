import { describe, expect, it } from 'vitest';
import { docxFormat } from '../../../service/documents/docx/docx-format.ts';
import { docx } from '../../support/ooxml.ts';
import { partOf, translatedBody } from '../support/docx.ts';

const r = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t>${text}</w:t></w:r>`;
const p = (...content: string[]) => `<w:p>${content.join('')}</w:p>`;
const STYLES = {
  'styles.xml': {
    kind: 'styles',
    root: 'w:styles',
    xml: '<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="en-US" w:eastAsia="en-US" w:bidi="ar-SA"/></w:rPr></w:rPrDefault></w:docDefaults>',
  },
};

describe('the language in which Word checks spelling', () => {
  it.each([
    ['es', '<w:lang w:val="en-GB"/>', '<w:lang w:val="es-ES"/>'],
    ['es', '<w:lang w:val="es-MX"/>', '<w:lang w:val="es-MX"/>'],
    ['pt-PT', '<w:lang w:val="en-GB" w:bidi="he-IL"/>', '<w:lang w:val="pt-PT" w:bidi="he-IL"/>'],
    ['sr-Latn', '<w:lang w:val="en-GB"/>', '<w:lang w:val="sr-Latn-RS"/>'],
    ['zh-Hant', '<w:lang w:val="en-GB"/>', '<w:lang w:eastAsia="zh-TW" w:val="en-GB"/>'],
    ['ja', '<w:lang w:eastAsia="en-US"/>', '<w:lang w:eastAsia="ja-JP"/>'],
    ['th', '<w:lang w:bidi="ar-SA"/>', '<w:lang w:bidi="th-TH"/>'],
    ['en-XA', '<w:lang w:val="en-GB"/>', '<w:lang w:val="en-GB"/>'],
  ])('becomes that of the translation into %s, where the run says %s', async (to, before, after) => {
    expect(await translatedBody(p(r('a', `<w:b/>${before}`)), ['x'], { to })).toBe(
      p(r('x', `<w:b/>${after}`)),
    );
  });

  it('is left in runs whose text stays', async () => {
    const english = '<w:lang w:val="en-US"/>';
    const body = p(r('A probe of', english), r('NASA', `<w:b/>${english}`)) + p(r('b', english));
    expect(await translatedBody(body, ['x<1>NASA</1>', null], { to: 'es' })).toBe(
      body.replace(r('A probe of', english), r('x', '<w:lang w:val="es-ES"/>')),
    );
  });

  const inherited = async (body: string, targets: (string | null)[], to: string) => {
    const source = docx(body, { related: STYLES });
    const { bytes } = await docxFormat.assemble(source, targets, { from: 'en', to });
    return partOf(bytes, 'word/document.xml');
  };

  it('is written into translated runs where styles say another', async () => {
    expect(await inherited(p(r('a'), r('b', '<w:b/><w:oMath/>')), ['x<1>y</1>'], 'es')).toContain(
      p(r('x', '<w:lang w:val="es-ES"/>'), r('y', '<w:b/><w:lang w:val="es-ES"/><w:oMath/>')),
    );
    expect(await inherited(p(r('a')), ['x'], 'en-GB')).toContain(p(r('x')));
  });

  it('goes with a new direction, also where the run has no properties yet', async () => {
    const lang = '<w:rtl/><w:lang w:bidi="he-IL"/>';
    const body = p(r('a'), r('b', '<w:b/>'), '<w:r><w:rPr/><w:t>c</w:t></w:r>');
    const written = await inherited(body, ['א<1>ב</1>ג'], 'he');
    expect(written).toContain(r('א', lang));
    expect(written).toContain(r('ב', `<w:b/><w:bCs/>${lang}`));
    expect(written).toContain(r('ג', lang));
  });

  it('goes with words that change their places', async () => {
    const english = '<w:lang w:val="en-US"/>';
    const body = p(r('red', english), r('car', `<w:b/>${english}`));
    const written = await translatedBody(body, ['<1>coche</1>rojo'], { to: 'es' });
    expect(written.match(/w:val="es-ES"/g)).toHaveLength(2);
    expect(written).not.toContain('en-US');
  });
});
