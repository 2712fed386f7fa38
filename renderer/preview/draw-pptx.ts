import { all, drawingTexts, isChart, openPart } from './ooxml-parts.ts';
import type { Part } from './ooxml-parts.ts';
import { openPackage } from './package-files.ts';
import type { PackageFiles } from './package-files.ts';
import { make } from './pages.ts';
import type { Draw } from './pages.ts';
import { safeColor } from './safe-style.ts';

/** EMU per CSS pixel (ECMA-376 part 1 §20.1.2.1). */
const EMU = 9_525;
const DEFAULT_SIZE = { width: 9_144_000, height: 6_858_000 };

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Slides with their texts, tables and pictures where they are. Themes, charts and SmartArt are left out: their texts stand below the slide. */
export const drawPptx: Draw = async ({ bytes, words }) => {
  const files = await openPackage(bytes);
  const deck = await openPart(files, 'ppt/presentation.xml');
  if (!deck) throw new Error('The presentation has no list of its slides.');
  const [size] = all(deck.xml, 'sldSz');
  const width = numberOf(size?.getAttribute('cx')) || DEFAULT_SIZE.width;
  const height = numberOf(size?.getAttribute('cy')) || DEFAULT_SIZE.height;
  const slides: HTMLElement[] = [];
  let boxes = 0;
  for (const entry of all(deck.xml, 'sldId')) {
    const slide = await openPart(files, deck.relations.get(idOf(entry))?.target ?? '');
    if (!slide) continue;
    const layout = await related(files, slide, 'slideLayout');
    const master = layout && (await related(files, layout, 'slideMaster'));
    const page = make('section', 'slide');
    page.style.width = `${width / EMU}px`;
    page.style.height = `${height / EMU}px`;
    for (const shape of shapesOf(slide.xml))
      page.append(await drawShape(files, slide, shape, [layout, master]));
    slides.push(page);
    const beside = await textsBeside(files, slide, words);
    boxes += beside.boxes;
    if (beside.lists.length > 0) slides.push(make('aside', 'beside-slide', ...beside.lists));
  }
  return {
    root: make('main', 'pages slides', ...slides),
    width: width / EMU,
    pages: slides.filter(({ tagName }) => tagName === 'SECTION').length,
    boxes,
    drop: files.drop,
  };
};

function child(element: Element | undefined, name: string): Element | undefined {
  return Array.from(element?.children ?? []).find(({ localName }) => localName === name);
}
function numberOf(value: string | null | undefined): number {
  const number = Number(value ?? 0);
  return Number.isFinite(number) && Math.abs(number) < 1e9 ? number : 0;
}
function idOf(element: Element | undefined): string {
  return Array.from(element?.attributes ?? []).find(({ name }) => /:(?:id|embed)$/.test(name))?.value ?? '';
}

async function related(files: PackageFiles, part: Part, kind: string): Promise<Part | undefined> {
  const found = [...part.relations.values()].find((one) => one.kind === kind);
  return found && openPart(files, found.target);
}

/** Shapes, pictures, tables and charts; groups are taken apart, at the place that they have in their group. */
function shapesOf(xml: Document): Element[] {
  return ['sp', 'pic', 'graphicFrame', 'cxnSp']
    .flatMap((name) => all(xml, name))
    .filter((one) => one.closest('Fallback') === null)
    .sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
}

/** A placeholder without a place has its layout's, or the master's. */
function boxOf(shape: Element, above: readonly (Part | undefined)[]): Box | undefined {
  const own = boxIn(shape);
  if (own) return own;
  const [holder] = all(shape, 'ph');
  if (!holder) return undefined;
  const [type, index] = [holder.getAttribute('type') ?? 'body', holder.getAttribute('idx')];
  for (const part of above) {
    for (const candidate of part ? all(part.xml, 'sp') : []) {
      const [other] = all(candidate, 'ph');
      if (!other) continue;
      const isSame =
        (index !== null && other.getAttribute('idx') === index) ||
        (other.getAttribute('type') ?? 'body') === type;
      const box = isSame ? boxIn(candidate) : undefined;
      if (box) return box;
    }
  }
  return undefined;
}

function boxIn(shape: Element): Box | undefined {
  const [xfrm] = all(shape, 'xfrm');
  const [off, ext] = [child(xfrm, 'off'), child(xfrm, 'ext')];
  if (!off || !ext) return undefined;
  return {
    x: numberOf(off.getAttribute('x')),
    y: numberOf(off.getAttribute('y')),
    width: numberOf(ext.getAttribute('cx')),
    height: numberOf(ext.getAttribute('cy')),
  };
}

async function drawShape(
  files: PackageFiles,
  part: Part,
  shape: Element,
  above: readonly (Part | undefined)[],
): Promise<HTMLElement> {
  const box = make('div', 'shape');
  const place = boxOf(shape, above);
  if (place) {
    box.style.left = `${place.x / EMU}px`;
    box.style.top = `${place.y / EMU}px`;
    box.style.width = `${place.width / EMU}px`;
    box.style.minHeight = `${place.height / EMU}px`;
  } else box.classList.add('unplaced');
  const fill = safeColor(
    `#${all(child(child(shape, 'spPr'), 'solidFill') ?? shape.ownerDocument.createElement('none'), 'srgbClr')[0]?.getAttribute('val') ?? ''}`,
  );
  if (fill) box.style.backgroundColor = fill;
  const [table] = all(shape, 'tbl');
  if (table) box.append(drawTable(table));
  else if (shape.localName === 'pic') await addPicture(files, part, shape, box);
  else if (shape.localName === 'graphicFrame') box.classList.add('odf-object');
  const body = child(shape, 'txBody');
  const type = all(shape, 'ph')[0]?.getAttribute('type') ?? '';
  if (body) box.append(...paragraphsOf(body, /title/i.test(type) ? 32 : 18));
  return box;
}

async function addPicture(files: PackageFiles, part: Part, shape: Element, box: HTMLElement): Promise<void> {
  const image = make('img') as HTMLImageElement;
  const address = await files.picture(part.relations.get(idOf(all(shape, 'blip')[0]))?.target ?? '');
  if (address === undefined) image.dataset['noPicture'] = '';
  else image.src = address;
  box.append(image);
}

function drawTable(table: Element): HTMLElement {
  const rows = all(table, 'tr').map((row) =>
    make(
      'tr',
      '',
      ...all(row, 'tc')
        .filter((cell) => cell.getAttribute('hMerge') !== '1' && cell.getAttribute('vMerge') !== '1')
        .map((cell) => {
          const td = make('td', '', ...paragraphsOf(cell, 14));
          const span = Math.min(100, numberOf(cell.getAttribute('gridSpan')));
          if (span > 1) td.setAttribute('colspan', String(span));
          return td;
        }),
    ),
  );
  return make('table', 'odf-table', ...rows);
}

/** The paragraphs of a body; `points`: the size of text that says none. */
function paragraphsOf(body: Element, points: number): HTMLElement[] {
  return all(body, 'p').map((paragraph) => {
    const line = make('p', 'para');
    const align = { ctr: 'center', r: 'right', just: 'justify' }[
      child(paragraph, 'pPr')?.getAttribute('algn') ?? ''
    ];
    if (align !== undefined) line.style.textAlign = align;
    const level = Math.min(8, numberOf(child(paragraph, 'pPr')?.getAttribute('lvl')));
    if (level > 0) line.style.marginInlineStart = `${level}em`;
    for (const run of paragraph.children) {
      if (run.localName === 'br') line.append(make('br'));
      if (run.localName !== 'r' && run.localName !== 'fld') continue;
      const properties = child(run, 'rPr');
      const span = make('span', '', child(run, 't')?.textContent ?? '');
      const size = numberOf(properties?.getAttribute('sz')) / 100;
      span.style.fontSize = `${size > 0 && size < 400 ? size : points}pt`;
      if (properties?.getAttribute('b') === '1') span.style.fontWeight = 'bold';
      if (properties?.getAttribute('i') === '1') span.style.fontStyle = 'italic';
      const color = properties && all(properties, 'srgbClr')[0]?.getAttribute('val');
      // White letters stand on a background that is not drawn.
      const safe = color && !/^f[\da-f]f[\da-f]f[\da-f]$/i.test(color) ? safeColor(`#${color}`) : undefined;
      if (safe) span.style.color = safe;
      line.append(span);
    }
    return line;
  });
}

/** Texts that are on no slide as drawn here: of charts and SmartArt, and the speaker's notes. */
async function textsBeside(
  files: PackageFiles,
  slide: Part,
  words: { readonly chart: string; readonly notes: string },
): Promise<{ lists: HTMLElement[]; boxes: number }> {
  const lists: HTMLElement[] = [];
  let boxes = 0;
  for (const { kind, target } of slide.relations.values()) {
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
