import { parseXml } from '../documents/xml/tree.ts';
import type { XmlNode } from '../documents/xml/tree.ts';
import type { Piece } from './read-tmx.ts';

/** UTF-16 units of one side's XML: the longest text of a unit with thousands of tags. */
const MAX_XML = 1_048_576;

const TAG_KINDS: Readonly<Record<string, 'open' | 'close' | 'standalone'>> = {
  Start: 'open',
  End: 'close',
  Standalone: 'standalone',
  TextPlaceholder: 'standalone',
  LockedContent: 'standalone',
};

/** Undefined for what is no segment. Tags of both sides are the same by their alignment anchor, else by their order. */
export function sdltmPieces(xml: string): Piece[] | undefined {
  if (xml.length > MAX_XML) return undefined;
  let root: XmlNode;
  try {
    root = parseXml(xml, 'SDLTM', { names: (_, local) => local, allowDoctype: false });
  } catch {
    return undefined;
  }
  if (root.name !== 'Segment') return undefined;
  const keys = new Map<string, string>();
  return childOf(root, 'Elements')?.children.flatMap((node): Piece[] => {
    if (node.name === 'Text') return [{ text: textOf(node, 'Value') ?? '' }];
    const kind = node.name === 'Tag' ? TAG_KINDS[textOf(node, 'Type') ?? ''] : undefined;
    if (!kind) return [];
    const anchor = textOf(node, 'Anchor') ?? '';
    const aligned = textOf(node, 'AlignmentAnchor') ?? '0';
    // An end tag has the anchor of its start.
    const key = keys.get(anchor) ?? (aligned === '0' ? `anchor ${anchor}` : `aligned ${aligned}`);
    keys.set(anchor, key);
    return [{ kind, key }];
  });
}

function childOf(node: XmlNode, name: string): XmlNode | undefined {
  return node.children.find((inner) => inner.name === name);
}

function textOf(node: XmlNode, name: string): string | undefined {
  return childOf(node, name)?.text;
}
