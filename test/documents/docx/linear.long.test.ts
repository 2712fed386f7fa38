import { describe, expect, it } from 'vitest';
import { docxFormat } from '../../../service/documents/docx/docx-format.ts';
import { expectLinear } from '../../support/linear.ts';
import { docx } from '../../support/ooxml.ts';
import { createRandom } from '../../support/random.ts';

const r = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (...content: string[]) => `<w:p>${content.join('')}</w:p>`;
const many = (count: number, one: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join('');
const char = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const begin = (instruction: string) =>
  char('begin') + `<w:r><w:instrText> ${instruction} </w:instrText></w:r>` + char('separate');
const nested = (count: number, instruction: string) =>
  many(count / 200, () => (begin(instruction) + r('t')).repeat(200) + char('end').repeat(200));
/** All alike would be refused: they pack too well. */
const spaces = (count: number) => {
  const { pick } = createRandom(1);
  return many(count, () => pick([' ', '\t', '\n']));
};
const box = (content: string) =>
  `<w:r><w:pict><v:textbox><w:txbxContent>${content}</w:txbxContent></v:textbox></w:pict></w:r>`;

const SHAPES: readonly (readonly [name: string, size: number, body: (count: number) => string])[] = [
  [
    'tabs between letters',
    10_000,
    (n) =>
      p(
        many(n, () => '<w:r><w:t>a</w:t><w:tab/></w:r>'),
        r('end'),
      ),
  ],
  ['bold words', 1_200, (n) => p(many(n, () => r('x ') + r('y ', '<w:b/>')))],
  [
    'bookmarks',
    10_000,
    (n) =>
      p(
        many(n, (i) => r('x ') + `<w:bookmarkStart w:id="${i}" w:name="m"/>`),
        r('end'),
      ),
  ],
  [
    'fields',
    4_000,
    (n) =>
      p(
        r('See '),
        many(n, () => begin('REF x') + r('t ') + char('end') + r('and ')),
      ),
  ],
  ['fields in fields', 8_000, (n) => p(r('See '), nested(n, 'REF x'))],
  ['links in links', 4_000, (n) => p(r('See '), nested(n, 'HYPERLINK x'))],
  [
    'fields that end outside the link they begin in',
    4_000,
    (n) =>
      p(
        r('a'),
        many(n, () => `<w:hyperlink>${begin('REF x')}</w:hyperlink>${r('t')}${char('end')}`),
      ),
  ],
  [
    'text boxes in a paragraph',
    130,
    (n) =>
      p(
        r('a'),
        many(n, () => box(p(many(40, () => r('x ') + r('y', '<w:b/>'))))),
        r('end'),
      ),
  ],
  [
    'spaces before the attributes of a font',
    40_000,
    (n) => p(r('a', `<w:rFonts${spaces(n)}w:ascii="x" w:hint="eastAsia"/>`), r('b')),
  ],
  ['spaces in the tag of a text', 40_000, (n) => p(`<w:r><w:t${spaces(n)}>a</w:t></w:r>`, r(' b', '<w:b/>'))],
];

/** Another order of the codes, so that the paragraph has to be laid out again. */
const moved = (text: string) => `Neu ${text.replace(/^(.*)(<\d+\/>)(.*)$/s, '$1$3$2')}`;

describe('a document takes time in proportion to its size', () => {
  it.each(SHAPES)('%s', async (_, size, body) => {
    const translate = async (bytes: Uint8Array) => {
      // Results for the same bytes are cached.
      const source = Uint8Array.from(bytes);
      const { segments } = await docxFormat.extract(source, { maxSegments: 1_100 });
      const targets = segments.map((segment) => (segment.copy ? null : moved(segment.text)));
      await docxFormat.assemble(source, targets, { from: 'en', to: 'de' });
    };
    await expectLinear((n) => docx(body(n)), translate, size);
  });
});

describe('a paragraph with more than 5,000 codes', () => {
  const tabs = (count: number) =>
    p(
      many(count, () => '<w:r><w:t>a</w:t><w:tab/></w:r>'),
      r('&amp;'),
    );

  it('is counted and copied as its bare text, with a warning; up to there it is translated', async () => {
    const extract = async (count: number) => docxFormat.extract(docx(tabs(count)), { maxSegments: 10 });
    expect((await extract(5_000)).segments[0]!.copy).toBeUndefined();
    const { segments, warnings } = await extract(5_001);
    expect(segments).toEqual([{ text: `${'a'.repeat(5_001)}&amp;`, copy: true }]);
    expect(warnings).toMatchObject([{ code: 'too_many_codes', count: 1 }]);
  });

  it('stays as it is while its neighbours are translated', async () => {
    const source = docx(tabs(5_001) + p(r('Next')));
    const { bytes } = await docxFormat.assemble(source, [null, 'Weiter'], { from: 'en', to: 'de' });
    const { segments } = await docxFormat.extract(bytes, { maxSegments: 10 });
    expect(segments.map(({ text }) => text.length)).toEqual([5_006, 6]);
  });
});
