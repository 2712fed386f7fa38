/** A tag of HTML or JSX, `text[start, end)`. */
export interface Tag {
  readonly end: number;
  /** As written; empty for a fragment (`<>`). */
  readonly name: string;
  readonly kind: 'open' | 'close' | 'empty';
  /** Not an HTML tag: a component, a fragment, or one with JavaScript in it. */
  readonly isJsx: boolean;
}

/** UTF-16 units that may still be read in vain: keeps unclosed braces linear. */
export interface Effort {
  left: number;
}

/** Maximum UTF-16 units of a tag or an expression. */
const MAX_LENGTH = 20_000;
const NAME = /[A-Za-z_$][\w$:.-]*/y;
const ATTRIBUTE = /[^\s"'<>/={}]+/y;
const UNQUOTED = /[^\s"'=<>`{}]+/y;
const SPACE = /\s*/y;

/** The tag that begins at `start`, where `<` is; undefined if there is none. */
export function tagAt(text: string, start: number, effort: Effort = { left: MAX_LENGTH }): Tag | undefined {
  let at = start + 1;
  const isClose = text[at] === '/';
  if (isClose) at++;
  const name = match(NAME, at);
  at += name.length;
  let isJsx = name === '' || /^[A-Z_$]|\./.test(name);
  for (;;) {
    const space = match(SPACE, at);
    at += space.length;
    if (at - start > MAX_LENGTH) return undefined;
    const sign = text[at];
    if (sign === '>') return { end: at + 1, name, kind: isClose ? 'close' : 'open', isJsx };
    if (sign === '/' && text[at + 1] === '>' && !isClose && name !== '')
      return { end: at + 2, name, kind: 'empty', isJsx };
    if (isClose || name === '' || space === '') return undefined;
    if (sign === '{') {
      const end = expressionEnd(text, at, effort);
      if (end === undefined) return undefined;
      isJsx = true;
      at = end;
      continue;
    }
    const attribute = match(ATTRIBUTE, at);
    if (attribute === '') return undefined;
    at += attribute.length;
    const equals = /\s*=\s*/y;
    equals.lastIndex = at;
    if (!equals.test(text)) continue;
    at = equals.lastIndex;
    const quote = text[at];
    if (quote === '"' || quote === "'") {
      const end = text.indexOf(quote, at + 1);
      if (end === -1 || end - at > MAX_LENGTH) {
        effort.left -= MAX_LENGTH;
        return undefined;
      }
      at = end + 1;
    } else if (quote === '{') {
      const end = expressionEnd(text, at, effort);
      if (end === undefined) return undefined;
      isJsx = true;
      at = end;
    } else {
      const value = match(UNQUOTED, at);
      if (value === '') return undefined;
      at += value.length;
    }
  }

  function match(pattern: RegExp, from: number): string {
    pattern.lastIndex = from;
    return pattern.exec(text)?.[0] ?? '';
  }
}

/**
 * The index after the brace matching `start`, skipping JavaScript's strings and comments; undefined if
 * unclosed.
 */
export function expressionEnd(text: string, start: number, effort: Effort): number | undefined {
  const limit = Math.min(text.length, start + Math.min(MAX_LENGTH, effort.left));
  let depth = 0;
  for (let at = start; at < limit; at++) {
    const sign = text[at];
    if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return at + 1;
    else if (sign === '/' && text[at + 1] === '*') {
      const end = text.indexOf('*/', at + 2);
      if (end === -1 || end > limit) return notFound(effort, limit - start);
      at = end + 1;
    } else if (sign === '"' || sign === '`' || (sign === "'" && !/\w/.test(text[at - 1] ?? ''))) {
      const end = stringEnd(text, at, limit);
      if (end !== undefined) at = end;
    }
  }
  return notFound(effort, limit - start);
}

/** Records units read in vain. */
function notFound(effort: Effort, units: number): number | undefined {
  effort.left -= units;
  return undefined;
}

/** The quote that ends a string; undefined for an apostrophe in a text. */
function stringEnd(text: string, start: number, limit: number): number | undefined {
  const quote = text[start];
  for (let at = start + 1; at < limit; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) return at;
    else if (text[at] === '\n' && quote !== '`') return undefined;
  }
  return undefined;
}
