import { writtenAttributes } from './attributes.ts';
import { withoutForbidden } from './chars.ts';
import { XmlReader } from './reader.ts';
import type { XmlOptions } from './reader.ts';

/** A start tag (or an empty-element tag) and its place in the source: `source[start, end)`, UTF-16 units. */
export interface StartTag {
  /** Canonical, see namespaces.ts: `w:p`, `s:c`. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly selfClosing: boolean;
  /** Number of elements around this one. */
  readonly depth: number;
  /** An attribute's value by canonical name (`w:val`), entities resolved. Only valid during the callback. */
  attribute(name: string): string | undefined;
}

/** The end tag of an element; for `<x/>` it is empty, at the tag's end. */
export interface EndTag {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly depth: number;
}

export interface XmlHandler {
  open?(tag: StartTag): void;
  close?(tag: EndTag): void;
  /** Text or CDATA inside the root, entities resolved; may come in several pieces between two tags. */
  text?(text: string): void;
}

/** Reports each tag of a part. See XmlReader for refusals, which name `part`. */
export function scanXml(source: string, part: string, handler: XmlHandler, options?: XmlOptions): void {
  const reader = new XmlReader(source, part, options);
  for (let event = reader.next(); event; event = reader.next()) {
    if (event === 'open') handler.open?.(reader);
    else if (event === 'close') handler.close?.(reader);
    else handler.text?.(reader.text());
  }
}

/** A stretch of a part's text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The place of an attribute's value within a tag, without quotes. `rawName` includes the prefix. */
export function attributeSpan(source: string, tag: Span, rawName: string): Span | undefined {
  for (const attribute of writtenAttributes(source.slice(tag.start, tag.end))) {
    if (attribute.rawName !== rawName) continue;
    return { start: tag.start + attribute.start, end: tag.start + attribute.end };
  }
  return undefined;
}

const TAG_NAME = /<\/?([^\s/>]+)/y;

/** The name of a tag as written, prefix included. */
export function rawName(source: string, tagStart: number): string {
  TAG_NAME.lastIndex = tagStart;
  return TAG_NAME.exec(source)?.[1] ?? '';
}

/** The prefix of a tag with its colon, or empty. */
export function rawPrefix(source: string, tagStart: number): string {
  const name = rawName(source, tagStart);
  return name.slice(0, name.indexOf(':') + 1);
}

const TEXT_ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** Text as XML content or a double-quoted attribute value, without characters that XML lacks. */
export function escapeXml(text: string): string {
  return withoutForbidden(text).replace(/[&<>"\r]/g, (c) => TEXT_ESCAPES[c]!);
}

/** Text as an existing attribute's value, in either kind of quotes. */
export function escapeAttribute(text: string): string {
  return escapeXml(text).replaceAll("'", '&apos;');
}
