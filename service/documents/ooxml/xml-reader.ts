import type { ProblemError } from '../../contract/index.ts';
import { PACKAGE_LIMITS } from './limits.ts';
import { damaged, hostile } from './refusals.ts';
import { hasForbidden, isSpace, NC_NAME, readText, readValue, referenced } from './xml-chars.ts';
import { declaredPrefix, NamespaceScope } from './xml-scope.ts';
import type { Declaration } from './xml-scope.ts';

const EXCLAMATION = 33;
const DOUBLE_QUOTE = 34;
const AMPERSAND = 38;
const SINGLE_QUOTE = 39;
const SLASH = 47;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const QUESTION = 63;
const CLOSING_BRACKET = 93;
const SURROGATES = 0xd800;

/** Up to so many, comparing each with each is faster than a set; above, it would be an attack's. */
const FEW_ATTRIBUTES = 16;

/** What the reader stands at. An empty-element tag is an `open` and then a `close` of no length at its end. */
export type XmlEvent = 'open' | 'close' | 'text';

interface OpenElement {
  readonly rawName: string;
  readonly name: string;
  readonly scope: NamespaceScope;
}

/**
 * Reads a part strictly (XML 1.0, Namespaces in XML 1.0) from tag to tag and says where each stands, so that a caller can
 * replace just the spans it changes. Offsets are UTF-16 units. Refuses what is not well-formed, any DOCTYPE (OPC §8.1.4
 * forbids it; entities make XML bombs), and nesting no program writes.
 *
 * Why not a library's: a document is read twice for each translation, and names and values that no one asks for need not
 * be made. Tests hold it against saxes, event by event.
 */
export class XmlReader {
  /** Of the present tag or text: `source[start, end)`. */
  start = 0;
  end = 0;
  /** Canonical name of the present tag's element, see namespaces.ts. */
  name = '';
  selfClosing = false;
  /** Elements around the present tag's. */
  depth = 0;

  private readonly source: string;
  private readonly part: string;
  private readonly open: OpenElement[] = [];
  /** Within the present start tag's element; after an end tag, around it. */
  scope = new NamespaceScope();
  private closePending = false;
  private rootSeen = false;
  private attributeCount = 0;
  /** Of the present start tag: names as written and canonical, and where the values stand. Kept from tag to tag. */
  private readonly rawNames: string[] = [];
  private readonly names: string[] = [];
  private readonly valueStarts: number[] = [];
  private readonly valueEnds: number[] = [];

  /** `source`: the part's text; a byte order mark may be its first character. `part` names it in refusals. */
  constructor(source: string, part: string) {
    this.source = source;
    this.part = part;
    this.end = source.startsWith('\ufeff') ? 1 : 0;
    if (source.startsWith('<?xml', this.end) && isSpace(source.charCodeAt(this.end + 5)))
      this.skipDeclaration();
  }

  /** Moves on; undefined at the end of the part. Text comes in pieces where comments or CDATA sections divide it. */
  next(): XmlEvent | undefined {
    if (this.closePending) return this.closeEmpty();
    const { source } = this;
    while (this.end < source.length) {
      const at = this.end;
      if (source.charCodeAt(at) !== LESS) {
        if (this.readText(at)) return 'text';
        continue;
      }
      const mark = source.charCodeAt(at + 1);
      if (mark === SLASH) return this.readEndTag(at);
      if (mark === QUESTION) this.skipInstruction(at);
      else if (mark !== EXCLAMATION) return this.readStartTag(at);
      else if (this.readDeclaration(at)) return 'text';
    }
    if (this.open.length > 0) throw this.malformed(`“${this.open.at(-1)!.rawName}” is not closed`);
    if (!this.rootSeen) throw this.malformed('it has no element');
    return undefined;
  }

  /**
   * Goes on at the start tag of an element, in the scope around it, as if that were the root: for an element found earlier that is wanted only
   * now. Stop at its end tag (depth 0): what follows has no meaning to the reader.
   */
  moveTo(start: number, scope: NamespaceScope): void {
    this.end = start;
    this.scope = scope;
    this.open.length = 0;
    this.rootSeen = false;
    this.closePending = false;
  }

  /**
   * From a start tag to the end tag of its element. Calls `visit` at the start tag of each element directly in it; `visit` may read on, up to
   * that one's end tag.
   */
  eachChild(visit: () => void): void {
    const { depth } = this;
    for (let event = this.next(); event !== 'close' || this.depth > depth; event = this.next()) {
      if (event === 'open' && this.depth === depth + 1) visit();
    }
  }

  /** From a start tag to the end tag of its element, over all that is in it. */
  skipElement(): void {
    const { depth } = this;
    while (this.next() !== 'close' || this.depth > depth);
  }

  /** From a start tag to the end tag of its element. Answers all text in it. */
  elementText(): string {
    const { depth } = this;
    let text = '';
    for (let event = this.next(); event !== 'close' || this.depth > depth; event = this.next()) {
      if (event === 'text') text += this.text();
    }
    return text;
  }

  /** The present text as its reader sees it. */
  text(): string {
    const { source, start, end } = this;
    if (source.startsWith('<![CDATA[', start))
      return source.slice(start + 9, end - 3).replace(/\r\n?/g, '\n');
    return readText(source.slice(start, end));
  }

  /** The value of an attribute of the present start tag, by its canonical name. */
  attribute(name: string): string | undefined {
    for (let i = 0; i < this.attributeCount; i++) if (this.names[i] === name) return this.value(i);
    return undefined;
  }

  private value(index: number): string {
    return readValue(this.source.slice(this.valueStarts[index], this.valueEnds[index]));
  }

  private readStartTag(at: number): 'open' {
    const { source } = this;
    if (this.open.length === 0 && this.rootSeen) throw this.malformed('it has more than one root element');
    if (this.open.length === PACKAGE_LIMITS.xmlDepth) {
      throw hostile(`its part “${this.part}” is nested absurdly deep`);
    }
    const nameEnd = endOfName(source, at + 1);
    const rawName = source.slice(at + 1, nameEnd);
    const end = this.readAttributes(nameEnd);
    this.selfClosing = source.charCodeAt(end - 2) === SLASH;
    const scope = this.resolveAttributes();
    const name = scope.element(rawName);
    if (name === undefined) throw this.malformed(`the name “${rawName}” is not valid here`);
    this.rootSeen = true;
    this.start = at;
    this.end = end;
    this.name = name;
    this.depth = this.open.length;
    this.open.push({ rawName, name, scope: this.scope });
    this.scope = scope;
    this.closePending = this.selfClosing;
    return 'open';
  }

  /** Notes the attributes of a tag from the end of its name, and answers where the tag ends. */
  private readAttributes(from: number): number {
    const { source } = this;
    this.attributeCount = 0;
    let at = from;
    for (;;) {
      const nameStart = skipSpace(source, at);
      const code = source.charCodeAt(nameStart);
      if (code === GREATER) return nameStart + 1;
      if (code === SLASH && source.charCodeAt(nameStart + 1) === GREATER) return nameStart + 2;
      const nameEnd = endOfName(source, nameStart);
      const equals = skipSpace(source, nameEnd);
      const quote = skipSpace(source, equals + 1);
      if (nameStart === at || nameEnd === nameStart || source.charCodeAt(equals) !== EQUALS)
        throw this.malformedTag();
      const valueEnd = this.endOfValue(quote);
      const index = this.attributeCount++;
      this.rawNames[index] = source.slice(nameStart, nameEnd);
      this.valueStarts[index] = quote + 1;
      this.valueEnds[index] = valueEnd;
      at = valueEnd + 1;
    }
  }

  private endOfValue(quoteAt: number): number {
    const { source } = this;
    const quote = source.charCodeAt(quoteAt);
    if (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE) throw this.malformedTag();
    for (let at = quoteAt + 1; at < source.length; at++) {
      const code = source.charCodeAt(at);
      if (code === quote) return at;
      if (code === AMPERSAND) at = this.endOfReference(at);
      else if (code === LESS) break;
      else if (code < 32 || code >= SURROGATES) at = this.endOfUnusual(at);
    }
    throw this.malformedTag();
  }

  /** Gives the attributes their canonical names ('' for declarations), and answers the scope within the element. */
  private resolveAttributes(): NamespaceScope {
    const { attributeCount: count, names, rawNames } = this;
    const scope = this.declaredScope();
    for (let i = 0; i < count; i++) {
      const rawName = rawNames[i]!;
      const name = declaredPrefix(rawName) === undefined ? scope.attribute(rawName) : '';
      if (name === undefined) throw this.malformed(`the name “${rawName}” is not valid here`);
      names[i] = name;
    }
    if (count > 1) this.refuseDuplicates();
    return scope;
  }

  private declaredScope(): NamespaceScope {
    let declarations: Declaration[] | undefined;
    for (let i = 0; i < this.attributeCount; i++) {
      const prefix = declaredPrefix(this.rawNames[i]!);
      if (prefix !== undefined) (declarations ??= []).push({ prefix, uri: this.value(i) });
    }
    if (!declarations) return this.scope;
    const scope = this.scope.within(declarations);
    if (!scope) throw this.malformed('a namespace is declared in a way that XML does not allow');
    return scope;
  }

  /** No two attributes of one name, be it as written or by namespace (XML 1.0 §3.1, Namespaces §6.3). */
  private refuseDuplicates(): void {
    const { attributeCount: count, names, rawNames } = this;
    const seen = count > FEW_ATTRIBUTES ? new Set<string>() : undefined;
    for (let i = 0; i < count; i++) {
      const name = names[i]! || rawNames[i]!;
      let again = seen?.has(name) ?? false;
      if (seen) seen.add(name);
      else for (let j = 0; j < i; j++) again ||= name === (names[j]! || rawNames[j]!);
      if (again) throw this.malformed(`an element has two attributes “${rawNames[i]!}”`);
    }
  }

  private readEndTag(at: number): 'close' {
    const { source } = this;
    const element = this.open.pop();
    if (!element) throw this.malformed('an element is closed that was not opened');
    const nameEnd = at + 2 + element.rawName.length;
    const end = skipSpace(source, nameEnd);
    if (!source.startsWith(element.rawName, at + 2) || source.charCodeAt(end) !== GREATER) {
      throw this.malformed(`“${element.rawName}” is not closed by an end tag of its own`);
    }
    return this.closed(element, at, end + 1);
  }

  private closeEmpty(): 'close' {
    this.closePending = false;
    return this.closed(this.open.pop()!, this.end, this.end);
  }

  private closed({ name, scope }: OpenElement, start: number, end: number): 'close' {
    this.start = start;
    this.end = end;
    this.name = name;
    this.selfClosing = false;
    this.scope = scope;
    this.depth = this.open.length;
    return 'close';
  }

  /** Character data up to the next tag; false outside the root, where only white space may stand. */
  private readText(from: number): boolean {
    const { source } = this;
    let at = from;
    for (; at < source.length; at++) {
      const code = source.charCodeAt(at);
      if (code === LESS) break;
      if (code === AMPERSAND) at = this.endOfReference(at);
      else if (code < 32 || code >= SURROGATES) at = this.endOfUnusual(at);
      else if (code === GREATER && isAfterBrackets(source, at, from))
        throw this.malformed('“]]>” stands in a text');
    }
    this.start = from;
    this.end = at;
    if (this.open.length > 0) return true;
    if (/[^ \t\r\n]/.test(source.slice(from, at)))
      throw this.malformed('text stands outside its root element');
    return false;
  }

  /** A comment or CDATA section, all else that begins with `<!` being refused; true for a CDATA section, which is text. */
  private readDeclaration(at: number): boolean {
    const { source } = this;
    if (source.startsWith('<!--', at)) {
      const inside = source.indexOf('--', at + 4);
      if (inside === -1 || source.charCodeAt(inside + 2) !== GREATER)
        throw this.malformed('a comment is not closed');
      this.checkCharacters(at, inside);
      this.end = inside + 3;
      return false;
    }
    if (!source.startsWith('<![CDATA[', at)) {
      if (source.startsWith('<!DOCTYPE', at)) throw hostile(`its part “${this.part}” has a DOCTYPE`);
      throw this.malformedTag();
    }
    const close = source.indexOf(']]>', at + 9);
    if (close === -1 || this.open.length === 0)
      throw this.malformed('a CDATA section is not closed or out of place');
    this.checkCharacters(at, close);
    this.start = at;
    this.end = close + 3;
    return true;
  }

  private skipInstruction(at: number): void {
    const { source } = this;
    const close = source.indexOf('?>', at + 2);
    const target = close === -1 ? '' : /^[^ \t\r\n]*/.exec(source.slice(at + 2, close))![0];
    if (!NC_NAME.test(target) || /^xml$/i.test(target)) {
      throw this.malformed('a processing instruction is not valid');
    }
    this.checkCharacters(at, close);
    this.end = close + 2;
  }

  private skipDeclaration(): void {
    const declaration = XML_DECLARATION;
    declaration.lastIndex = this.end;
    if (!declaration.test(this.source)) throw this.malformed('its XML declaration is not valid');
    this.end = declaration.lastIndex;
  }

  /** The last unit of a reference. */
  private endOfReference(at: number): number {
    const end = this.source.indexOf(';', at);
    // No name of an entity and no number of a character is that long: the rest of the part need not be searched or copied.
    const name = this.source.slice(at + 1, end === -1 || end - at > 100 ? at + 1 : end);
    if (referenced(name) === undefined)
      throw this.malformed('it refers to a character or an entity that XML does not have');
    return end;
  }

  /** The last unit of a character that is no ordinary letter or sign; refuses those that XML cannot hold. */
  private endOfUnusual(at: number): number {
    const { source } = this;
    const code = source.charCodeAt(at);
    if (isSpace(code)) return at;
    const point = source.codePointAt(at)!;
    const end = point > 0xffff ? at + 1 : at;
    this.checkCharacters(at, end + 1);
    return end;
  }

  private checkCharacters(start: number, end: number): void {
    if (hasForbidden(this.source.slice(start, end)))
      throw this.malformed('it holds a character that XML does not allow');
  }

  private malformedTag(): ProblemError {
    return this.malformed('a tag is not valid');
  }

  private malformed(reason: string): ProblemError {
    return damaged(`its part “${this.part}” is not well-formed XML: ${reason}`);
  }
}

/** All attributes of a start tag that has been read, by canonical name, namespace declarations left out. */
export function attributesOf(tag: string, scope: NamespaceScope): Record<string, string> {
  const all: Record<string, string> = {};
  for (const [, rawName, double, single] of tag.matchAll(ATTRIBUTE)) {
    const name = declaredPrefix(rawName!) === undefined ? scope.attribute(rawName!) : undefined;
    if (name !== undefined) all[name] = readValue(double ?? single!);
  }
  return all;
}

const ATTRIBUTE = /[ \t\r\n]([^ \t\r\n=]+)[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'([^']*)')/g;

const XML_DECLARATION =
  /<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"1\.\d+"|'1\.\d+')(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>/y;

function skipSpace(source: string, from: number): number {
  let at = from;
  while (isSpace(source.charCodeAt(at))) at++;
  return at;
}

/** Where a name ends, whatever it is made of: `NamespaceScope` looks at each once. */
function endOfName(source: string, from: number): number {
  let at = from;
  for (; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (code > GREATER) continue;
    if (isSpace(code) || code === SLASH || code === LESS || code === EQUALS || code === GREATER) break;
  }
  return at;
}

function isAfterBrackets(source: string, at: number, from: number): boolean {
  return (
    at >= from + 2 &&
    source.charCodeAt(at - 1) === CLOSING_BRACKET &&
    source.charCodeAt(at - 2) === CLOSING_BRACKET
  );
}
