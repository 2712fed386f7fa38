import type { ProblemError } from '../../contract/index.ts';
import { damaged, hostile } from '../shared/refusals.ts';
import { hasForbidden, isSpace, referenced } from './chars.ts';

const DOUBLE_QUOTE = 34;
const AMPERSAND = 38;
const SINGLE_QUOTE = 39;
const SLASH = 47;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const CLOSING_BRACKET = 93;
const SURROGATES = 0xd800;

/** UTF-16 units. Checking a name of megabytes would overflow the stack, and a refusal quotes it. */
const MAX_NAME_LENGTH = 1_000;
/** UTF-16 units between `&` and `;`: no entity or number is longer. */
const MAX_REFERENCE_LENGTH = 100;

/** The refusals of a part. `what`: a clause whose subject is the part. */
export interface XmlRefusals {
  malformed(reason: string): ProblemError;
  hostile(what: string): ProblemError;
}

export function refusalsOf(part: string): XmlRefusals {
  return {
    malformed: (reason) => damaged(`its part “${part}” is not well-formed XML: ${reason}`),
    hostile: (what) => hostile(`its part “${part}” ${what}`),
  };
}

/** A part's text and the extent of its tokens. Refuses what XML 1.0 does not allow. */
export class XmlInput {
  source: string;
  private readonly refusals: XmlRefusals;

  constructor(source: string, refusals: XmlRefusals) {
    this.source = source;
    this.refusals = refusals;
  }

  skipSpace(from: number): number {
    let at = from;
    while (isSpace(this.source.charCodeAt(at))) at++;
    return at;
  }

  /** The end of a name, whatever its characters: `NamespaceScope` checks each name once. */
  endOfName(from: number): number {
    const { source } = this;
    let at = from;
    for (; at < source.length; at++) {
      const code = source.charCodeAt(at);
      if (code > GREATER) continue;
      if (isSpace(code) || code === SLASH || code === LESS || code === EQUALS || code === GREATER) break;
    }
    if (at - from > MAX_NAME_LENGTH) throw this.hostile('has an absurdly long name in it');
    return at;
  }

  /** Offset of the closing quotation mark of an attribute's value. */
  endOfValue(quoteAt: number): number {
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

  /** The end of character data: at the next tag, or at the end of the part. */
  endOfText(from: number): number {
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
    return at;
  }

  checkCharacters(start: number, end: number): void {
    if (hasForbidden(this.source.slice(start, end)))
      throw this.malformed('it holds a character that XML does not allow');
  }

  malformedTag(): ProblemError {
    return this.malformed('a tag is not valid');
  }

  malformed(reason: string): ProblemError {
    return this.refusals.malformed(reason);
  }

  hostile(what: string): ProblemError {
    return this.refusals.hostile(what);
  }

  /** The last unit of a reference. */
  private endOfReference(at: number): number {
    const end = this.source.indexOf(';', at);
    const name = end === -1 || end - at > MAX_REFERENCE_LENGTH ? '' : this.source.slice(at + 1, end);
    if (referenced(name) === undefined)
      throw this.malformed('it refers to a character or an entity that XML does not have');
    return end;
  }

  /** The last unit of an unusual character; refuses those that XML forbids. */
  private endOfUnusual(at: number): number {
    const { source } = this;
    const code = source.charCodeAt(at);
    if (isSpace(code)) return at;
    const point = source.codePointAt(at)!;
    const end = point > 0xffff ? at + 1 : at;
    this.checkCharacters(at, end + 1);
    return end;
  }
}

function isAfterBrackets(source: string, at: number, from: number): boolean {
  return (
    at >= from + 2 &&
    source.charCodeAt(at - 1) === CLOSING_BRACKET &&
    source.charCodeAt(at - 2) === CLOSING_BRACKET
  );
}
