import { PACKAGE_LIMITS } from './limits.ts';
import { hostile } from './refusals.ts';
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
  children: XmlNode[];
  /** Without those of revision ids (`w:rsid…`), which no one asks for and every run carries. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The text directly inside, entities read; kept for the elements asked for only. */
  text: string;
  /** `xml:space="preserve"` here or on an element around. */
  readonly preserve: boolean;
}

export interface ParseOptions {
  /** The elements whose text is kept; all by default. */
  readonly textOf?: ReadonlySet<string>;
  /** Called when an element is complete, with those around it, the outermost first. May throw to stop early. */
  readonly onClose?: (node: XmlNode, around: readonly XmlNode[]) => void;
}

/** Reads a part into a tree. See scanXml for what is refused. */
export function parseXml(source: string, part: string, { textOf, onClose }: ParseOptions = {}): XmlNode {
  const stack: XmlNode[] = [];
  let elements = 0;
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
        children: NONE,
        attributes,
        text: '',
        preserve: space === undefined ? (parent?.preserve ?? false) : space === 'preserve',
      };
      if (++elements > PACKAGE_LIMITS.treeElements) throw hostile(`its part “${part}” has too many elements`);
      if (parent?.children === NONE) parent.children = [node];
      else parent?.children.push(node);
      root ??= node;
      stack.push(node);
    },
    close(tag) {
      const node = stack.pop()!;
      node.contentEnd = tag.start;
      node.end = tag.end;
      onClose?.(node, stack);
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
/** Shared by all elements without children, of which a document has most. */
const NONE: XmlNode[] = [];

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
