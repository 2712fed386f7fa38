import { attributeSpan, scanXml } from '../../xml/scan.ts';
import type { Span } from '../../xml/scan.ts';
import type { OoxmlPackage } from '../package.ts';
import { decodeXString } from '../xstring.ts';
import { columnNumber } from './cell-references.ts';

/** The worksheets' parts by their lower-case names. */
export function sheetParts(pkg: OoxmlPackage, main: string): Map<string, string> {
  const parts = new Map(
    pkg
      .relationships(main)
      .filter(({ kind }) => kind === 'worksheet')
      .map(({ id, part }) => [id, part]),
  );
  const sheets = new Map<string, string>();
  scanXml(pkg.text(main), main, {
    open(tag) {
      const part = tag.name === 's:sheet' ? parts.get(tag.attribute('r:id') ?? '') : undefined;
      if (part !== undefined) sheets.set((tag.attribute('name') ?? '').toLowerCase(), part);
    },
  });
  return sheets;
}

export interface StringTable {
  readonly part: string;
  readonly xml: string;
  readonly root: Span;
  /** Offset at which another item can be added. */
  readonly end: number;
  readonly uniqueCount: Span | undefined;
  readonly items: readonly StringItem[];
}

interface StringItem {
  readonly text: string;
  /** The `rPr` of its first run, as written. */
  readonly look: string;
}

/** Undefined if the workbook has no string table. */
export function readStrings(pkg: OoxmlPackage, main: string): StringTable | undefined {
  const part = pkg.relationships(main).find(({ kind }) => kind === 'sharedStrings')?.part;
  if (part === undefined) return undefined;
  const xml = pkg.text(part);
  const items: { text: string; look: string }[] = [];
  let root: Span = { start: 0, end: 0 };
  let end = 0;
  let isText = false;
  let phonetic = 0;
  let lookStart: number | undefined;
  scanXml(xml, part, {
    open(tag) {
      if (tag.depth === 0) root = { start: tag.start, end: tag.end };
      if (tag.name === 's:si') items.push({ text: '', look: '' });
      if (tag.name === 's:rPh') phonetic++;
      if (tag.name === 's:rPr') lookStart = tag.start;
      isText = tag.name === 's:t' && phonetic === 0;
    },
    text(text) {
      const item = items.at(-1);
      if (isText && item) item.text += text;
    },
    close(tag) {
      isText = false;
      if (tag.name === 's:rPh') phonetic--;
      const item = items.at(-1);
      if (tag.name === 's:rPr' && item?.text === '' && lookStart !== undefined)
        item.look ||= xml.slice(lookStart, tag.end);
      if (tag.depth === 0) end = tag.start;
    },
  });
  return {
    part,
    xml,
    root,
    end,
    uniqueCount: attributeSpan(xml, root, 'uniqueCount'),
    items: items.map(({ text, look }) => ({ text: decodeXString(text), look })),
  };
}

/** A cell and the place of its content. */
export interface DataCell {
  readonly row: number;
  readonly column: number;
  readonly xml: string;
  readonly start: number;
  readonly hasFormula: boolean;
  /** Undefined if the cell has no text. */
  readonly text: string | undefined;
  /** The span of its `v`, or of its `is`. */
  readonly content: Span;
  /** `shared`: in the string table. `inline`: its own `is`. `own`: a string in its `v`. */
  readonly kind: 'shared' | 'inline' | 'own';
  /** In the string table. */
  readonly index: number;
}

/** The requested cells of a worksheet. A cell without a reference follows the previous one. */
export function readCells(
  pkg: OoxmlPackage,
  part: string,
  strings: StringTable | undefined,
  isWanted: (row: number, column: number) => boolean,
): DataCell[] {
  const xml = pkg.text(part);
  const cells: DataCell[] = [];
  let row = 0;
  let column = 0;
  let cell: { start: number; type: string; hasFormula: boolean; value: string; content?: Span } | undefined;
  let contentStart: number | undefined;
  let isText = false;
  scanXml(xml, part, {
    open(tag) {
      if (tag.name === 's:row') {
        row = Number(tag.attribute('r')) || row + 1;
        column = 0;
      } else if (tag.name === 's:c') {
        const letters = /^[A-Z]+/i.exec(tag.attribute('r') ?? '')?.[0];
        column = letters === undefined ? column + 1 : columnNumber(letters);
        cell = isWanted(row, column)
          ? { start: tag.start, type: tag.attribute('t') ?? 'n', hasFormula: false, value: '' }
          : undefined;
      } else if (cell) {
        if (tag.name === 's:f') cell.hasFormula = true;
        if (tag.name === 's:v' || tag.name === 's:is') contentStart = tag.selfClosing ? undefined : tag.end;
        isText = tag.name === 's:v' || tag.name === 's:t';
      }
    },
    text(text) {
      if (cell && isText) cell.value += text;
    },
    close(tag) {
      isText = false;
      if (!cell) return;
      if ((tag.name === 's:v' || tag.name === 's:is') && contentStart !== undefined)
        cell.content = { start: contentStart, end: tag.start };
      if (tag.name !== 's:c') return;
      const { start, hasFormula, type, value, content } = cell;
      cell = undefined;
      if (!content) return;
      const index = Number(value);
      const common = { row, column, xml, start, hasFormula, content, index };
      if (type === 's') {
        cells.push({ ...common, kind: 'shared', text: strings?.items[index]?.text });
      } else {
        const isString = type === 'inlineStr' || type === 'str';
        const text = isString ? decodeXString(value) : undefined;
        cells.push({ ...common, kind: type === 'inlineStr' ? 'inline' : 'own', text });
      }
    },
  });
  return cells;
}

const FORMULA = /(?:^|[:}])(?:f|definedName|\w*[fF]ormula\d?)$/;

/** The formulas of a workbook's sheets, names and tables, in lower case. */
export function formulasOf(pkg: OoxmlPackage, parts: readonly string[]): string[] {
  const tables = parts.flatMap((part) =>
    pkg.relationships(part).flatMap(({ kind, part: table }) => (kind === 'table' && table ? [table] : [])),
  );
  const formulas: string[] = [];
  for (const part of [...parts, ...tables]) {
    let isFormula = false;
    scanXml(pkg.text(part), part, {
      open: ({ name }) => (isFormula = FORMULA.test(name)),
      text(text) {
        if (isFormula) formulas.push(text.toLowerCase());
      },
      close: () => (isFormula = false),
    });
  }
  return formulas;
}
