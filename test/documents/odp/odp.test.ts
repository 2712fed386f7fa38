import { describe, expect, it } from 'vitest';
import { odpFormat } from '../../../service/documents/odp/odp-format.ts';
import { unzip } from '../../support/zip.ts';
import { odfFile, partXml } from '../odf/odf-file.ts';
import { ANY_NUMBER, EN_ES } from '../support/pseudo.ts';

const box = (text: string, attributes = '') =>
  `<draw:frame ${attributes}><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;

const master = (name: string, inside: string) =>
  `<style:master-page style:name="${name}">${inside}</style:master-page>`;
const styles = partXml(
  'document-styles',
  `<office:master-styles><style:handout-master>${box('Handout')}</style:handout-master>${master(
    'Used',
    box('Click to edit', 'presentation:class="title" presentation:placeholder="true"') +
      box('Outline text', 'presentation:class="outline"') +
      box('Confidential') +
      `<presentation:notes>${box('Note prompt')}</presentation:notes>`,
  )}${master('Unused', box('Never shown'))}</office:master-styles>`,
);
const source = odfFile(
  'presentation',
  '<presentation:footer-decl presentation:name="f">The footer</presentation:footer-decl><presentation:date-time-decl presentation:name="d" presentation:source="fixed">May</presentation:date-time-decl>' +
    `<draw:page draw:name="page1" draw:master-page-name="Used">${box('Title', 'presentation:class="title"')}${box('Click to add text', 'presentation:placeholder="true"')}<draw:custom-shape draw:text-style-name="P1"><text:p text:style-name="P1">In a shape</text:p></draw:custom-shape><presentation:notes>${box('A note')}</presentation:notes></draw:page>` +
    `<draw:page draw:name="page2" draw:style-name="dp2" draw:master-page-name="Used">${box('Hidden slide')}</draw:page>`,
  {
    automatic:
      '<style:style style:name="dp2" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style><style:style style:name="P1" style:family="paragraph"><style:paragraph-properties fo:text-align="left"/></style:style>',
    parts: { 'styles.xml': styles },
  },
);
const texts = ['The footer', 'Title', 'In a shape', 'A note', 'Hidden slide', 'Confidential'];

describe('ODP', () => {
  it('has the slides with their notes, and free text on masters in use; prompts never', async () => {
    const { segments } = await odpFormat.extract(source, ANY_NUMBER);
    expect(segments.map(({ text }) => text)).toEqual(texts);
  });

  it('is written in place', async () => {
    const targets = texts.map((text) => `${text} & <1>`.replace('<1>', 'más'));
    const { bytes } = await odpFormat.assemble(source, targets, EN_ES);
    const [content, own] = ['content.xml', 'styles.xml'].map((part) => unzip(bytes).get(part)!.toString());
    expect(content).toContain('presentation:name="f">The footer &amp; más</presentation:footer-decl>');
    expect(own).toContain(box('Confidential &amp; más'));
    expect(own).toContain('Never shown<');
    const { segments } = await odpFormat.extract(Buffer.from(bytes), ANY_NUMBER);
    expect(segments.map(({ text }) => text)).toEqual(targets.map((target) => target.replace('&', '&amp;')));
  });

  it('sets the direction of its paragraphs, whose shapes mirror sides by themselves', async () => {
    const targets = texts.map((text) => (text === 'In a shape' ? 'צורה' : null));
    const { bytes } = await odpFormat.assemble(source, targets, { from: 'en', to: 'he' });
    const content = unzip(bytes).get('content.xml')!.toString();
    expect(content).toContain('<text:p text:style-name="P1_rtl">צורה</text:p>');
    expect(content).toContain(
      '<style:paragraph-properties style:writing-mode="rl-tb" fo:text-align="start"/>',
    );
  });
});
