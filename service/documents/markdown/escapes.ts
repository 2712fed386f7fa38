import type { CodedInlines, Inline } from '../inlines/code-inlines.ts';
import type { At } from './inlines.ts';
import type { BlockStyle } from './style.ts';

/** The place of a text in its block. */
export interface TextPlace {
  /** The adjacent characters, as written; empty at the ends of the block. */
  readonly before: string;
  readonly after: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isInLink: boolean;
}

const PUNCTUATION = /[!-/:-@[-`{-~]/;
/** The start of a block of another kind, with the sign to escape captured. */
const START =
  /^(?:(?=#{1,6}(?:\s|$))|(?=>)|(?=[-+](?:\s|$))|(?=[=-]+\s*$)|(?=:{3})|(?=::\w)|(?=!!!)|(?=\?\?\?)|(?=\$\$)|(?=:\s)|(?=\\[A-Za-z])|\d{1,9}(?=[.)](?:\s|$)))/;

/**
 * Escapes anything in a text that would be markup. Signs that are plain in the source stay plain, and those
 * that the source escapes or writes as references are written alike. `harder`: escapes every sign that could
 * be markup anywhere.
 */
export function escaper(
  coded: CodedInlines<At>,
  { text: source, kind, isMdx, startsBlock }: BlockStyle,
  harder: boolean,
): (text: string, place: TextPlace) => string {
  const literal = new Set<string>();
  const escaped = new Set<string>();
  const references = new Map<string, string>();
  visit(coded.core);

  return (text, place) => {
    let written = '';
    for (let at = 0; at < text.length; at++) {
      const char = text[at]!;
      const reference = references.get(char);
      if (reference !== undefined && !literal.has(char)) written += reference;
      else if (PUNCTUATION.test(char) && isMarkup(char, text, at, place)) written += `\\${char}`;
      else written += char;
    }
    if (place.isFirst && startsBlock) {
      const start = START.exec(written);
      if (start) written = `${start[0]}\\${written.slice(start[0].length)}`;
    }
    return written;
  };

  function isMarkup(char: string, text: string, at: number, place: TextPlace): boolean {
    const before = at > 0 ? text[at - 1]! : place.before;
    const after = at < text.length - 1 ? text[at + 1]! : place.after;
    if (char === '|' && kind.endsWith('cell')) return true;
    if (harder && /[`*_[\]<>{}~|$^@]/.test(char)) return true;
    if (harder && char === ':')
      return /(?:https?|ftp|mailto|xmpp)$/i.test(text.slice(Math.max(0, at - 6), at)) || after === ':';
    if (harder && char === '.') return /www$/i.test(text.slice(Math.max(0, at - 3), at));
    if (char === '\\') return after === '' || PUNCTUATION.test(after) || /\s/.test(after);
    if (char === '!') return at === text.length - 1 && place.after === '[';
    if (char === '#' && kind === 'heading' && place.isLast && /^#+\s*$/.test(text.slice(at)))
      return before === '' || /\s/.test(before);
    if (char === '&') return /^&(?:#[xX]?[\da-fA-F]+|[A-Za-z][A-Za-z\d]*);/.test(text.slice(at, at + 40));
    if (escaped.has(char) && !literal.has(char)) return true;
    if (isMdx && /[<{}]/.test(char)) return true;
    if ((char === '[' || char === ']') && place.isInLink) return true;
    if (char === ']' && /[[(:]/.test(after)) return !literal.has(char);
    if (char === '[' && /[[^!]/.test(after)) return !literal.has(char);
    if (char === '<' && /[A-Za-z/!?$%>]/.test(after)) return true;
    if (literal.has(char)) return false;
    switch (char) {
      case '`':
      case '[':
      case ']':
        return true;
      case '*':
        return !(/\s/.test(before) && /\s/.test(after));
      case '_':
        return !(/[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after));
      case '~':
        return !(isBlank(before) && isBlank(after));
      case '$':
        return text.indexOf('$') !== text.lastIndexOf('$');
      case '{':
        return /[#:.%{/=<]/.test(after);
      default:
        return false;
    }
  }

  function visit(inlines: readonly Inline<At>[]): void {
    for (const inline of inlines) {
      if (inline.kind === 'group') visit(inline.children);
      if (inline.kind !== 'text') continue;
      const raw = source.slice(inline.at.start, inline.at.end);
      if (/^\\[!-/:-@[-`{-~]$/.test(raw)) escaped.add(raw[1]!);
      else if (/^&[^\s&;]+;$/.test(raw) && /^.$/su.test(inline.text)) references.set(inline.text, raw);
      else for (const char of raw) if (PUNCTUATION.test(char)) literal.add(char);
    }
  }
}

function isBlank(char: string): boolean {
  return char === '' || /\s/.test(char);
}
