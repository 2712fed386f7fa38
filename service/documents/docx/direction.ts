import { rawName, rawPrefix } from '../xml/scan.ts';
import type { Edit } from '../shared/spans.ts';
import type { NewDirection } from '../shared/text-direction.ts';
import { child, childValue, toggle } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';
import { insertInOrder } from './insert-in-order.ts';
import type { Paragraph, Run } from './model.ts';
import type { Styles } from './styles.ts';

export interface DirectionChange {
  readonly newDirection: NewDirection;
  /** Inherited by paragraphs and runs. */
  readonly styles: Styles;
}

/** Followers of `w:bidi` in `w:pPr`, `w:rtl` in `w:rPr`, `w:bidiVisual` in `w:tblPr` (schema order, §A.1). */
const AFTER_BIDI: ReadonlySet<string> = new Set(
  'adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange'.split(
    ' ',
  ),
);
const AFTER_BIDI_VISUAL: ReadonlySet<string> = new Set(
  'tblStyleRowBandSize tblStyleColBandSize tblW jc tblCellSpacing tblInd tblBorders shd tblLayout tblCellMar tblLook tblCaption tblDescription tblPrChange'.split(
    ' ',
  ),
);
const AFTER_RTL: ReadonlySet<string> = new Set(
  'cs em lang eastAsianLayout specVanish oMath rPrChange'.split(' '),
);

/** Orders a table's columns by the direction of its texts. A table style's own direction stays. */
export function setTableDirection(source: string, table: XmlNode, newDirection: NewDirection): Edit[] {
  if (!newDirection) return [];
  const { start, contentStart } = table;
  const owner = { node: table, tagStart: start, tagEnd: contentStart, properties: child(table, 'w:tblPr') };
  return togglePropertyEdits(source, owner, { ...BIDI_VISUAL, inherited: false, on: newDirection === 'rtl' });
}

/**
 * Sets a paragraph's direction. Its alignment and indents stay as they are written: in a paragraph with
 * `w:bidi` Word reads `left` as the side where lines begin (§17.3.1.13), so the paragraph is mirrored as its
 * readers expect.
 */
export function setParagraphDirection(
  source: string,
  paragraph: Paragraph,
  { newDirection, styles }: DirectionChange,
): Edit[] {
  const { node, properties, styleId } = paragraph;
  // Runs read as a paragraph take the direction of the paragraph around them.
  if (!newDirection || node.name !== 'w:p') return [];
  const owner = { node, tagStart: node.start, tagEnd: node.contentStart, properties };
  const inherited = styles.isBidi(styleId);
  return togglePropertyEdits(source, owner, { ...BIDI, inherited, on: newDirection === 'rtl' });
}

/** Sets the direction of a run, whose text keeps its weight and size. */
export function setRunDirection(
  source: string,
  run: Run,
  paragraph: Paragraph,
  { newDirection, styles }: DirectionChange,
): Edit[] {
  if (!newDirection) return [];
  const owner = {
    node: paragraph.node,
    tagStart: run.start,
    tagEnd: run.tagEnd,
    properties: run.properties,
  };
  const inherited = styles.isRtl(childValue(run.properties, 'w:rStyle'), paragraph.styleId);
  const edits = togglePropertyEdits(source, owner, { ...RTL, inherited, on: newDirection === 'rtl' });
  return edits.length === 0 ? [] : [...lookEdits(source, run.properties, newDirection), ...edits];
}

/** Left-to-right properties, and those that Word uses instead in a run with `w:rtl` (§17.3.2.30). */
const LOOKS: readonly (readonly [ltr: string, rtl: string])[] = [
  ['b', 'bCs'],
  ['i', 'iCs'],
  ['sz', 'szCs'],
];

/** A run that is bold in one direction only would lose it, and its size. Neighbours in the schema. */
function lookEdits(source: string, properties: XmlNode | undefined, newDirection: 'rtl' | 'ltr'): Edit[] {
  return LOOKS.flatMap(([ltr, rtl]) => {
    const [from, to] = newDirection === 'rtl' ? [ltr, rtl] : [rtl, ltr];
    const present = child(properties, `w:${from}`);
    if (!present || child(properties, `w:${to}`)) return [];
    const at = newDirection === 'rtl' ? present.end : present.start;
    return [{ start: at, end: at, text: renamed(source, present, to) }];
  });
}

/** An element without content under another name. */
function renamed(source: string, { start, end }: XmlNode, local: string): string {
  const name = rawName(source, start);
  const other = name.replace(/[^:]+$/, local);
  return source.slice(start, end).replace(`<${name}`, `<${other}`).replace(`</${name}`, `</${other}`);
}

interface Owner {
  /** Itself or one around it, where the same namespaces are bound. */
  readonly node: XmlNode;
  readonly tagStart: number;
  readonly tagEnd: number;
  readonly properties: XmlNode | undefined;
}

/** An on/off property that sets the direction of its owner. */
interface DirectionProperty {
  readonly container: string;
  readonly name: string;
  readonly followers: ReadonlySet<string>;
}

const BIDI: DirectionProperty = { container: 'pPr', name: 'bidi', followers: AFTER_BIDI };
const BIDI_VISUAL: DirectionProperty = {
  container: 'tblPr',
  name: 'bidiVisual',
  followers: AFTER_BIDI_VISUAL,
};
const RTL: DirectionProperty = { container: 'rPr', name: 'rtl', followers: AFTER_RTL };

/** Sets an on/off property, or takes it away where no inherited value would then apply. */
function togglePropertyEdits(
  source: string,
  owner: Owner,
  { container, name, followers, inherited, on }: DirectionProperty & { inherited: boolean; on: boolean },
): Edit[] {
  const present = child(owner.properties, `w:${name}`);
  if ((toggle(owner.properties, `w:${name}`) ?? inherited) === on) return [];
  if (!on && !inherited) return present ? [{ start: present.start, end: present.end, text: '' }] : [];

  const prefix = rawPrefix(source, owner.tagStart);
  const element = `<${prefix}${name}${on ? '' : ` ${owner.node.attributeName(prefix, 'val')}="0"`}/>`;
  if (present) return [{ start: present.start, end: present.end, text: element }];
  if (owner.properties) return [insertInOrder(source, owner.properties, element, followers)];
  const properties = `<${prefix}${container}>${element}</${prefix}${container}>`;
  return [{ start: owner.tagEnd, end: owner.tagEnd, text: properties }];
}
