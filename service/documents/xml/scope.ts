import type { CanonicalNames } from './namespaces.ts';
import { QUALIFIED_NAME } from './chars.ts';

const XML = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'http://www.w3.org/2000/xmlns/';

/** A file may declare endlessly; beyond this number scopes are not cached. */
const REMEMBERED_SCOPES = 1_000;

/** A namespace declaration: `xmlns="uri"` has the prefix ''. */
export interface Declaration {
  readonly prefix: string;
  readonly uri: string;
}

/** The prefix that an attribute declares ('' for `xmlns`); undefined for any other attribute. */
export function declaredPrefix(rawName: string): string | undefined {
  if (!rawName.startsWith('xmlns')) return undefined;
  if (rawName.length === 5) return '';
  return rawName.length > 6 && rawName[5] === ':' ? rawName.slice(6) : undefined;
}

/**
 * The namespaces bound at a place of a part (Namespaces in XML 1.0). Names are resolved and checked once per
 * scope: a document has a hundred thousand tags of fifty names.
 */
export class NamespaceScope {
  /** Canonical names of elements, and of attributes other than declarations, by written name. */
  private readonly elements = new Map<string, string>();
  private readonly attributes = new Map<string, string>();
  /**
   * Scopes within this one by their declarations: drawings repeat the same ones on each of their elements.
   */
  private readonly inner = new Map<string, NamespaceScope>();
  private readonly bound = new Map<string, string>();
  private readonly names: CanonicalNames;
  private readonly outer: NamespaceScope | undefined;

  constructor(names: CanonicalNames, outer?: NamespaceScope) {
    this.names = names;
    this.outer = outer;
  }

  /** An element's canonical name (namespaces.ts); undefined for invalid names or unbound prefixes. */
  element(rawName: string): string | undefined {
    const known = this.elements.get(rawName);
    if (known !== undefined) return known;
    const name = this.resolve(rawName, this.uriOf(''));
    if (name !== undefined) this.elements.set(rawName, name);
    return name;
  }

  /** The same for an attribute: one without a prefix is in no namespace (§6.2). */
  attribute(rawName: string): string | undefined {
    const known = this.attributes.get(rawName);
    if (known !== undefined) return known;
    const name = this.resolve(rawName, '');
    if (name !== undefined) this.attributes.set(rawName, name);
    return name;
  }

  /** The written name of an attribute in the default namespace: prefixed (§6.2), declared if needed. */
  attributeOfDefault(local: string): string {
    const uri = this.uriOf('');
    const prefix = this.prefixes().find((candidate) => candidate !== '' && this.uriOf(candidate) === uri);
    return prefix === undefined ? `xmlns:w="${uri}" w:${local}` : `${prefix}:${local}`;
  }

  /** The scope of an element with these declarations; undefined if they break the rules of §3. */
  within(declarations: readonly Declaration[]): NamespaceScope | undefined {
    // Not joined by a separator: an address may contain any, written as a reference.
    const key = JSON.stringify(declarations);
    const known = this.inner.get(key);
    if (known) return known;
    const scope = new NamespaceScope(this.names, this);
    for (const { prefix, uri } of declarations) {
      if (!mayBind(prefix, uri)) return undefined;
      scope.bound.set(prefix, uri);
    }
    if (this.inner.size < REMEMBERED_SCOPES) this.inner.set(key, scope);
    return scope;
  }

  private resolve(rawName: string, unprefixed: string | undefined): string | undefined {
    const match = QUALIFIED_NAME.exec(rawName);
    if (!match) return undefined;
    const [, prefix, local] = match;
    const uri = prefix === undefined ? unprefixed : this.uriOf(prefix);
    return uri === undefined ? undefined : this.names(uri, local!);
  }

  private prefixes(): string[] {
    return [...this.bound.keys(), ...(this.outer?.prefixes() ?? [])];
  }

  private uriOf(prefix: string): string | undefined {
    if (prefix === 'xml') return XML;
    const uri = this.bound.get(prefix);
    if (uri !== undefined) return uri;
    if (this.outer) return this.outer.uriOf(prefix);
    return prefix === '' ? '' : undefined;
  }
}

/** §3, “Reserved Prefixes and Namespace Names”, and “No Prefix Undeclaring”. */
function mayBind(prefix: string, uri: string): boolean {
  if (prefix === 'xmlns' || uri === XMLNS) return false;
  if ((prefix === 'xml') !== (uri === XML)) return false;
  return prefix === '' || (uri !== '' && !prefix.includes(':') && QUALIFIED_NAME.test(prefix));
}
