import { SaxesParser } from 'saxes';
import type { SaxesTagNS } from 'saxes';
import { PACKAGE_LIMITS } from './limits.ts';
import { canonicalName } from './namespaces.ts';
import { damaged, hostile } from './refusals.ts';

/** A start tag (or an empty-element tag) and where it stands in the source: `source[start, end)`, UTF-16 units. */
export interface StartTag {
  /** Canonical, see namespaces.ts: `w:p`, `s:c`. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly selfClosing: boolean;
  /** Elements around this one. */
  readonly depth: number;
  /** The value of an attribute by its canonical name (`r`, `w:val`, `xml:space`), entities read. */
  attribute(name: string): string | undefined;
  /** All attributes by canonical name, namespace declarations left out. */
  attributes(): Record<string, string>;
}

/** The end tag of an element; for `<x/>` it is empty and stands at the tag's end. */
export interface EndTag {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly depth: number;
}

export interface XmlHandler {
  open?(tag: StartTag): void;
  close?(tag: EndTag): void;
  /** Text or CDATA inside the root, with entities read; may come in several pieces between two tags. */
  text?(text: string): void;
}

/**
 * Reads a part strictly, namespaces resolved, and reports where each tag stands, so that a caller can replace just the
 * spans it changes. Refuses what is not well-formed, any DOCTYPE (OPC §8.1.4 forbids it; entities make XML bombs), and
 * nesting no program writes. `part` names the part in refusals.
 */
export function scanXml(source: string, part: string, handler: XmlHandler): void {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let depth = 0;
  let selfClosing = false;
  parser.on('error', (error) => {
    throw damaged(`its part “${part}” is not well-formed XML (${error.message})`);
  });
  parser.on('doctype', () => {
    throw hostile(`its part “${part}” has a DOCTYPE`);
  });
  parser.on('opentag', (tag) => {
    if (depth === PACKAGE_LIMITS.xmlDepth) throw hostile(`its part “${part}” is nested absurdly deep`);
    selfClosing = tag.isSelfClosing;
    handler.open?.(startTag(source, parser.position, tag, depth));
    depth++;
  });
  parser.on('closetag', (tag) => {
    depth--;
    const end = parser.position;
    const start = selfClosing ? end : source.lastIndexOf('<', end - 1);
    selfClosing = false;
    handler.close?.({ name: canonicalName(tag.uri, tag.local), start, end, depth });
  });
  if (handler.text) {
    const report = (text: string) => {
      if (depth > 0) handler.text?.(text);
    };
    parser.on('text', report);
    parser.on('cdata', report);
  }
  parser.write(source).close();
}

const XMLNS = 'http://www.w3.org/2000/xmlns/';

function startTag(source: string, end: number, tag: SaxesTagNS, depth: number): StartTag {
  const { attributes } = tag;
  return {
    name: canonicalName(tag.uri, tag.local),
    // No `<` can stand inside a tag of well-formed XML, so the nearest one before its end begins it.
    start: source.lastIndexOf('<', end - 1),
    end,
    selfClosing: tag.isSelfClosing,
    depth,
    attribute(name) {
      const direct = attributes[name];
      if (direct?.uri === '' && direct.prefix === '') return direct.value;
      for (const key in attributes) {
        const { uri, local, value } = attributes[key]!;
        if (canonicalName(uri, local) === name) return value;
      }
      return undefined;
    },
    attributes() {
      const all: Record<string, string> = {};
      for (const key in attributes) {
        const { uri, local, value } = attributes[key]!;
        if (uri !== XMLNS) all[canonicalName(uri, local)] = value;
      }
      return all;
    },
  };
}

/** Where the value of an attribute (its raw name, prefix included) stands within a tag, quotes left out. */
export function attributeSpan(
  source: string,
  tag: { start: number; end: number },
  rawName: string,
): { start: number; end: number } | undefined {
  const attribute = /([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
  attribute.lastIndex = tag.start;
  for (let match = attribute.exec(source); match && match.index < tag.end; match = attribute.exec(source)) {
    if (match[1] !== rawName) continue;
    const end = match.index + match[0].length - 1;
    return { start: end - (match[2] ?? match[3] ?? '').length, end };
  }
  return undefined;
}

/** The name of a tag as it is written, prefix included. */
export function rawName(source: string, tagStart: number): string {
  const name = /<\/?([^\s/>]+)/y;
  name.lastIndex = tagStart;
  return name.exec(source)?.[1] ?? '';
}

// XML 1.0 §2.2: control characters, the two noncharacters and lone surrogates cannot stand in a document, not even
// as references.
const FORBIDDEN = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]|\p{Cs}/gu;

const TEXT_ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** Text as XML content, or as an attribute's value. Characters that XML cannot hold are left out. */
export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>"\r]/g, (c) => TEXT_ESCAPES[c]!);
}
