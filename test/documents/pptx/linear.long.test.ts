import { describe, expect, it } from 'vitest';
import { pptxFormat } from '../../../service/documents/pptx/pptx-format.ts';
import { deck, relationships, shape, workbook } from '../../support/ooxml.ts';

const MAIN = 'http://schemas.openxmlformats.org/drawingml/2006';
const text = (words: string) => `<a:p><a:r><a:t>${words}</a:t></a:r></a:p>`;
const times = (count: number, make: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => make(n)).join('');
const frame = (content: string) =>
  `<p:graphicFrame><a:graphic><a:graphicData uri="x">${content}</a:graphicData></a:graphic></p:graphicFrame>`;
const boxes = (count: number) => times(count, (n) => shape(text(`Box ${n}`), `type="body" idx="${n}"`));

const many: Record<string, () => Buffer> = {
  'paragraphs in a shape': () => deck({ slides: [{ tree: shape(times(50_000, (n) => text(`Line ${n}`))) }] }),
  'animations of characters': () => {
    const lines = times(10_000, (n) => text(`Line ${n}`));
    const range = (n: number) =>
      `<p:spTgt spid="2"><p:txEl><p:charRg st="${9 * n}" end="${9 * n + 2}"/></p:txEl></p:spTgt>`;
    return deck({ slides: [{ tree: shape(lines) + times(10_000, range) }] });
  },
  'shapes, each with a placeholder in the layout': () =>
    deck({ slides: [{ tree: boxes(10_000) }], layout: boxes(10_000) }),
  'runs in a paragraph': () =>
    deck({
      slides: [
        { tree: shape(`<a:p>${times(9_000, (n) => `<a:r><a:rPr b="${n % 2}"/><a:t>w </a:t></a:r>`)}</a:p>`) },
      ],
    }),
  'equal texts in a SmartArt': () => {
    const D = `xmlns:dgm="${MAIN}/diagram" xmlns:a="${MAIN}/main" xmlns:dsp="http://schemas.microsoft.com/office/drawing/2008/diagram"`;
    const points = times(20_000, (n) => `<dgm:pt modelId="${n}"><dgm:t>${text('Same')}</dgm:t></dgm:pt>`);
    const shapes = times(
      20_000,
      () => `<dsp:sp modelId="x"><dsp:txBody>${text('Same')}</dsp:txBody></dsp:sp>`,
    );
    return deck({
      slides: [
        {
          tree: frame(`<dgm:relIds ${D} r:dm="rId3"/>`),
          related: [
            ['diagramData', '../diagrams/data1.xml'],
            ['diagramDrawing', '../diagrams/drawing1.xml'],
          ],
        },
      ],
      more: {
        'ppt/diagrams/data1.xml': `<dgm:dataModel ${D}><dgm:ptLst>${points}</dgm:ptLst><dgm:extLst><a:ext><dsp:dataModelExt relId="rId4"/></a:ext></dgm:extLst></dgm:dataModel>`,
        'ppt/diagrams/drawing1.xml': `<dsp:drawing ${D}>${shapes}</dsp:drawing>`,
      },
    });
  },
  'points in a chart': () => {
    const C = `xmlns:c="${MAIN}/chart" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`;
    const points = times(20_000, (n) => `<c:pt idx="${n}"><c:v>Point ${n}</c:v></c:pt>`);
    const rows = times(
      20_000,
      (n) => `<row r="${n + 1}"><c t="inlineStr"><is><t>Point ${n}</t></is></c></row>`,
    );
    return deck({
      slides: [{ tree: frame(`<c:chart ${C} r:id="rId3"/>`), related: [['chart', '../charts/chart1.xml']] }],
      more: {
        'ppt/charts/chart1.xml': `<c:chartSpace ${C}><c:ser><c:cat><c:strRef><c:f>S1!$A$1:$A$20000</c:f><c:strCache>${points}</c:strCache></c:strRef></c:cat></c:ser><c:externalData r:id="rId1"/></c:chartSpace>`,
        'ppt/charts/_rels/chart1.xml.rels': relationships([['package', '../embeddings/a.xlsx']]),
        'ppt/embeddings/a.xlsx': workbook({ sheets: [rows] }),
      },
    });
  },
};

/** Of processor time. With the square of these numbers it is minutes. */
const MAX_MS = 30_000;

describe('a presentation is translated in linear time, with very many', () => {
  it.each(Object.keys(many))('%s', async (what) => {
    const source = many[what]!();
    const before = process.cpuUsage();
    const { segments } = await pptxFormat.extract(source, { maxSegments: 1_000_000 });
    const targets = segments.map((segment) => `${segment.text} أكثر بكثير`);
    const { bytes } = await pptxFormat.assemble(source, targets, { from: 'en', to: 'ar' });
    expect(bytes).not.toBe(source);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(MAX_MS);
  });
});
