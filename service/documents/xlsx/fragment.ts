import { hostile } from '../ooxml/refusals.ts';
import { rawName } from '../ooxml/xml.ts';
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
}

/** The root's tag is read again with each fragment; real ones stay under a tenth of this. */
const MAX_ROOT_TAG = 65_536;

export function fragmentSource(xml: string, part: string): FragmentSource {
  const tags = new TagReader(xml, part);
  tags.next();
  const { start, end } = tags;
  if (end - start > MAX_ROOT_TAG) throw hostile(`its part “${part}” declares absurdly many namespaces`);
  const name = rawName(xml, start);
  return { xml, part, root: { start, end }, prefix: name.slice(0, name.indexOf(':') + 1) };
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
