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
  /** The root's start tag. */
  readonly root: Span;
  /** Canonical, see namespaces.ts: `s:worksheet`. */
  readonly rootName: string;
  /** The namespaces that fragments are read in. */
  readonly scope: Scope;
  /** Elements below the root declare namespaces too, as programs write that join pieces of XML. */
  readonly declaresBelow: boolean;
}

interface Scope {
  readonly declarations: ReadonlyMap<string, string>;
  /** A start tag that makes the declarations. */
  readonly open: string;
  /** Elements without a prefix are SpreadsheetML: the plainest ones may be read by their pattern. */
  readonly unprefixed: boolean;
}

/** Text that is the same read by a parser or not: no entity, no line end to normalise, nothing that XML cannot hold. */
export const PLAIN_TEXT = '[^<>&\\x00-\\x08\\x0b-\\x1f\\ud800-\\udfff\\ufffe\\uffff]*';

/** The declarations are read again with each fragment; real ones stay under a tenth of this. */
const MAX_DECLARATIONS = 65_536;

const FRAME = 'fragment';

export function fragmentSource(xml: string, part: string): FragmentSource {
  const tags = new TagReader(xml, part);
  tags.next();
  const { start, end, selfClosing } = tags;
  if (end - start > MAX_DECLARATIONS) throw tooMany(part);
  const tag = xml.slice(start, end);
  return {
    xml,
    part,
    root: { start, end },
    rootName: rootNameOf(selfClosing ? tag : `${tag}</${rawName(xml, start)}>`, part),
    scope: scopeOf(declarationsIn(tag), part),
    declaresBelow: xml.includes('xmlns', end),
  };
}

/** The same part, for fragments that stand within further elements, whose start tags are given from the outside in. */
export function within(source: FragmentSource, ancestors: readonly Span[]): FragmentSource {
  if (!source.declaresBelow) return source;
  const found = ancestors.flatMap(({ start, end }) => [...declarationsIn(source.xml.slice(start, end))]);
  if (found.length === 0) return source;
  return { ...source, scope: scopeOf(new Map([...source.scope.declarations, ...found]), source.part) };
}

/** The namespace declarations of a start tag as they are written: `xmlns:x` with its value in its quotes. */
export function declarationsIn(tag: string): Map<string, string> {
  const declarations = new Map<string, string>();
  if (!tag.includes('xmlns')) return declarations;
  for (const [, name, value] of tag.matchAll(/([^\s=<>"'/]+)\s*=\s*("[^"]*"|'[^']*')/g))
    if (/^xmlns(?::|$)/.test(name!)) declarations.set(name!, value!);
  return declarations;
}

/** The prefix of a tag with its colon, or empty. */
export function rawPrefix(xml: string, tagStart: number): string {
  const name = rawName(xml, tagStart);
  return name.slice(0, name.indexOf(':') + 1);
}

function scopeOf(declarations: ReadonlyMap<string, string>, part: string): Scope {
  const open = `<${FRAME}${[...declarations].map(([name, value]) => ` ${name}=${value}`).join('')}>`;
  if (open.length > MAX_DECLARATIONS) throw tooMany(part);
  return { declarations, open, unprefixed: rootNameOf(`${open}</${FRAME}>`, part).startsWith('s:') };
}

function rootNameOf(element: string, part: string): string {
  let root = '';
  scanXml(element, part, { open: ({ name }) => (root = name) });
  return root;
}

function tooMany(part: string) {
  return hostile(`its part “${part}” declares absurdly many namespaces`);
}

/**
 * Reads the element that stands at `span` in the namespaces around it. The handler's offsets count in the text that `wrap` gives: add `shift`
 * for those in the part.
 */
export function wrapFragment({ xml, scope }: FragmentSource, span: Span): { text: string; shift: number } {
  const text = `${scope.open}${xml.slice(span.start, span.end)}</${FRAME}>`;
  return { text, shift: span.start - scope.open.length };
}
