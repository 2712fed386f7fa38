import type { OoxmlPackage } from '../ooxml/package.ts';
import { unlessRefused } from '../shared/refusals.ts';
import type { Edit } from '../shared/spans.ts';
import { child, parseXml } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';
import { OOXML_NAMES } from '../xml/namespaces.ts';
import { escapeXml } from '../xml/scan.ts';

/** A node of the data store that a content control shows (ECMA-376 part 1 §17.5.2.6). */
export interface Binding {
  /** The node in its part; undefined if it cannot be found. */
  readonly data: { readonly part: string; readonly node: XmlNode } | undefined;
}

/** The stores that Word keeps for document properties, by their fixed ids. */
const PROPERTY_STORES: Record<string, string> = {
  '{6C3C8BC8-F283-45AE-878A-BAB7291924A1}': 'core-properties',
  '{6668398D-A668-4E3E-A5EB-62B293D839F1}': 'extended-properties',
};

/** Finds bound data by the control's `w:dataBinding`; parts are read on demand. */
export function bindingResolver(pkg: OoxmlPackage, mainPart: string): (dataBinding: XmlNode) => Binding {
  const roots = new Map<string, XmlNode | undefined>();
  const rootOf = (part: string) => {
    if (!roots.has(part)) {
      roots.set(
        part,
        unlessRefused(() => parseXml(pkg.text(part), part)),
      );
    }
    return roots.get(part);
  };
  let stores: Map<string, string> | undefined;
  return (dataBinding) => {
    stores ??= dataStores(pkg, mainPart, rootOf);
    const part = stores.get((dataBinding.attributes['w:storeItemID'] ?? '').toUpperCase());
    const root = part === undefined ? undefined : rootOf(part);
    if (part === undefined || !root) return { data: undefined };
    const namespaces = readMappings(dataBinding.attributes['w:prefixMappings'] ?? '');
    const node = followPath(root, dataBinding.attributes['w:xpath'] ?? '', namespaces);
    return { data: node && { part, node } };
  };
}

/** Parts of the data store by their item id, upper case. */
function dataStores(pkg: OoxmlPackage, mainPart: string, rootOf: (part: string) => XmlNode | undefined) {
  const stores = new Map<string, string>();
  const relationships = pkg.relationships(mainPart);
  // A store that is the document or one of its parts would be changed twice, at stale offsets.
  const taken = new Set(relationships.flatMap(({ kind, part }) => (kind === 'customXml' ? [] : [part])));
  taken.add(mainPart);
  for (const [id, kind] of Object.entries(PROPERTY_STORES)) {
    const part = pkg.relationships('/').find((rel) => rel.kind === kind)?.part;
    if (part !== undefined && !taken.has(part)) stores.set(id, part);
  }
  for (const { kind, part } of relationships) {
    if (kind !== 'customXml' || part === undefined || taken.has(part)) continue;
    const properties = pkg.relationships(part).find((rel) => rel.kind === 'customXmlProps')?.part;
    const id = properties === undefined ? undefined : rootOf(properties)?.attributes['ds:itemID'];
    if (id !== undefined) stores.set(id.toUpperCase(), part);
  }
  return stores;
}

function readMappings(mappings: string): Map<string, string> {
  const pairs = mappings.matchAll(/xmlns:([^\s=]+)\s*=\s*(?:'([^']*)'|"([^"]*)")/g);
  return new Map(Array.from(pairs, (match) => [match[1]!, match[2] ?? match[3] ?? '']));
}

/**
 * The leaf element at a path of plain steps (`/ns0:a[1]/ns0:b[2]`), as Word writes them. Anything more
 * complex is not followed: better to leave a control unchanged than to change the wrong data.
 */
function followPath(
  root: XmlNode,
  path: string,
  namespaces: ReadonlyMap<string, string>,
): XmlNode | undefined {
  let node: XmlNode | undefined;
  const steps = path.split('/').slice(1);
  for (const step of steps) {
    const match = /^(?:([^\s:[\]@*()]+):)?([^\s:[\]@*()]+)(?:\[(\d+)\])?$/.exec(step);
    if (!match) return undefined;
    const [, prefix, local, position] = match;
    const uri = prefix === undefined ? '' : namespaces.get(prefix);
    if (uri === undefined) return undefined;
    const candidates: readonly XmlNode[] = node ? node.children : [root];
    node = candidates.filter((candidate) => isNamed(candidate, uri, local!))[Number(position ?? 1) - 1];
    if (!node) return undefined;
  }
  return node?.children.length === 0 ? node : undefined;
}

function isNamed(node: XmlNode, uri: string, local: string): boolean {
  return node.name === (uri === '' ? local : OOXML_NAMES(uri, local));
}

/** The control's binding: Word's own, or that of rich text controls (Word 2013). */
export function dataBindingOf(properties: XmlNode | undefined): XmlNode | undefined {
  return child(properties, 'w:dataBinding') ?? child(properties, 'w15:dataBinding');
}

/** The edit that gives a data node another text. */
export function dataEdit(node: XmlNode, text: string): Edit {
  return { start: node.contentStart, end: node.contentEnd, text: escapeXml(text) };
}
