import { PACKAGE_LIMITS } from '../ooxml/limits.ts';
import { damaged, hostile } from '../ooxml/refusals.ts';
import type { ProblemError } from '../../contract/index.ts';

const EXCLAMATION = 33;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const SLASH = 47;
const GREATER = 62;
const QUESTION = 63;

/**
 * Walks the tags of a part and nothing else: no text, no attributes unless asked for, no object per tag. Worksheets and string tables run
 * to tens of megabytes of which column A is a fraction; what is found there is read strictly by `scanXml` afterwards. Checks that
 * tags nest, and refuses a DOCTYPE and absurd depth as `scanXml` does.
 */
export class TagReader {
  /** Of the present tag: `xml[start, end)`. */
  start = 0;
  end = 0;
  /** Local name of the present tag: in these parts prefixes other than the main one stand inside `extLst` only. */
  name = '';
  closing = false;
  selfClosing = false;

  private nameEnd = 0;
  private readonly open: string[] = [];
  private readonly xml: string;
  private readonly part: string;

  constructor(xml: string, part: string) {
    this.xml = xml;
    this.part = part;
  }

  /** Moves to the next tag; false at the end of the part. */
  next(): boolean {
    for (;;) {
      const at = this.xml.indexOf('<', this.end);
      if (at === -1) return this.atEnd();
      const mark = this.xml.charCodeAt(at + 1);
      if (mark === EXCLAMATION || mark === QUESTION) {
        this.end = this.afterMarkup(at);
        continue;
      }
      this.readTag(at, mark === SLASH);
      return true;
    }
  }

  /** From a start tag to the end tag of its element. */
  skipElement(): void {
    if (this.selfClosing) return;
    const depth = this.open.length;
    while (this.open.length >= depth) this.next();
  }

  /** The raw value of an attribute without prefix: enough for the references, types and counts asked for here. */
  attribute(name: string): string | undefined {
    const attribute = /\s+([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
    attribute.lastIndex = this.nameEnd;
    for (let match = attribute.exec(this.xml); match; match = attribute.exec(this.xml)) {
      if (match[1] === name) return match[2] ?? match[3];
    }
    return undefined;
  }

  private atEnd(): false {
    if (this.open.length > 0 || this.name === '') throw this.malformed();
    return false;
  }

  private afterMarkup(at: number): number {
    const { xml } = this;
    const end = xml.startsWith('<!--', at)
      ? this.after('-->', at + 4)
      : xml.startsWith('<![CDATA[', at)
        ? this.after(']]>', at + 9)
        : xml.startsWith('<?', at)
          ? this.after('?>', at + 2)
          : undefined;
    if (end === undefined) throw hostile(`its part “${this.part}” has a DOCTYPE`);
    return end;
  }

  private after(mark: string, from: number): number {
    const at = this.xml.indexOf(mark, from);
    if (at === -1) throw this.malformed();
    return at + mark.length;
  }

  private readTag(start: number, closing: boolean): void {
    const nameStart = closing ? start + 2 : start + 1;
    this.nameEnd = endOfName(this.xml, nameStart);
    const rawName = this.xml.slice(nameStart, this.nameEnd);
    const end = this.endOfTag(this.nameEnd);
    this.start = start;
    this.end = end;
    this.closing = closing;
    this.selfClosing = !closing && this.xml.charCodeAt(end - 2) === SLASH;
    const colon = rawName.indexOf(':');
    this.name = colon === -1 ? rawName : rawName.slice(colon + 1);
    if (closing) {
      if (this.open.pop() !== rawName) throw this.malformed();
    } else if (!this.selfClosing) {
      this.open.push(rawName);
      if (this.open.length > PACKAGE_LIMITS.xmlDepth)
        throw hostile(`its part “${this.part}” is nested absurdly deep`);
    }
  }

  /** After the `>` that ends the tag: one may also stand within an attribute's value. */
  private endOfTag(from: number): number {
    const { xml } = this;
    for (let at = from; at < xml.length; at++) {
      const code = xml.charCodeAt(at);
      if (code === GREATER) return at + 1;
      if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) {
        at = xml.indexOf(code === DOUBLE_QUOTE ? '"' : "'", at + 1);
        if (at === -1) break;
      }
    }
    throw this.malformed();
  }

  private malformed(): ProblemError {
    return damaged(`its part “${this.part}” is not well-formed XML`);
  }
}

function endOfName(xml: string, from: number): number {
  let at = from;
  for (
    let code = xml.charCodeAt(at);
    code > 32 && code !== SLASH && code !== GREATER;
    code = xml.charCodeAt(at)
  )
    at++;
  return at;
}
