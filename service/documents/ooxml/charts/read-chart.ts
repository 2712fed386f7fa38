import { child } from '../../xml/tree.ts';
import type { XmlNode } from '../../xml/tree.ts';
import { readParagraph } from '../drawing/read-paragraph.ts';
import type { DrawingParagraph } from '../drawing/read-paragraph.ts';
import { areasOf, cellAt, cellOfLevel } from './cell-references.ts';
import type { CellAddress } from './cell-references.ts';

/** The elements of a chart whose text a tree must keep, besides paragraphs. */
export const CHART_TEXTS: readonly string[] = ['c:v', 'c:f', 'c15:f', 'cx:v', 'cx:f', 'cx:pt'];

/** A typed title, axis title or label. */
export interface ChartParagraph {
  readonly kind: 'paragraph';
  readonly paragraph: DrawingParagraph;
}

/** A text from the chart's data, of which the chart has a copy. */
export interface ChartValue {
  readonly kind: 'value';
  readonly value: string;
  /** The elements with it, one per series that shows it. */
  readonly nodes: readonly XmlNode[];
  readonly source: ValueSource;
}

/** `literal`: typed into the chart. `unknown`: a formula that names no cells. */
export type ValueSource = 'literal' | 'unknown' | CellAddress;

/** A chart's texts (ECMA-376 part 1 §21.2, and later kinds of [MS-ODRAWXML] §2.24.3), one per cell. */
export function readChart(source: string, root: XmlNode): (ChartParagraph | ChartValue)[] {
  const texts: (ChartParagraph | (ChartValue & { nodes: XmlNode[] }))[] = [];
  const known = new Map<string, XmlNode[]>();
  const addValue = (node: XmlNode, from: ValueSource): void => {
    const value = node.text;
    if (value.trim() === '') return;
    const key =
      typeof from === 'string' ? undefined : JSON.stringify([from.sheet, from.row, from.column, value]);
    const same = key === undefined ? undefined : known.get(key);
    if (same) {
      same.push(node);
      return;
    }
    const nodes = [node];
    if (key !== undefined) known.set(key, nodes);
    texts.push({ kind: 'value', value, nodes, source: from });
  };

  const read = (node: XmlNode): void => {
    if (LEFT_OUT.has(node.name)) return;
    if (node.name === 'a:p') {
      const paragraph = readParagraph(source, node);
      if (paragraph) texts.push({ kind: 'paragraph', paragraph });
    } else if (node.name === 'c:pt' || node.name === 'c:v' || node.name === 'cx:v') {
      const value = node.name === 'c:pt' ? child(node, 'c:v') : node;
      if (value) addValue(value, 'literal');
    } else if (FORMULA_OF.has(node.name)) {
      readData(node, node.children.find(({ name }) => FORMULAS.has(name))?.text, addValue);
    } else {
      node.children.forEach(read);
    }
  };
  read(root);
  return texts;
}

/** Numbers, and formats of pivot charts, which show no other text. */
const LEFT_OUT: ReadonlySet<string> = new Set(['c:numRef', 'c:numLit', 'c:pivotFmts', 'cx:numDim']);
/** Elements with a formula and a copy of its result. */
const FORMULA_OF: ReadonlySet<string> = new Set([
  'c:strRef',
  'c:multiLvlStrRef',
  'c15:datalabelsRange',
  'cx:strDim',
  'cx:txData',
]);
const FORMULAS: ReadonlySet<string> = new Set(['c:f', 'c15:f', 'cx:f']);
const LEVELS: ReadonlySet<string> = new Set(['c:lvl', 'cx:lvl']);

function readData(
  data: XmlNode,
  formula: string | undefined,
  addValue: (node: XmlNode, from: ValueSource) => void,
): void {
  const areas = formula === undefined ? undefined : areasOf(formula);
  const missing = formula === undefined ? 'literal' : 'unknown';
  const levels = levelsOf(data);
  for (const [level, points] of levels.entries()) {
    for (const point of points) {
      const node = point.name === 'c:pt' ? child(point, 'c:v') : point;
      if (!node) continue;
      const index = Number(point.attributes['idx'] ?? 0);
      const cell =
        areas && (levels.length > 1 ? cellOfLevel(areas, index, level, levels.length) : cellAt(areas, index));
      addValue(node, cell ?? missing);
    }
  }
}

/** The points of each level, innermost first. Text of one level is in the cache itself. */
function levelsOf(data: XmlNode): XmlNode[][] {
  const levels: XmlNode[][] = [];
  const direct: XmlNode[] = [];
  const find = (node: XmlNode): void => {
    for (const inner of node.children) {
      if (LEVELS.has(inner.name)) levels.push(inner.children.filter(isPoint));
      else if (isPoint(inner)) direct.push(inner);
      else find(inner);
    }
  };
  find(data);
  return direct.length > 0 ? [direct, ...levels] : levels;
}

function isPoint({ name }: XmlNode): boolean {
  return name === 'c:pt' || name === 'cx:pt' || name === 'cx:v';
}
