import type { TreeParagraph } from '../ooxml/drawing/read-tree.ts';
import type { InheritedLook } from '../ooxml/drawing/write-paragraph.ts';
import { child } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';
import type { Deck, Slide } from './deck.ts';

export type Design = Partial<Pick<Slide, 'layout' | 'master'>>;

/** The `p:ph` of a shape, which refers to a placeholder of the layout, and that to one of the master. */
export function placeholderOf(shape: XmlNode | undefined): XmlNode | undefined {
  const properties = shape?.children.find(({ name }) => /^p:nv\w*Pr$/.test(name));
  return child(child(properties, 'p:nvPr'), 'p:ph');
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** How a box fits its text (`a:normAutofit`, `a:spAutoFit`, `a:noAutofit`), including layout and master. */
export function inheritedAutofit(
  deck: Deck,
  design: Design,
  { shape, body }: Pick<TreeParagraph, 'shape' | 'body'>,
): string | undefined {
  const { ofLayout, ofMaster } = placeholdersOf(deck, design, placeholderOf(shape));
  const bodies = [body, ...[ofLayout, ofMaster].map((found) => child(found, 'p:txBody'))];
  return bodies
    .flatMap((one) => child(one, 'a:bodyPr')?.children ?? [])
    .find(({ name }) => /^a:\w+Auto[fF]it$/.test(name))?.name;
}

/** The alignment of a slide's paragraph that does not set its own. */
export function inheritedLook(deck: Deck, design: Design, item: TreeParagraph): InheritedLook {
  const levels = levelStyles(deck, design, item);
  const first = (name: string) => firstOf(levels.map(({ attributes }) => attributes[name]));
  return { alignment: first('algn') ?? 'l', isRtl: isOn(first('rtl')) };
}

/** The measures of a paragraph's letters, unless its runs set them. */
export function inheritedMeasures(
  deck: Deck,
  design: Design,
  item: TreeParagraph,
): { readonly size: number; readonly margin: number; readonly isCapital: boolean } {
  const levels = [
    ...(item.paragraph.properties ? [item.paragraph.properties] : []),
    ...levelStyles(deck, design, item),
  ];
  const runs = levels.map((level) => child(level, 'a:defRPr')?.attributes ?? {});
  return {
    size: Number(firstOf(runs.map(({ sz }) => sz)) ?? DEFAULT_SIZE),
    margin: Number(firstOf(levels.map(({ attributes }) => attributes['marL'])) ?? 0),
    isCapital: firstOf(runs.map(({ cap }) => cap)) === 'all',
  };
}

/** In 1/100 points. */
const DEFAULT_SIZE = 1_800;

function firstOf<Value>(values: readonly (Value | undefined)[]): Value | undefined {
  return values.find((value) => value !== undefined);
}

/** The styles of a paragraph's level, nearest first (ECMA-376 part 1 §19.3.1.36, §19.3.1.51). */
function levelStyles(deck: Deck, design: Design, { shape, body, paragraph }: TreeParagraph): XmlNode[] {
  const level = Number(paragraph.properties?.attributes['lvl'] ?? 0);
  const placeholder = placeholderOf(shape);
  const { ofLayout, ofMaster, kind } = placeholdersOf(deck, design, placeholder);
  const styles = design.master === undefined ? undefined : child(deck.tree(design.master), 'p:txStyles');
  const ofKind = kind === 'title' ? 'p:titleStyle' : kind === 'body' ? 'p:bodyStyle' : 'p:otherStyle';
  return [
    child(body, 'a:lstStyle'),
    ...[ofLayout, ofMaster].map((found) => child(child(found, 'p:txBody'), 'a:lstStyle')),
    placeholder && child(styles, ofKind),
    child(deck.tree(deck.mainPart), 'p:defaultTextStyle'),
  ].flatMap((style) => child(style, `a:lvl${level + 1}pPr`) ?? []);
}

/** The size of a shape, its own or its placeholder's, in EMU. */
export function sizeOf(
  deck: Deck,
  design: Design,
  shape: XmlNode | undefined,
): { readonly width: number; readonly height: number } | undefined {
  const { ofLayout, ofMaster } = placeholdersOf(deck, design, placeholderOf(shape));
  for (const one of [shape, ofLayout, ofMaster]) {
    const extent = child(child(child(one, 'p:spPr'), 'a:xfrm'), 'a:ext')?.attributes;
    if (extent) return { width: Number(extent['cx']), height: Number(extent['cy']) };
  }
  return undefined;
}

/** The placeholders of layout and master behind a slide's placeholder, and the kind of text they hold. */
function placeholdersOf(deck: Deck, { layout, master }: Design, placeholder: XmlNode | undefined) {
  if (!placeholder) return {};
  const { type, idx } = placeholder.attributes;
  const isSame = ({ attributes }: XmlNode) =>
    idx === undefined ? baseType(attributes['type']) === baseType(type) : attributes['idx'] === idx;
  const ofLayout = layout === undefined ? undefined : findPlaceholder(deck.tree(layout), isSame);
  const kind = baseType(placeholderOf(ofLayout)?.attributes['type'] ?? type);
  const isOfKind = ({ attributes }: XmlNode) => baseType(attributes['type']) === kind;
  const ofMaster = master === undefined ? undefined : findPlaceholder(deck.tree(master), isOfKind);
  return { ofLayout, ofMaster, kind };
}

/** Kinds of titles and bodies that are equal to the master. */
function baseType(type = 'obj'): string {
  if (type === 'ctrTitle') return 'title';
  return type === 'subTitle' || type === 'obj' ? 'body' : type;
}

function findPlaceholder(tree: XmlNode, isWanted: (placeholder: XmlNode) => boolean): XmlNode | undefined {
  let shapes = placeholders.get(tree);
  if (!shapes) placeholders.set(tree, (shapes = placeholdersIn(tree)));
  return shapes.find(({ placeholder }) => isWanted(placeholder))?.shape;
}

interface PlaceholderShape {
  readonly shape: XmlNode;
  readonly placeholder: XmlNode;
}

/** Cached placeholders of layouts and masters, which many paragraphs need. */
const placeholders = new WeakMap<XmlNode, PlaceholderShape[]>();

function placeholdersIn(node: XmlNode): PlaceholderShape[] {
  return node.children.flatMap((inner) => {
    if (inner.name !== 'p:sp') return placeholdersIn(inner);
    const placeholder = placeholderOf(inner);
    return placeholder ? [{ shape: inner, placeholder }] : [];
  });
}
