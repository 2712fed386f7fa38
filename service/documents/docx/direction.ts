import { rawName, rawPrefix } from '../xml/scan.ts';
import type { Edit } from '../shared/spans.ts';
import type { Turn } from '../shared/text-direction.ts';
import { child, childValue, toggle } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';
import { insertInOrder } from './insert-in-order.ts';
import type { Paragraph, Run } from './model.ts';
import type { Styles } from './styles.ts';

export interface DirectionChange {
  readonly turn: Turn;
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

/** Turns a table's columns to the direction of its texts. A table style's own direction stays. */
export function turnTable(source: string, table: XmlNode, turn: Turn): Edit[] {
  if (!turn) return [];
  const { start, contentStart } = table;
  const owner = { node: table, tagStart: start, tagEnd: contentStart, properties: child(table, 'w:tblPr') };
  return turnEdit(source, owner, { ...BIDI_VISUAL, inherited: false, on: turn === 'rtl' });
}

/**
 * Turns a paragraph. Its alignment and indents stay as they are written: in a paragraph with `w:bidi` Word
 * reads `left` as the side where lines begin (§17.3.1.13), so a turned paragraph is mirrored as its readers
 * expect.
 */
export function turnParagraph(
  source: string,
  paragraph: Paragraph,
  { turn, styles }: DirectionChange,
): Edit[] {
  const { node, properties, styleId } = paragraph;
  // Runs that are read as a paragraph turn with the one around them.
  if (!turn || node.name !== 'w:p') return [];
  const owner = { node, tagStart: node.start, tagEnd: node.contentStart, properties };
  const inherited = styles.isBidi(styleId);
  return turnEdit(source, owner, { ...BIDI, inherited, on: turn === 'rtl' });
}

/** Turns a run of a paragraph, and lets the text keep its weight and size. */
export function turnRun(
  source: string,
  run: Run,
  paragraph: Paragraph,
  { turn, styles }: DirectionChange,
): Edit[] {
  if (!turn) return [];
  const owner = {
    node: paragraph.node,
    tagStart: run.start,
    tagEnd: run.tagEnd,
    properties: run.properties,
  };
  const inherited = styles.isRtl(childValue(run.properties, 'w:rStyle'), paragraph.styleId);
  const turned = turnEdit(source, owner, { ...RTL, inherited, on: turn === 'rtl' });
  return turned.length === 0 ? [] : [...lookEdits(source, run.properties, turn), ...turned];
}

/** Left-to-right properties, and those that Word uses instead in a run with `w:rtl` (§17.3.2.30). */
const LOOKS: readonly (readonly [ltr: string, rtl: string])[] = [
  ['b', 'bCs'],
  ['i', 'iCs'],
  ['sz', 'szCs'],
];

/** A run bold in one direction only would lose it by turning; so would its size. Neighbours in the schema. */
function lookEdits(source: string, properties: XmlNode | undefined, turn: 'rtl' | 'ltr'): Edit[] {
  return LOOKS.flatMap(([ltr, rtl]) => {
    const [from, to] = turn === 'rtl' ? [ltr, rtl] : [rtl, ltr];
    const present = child(properties, `w:${from}`);
    if (!present || child(properties, `w:${to}`)) return [];
    const at = turn === 'rtl' ? present.end : present.start;
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

/** An on/off property that turns what has it. */
interface Direction {
  readonly container: string;
  readonly name: string;
  readonly followers: ReadonlySet<string>;
}

const BIDI: Direction = { container: 'pPr', name: 'bidi', followers: AFTER_BIDI };
const BIDI_VISUAL: Direction = { container: 'tblPr', name: 'bidiVisual', followers: AFTER_BIDI_VISUAL };
const RTL: Direction = { container: 'rPr', name: 'rtl', followers: AFTER_RTL };

/** Sets an on/off property, or takes it away where nothing inherited would then turn its owner again. */
function turnEdit(
  source: string,
  owner: Owner,
  { container, name, followers, inherited, on }: Direction & { inherited: boolean; on: boolean },
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
