import type { ZipArchive } from './zip/read.ts';

/** An uploaded file, for formats to recognise. Expensive views are computed once, for all. */
export interface Look {
  readonly source: Uint8Array;
  /** Lower case, without the dot; empty if the name has none. */
  readonly extension: string;
  /** Undefined if the file is not a ZIP archive. */
  readonly archive: ZipArchive | undefined;
  /** The decoded text without a byte order mark; undefined for a ZIP archive. */
  readonly text: string | undefined;
  /** The root element of an XML or HTML text; otherwise undefined. */
  readonly root: XmlRoot | undefined;
}

export interface XmlRoot {
  /** Without its prefix, as written. */
  readonly name: string;
  /** Empty without a namespace. */
  readonly namespace: string;
}

export function lookAt(
  source: Uint8Array,
  extension: string,
  content: { readonly archive: ZipArchive } | { readonly text: string },
): Look {
  const text = 'text' in content ? content.text : undefined;
  let root: { readonly found: XmlRoot | undefined } | undefined;
  return {
    source,
    extension,
    archive: 'archive' in content ? content.archive : undefined,
    text,
    get root() {
      root ??= { found: text === undefined ? undefined : rootOf(text) };
      return root.found;
    },
  };
}

/** Comments and licences may precede a root element, up to this many UTF-16 units. */
const HEAD = 65_536;
/** White space, processing instructions, comments and a DOCTYPE, whose internal subset is skipped. */
const PROLOGUE = /(?:\s+|<\?[^]*?\?>|<!--[^]*?-->|<!doctype[^>[]*(?:\[[^\]]*\]\s*)?>)*/iy;
const START_TAG = /<(?:([\w.-]+):)?([A-Za-z_][\w.-]*)((?:\s+[^<>]*)?)>/y;

function rootOf(text: string): XmlRoot | undefined {
  const head = text.slice(0, HEAD);
  PROLOGUE.lastIndex = 0;
  PROLOGUE.test(head);
  START_TAG.lastIndex = PROLOGUE.lastIndex;
  const [, prefix, name, attributes = ''] = START_TAG.exec(head) ?? [];
  if (name === undefined) return undefined;
  return { name, namespace: declaredNamespace(attributes, prefix) };
}

function declaredNamespace(attributes: string, prefix: string | undefined): string {
  const wanted = prefix === undefined ? 'xmlns' : `xmlns:${prefix}`;
  for (const [, name, double, single] of attributes.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (name === wanted) return double ?? single ?? '';
  }
  return '';
}
