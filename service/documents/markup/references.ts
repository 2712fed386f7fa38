import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { BRACED } from './templates.ts';

/** How to write text in markup: in the style of its source if there is a choice. */
export interface MarkupWriter {
  write(text: string, harder: boolean): string;
}

const REFERENCE = /&(?:#[xX][\da-fA-F]{1,6}|#\d{1,7}|[A-Za-z][A-Za-z\d]{1,31});?/g;
/** Characters that XML forbids, and lone surrogates, which no encoding supports. */
const FORBIDDEN =
  // eslint-disable-next-line no-control-regex
  /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A text in the form it is read back in: without characters that markup cannot contain. */
export function writable(text: string): string {
  return text.replace(FORBIDDEN, '');
}

export function decodeText(raw: string): string {
  return raw.includes('&') ? decodeHTML(raw) : raw;
}

export function decodeAttribute(raw: string): string {
  return raw.includes('&') ? decodeHTMLAttribute(raw) : raw;
}

/**
 * `raw`: the source's texts, as written. A character that they escape as a reference is escaped in the same
 * way, template code is written as it is there, and other text literally, except markup. `quote`: the one
 * around an attribute's value.
 */
export function markupWriter(
  raw: readonly string[],
  options: { isXml: boolean; quote?: string },
): MarkupWriter {
  const references = new Map<string, string>();
  const verbatim = new Map<string, string>();
  let hasBareAmpersand = false;
  for (const text of raw) {
    if (!text.includes('&') && !text.includes('{')) continue;
    for (const [reference] of text.matchAll(REFERENCE)) {
      const char = decodeHTML(reference);
      // An address obfuscated against harvesters does not make every "m" a numeric reference.
      if (char !== reference && char.length <= 2 && !/[\w \t\r\n\f<]/.test(char) && reference.endsWith(';'))
        if (!references.has(char)) references.set(char, reference);
    }
    for (const [code] of text.matchAll(BRACED))
      if (/[&<>"']/.test(code)) verbatim.set(decodeText(code), code);
    if (/&(?![A-Za-z#])/.test(text)) hasBareAmpersand = true;
  }
  const mayKeepAmpersand = hasBareAmpersand && !options.isXml && !references.has('&');
  const escape = (text: string, harder: boolean): string =>
    text.replace(/[&<>"']|[^\0-\x7f]/gu, (char, at: number) => {
      const own = references.get(char);
      if (own !== undefined) return own;
      switch (char) {
        case '&':
          return mayKeepAmpersand && !harder && !/[A-Za-z#]/.test(text[at + 1] ?? '#') ? '&' : '&amp;';
        case '<':
          return '&lt;';
        case '>':
          return harder || text.endsWith(']]', at) ? '&gt;' : '>';
        case options.quote:
          return char === '"' ? '&quot;' : '&#39;';
        default:
          return char;
      }
    });
  return {
    write(text, harder) {
      const clean = writable(text);
      if (verbatim.size === 0) return escape(clean, harder);
      let written = '';
      let at = 0;
      for (const { 0: code, index } of clean.matchAll(BRACED)) {
        const own = verbatim.get(code);
        if (own === undefined) continue;
        written += escape(clean.slice(at, index), harder) + own;
        at = index + code.length;
      }
      return written + escape(clean.slice(at), harder);
    },
  };
}
