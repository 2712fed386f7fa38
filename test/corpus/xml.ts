// Parts of a package as light trees, read strictly: a part that does not parse here is broken.
import iconv from 'iconv-lite';
import { SaxesParser } from 'saxes';

export interface XmlNode {
  /** Namespace. */
  uri: string;
  local: string;
  /** Without namespace declarations. */
  attrs: XmlAttribute[];
  /** Comments and processing instructions left out. */
  kids: (XmlNode | string)[];
  parent: XmlNode | null;
  /** Prefixes declared on this element. */
  ns: Record<string, string>;
}

export interface XmlAttribute {
  uri: string;
  local: string;
  value: string;
}

const XMLNS = 'http://www.w3.org/2000/xmlns/';
const XML = 'http://www.w3.org/XML/1998/namespace';

function decodeXml(bytes: Buffer) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le').slice(1);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return iconv.decode(bytes, 'utf16-be');
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.toString('utf8').slice(1);
  const declared = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(
    bytes.toString('latin1', 0, 200),
  )?.[1];
  if (!declared || /^utf-?8$/i.test(declared)) return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  return iconv.decode(bytes, declared);
}

/** The root element. Throws where the bytes are no well-formed, namespace-correct XML or hold a DOCTYPE. */
export function parseXml(bytes: Buffer): XmlNode {
  const roots: XmlNode[] = [];
  let open: XmlNode | null = null;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('a DOCTYPE');
  });
  parser.on('opentag', (tag) => {
    const node: XmlNode = { uri: tag.uri, local: tag.local, attrs: [], kids: [], parent: open, ns: tag.ns };
    for (const { uri, local, value } of Object.values(tag.attributes)) {
      if (uri !== XMLNS) node.attrs.push({ uri, local, value });
    }
    if (open) open.kids.push(node);
    else roots.push(node);
    open = node;
  });
  parser.on('closetag', () => {
    open = open?.parent ?? null;
  });
  const addText = (text: string) => {
    if (!open) return;
    const last = open.kids.length - 1;
    if (typeof open.kids[last] === 'string') open.kids[last] += text;
    else open.kids.push(text);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(decodeXml(bytes)).close();
  if (!roots[0]) throw new Error('no root element');
  return roots[0];
}

/** An attribute's value, in any namespace unless `uri` names one. */
export function attr(node: XmlNode, local: string, uri?: string) {
  return node.attrs.find((a) => a.local === local && (uri === undefined || a.uri === uri))?.value;
}

export function elements(node: XmlNode | undefined): XmlNode[] {
  return node?.kids.filter((kid) => typeof kid !== 'string') ?? ([] as XmlNode[]);
}

export function child(node: XmlNode | undefined, local: string) {
  return elements(node).find((kid) => kid.local === local);
}

/** Returns the node and all below it, in document order */
export function* walk(node: XmlNode): Generator<XmlNode> {
  yield node;
  for (const kid of node.kids) if (typeof kid !== 'string') yield* walk(kid);
}

export function textOf(node: XmlNode | undefined): string {
  return node?.kids.map((kid) => (typeof kid === 'string' ? kid : textOf(kid))).join('') ?? '';
}

/** Whether `xml:space="preserve"` holds here, inherited as XML 1.0 §2.10 says. */
export function preservesSpace(node: XmlNode) {
  for (let at = node as XmlNode | null; at; at = at.parent) {
    const space = attr(at, 'space', XML);
    if (space !== undefined) return space === 'preserve';
  }
  return false;
}

/** The opening tag in one spelling, whatever the prefixes and the order of attributes. */
export function tagText(node: XmlNode, keep: (a: XmlAttribute) => boolean = () => true) {
  const attrs = node.attrs
    .filter(keep)
    .map((a) => `${a.uri ? `{${a.uri}}` : ''}${a.local}=${JSON.stringify(a.value)}`)
    .sort();
  return `<${[`{${node.uri}}${node.local}`, ...attrs].join(' ')}>`;
}

/**
 * A subtree in one spelling; two trees are the same exactly when these are.
 * Subtrees that `keep` is false for are left out.
 */
export function canonical(node: XmlNode, keep: (node: XmlNode) => boolean = () => true): string {
  const kids = node.kids.map((kid) =>
    typeof kid === 'string' ? JSON.stringify(kid) : keep(kid) ? canonical(kid, keep) : '',
  );
  return `${tagText(node)}${kids.join('')}</>`;
}
