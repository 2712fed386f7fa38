// @ts-check
// Parts of a package as light trees, read strictly: a part that does not parse here is broken.
import iconv from 'iconv-lite';
import { SaxesParser } from 'saxes';

/**
 * @typedef {object} XmlNode
 * @property {string} uri namespace
 * @property {string} local
 * @property {XmlAttribute[]} attrs without namespace declarations
 * @property {(XmlNode | string)[]} kids comments and processing instructions left out
 * @property {XmlNode | null} parent
 * @property {Record<string, string>} ns prefixes declared on this element
 *
 * @typedef {{uri: string, local: string, value: string}} XmlAttribute
 */

const XMLNS = 'http://www.w3.org/2000/xmlns/';
const XML = 'http://www.w3.org/XML/1998/namespace';

/** @param {Buffer} bytes */
function decodeXml(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le').slice(1);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return iconv.decode(bytes, 'utf16-be');
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.toString('utf8').slice(1);
  const declared = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(
    bytes.toString('latin1', 0, 200),
  )?.[1];
  if (!declared || /^utf-?8$/i.test(declared)) return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  return iconv.decode(bytes, declared);
}

/**
 * The root element. Throws where the bytes are no well-formed, namespace-correct XML or hold a DOCTYPE.
 * @param {Buffer} bytes
 * @returns {XmlNode}
 */
export function parseXml(bytes) {
  /** @type {XmlNode | null} */
  let root = null;
  /** @type {XmlNode | null} */
  let open = null;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('a DOCTYPE');
  });
  parser.on('opentag', (tag) => {
    /** @type {XmlNode} */
    const node = { uri: tag.uri, local: tag.local, attrs: [], kids: [], parent: open, ns: tag.ns };
    for (const { uri, local, value } of Object.values(tag.attributes)) {
      if (uri !== XMLNS) node.attrs.push({ uri, local, value });
    }
    if (open) open.kids.push(node);
    else root = node;
    open = node;
  });
  parser.on('closetag', () => {
    open = open?.parent ?? null;
  });
  const addText = (/** @type {string} */ text) => {
    if (!open) return;
    const last = open.kids.length - 1;
    if (typeof open.kids[last] === 'string') open.kids[last] += text;
    else open.kids.push(text);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(decodeXml(bytes)).close();
  if (!root) throw new Error('no root element');
  return root;
}

/** @param {XmlNode} node @param {string} local @param {string} [uri] any namespace unless given */
export function attr(node, local, uri) {
  return node.attrs.find((a) => a.local === local && (uri === undefined || a.uri === uri))?.value;
}

/** @param {XmlNode | undefined} node @returns {XmlNode[]} */
export function elements(node) {
  return /** @type {XmlNode[]} */ (node?.kids.filter((kid) => typeof kid !== 'string') ?? []);
}

/** @param {XmlNode | undefined} node @param {string} local */
export function child(node, local) {
  return elements(node).find((kid) => kid.local === local);
}

/** @param {XmlNode} node @returns {Generator<XmlNode>} the node and all below it, in document order */
export function* walk(node) {
  yield node;
  for (const kid of node.kids) if (typeof kid !== 'string') yield* walk(kid);
}

/** @param {XmlNode | undefined} node @returns {string} */
export function textOf(node) {
  return node?.kids.map((kid) => (typeof kid === 'string' ? kid : textOf(kid))).join('') ?? '';
}

/** Whether `xml:space="preserve"` holds here, inherited as XML 1.0 §2.10 says. @param {XmlNode} node */
export function preservesSpace(node) {
  for (let at = /** @type {XmlNode | null} */ (node); at; at = at.parent) {
    const space = attr(at, 'space', XML);
    if (space !== undefined) return space === 'preserve';
  }
  return false;
}

/**
 * The opening tag in one spelling, whatever the prefixes and the order of attributes.
 * @param {XmlNode} node
 * @param {(a: XmlAttribute) => boolean} [keep]
 */
export function tagText(node, keep = () => true) {
  const attrs = node.attrs
    .filter(keep)
    .map((a) => `${a.uri ? `{${a.uri}}` : ''}${a.local}=${JSON.stringify(a.value)}`)
    .sort();
  return `<${[`{${node.uri}}${node.local}`, ...attrs].join(' ')}>`;
}

/**
 * A subtree in one spelling; two trees are the same exactly when these are.
 * @param {XmlNode} node
 * @param {(node: XmlNode) => boolean} [keep] subtrees to leave out
 * @returns {string}
 */
export function canonical(node, keep = () => true) {
  const kids = node.kids.map((kid) =>
    typeof kid === 'string' ? JSON.stringify(kid) : keep(kid) ? canonical(kid, keep) : '',
  );
  return `${tagText(node)}${kids.join('')}</>`;
}
