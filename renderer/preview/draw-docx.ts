import { renderAsync } from 'docx-preview';
import JSZip from 'jszip';
import { disarm } from './disarm.ts';
import { all, drawingTexts, isChart, openPart } from './ooxml-parts.ts';
import { openPackage } from './package-files.ts';
import { make } from './pages.ts';
import type { Draw, Source } from './pages.ts';

const OPTIONS = {
  className: 'docx',
  inWrapper: true,
  breakPages: true,
  renderHeaders: true,
  renderFooters: true,
  renderFootnotes: true,
  renderEndnotes: true,
  // HTML that a document carries along.
  renderAltChunks: false,
  renderComments: false,
  useBase64URL: false,
} as const;

/** A Word document, by docx-preview. Drawn shapes are missing; of charts and SmartArt the texts are listed. */
export const drawDocx: Draw = async (source) => {
  const { bytes, boxes } = await withChartTexts(source);
  const root = make('main', 'pages');
  const styles = make('div');
  try {
    await renderAsync(bytes, root, styles, OPTIONS);
  } catch {
    // The library stops at drawings that it does not know: without them there is a page.
    root.replaceChildren();
    styles.replaceChildren();
    await renderAsync(await withoutDrawings(bytes), root, styles, OPTIONS);
  }
  root.prepend(...styles.childNodes);
  const addresses = Array.from(root.querySelectorAll('img'), ({ src }) => src);
  disarm(root);
  const [page] = root.querySelectorAll<HTMLElement>('section.docx');
  return {
    root,
    width: pixels(page?.style.width),
    boxes,
    drop: () => addresses.filter((one) => one.startsWith('blob:')).forEach((one) => URL.revokeObjectURL(one)),
  };
};

const DOCUMENT = 'word/document.xml';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/**
 * Writes a table of one cell, with the texts of a chart or of SmartArt, behind the paragraph that holds it: the library
 * draws neither, and the texts stay where they belong on the page.
 */
async function withChartTexts({ bytes, words }: Source): Promise<{ bytes: ArrayBuffer; boxes: number }> {
  const files = await openPackage(bytes);
  const main = await openPart(files, DOCUMENT);
  if (![...(main?.relations.values() ?? [])].some(({ kind }) => isChart(kind))) return { bytes, boxes: 0 };
  let boxes = 0;
  for (const drawing of all(main!.xml, 'drawing')) {
    if (drawing.closest('Fallback')) continue;
    const ids = [...all(drawing, 'chart'), ...all(drawing, 'relIds')].flatMap(({ attributes }) =>
      Array.from(attributes, ({ value }) => value),
    );
    const found = ids.map((id) => main!.relations.get(id)).find((one) => one && isChart(one.kind));
    const part = found && (await files.xml(found.target));
    const paragraph = drawing.closest('p');
    if (!part || !paragraph) continue;
    boxes++;
    paragraph.after(boxOf(main!.xml, [words.chart, ...drawingTexts(part)]));
  }
  if (boxes === 0) return { bytes, boxes };
  const zip = await JSZip.loadAsync(bytes);
  zip.file(DOCUMENT, new XMLSerializer().serializeToString(main!.xml));
  return { bytes: await zip.generateAsync({ type: 'arraybuffer' }), boxes };
}

/** A table of one cell with a line for each text (ECMA-376 part 1 §17.4). */
function boxOf(document: Document, texts: readonly string[]): Element {
  const make = (name: string, ...content: (Node | string)[]): Element => {
    const element = document.createElementNS(WORD, `w:${name}`);
    element.append(...content);
    return element;
  };
  const line = (side: string): Element => {
    const element = make(side);
    for (const [name, value] of Object.entries({ val: 'dashed', sz: '4', color: '99A3A8' }))
      element.setAttributeNS(WORD, `w:${name}`, value);
    return element;
  };
  const borders = make('tblBorders', ...['top', 'left', 'bottom', 'right'].map(line));
  const lines = texts.map((text) => make('p', make('r', make('t', text))));
  return make('tbl', make('tblPr', borders), make('tr', make('tc', ...lines)));
}

async function withoutDrawings(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  const zip = await JSZip.loadAsync(bytes);
  for (const part of zip.file(/^word\/[^/]+\.xml$/)) {
    const text = await part.async('string');
    zip.file(part.name, text.replace(/<w:(drawing|pict|object)\b[^]*?<\/w:\1>/g, ''));
  }
  return zip.generateAsync({ type: 'arraybuffer' });
}

/** Word's measures are points, of which 72 are an inch as 96 CSS pixels are. */
function pixels(width = ''): number | undefined {
  const [, number, unit] = /^([\d.]+)(pt|px|in|cm|mm)$/.exec(width) ?? [];
  const scale = { pt: 96 / 72, px: 1, in: 96, cm: 96 / 2.54, mm: 96 / 25.4 }[unit ?? ''];
  return scale === undefined ? undefined : Number(number) * scale;
}
