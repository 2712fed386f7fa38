import { PACKAGE_LIMITS, scaled } from '../shared/document-limits.ts';
import { hostile } from '../shared/refusals.ts';
import { attributesOf, writtenAttributes } from './attributes.ts';
import type { Span } from './scan.ts';
import { XmlReader } from './reader.ts';
import type { XmlOptions } from './reader.ts';
import type { NamespaceScope } from './scope.ts';

/** An element and its place in the source; offsets are UTF-16 units. */
export class XmlNode {
  /** Canonical, see namespaces.ts. */
  readonly name: string;
  readonly start: number;
  /** End of the start tag. */
  readonly contentStart: number;
  /** Start of the end tag; for `<x/>` both are the end of the tag. */
  contentEnd: number;
  end: number;
  children: XmlNode[] = NONE;
  /** The text directly inside, entities resolved; only kept for requested elements. */
  text = '';
  /** `xml:space="preserve"` here or on an element around it. */
  readonly preserve: boolean;

  private readonly source: string;
  private readonly scope: NamespaceScope;
  private read: Readonly<Record<string, string>> | undefined;

  constructor(source: string, reader: XmlReader, around: XmlNode | undefined) {
    const space = reader.attribute('xml:space');
    this.name = reader.name;
    this.start = reader.start;
    this.contentStart = reader.end;
    this.contentEnd = reader.end;
    this.end = reader.end;
    this.preserve = space === undefined ? (around?.preserve ?? false) : space === 'preserve';
    this.source = source;
    this.scope = reader.scope;
  }

  /** By canonical name. Computed on first use: most elements never need it. */
  get attributes(): Readonly<Record<string, string>> {
    this.read ??= attributesOf(this.source.slice(this.start, this.contentStart), this.scope);
    return this.read;
  }

  /** The place of an attribute's value, by its canonical name; without quotes. */
  attributeSpan(name: string): Span | undefined {
    const tag = this.source.slice(this.start, this.contentStart);
    for (const { rawName, start, end } of writtenAttributes(tag)) {
      if (this.scope.attribute(rawName) === name) return { start: this.start + start, end: this.start + end };
    }
    return undefined;
  }

  /** A namespace's attribute (`w:val`) as written in an element with this prefix (`w:`). */
  attributeName(prefix: string, local: string): string {
    return prefix === '' ? this.scope.attributeOfDefault(local) : prefix + local;
  }
}

export interface ParseOptions extends XmlOptions {
  /** The elements whose text is kept; all by default. */
  readonly textOf?: ReadonlySet<string>;
}

/** Reads a part into a tree. See XmlReader for what is refused. */
export function parseXml(source: string, part: string, { textOf, ...options }: ParseOptions = {}): XmlNode {
  const reader = new XmlReader(source, part, options);
  const around: XmlNode[] = [];
  let elements = 0;
  let textChars = 0;
  let root: XmlNode | undefined;
  for (let event = reader.next(); event; event = reader.next()) {
    const parent = around.at(-1);
    if (event === 'open') {
      if (++elements > scaled(PACKAGE_LIMITS.treeElements))
        throw hostile(`its part “${part}” has too many elements`);
      const node = new XmlNode(source, reader, parent);
      if (parent?.children === NONE) parent.children = [node];
      else parent?.children.push(node);
      root ??= node;
      around.push(node);
    } else if (event === 'text') {
      if (textOf && !textOf.has(parent!.name)) continue;
      const text = reader.text();
      reader.checkTextLength((textChars += text.length));
      parent!.text += text;
    } else {
      around.pop();
      parent!.contentEnd = reader.start;
      parent!.end = reader.end;
    }
  }
  // A document without a root element is not well-formed: the reader has refused it.
  return root!;
}

/** Shared by all elements without children, of which a document has most. Never changed. */
const NONE: XmlNode[] = [];

export function child(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return node?.children.find((candidate) => candidate.name === name);
}

/** The `w:val` of a child; undefined where there is no such child or it has none. */
export function childValue(node: XmlNode | undefined, name: string): string | undefined {
  return child(node, name)?.attributes['w:val'];
}

/** An on/off property (ECMA-376 part 1 §17.17.4): true by presence; undefined if not set. */
export function toggle(node: XmlNode | undefined, name: string): boolean | undefined {
  const property = child(node, name);
  if (!property) return undefined;
  return !/^(?:0|false|off)$/i.test(property.attributes['w:val'] ?? 'true');
}
