import { buildPresentation, parseZip, renderSlide } from '@aiden0z/pptx-renderer';
import { disarm } from './disarm.ts';
import { drawingTexts, isChart, openPart } from './ooxml-parts.ts';
import { openPackage } from './package-files.ts';
import type { PackageFiles } from './package-files.ts';
import { make } from './pages.ts';
import type { Draw } from './pages.ts';

/** Slides by pptx-renderer. Charts are boxes: their texts, those of SmartArt and the notes stand below their slide. */
export const drawPptx: Draw = async ({ bytes, words }) => {
  const files = await openPackage(bytes);
  const deck = buildPresentation(await parseZip(bytes));
  deck.charts.clear();
  const addresses = new Map<string, string>();
  const root = make('main', 'pages slides');
  // The library measures texts, and takes shapes that are in no document out of their slide to do so.
  const hidden = make('div', 'measured', root);
  document.body.append(hidden);
  const drop = (): void => {
    hidden.remove();
    for (const address of addresses.values()) URL.revokeObjectURL(address);
  };
  let boxes = 0;
  try {
    for (const slide of deck.slides) {
      const { element, ready } = renderSlide(deck, slide, { pdfjs: false, mediaUrlCache: addresses });
      const page = make('section', 'slide', element);
      page.style.width = `${deck.width}px`;
      page.style.height = `${deck.height}px`;
      boxCharts(page, words.chart);
      root.append(page);
      await ready;
      const beside = await textsBeside(files, slide.slidePath, words);
      boxes += beside.boxes;
      if (beside.lists.length > 0) root.append(make('aside', 'beside-slide', ...beside.lists));
    }
  } catch (error) {
    drop();
    throw error;
  }
  disarm(root);
  return { root, width: deck.width, pages: deck.slides.length, boxes, drop };
};

/** Boxes that the library leaves for charts without data, with a title in the window's language. */
function boxCharts(slide: HTMLElement, title: string): void {
  for (const box of slide.querySelectorAll('div')) {
    if (box.childElementCount > 0 || box.textContent !== 'Chart not found') continue;
    box.textContent = title;
    box.classList.add('odf-object');
  }
}

/** Texts that are on no slide as drawn here: of charts and SmartArt, and the speaker's notes. */
async function textsBeside(
  files: PackageFiles,
  path: string,
  words: { readonly chart: string; readonly notes: string },
): Promise<{ lists: HTMLElement[]; boxes: number }> {
  const slide = await openPart(files, path);
  const lists: HTMLElement[] = [];
  let boxes = 0;
  for (const { kind, target } of slide?.relations.values() ?? []) {
    const isBox = isChart(kind);
    if (!isBox && kind !== 'notesSlide') continue;
    const part = await files.xml(target);
    if (!part) continue;
    if (isBox) boxes++;
    const texts = drawingTexts(part);
    if (texts.length === 0) continue;
    lists.push(
      make('h2', '', isBox ? words.chart : words.notes),
      ...texts.map((text) => make('p', 'para', text)),
    );
  }
  return { lists, boxes };
}
