/** Namespaces of OpenDocument (ODF 1.3 part 3 §2.2) and the prefixes that all its writers but a few use. */
const PREFIXES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['office', 'style', 'text', 'table', 'presentation', 'chart'].map((name) => [odf(name), name]),
  ),
  [odf('drawing')]: 'draw',
  [odf('xsl-fo-compatible')]: 'fo',
  [odf('svg-compatible')]: 'svg',
  'http://www.w3.org/1999/xlink': 'xlink',
};
const XMLNS = 'http://www.w3.org/2000/xmlns/';

function odf(name: string): string {
  return `urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`;
}

/** The part with the usual prefixes, by which the renderer knows elements and attributes. */
export function withUsualNames(part: Document): Document {
  const root = part.documentElement;
  const isUsual = Array.from(root.attributes)
    .filter(({ namespaceURI, value }) => namespaceURI === XMLNS && PREFIXES[value] !== undefined)
    .every(({ localName, value }) => PREFIXES[value] === localName);
  if (isUsual) return part;
  const renamed = part.implementation.createDocument(null, null);
  renamed.append(rename(root, renamed));
  return renamed;
}

function rename(element: Element, owner: Document): Element {
  const made = owner.createElementNS(element.namespaceURI, nameOf(element));
  for (const attribute of element.attributes) {
    if (attribute.namespaceURI !== XMLNS)
      made.setAttributeNS(attribute.namespaceURI, nameOf(attribute), attribute.value);
  }
  for (const child of element.childNodes)
    made.append(child instanceof Element ? rename(child, owner) : owner.importNode(child));
  return made;
}

function nameOf(node: Element | Attr): string {
  const prefix = PREFIXES[node.namespaceURI ?? ''];
  return prefix === undefined ? node.nodeName : `${prefix}:${node.localName}`;
}
