import { hostile } from '../ooxml/refusals.ts';
import { rawName, scanXml } from '../ooxml/xml.ts';
import { TagReader } from './tag-reader.ts';

/** A span of a part's text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A part of which single elements are read strictly, without reading what stands before and after them. */
export interface FragmentSource {
  readonly xml: string;
  readonly part: string;
  /** The root's start tag, which declares the namespaces. */
  readonly root: Span;
  /** Prefix of the root element with its colon, or empty. */
  readonly prefix: string;
  /** Elements without a prefix are SpreadsheetML: the plainest ones may be read by their pattern. */
  readonly unprefixed: boolean;
}

/** Text that is the same read by a parser or not: no entity, no line end to normalise, nothing that XML cannot hold. */
export const PLAIN_TEXT = '[^<>&\\x00-\\x08\\x0b-\\x1f\\ud800-\\udfff\\ufffe\\uffff]*';

/** The root's tag is read again with each fragment; real ones stay under a tenth of this. */
const MAX_ROOT_TAG = 65_536;

export function fragmentSource(xml: string, part: string): FragmentSource {
  const tags = new TagReader(xml, part);
  tags.next();
  const { start, end } = tags;
  if (end - start > MAX_ROOT_TAG) throw hostile(`its part “${part}” declares absurdly many namespaces`);
  const name = rawName(xml, start);
  const prefix = name.slice(0, name.indexOf(':') + 1);
  return {
    xml,
    part,
    root: { start, end },
    prefix,
    unprefixed: prefix === '' && isSpreadsheet(tags, xml, part),
  };
}

function isSpreadsheet({ start, end, selfClosing }: TagReader, xml: string, part: string): boolean {
  let root = '';
  const tag = xml.slice(start, end);
  const element = selfClosing ? tag : `${tag}</${rawName(xml, start)}>`;
  scanXml(element, part, { open: ({ name }) => (root = name) });
  return root.startsWith('s:');
}

/**
 * Reads the element that stands at `span` within the part's root. The handler's offsets count in the text that `wrap` gives: add `shift`
 * for those in the part.
 */
export function wrapFragment({ xml, root }: FragmentSource, span: Span): { text: string; shift: number } {
  const open = xml.slice(root.start, root.end);
  const text = `${open}${xml.slice(span.start, span.end)}</${rawName(xml, root.start)}>`;
  return { text, shift: span.start - open.length };
}
