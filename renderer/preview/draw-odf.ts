import { drawGrids } from './draw-sheets.ts';
import type { Cell, Grid } from './draw-sheets.ts';
import { openPackage } from './package-files.ts';
import type { PackageFiles } from './package-files.ts';
import { withUsualNames } from './odf-names.ts';
import { make } from './pages.ts';
import type { Draw, Drawn } from './pages.ts';
import { safeColor, safeFont, safeLength } from './safe-style.ts';

/** Properties of ODF that are CSS's own (ODF 1.3 part 3 §20), and the pattern of their values. */
const PROPERTIES: Readonly<Record<string, (value: string) => string | undefined>> = {
  'fo:color': safeColor,
  'fo:background-color': safeColor,
  'fo:font-size': safeLength,
  'fo:font-family': safeFont,
  'style:font-name': safeFont,
  'fo:font-weight': oneOf('normal', 'bold', '500', '600', '700', '800'),
  'fo:font-style': oneOf('normal', 'italic', 'oblique'),
  'fo:text-align': (value) =>
    ({ start: 'start', end: 'end', left: 'left', right: 'right', center: 'center', justify: 'justify' })[
      value
    ],
  'fo:margin-left': safeLength,
  'fo:margin-right': safeLength,
  'fo:margin-top': safeLength,
  'fo:margin-bottom': safeLength,
  'fo:text-indent': safeLength,
  'fo:padding': safeLength,
  'fo:border': borderOf,
  'fo:border-top': borderOf,
  'fo:border-bottom': borderOf,
  'fo:border-left': borderOf,
  'fo:border-right': borderOf,
  'fo:text-transform': oneOf('none', 'uppercase', 'lowercase', 'capitalize'),
};
const NAMES: Readonly<Record<string, string>> = { 'style:font-name': 'font-family' };

function oneOf(...values: string[]): (value: string) => string | undefined {
  return (value) => (values.includes(value) ? value : undefined);
}
function borderOf(value: string): string | undefined {
  if (value === 'none') return 'none';
  const [, width, line, color] =
    /^([\d.]+(?:pt|cm|mm|in|px)) (solid|double|dashed|dotted) (#[\da-f]{6})$/i.exec(value) ?? [];
  return width === undefined ? undefined : `${width} ${line} ${color}`;
}

type Style = Record<string, string>;

interface Context {
  readonly files: PackageFiles;
  readonly styleOf: (name: string | null) => Style;
  readonly pictures: ReadonlyMap<string, string>;
  /** Texts of embedded charts and formulas, by their address. */
  readonly objects: ReadonlyMap<string, readonly string[]>;
  boxes: number;
}

/** OpenDocument texts, presentations and workbooks, by one renderer: ODF's properties are mostly those of CSS. */
export const drawOdf: Draw = async ({ bytes, words }): Promise<Drawn> => {
  const files = await openPackage(bytes);
  const part = async (path: string): Promise<Document | undefined> => {
    const found = await files.xml(path);
    return found && withUsualNames(found);
  };
  const content = await part('content.xml');
  const shared = await part('styles.xml');
  if (!content) throw new Error('The document has no content.');
  const pictures = new Map<string, string>();
  for (const image of tagged(content, 'draw:image')) {
    const path = image.getAttribute('xlink:href') ?? '';
    const own = await files.picture(path.replace(/^\.\//, ''));
    if (own !== undefined) pictures.set(path, own);
  }
  const objects = new Map<string, readonly string[]>();
  for (const object of tagged(content, 'draw:object')) {
    const path = object.getAttribute('xlink:href') ?? '';
    const inner = await part(`${path.replace(/^\.\//, '')}/content.xml`);
    if (inner) objects.set(path, lettersIn(inner));
  }
  const context: Context = { files, styleOf: stylesIn([shared, content]), pictures, objects, boxes: 0 };
  const [sheets] = tagged(content, 'office:spreadsheet');
  if (sheets)
    return drawGrids(
      children(sheets, 'table:table').map((table) => gridOf(table, context)),
      files.drop,
    );
  const [slides] = tagged(content, 'office:presentation');
  const [text] = tagged(content, 'office:text');
  const layout = shared && tagged(shared, 'style:page-layout-properties')[0];
  if (slides) return drawSlides(slides, layout, context, words.notes);
  const width = safeLength(layout?.getAttribute('fo:page-width')) ?? '21cm';
  const page = make('section', 'sheet odt');
  page.style.width = page.style.maxWidth = width;
  for (const [side, otherwise] of [
    ['left', '2cm'],
    ['right', '2cm'],
    ['top', '2cm'],
    ['bottom', '2cm'],
  ] as const)
    page.style.setProperty(
      `padding-${side}`,
      safeLength(layout?.getAttribute(`fo:margin-${side}`)) ?? otherwise,
    );
  // Headers and footers of the page styles, once.
  const ends = (name: string): Node[] =>
    (shared ? tagged(shared, name) : []).map((one) => make('div', 'page-end', ...drawAll(one, context)));
  page.append(...ends('style:header'), ...(text ? drawAll(text, context) : []), ...ends('style:footer'));
  return { root: make('main', 'pages', page), width: pixels(width), boxes: context.boxes, drop: files.drop };
};

function tagged(root: Document | Element, name: string): Element[] {
  return Array.from(root.getElementsByTagName(name));
}
function children(element: Element, name: string): Element[] {
  return [...element.children].filter(({ tagName }) => tagName === name);
}

/** The look of a style, with that of its parents. */
function stylesIn(parts: readonly (Document | undefined)[]): (name: string | null) => Style {
  const elements = new Map<string, Element>();
  for (const part of parts)
    for (const style of part ? tagged(part, 'style:style') : [])
      elements.set(style.getAttribute('style:name') ?? '', style);
  const known = new Map<string, Style>();
  const find = (name: string | null, depth: number): Style => {
    const found = known.get(name ?? '');
    if (found) return found;
    const element = elements.get(name ?? '');
    if (!element || depth > 20) return {};
    const style = { ...find(element.getAttribute('style:parent-style-name'), depth + 1) };
    for (const properties of element.children) {
      for (const { name: property, value } of properties.attributes) {
        const safe = PROPERTIES[property]?.(value);
        if (safe !== undefined) style[NAMES[property] ?? property.replace(/^fo:/, '')] = safe;
      }
      if ((properties.getAttribute('style:text-underline-style') ?? 'none') !== 'none')
        style['text-decoration'] = 'underline';
      const position = properties.getAttribute('style:text-position') ?? '';
      if (/^super|^[1-9]/.test(position)) style['vertical-align'] = 'super';
      if (/^sub|^-/.test(position)) style['vertical-align'] = 'sub';
    }
    known.set(name ?? '', style);
    return style;
  };
  return (name) => find(name, 0);
}

function styled(element: HTMLElement, style: Style): HTMLElement {
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value);
  return element;
}

function drawAll(parent: Element, context: Context): Node[] {
  return [...parent.childNodes].flatMap((node) => drawNode(node, context));
}

/** What is not text on a page: notes of reviewers, forms, declarations, deleted text. */
const LEFT_OUT = new Set([
  ...[
    'office:annotation',
    'office:annotation-end',
    'office:forms',
    'text:tracked-changes',
    'text:sequence-decls',
  ],
  ...[
    'text:variable-decls',
    'text:user-field-decls',
    'text:list-level-style-number',
    'svg:title',
    'svg:desc',
  ],
  ...[
    'draw:glue-point',
    'office:event-listeners',
    'text:alphabetical-index-source',
    'text:table-of-content-source',
  ],
  ...[
    'text:note-citation',
    'text:alphabetical-index-mark',
    'presentation:notes',
    'table:shapes',
    'style:region',
  ],
]);

function drawNode(node: Node, context: Context): Node[] {
  if (node.nodeType === Node.TEXT_NODE) return [document.createTextNode(folded(node.textContent ?? ''))];
  if (!(node instanceof Element) || LEFT_OUT.has(node.tagName)) return [];
  const style = context.styleOf(node.getAttribute('text:style-name'));
  const inner = (): Node[] => drawAll(node, context);
  switch (node.tagName) {
    case 'text:h': {
      const level = Math.min(6, Math.max(1, Number(node.getAttribute('text:outline-level')) || 1));
      return [styled(make(`h${level}`, 'para', ...inner()), style)];
    }
    case 'text:p':
      return [styled(make('p', 'para', ...inner()), style)];
    case 'text:span':
    case 'text:a':
      return [styled(make('span', '', ...inner()), style)];
    case 'text:s':
      return [document.createTextNode(' '.repeat(Math.min(200, Number(node.getAttribute('text:c')) || 1)))];
    case 'text:tab':
      return [document.createTextNode('\t')];
    case 'text:line-break':
      return [make('br')];
    case 'text:list':
      return [make('ul', '', ...inner())];
    case 'text:list-item':
    case 'text:list-header':
      return [make('li', '', ...inner())];
    case 'text:note':
      return [make('span', 'odf-note', ...inner())];
    case 'table:table':
      return [
        make('table', 'odf-table', ...tagged(node, 'table:table-row').map((row) => drawRow(row, context))),
      ];
    case 'draw:image': {
      const image = make('img') as HTMLImageElement;
      const own = context.pictures.get(node.getAttribute('xlink:href') ?? '');
      if (own === undefined) image.dataset['noPicture'] = '';
      else image.src = own;
      return [image];
    }
    case 'draw:object':
    case 'draw:object-ole':
      context.boxes++;
      return [boxWith(context.objects.get(node.getAttribute('xlink:href') ?? '') ?? [])];
    case 'draw:frame':
    case 'draw:custom-shape':
      return [sized(make('span', 'odf-frame', ...inner()), node)];
    default:
      return inner();
  }
}

/** A box in the place of a chart or another object, with its texts. */
function boxWith(texts: readonly string[]): HTMLElement {
  return make('span', 'odf-object', ...texts.map((text) => make('span', 'para', text)));
}

/** The paragraphs of a part that have letters. */
function lettersIn(part: Document): string[] {
  return tagged(part, 'text:p')
    .map(({ textContent }) => folded(textContent))
    .filter((text) => /\p{L}/u.test(text));
}

function folded(text: string): string {
  return text.replace(/[ \t\r\n]+/g, ' ');
}

function sized(box: HTMLElement, node: Element): HTMLElement {
  const width = safeLength(node.getAttribute('svg:width'));
  if (width !== undefined) box.style.width = width;
  return box;
}

function drawRow(row: Element, context: Context): HTMLElement {
  const cells = children(row, 'table:table-cell').flatMap((cell) => {
    const td = styled(
      make('td', '', ...drawAll(cell, context)),
      context.styleOf(cell.getAttribute('table:style-name')),
    );
    for (const [name, to] of [
      ['columns', 'colspan'],
      ['rows', 'rowspan'],
    ] as const) {
      const count = Number(cell.getAttribute(`table:number-${name}-spanned`)) || 1;
      if (count > 1) td.setAttribute(to, String(Math.min(200, count)));
    }
    return [td];
  });
  return make('tr', '', ...cells);
}

/** Slides with their shapes where they are, and the speaker's notes below; backgrounds and the master's pictures are left out. */
function drawSlides(
  parent: Element,
  layout: Element | undefined,
  context: Context,
  notesTitle: string,
): Drawn {
  const width = safeLength(layout?.getAttribute('fo:page-width')) ?? '28cm';
  const height = safeLength(layout?.getAttribute('fo:page-height')) ?? '21cm';
  const slides = children(parent, 'draw:page').flatMap((page) => {
    const slide = make('section', 'slide');
    slide.style.width = width;
    slide.style.height = height;
    for (const shape of shapesOf(page)) {
      const box = styled(make('div', 'shape', ...drawAll(shape, context)), {
        ...context.styleOf(shape.getAttribute('presentation:style-name')),
        ...context.styleOf(shape.getAttribute('draw:style-name')),
      });
      for (const [attribute, name] of [
        ['svg:x', 'left'],
        ['svg:y', 'top'],
        ['svg:width', 'width'],
        ['svg:height', 'min-height'],
      ] as const) {
        const length = safeLength(shape.getAttribute(attribute));
        if (length !== undefined) box.style.setProperty(name, length);
      }
      slide.append(box);
    }
    const notes = children(page, 'presentation:notes').flatMap((one) => drawAll(one, context));
    const hasText = notes.some(({ textContent }) => textContent?.trim());
    return hasText ? [slide, make('aside', 'beside-slide', make('h2', '', notesTitle), ...notes)] : [slide];
  });
  return {
    root: make('main', 'pages slides', ...slides),
    width: pixels(width),
    pages: slides.filter(({ tagName }) => tagName === 'SECTION').length,
    boxes: context.boxes,
    drop: context.files.drop,
  };
}

function shapesOf(parent: Element): Element[] {
  return [...parent.children].flatMap((one) =>
    one.tagName === 'draw:g' ? shapesOf(one) : one.tagName.startsWith('draw:') ? [one] : [],
  );
}

function gridOf(table: Element, context: Context): Grid {
  const rows: Grid['rows'][number][] = [];
  const widths = new Map<number, number>();
  let at = 0;
  for (const column of tagged(table, 'table:table-column')) {
    for (let n = 0; n < Math.min(50, repeated(column, 'columns')); n++) widths.set(at++, 96);
  }
  let row = 0;
  for (const line of tagged(table, 'table:table-row')) {
    const cells: Cell[] = [];
    let column = 0;
    for (const cell of line.children) {
      const times = repeated(cell, 'columns');
      const content = drawAll(cell, context);
      // Repeated blank cells fill up a sheet; those with content are few.
      for (let n = 0; content.length > 0 && n < Math.min(200, times); n++)
        cells.push({
          column: column + n,
          content: n === 0 ? content : content.map((one) => one.cloneNode(true)),
          style: context.styleOf(cell.getAttribute('table:style-name')),
          columns: Number(cell.getAttribute('table:number-columns-spanned')) || 1,
          rows: Number(cell.getAttribute('table:number-rows-spanned')) || 1,
        });
      column += times;
    }
    if (cells.length > 0) rows.push({ row, cells });
    row += repeated(line, 'rows');
  }
  return { name: table.getAttribute('table:name') ?? '', widths, rows };
}

function repeated(element: Element, what: 'columns' | 'rows'): number {
  return Math.max(1, Number(element.getAttribute(`table:number-${what}-repeated`)) || 1);
}

function pixels(length: string): number | undefined {
  const [, number, unit] = /^([\d.]+)(cm|mm|in|pt|px|pc)$/.exec(length) ?? [];
  const scale = { cm: 96 / 2.54, mm: 96 / 25.4, in: 96, pt: 96 / 72, px: 1, pc: 16 }[unit ?? ''];
  return scale === undefined ? undefined : Number(number) * scale;
}
