import type { InheritedLook } from '../ooxml/drawing/write-paragraph.ts';
import { child } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';
import type { Deck, Slide } from './deck.ts';

/** The `p:ph` of a shape: it stands for a placeholder of the layout, and that for one of the master. */
export function placeholderOf(shape: XmlNode | undefined): XmlNode | undefined {
  const properties = shape?.children.find(({ name }) => /^p:nv\w*Pr$/.test(name));
  return child(child(properties, 'p:nvPr'), 'p:ph');
}

/** Whether it is in the tree, but not shown: switched off in the selection pane. */
export function isHiddenShape(shape: XmlNode): boolean {
  const properties = shape.children.find(({ name }) => /^p:nv\w*Pr$/.test(name));
  return isOn(child(properties, 'p:cNvPr')?.attributes['hidden']);
}

export function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** How a paragraph of a slide is aligned where it does not say so itself (ECMA-376 part 1 §19.3.1.36, §19.3.1.51). */
export function inheritedLook(
  deck: Deck,
  { layout, master }: Pick<Slide, 'layout' | 'master'>,
  { shape, body, level }: { shape: XmlNode | undefined; body: XmlNode | undefined; level: number },
): InheritedLook {
  const name = `a:lvl${level + 1}pPr`;
  const listStyles: (XmlNode | undefined)[] = [child(body, 'a:lstStyle')];
  const placeholder = placeholderOf(shape);
  const presentation = deck.tree(deck.mainPart);
  if (placeholder) {
    const { type = 'obj', idx } = placeholder.attributes;
    const ofLayout =
      layout === undefined
        ? undefined
        : findPlaceholder(deck.tree(layout), (ph) =>
            idx === undefined
              ? baseType(ph.attributes['type']) === baseType(type)
              : ph.attributes['idx'] === idx,
          );
    const kind = baseType(placeholderOf(ofLayout)?.attributes['type'] ?? type);
    const ofMaster =
      master === undefined
        ? undefined
        : findPlaceholder(deck.tree(master), (ph) => baseType(ph.attributes['type']) === kind);
    listStyles.push(
      ...[ofLayout, ofMaster].map((found) => child(child(found, 'p:txBody'), 'a:lstStyle')),
      master === undefined
        ? undefined
        : child(
            child(deck.tree(master), 'p:txStyles'),
            kind === 'title' ? 'p:titleStyle' : kind === 'body' ? 'p:bodyStyle' : 'p:otherStyle',
          ),
    );
  }
  listStyles.push(child(presentation, 'p:defaultTextStyle'));
  const levels = listStyles.map((style) => child(style, name)?.attributes ?? {});
  const first = (attribute: string) => levels.find((one) => one[attribute] !== undefined)?.[attribute];
  return { alignment: first('algn') ?? 'l', isRtl: isOn(first('rtl')) };
}

/** Titles and bodies come in kinds that look alike to the master. */
function baseType(type = 'obj'): string {
  if (type === 'ctrTitle') return 'title';
  return type === 'subTitle' || type === 'obj' ? 'body' : type;
}

function findPlaceholder(node: XmlNode, isWanted: (placeholder: XmlNode) => boolean): XmlNode | undefined {
  for (const inner of node.children) {
    const placeholder = inner.name === 'p:sp' ? placeholderOf(inner) : undefined;
    if (placeholder && isWanted(placeholder)) return inner;
    const found = inner.name === 'p:sp' ? undefined : findPlaceholder(inner, isWanted);
    if (found) return found;
  }
  return undefined;
}
