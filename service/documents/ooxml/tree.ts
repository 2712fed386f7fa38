import { scanXml } from './xml.ts';

/** An element and where it stands in the source; offsets are UTF-16 units. */
export interface XmlNode {
  /** Canonical, see namespaces.ts. */
  readonly name: string;
  readonly start: number;
  /** End of the start tag. */
  readonly contentStart: number;
  /** Start of the end tag; for `<x/>` both are the end of the tag. */
  contentEnd: number;
  end: number;
  readonly children: XmlNode[];
  /** Without those of revision ids (`w:rsid…`), which no one asks for and every run carries. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The text directly inside, entities read; kept for the elements asked for only. */
  text: string;
  /** `xml:space="preserve"` here or on an element around. */
  readonly preserve: boolean;
}

/** Reads a part into a tree (see scanXml for what is refused). `textOf`: the elements whose text is kept; all by default. */
export function parseXml(source: string, part: string, textOf?: ReadonlySet<string>): XmlNode {
  const stack: XmlNode[] = [];
  let root: XmlNode | undefined;
  scanXml(source, part, {
    open(tag) {
      const parent = stack.at(-1);
      const attributes = withoutRevisions(tag.attributes());
      const space = attributes['xml:space'];
      const node: XmlNode = {
        name: tag.name,
        start: tag.start,
        contentStart: tag.end,
        contentEnd: tag.end,
        end: tag.end,
        children: [],
        attributes,
        text: '',
        preserve: space === undefined ? (parent?.preserve ?? false) : space === 'preserve',
      };
      parent?.children.push(node);
      root ??= node;
      stack.push(node);
    },
    close(tag) {
      const node = stack.pop()!;
      node.contentEnd = tag.start;
      node.end = tag.end;
    },
    text(text) {
      const node = stack.at(-1)!;
      if (!textOf || textOf.has(node.name)) node.text += text;
    },
  });
  // A document without a root element is not well-formed: scanXml has refused it.
  return root!;
}

const NO_ATTRIBUTES = {};

function withoutRevisions(attributes: Record<string, string>): Record<string, string> {
  let count = 0;
  for (const name in attributes) {
    if (name.startsWith('w:rsid')) Reflect.deleteProperty(attributes, name);
    else count++;
  }
  return count === 0 ? NO_ATTRIBUTES : attributes;
}

export function child(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return node?.children.find((candidate) => candidate.name === name);
}

/** The `w:val` of a child; undefined where there is no such child or it has none. */
export function childValue(node: XmlNode | undefined, name: string): string | undefined {
  return child(node, name)?.attributes['w:val'];
}

/** An on/off property (ECMA-376 part 1 §17.17.4): true by its mere presence; undefined where it is not set. */
export function toggle(node: XmlNode | undefined, name: string): boolean | undefined {
  const property = child(node, name);
  if (!property) return undefined;
  return !/^(?:0|false|off)$/i.test(property.attributes['w:val'] ?? 'true');
}

/** Calls `visit` for a node and all within, in document order. */
export function visitTree(node: XmlNode, visit: (node: XmlNode) => void): void {
  visit(node);
  for (const inner of node.children) visitTree(inner, visit);
}
