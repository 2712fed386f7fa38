import { openPackage, resolvePath } from './package-files.ts';
import type { PackageFiles } from './package-files.ts';
import { make, textOf } from './pages.ts';
import type { Draw, Drawn, Source } from './pages.ts';
import { safeColor } from './safe-style.ts';

/** A cell of a grid. */
export interface Cell {
  readonly column: number;
  readonly content: readonly (Node | string)[];
  readonly style?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}
export interface Grid {
  readonly name: string;
  /** CSS pixels, by column. */
  readonly widths: ReadonlyMap<number, number>;
  readonly rows: readonly { readonly row: number; readonly cells: readonly Cell[] }[];
}

/** Beyond this a sheet is blank paper: two billion columns are one number in a file. */
const MAX_COLUMNS = 200;
const MAX_ROWS = 20_000;
const MAX_SPAN = 200;
const DEFAULT_WIDTH = 88;

/** Sheets as tables: cells, widths, fills and merges; a sheet is no page. */
export function drawGrids(grids: readonly Grid[], drop: () => void = () => undefined): Drawn {
  const sheets = grids.map((grid) => {
    const columns = Math.min(
      MAX_COLUMNS,
      Math.max(1, ...grid.rows.flatMap(({ cells }) => cells.map(({ column }) => column + 1))),
    );
    const cols = Array.from({ length: columns }, (_, n) => {
      const col = make('col');
      col.style.width = `${Math.min(600, grid.widths.get(n) ?? DEFAULT_WIDTH)}px`;
      return col;
    });
    const table = make(
      'table',
      '',
      make('colgroup', '', ...cols),
      make('tbody', '', ...rowsOf(grid, columns)),
    );
    return make('section', 'sheet grid', make('h2', 'sheet-name', grid.name), table);
  });
  return { root: make('main', 'sheets', ...sheets), pages: grids.length, drop };
}

function* rowsOf({ rows }: Grid, columns: number): Generator<HTMLElement> {
  /** Columns that merged cells above take, by row. */
  const taken = new Map<number, Set<number>>();
  let last = -1;
  for (const { row, cells } of rows.slice(0, MAX_ROWS)) {
    if (row > last + 1) yield make('tr', 'gap');
    last = row;
    const line = make('tr');
    const own = new Map(cells.map((cell) => [cell.column, cell]));
    for (let column = 0; column < columns; column++) {
      if (taken.get(row)?.has(column)) continue;
      const cell = own.get(column);
      const td = make('td', '', ...(cell?.content ?? []));
      const [wide, high] = [span(cell?.columns), span(cell?.rows)];
      if (wide > 1) td.setAttribute('colspan', String(wide));
      if (high > 1) td.setAttribute('rowspan', String(high));
      for (let r = 0; r < high; r++) {
        const set = taken.get(row + r) ?? new Set();
        for (let c = r === 0 ? 1 : 0; c < wide; c++) set.add(column + c);
        if (r > 0) set.add(column);
        taken.set(row + r, set);
      }
      for (const [name, value] of Object.entries(cell?.style ?? {})) td.style.setProperty(name, value);
      line.append(td);
    }
    yield line;
  }
}

function span(count = 1): number {
  return Math.min(MAX_SPAN, Math.max(1, Math.trunc(count) || 1));
}

/** A workbook, CSV or TSV: each sheet as a grid. Number formats and theme colours are left out. */
export const drawSheets: Draw = (source) => (source.fileType === 'csv' ? drawCsv(source) : drawXlsx(source));

function drawCsv(source: Source): Drawn {
  const text = textOf(source);
  const comma = likeliest(text);
  const rows = recordsOf(text, comma).map((fields, row) => ({
    row,
    cells: fields.map((field, column) => ({ column, content: [field] })),
  }));
  return drawGrids([{ name: '', widths: new Map(), rows }]);
}

function likeliest(text: string): string {
  const head = text.slice(0, 4_000);
  const count = (sign: string): number => head.split(sign).length;
  return [',', ';', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

function recordsOf(text: string, comma: string): string[][] {
  const records: string[][] = [[]];
  let field = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (isQuoted) {
      if (char !== '"') field += char;
      else if (text[at + 1] === '"') field += text[++at]!;
      else isQuoted = false;
    } else if (char === '"' && (field === '' || /^[\u{f0000}-\u{10ffff}]+$/u.test(field))) isQuoted = true;
    else if (char === comma) {
      records.at(-1)!.push(field);
      field = '';
    } else if (char === '\n' || char === '\r') {
      if (char === '\r' && text[at + 1] === '\n') at++;
      records.at(-1)!.push(field);
      field = '';
      records.push([]);
      if (records.length > MAX_ROWS) break;
    } else field += char;
  }
  if (field !== '') records.at(-1)!.push(field);
  return records.filter((fields) => fields.length > 0);
}

async function drawXlsx({ bytes }: Source): Promise<Drawn> {
  const files = await openPackage(bytes);
  const workbook = await files.xml('xl/workbook.xml');
  if (!workbook) throw new Error('The workbook has no list of its sheets.');
  const targets = await relations(files, 'xl/workbook.xml');
  const strings = stringsOf(await files.xml('xl/sharedStrings.xml'));
  const styles = stylesOf(await files.xml('xl/styles.xml'));
  const grids: Grid[] = [];
  for (const sheet of all(workbook, 'sheet')) {
    const id = [...sheet.attributes].find(({ name }) => /(?:^|:)id$/.test(name))?.value ?? '';
    const part = await files.xml(targets.get(id) ?? '');
    if (part) grids.push({ name: sheet.getAttribute('name') ?? '', ...readSheet(part, strings, styles) });
  }
  return drawGrids(grids, files.drop);
}

function all(root: ParentNode & { getElementsByTagNameNS?: unknown }, name: string): Element[] {
  return Array.from((root as Document | Element).getElementsByTagNameNS('*', name));
}

async function relations(files: PackageFiles, path: string): Promise<Map<string, string>> {
  const [, folder = '', name = ''] = /^(.*\/)?([^/]*)$/.exec(path) ?? [];
  const part = await files.xml(`${folder}_rels/${name}.rels`);
  return new Map(
    (part ? all(part, 'Relationship') : []).map((one) => [
      one.getAttribute('Id') ?? '',
      resolvePath(path, one.getAttribute('Target') ?? ''),
    ]),
  );
}

/** The shared strings, each as runs that keep bold, italic and colour. */
function stringsOf(part: Document | undefined): (() => Node[])[] {
  return (part ? all(part, 'si') : []).map((item) => () => runsOf(item));
}

function runsOf(item: Element): Node[] {
  const runs = [...item.children].filter(({ localName }) => localName === 'r');
  if (runs.length === 0) {
    const text = [...item.children].filter(({ localName }) => localName === 't');
    return [document.createTextNode(text.map(({ textContent }) => textContent).join(''))];
  }
  return runs.map((run) => {
    const span = make('span', '', ...all(run, 't').map(({ textContent }) => textContent));
    if (all(run, 'b').length > 0) span.style.fontWeight = 'bold';
    if (all(run, 'i').length > 0) span.style.fontStyle = 'italic';
    return span;
  });
}

function stylesOf(part: Document | undefined): Record<string, string>[] {
  if (!part) return [];
  const [fonts, fills, list] = [all(part, 'fonts')[0], all(part, 'fills')[0], all(part, 'cellXfs')[0]];
  return [...(list?.children ?? [])].map((xf) => {
    const style: Record<string, string> = {};
    const font = fonts?.children[Number(xf.getAttribute('fontId'))];
    const fill = fills?.children[Number(xf.getAttribute('fillId'))];
    if (font && all(font, 'b').length > 0) style['font-weight'] = 'bold';
    if (font && all(font, 'i').length > 0) style['font-style'] = 'italic';
    const color = rgb(font && all(font, 'color')[0]);
    if (color) style['color'] = color;
    const back = rgb(fill && all(fill, 'fgColor')[0]);
    if (back) style['background-color'] = back;
    const align = all(xf, 'alignment')[0]?.getAttribute('horizontal') ?? '';
    if (['left', 'center', 'right'].includes(align)) style['text-align'] = align;
    return style;
  });
}

function rgb(element: Element | undefined): string | undefined {
  return safeColor(`#${(element?.getAttribute('rgb') ?? '').slice(-6)}`);
}

function readSheet(
  part: Document,
  strings: readonly (() => Node[])[],
  styles: readonly Record<string, string>[],
): Pick<Grid, 'widths' | 'rows'> {
  const widths = new Map<number, number>();
  for (const col of all(part, 'col')) {
    const [min, max] = [Number(col.getAttribute('min')), Number(col.getAttribute('max'))];
    for (let n = min; n <= Math.min(max, MAX_COLUMNS); n++)
      widths.set(n - 1, Number(col.getAttribute('width')) * 7 + 5);
  }
  const merges = new Map<string, { columns: number; rows: number }>();
  for (const merge of all(part, 'mergeCell')) {
    const [from = '', to = from] = (merge.getAttribute('ref') ?? '').split(':');
    const [a, b] = [placeOf(from), placeOf(to)];
    if (a && b) merges.set(from, { columns: b.column - a.column + 1, rows: b.row - a.row + 1 });
  }
  const rows = all(part, 'row')
    .slice(0, MAX_ROWS)
    .map((element, n) => ({
      row: Number(element.getAttribute('r') ?? n + 1) - 1,
      cells: [...element.children].map((cell, at): Cell => {
        const ref = cell.getAttribute('r') ?? '';
        return {
          column: placeOf(ref)?.column ?? at,
          content: contentOf(cell, strings),
          style: styles[Number(cell.getAttribute('s') ?? 0)] ?? {},
          ...merges.get(ref),
        };
      }),
    }));
  return { widths, rows };
}

function contentOf(cell: Element, strings: readonly (() => Node[])[]): Node[] {
  const value = all(cell, 'v')[0]?.textContent ?? '';
  const type = cell.getAttribute('t');
  if (type === 's') return strings[Number(value)]?.() ?? [];
  const [inline] = all(cell, 'is');
  return inline ? runsOf(inline) : [document.createTextNode(value)];
}

function placeOf(ref: string): { column: number; row: number } | undefined {
  const [, letters, number] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(ref) ?? [];
  if (letters === undefined) return undefined;
  const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { column, row: Number(number) - 1 };
}
