import { PACKAGE_LIMITS, maxTextChars } from '../shared/document-limits.ts';
import { TagAttributes } from './attributes.ts';
import { isSpace, NC_NAME, readText } from './chars.ts';
import { refusalsOf, XmlInput } from './input.ts';
import type { XmlRefusals } from './input.ts';
import { OOXML_NAMES } from './namespaces.ts';
import type { CanonicalNames } from './namespaces.ts';
import { NamespaceScope } from './scope.ts';

const EXCLAMATION = 33;
const SLASH = 47;
const LESS = 60;
const GREATER = 62;
const QUESTION = 63;

/** The reader's position. An empty-element tag is an `open` and then a `close` of no length at its end. */
export type XmlEvent = 'open' | 'close' | 'text';

export interface XmlOptions {
  /** The canonical names of elements and attributes; default: Office Open XML. */
  readonly names?: CanonicalNames;
  /** Whether a DOCTYPE without an internal subset is skipped; refused by default. */
  readonly allowDoctype?: boolean;
  /**
   * The next piece of a part too large for memory; undefined at its end. No piece ends within a tag, a text or a
   * comment, and offsets are those of the current one.
   */
  readonly more?: () => string | undefined;
  /** Replaces the refusals that name the part. */
  readonly refusals?: XmlRefusals;
}

interface OpenElement {
  readonly rawName: string;
  readonly name: string;
  readonly scope: NamespaceScope;
}

/**
 * Reads a part strictly (XML 1.0, Namespaces in XML 1.0) from tag to tag, with the place of each, so that a
 * caller can replace just the spans it changes. Offsets are UTF-16 units. Refuses malformed XML, any DOCTYPE
 * unless allowed (OPC §8.1.4 forbids it; entities make XML bombs), and nesting that no program writes.
 *
 * Why not a library: a document is read twice for each translation, and unneeded names and values need not be
 * created. Tests compare it with saxes, event by event.
 */
export class XmlReader {
  /** The current tag or text: `source[start, end)`. */
  start = 0;
  end = 0;
  /** Canonical name of the current tag's element, see namespaces.ts. */
  name = '';
  selfClosing = false;
  /** Number of elements around the current tag's. */
  depth = 0;

  /** Within the current start tag's element; after an end tag, around it. */
  scope: NamespaceScope;

  private source: string;
  private readonly input: XmlInput;
  private readonly attributes: TagAttributes;
  private readonly open: OpenElement[] = [];
  private readonly allowDoctype: boolean;
  private readonly more: (() => string | undefined) | undefined;
  private closePending = false;
  private rootSeen = false;

  /** `source`: the part's text; a byte order mark may be its first character. `part` names it in refusals. */
  constructor(source: string, part: string, options: XmlOptions = {}) {
    this.source = source;
    this.scope = new NamespaceScope(options.names ?? OOXML_NAMES);
    this.allowDoctype = options.allowDoctype ?? false;
    this.more = options.more;
    this.input = new XmlInput(source, options.refusals ?? refusalsOf(part));
    this.attributes = new TagAttributes(this.input);
    this.end = source.startsWith('\ufeff') ? 1 : 0;
    if (source.startsWith('<?xml', this.end) && isSpace(source.charCodeAt(this.end + 5)))
      this.skipDeclaration();
  }

  /**
   * Advances to the next event; undefined at the end. Comments and CDATA sections divide text into pieces.
   */
  next(): XmlEvent | undefined {
    if (this.closePending) return this.closeEmpty();
    while (this.end < this.source.length || this.readOn()) {
      const { source, end: at } = this;
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
    if (this.open.length > 0) throw this.input.malformed(`“${this.open.at(-1)!.rawName}” is not closed`);
    if (!this.rootSeen) throw this.input.malformed('it has no element');
    return undefined;
  }

  private readOn(): boolean {
    const piece = this.more?.();
    if (piece === undefined) return false;
    this.source = this.input.source = piece;
    this.end = 0;
    return piece !== '' || this.readOn();
  }

  /**
   * Continues at the start tag of an element, in the scope around it, as if it were the root: for an element
   * found earlier and read only now. Stop at its end tag (depth 0): text after it is meaningless to the
   * reader.
   */
  moveTo(start: number, scope: NamespaceScope): void {
    this.end = start;
    this.scope = scope;
    this.open.length = 0;
    this.rootSeen = false;
    this.closePending = false;
  }

  /**
   * Reads from a start tag to the end tag of its element. Calls `visit` at each child's start tag; `visit`
   * may read on, up to that child's end tag.
   */
  eachChild(visit: () => void): void {
    const { depth } = this;
    for (let event = this.next(); event !== 'close' || this.depth > depth; event = this.next()) {
      if (event === 'open' && this.depth === depth + 1) visit();
    }
  }

  /** Skips from a start tag to the end tag of its element. */
  skipElement(): void {
    const { depth } = this;
    while (this.next() !== 'close' || this.depth > depth);
  }

  /** Reads from a start tag to the end tag of its element. Returns all text in it. */
  elementText(): string {
    const { depth } = this;
    let text = '';
    for (let event = this.next(); event !== 'close' || this.depth > depth; event = this.next()) {
      if (event !== 'text') continue;
      text += this.text();
      this.checkTextLength(text.length);
    }
    return text;
  }

  /** The current text, with references resolved. */
  text(): string {
    const { source, start, end } = this;
    this.checkTextLength(end - start);
    if (source.startsWith('<![CDATA[', start))
      return source.slice(start + 9, end - 3).replace(/\r\n?/g, '\n');
    return readText(source.slice(start, end));
  }

  /** The value of an attribute of the current start tag, by its canonical name. */
  attribute(name: string): string | undefined {
    return this.attributes.get(name);
  }

  /** V8 aborts the process when a string operation outgrows its tables: refuse earlier. */
  checkTextLength(units: number): void {
    if (units > maxTextChars()) throw this.input.hostile('holds an absurd amount of text');
  }

  private readStartTag(at: number): 'open' {
    const { source } = this;
    if (this.open.length === 0 && this.rootSeen)
      throw this.input.malformed('it has more than one root element');
    if (this.open.length === PACKAGE_LIMITS.xmlDepth) {
      throw this.input.hostile('is nested absurdly deep');
    }
    const nameEnd = this.input.endOfName(at + 1);
    const rawName = source.slice(at + 1, nameEnd);
    const end = this.attributes.read(nameEnd);
    this.selfClosing = source.charCodeAt(end - 2) === SLASH;
    const scope = this.attributes.resolve(this.scope);
    const name = scope.element(rawName);
    if (name === undefined) throw this.input.malformed(`the name “${rawName}” is not valid here`);
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

  private readEndTag(at: number): 'close' {
    const { source } = this;
    const element = this.open.pop();
    if (!element) throw this.input.malformed('an element is closed that was not opened');
    const nameEnd = at + 2 + element.rawName.length;
    const end = this.input.skipSpace(nameEnd);
    if (!source.startsWith(element.rawName, at + 2) || source.charCodeAt(end) !== GREATER) {
      throw this.input.malformed(`“${element.rawName}” is not closed by an end tag of its own`);
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

  /** Reads character data up to the next tag; false outside the root, where only white space is allowed. */
  private readText(from: number): boolean {
    const at = this.input.endOfText(from);
    this.start = from;
    this.end = at;
    if (this.open.length > 0) return true;
    if (/[^ \t\r\n]/.test(this.source.slice(from, at)))
      throw this.input.malformed('text stands outside its root element');
    return false;
  }

  /** Reads a comment or CDATA section, else refuses; true for a CDATA section, which is text. */
  private readDeclaration(at: number): boolean {
    const { source } = this;
    if (source.startsWith('<!--', at)) {
      const inside = source.indexOf('--', at + 4);
      if (inside === -1 || source.charCodeAt(inside + 2) !== GREATER)
        throw this.input.malformed('a comment is not closed');
      this.input.checkCharacters(at, inside);
      this.end = inside + 3;
      return false;
    }
    if (!source.startsWith('<![CDATA[', at)) {
      if (!source.startsWith('<!DOCTYPE', at)) throw this.input.malformedTag();
      this.skipDoctype(at);
      return false;
    }
    const close = source.indexOf(']]>', at + 9);
    if (close === -1 || this.open.length === 0)
      throw this.input.malformed('a CDATA section is not closed or out of place');
    this.input.checkCharacters(at, close);
    this.start = at;
    this.end = close + 3;
    return true;
  }

  /**
   * Skips a DOCTYPE that only names a document type. An internal subset may declare entities, which make XML
   * bombs.
   */
  private skipDoctype(at: number): void {
    if (!this.allowDoctype) throw this.input.hostile('has a DOCTYPE');
    PLAIN_DOCTYPE.lastIndex = at;
    if (this.rootSeen || !PLAIN_DOCTYPE.test(this.source))
      throw this.input.hostile('has a DOCTYPE with declarations');
    this.end = PLAIN_DOCTYPE.lastIndex;
  }

  private skipInstruction(at: number): void {
    const { source } = this;
    const close = source.indexOf('?>', at + 2);
    if (close === -1) throw this.input.malformed('a processing instruction is not closed');
    const targetEnd = Math.min(this.input.endOfName(at + 2), close);
    const target = source.slice(at + 2, targetEnd);
    const isApart = targetEnd === close || isSpace(source.charCodeAt(targetEnd));
    if (!isApart || !NC_NAME.test(target) || /^xml$/i.test(target)) {
      throw this.input.malformed('a processing instruction is not valid');
    }
    this.input.checkCharacters(at, close);
    this.end = close + 2;
  }

  private skipDeclaration(): void {
    XML_DECLARATION.lastIndex = this.end;
    if (!XML_DECLARATION.test(this.source)) throw this.input.malformed('its XML declaration is not valid');
    this.end = XML_DECLARATION.lastIndex;
  }
}

const PLAIN_DOCTYPE = /<!DOCTYPE(?:[^<>[\]"']|"[^"<]*"|'[^'<]*')*>/y;

const XML_DECLARATION =
  /<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"1\.\d+"|'1\.\d+')(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>/y;
