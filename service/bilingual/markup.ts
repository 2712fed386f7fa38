import { escapeXml } from '../documents/xml/scan.ts';
import { parseCoded } from '../text/codes.ts';
import type { Token } from '../text/codes.ts';

/** The tokens of a unit's text: plain text never has codes. */
export function tokensOf(text: string, coded: boolean): Token[] {
  if (coded) return parseCoded(text);
  return text === '' ? [] : [{ kind: 'text', text }];
}

/** Characters that XML cannot contain (XML 1.0 §2.2), except lone surrogates. */
export const NO_XML = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]/gu;

/** Text as XML content. `control` writes a character that XML cannot contain. */
export function xmlText(text: string, control: (codePoint: number) => string = () => ''): string {
  let written = '';
  let end = 0;
  for (const { 0: char, index } of text.matchAll(NO_XML)) {
    written += escapeXml(text.slice(end, index)) + control(char.codePointAt(0)!);
    end = index + char.length;
  }
  return written + escapeXml(text.slice(end));
}
