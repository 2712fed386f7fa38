import { describe, expect, it } from 'vitest';
import { pptxFormat } from '../../../service/documents/pptx/pptx-format.ts';
import { openPackage } from '../../../service/documents/ooxml/package.ts';
import { deck, shape } from '../../support/ooxml.ts';

const text = (words: string) => `<a:p><a:r><a:t>${words}</a:t></a:r></a:p>`;
const described = (descr: string) =>
  `<p:pic><p:nvPicPr><p:cNvPr id="9" name="Picture 1" descr="${descr}"/><p:nvPr/></p:nvPicPr></p:pic>`;
const hiddenShape = shape(text('Hidden shape')).replace('name=', 'hidden="1" name=');

const source = deck({
  slides: [
    {
      tree:
        shape(text('Slide')) + hiddenShape + described('A red &quot;door&quot;') + described('image1.png'),
      notes: shape(text('Note')),
      related: [
        ['comments', '../comments/comment1.xml'],
        ['comments', '../comments/modern.xml'],
      ],
    },
    { tree: shape(text('Hidden slide')), attributes: 'show="0"', notes: shape(text('Hidden note')) },
  ],
  layout: shape(text('Layout')),
  packageRelationships:
    '<Relationship Id="p" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>',
  more: {
    'ppt/comments/comment1.xml':
      '<p:cmLst xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:cm authorId="0"><p:text>Old comment</p:text></p:cm></p:cmLst>',
    'ppt/comments/modern.xml': `<m:cmLst xmlns:m="http://schemas.microsoft.com/office/powerpoint/2018/8/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><m:cm><m:replyLst><m:reply><m:txBody>${text('An answer')}</m:txBody></m:reply></m:replyLst><m:txBody>${text('New comment')}</m:txBody></m:cm></m:cmLst>`,
    'docProps/core.xml':
      '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The title</dc:title><dc:creator>Ann Author</dc:creator><cp:keywords>red, door</cp:keywords></cp:coreProperties>',
  },
});

async function texts(include?: readonly string[]): Promise<string[]> {
  const options = { maxSegments: 100, ...(include && { formatOptions: { include } }) };
  return (await pptxFormat.extract(source, options)).segments.map((segment) => segment.text);
}

describe('the option include', () => {
  it('has what the audience sees by default', async () => {
    const shown = ['Slide', 'Hidden shape', 'Note', 'Hidden slide', 'Hidden note', 'Layout'];
    expect(await texts()).toEqual(shown);
  });

  it('leaves out what it does not name', async () => {
    expect(await texts([])).toEqual(['Slide']);
    expect(await texts(['notes'])).toEqual(['Slide', 'Note']);
    expect(await texts(['hidden', 'masters'])).toEqual(['Slide', 'Hidden shape', 'Hidden slide', 'Layout']);
  });

  it('has comments, alternative texts and properties on request', async () => {
    const include = ['comments', 'alt_text', 'properties'];
    const found = [
      'Slide',
      'A red "door"',
      'Old comment',
      'An answer',
      'New comment',
      'The title',
      'red, door',
    ];
    expect(await texts(include)).toEqual(found);
    const targets = found.map((one) => `${one} <b>`.replace(' <b>', ' &lt;é>'));
    const options = { from: 'en', to: 'es', formatOptions: { include } };
    const { bytes } = await pptxFormat.assemble(source, targets, options);
    const pkg = openPackage(bytes);
    expect(pkg.text('/ppt/slides/slide2.xml')).toContain('descr="A red &quot;door&quot; &lt;é&gt;"');
    expect(pkg.text('/ppt/comments/comment1.xml')).toContain('<p:text>Old comment &lt;é&gt;</p:text>');
    expect(pkg.text('/ppt/comments/modern.xml')).toContain('<a:t>New comment &lt;é&gt;</a:t>');
    expect(pkg.text('/docProps/core.xml')).toContain(
      '<dc:title>The title &lt;é&gt;</dc:title><dc:creator>Ann Author<',
    );
  });

  it('says with counts what it leaves out', async () => {
    const leftOut = async (include?: readonly string[]) => {
      const options = { maxSegments: 100, ...(include && { formatOptions: { include } }) };
      const examined = await pptxFormat.examine!(source, options);
      return Object.fromEntries(examined.leftOut!.map(({ what, count }) => [what, count]));
    };
    expect(await leftOut()).toEqual({ comments: 3, alt_text: 1, properties: 2 });
    expect(await leftOut(['comments', 'properties', 'notes'])).toEqual({
      hidden: 3,
      alt_text: 1,
      masters: 1,
    });
  });
});
