import { UNSPACED } from '../../text/scripts.ts';
import { attributeOf } from './attributes.ts';
import { LOCKED } from './elements.ts';
import { decodeText } from './references.ts';
import { rawText } from './tokens.ts';
import type { MarkupToken, TagToken } from './tokens.ts';

const CODE_CLASS =
  /(?:^|\s)(?:brush:|code|highlight|language-|lang-|prettyprint|programlisting|sourceCode|screen|literallayout)/i;

/** Whether preformatted text (at `tokens[start]`) is code or data rather than a poem. */
export function holdsCode(text: string, tokens: readonly MarkupToken[], start: number, end: number): boolean {
  const tag = tokens[start] as TagToken;
  if (CODE_CLASS.test(attributeOf(text, tag, 'class') ?? '')) return true;
  const raw: string[] = [];
  for (let index = start + 1; index < end; index++) {
    const token = tokens[index]!;
    if (token.kind === 'start' && LOCKED.has(token.name)) return true;
    if (token.kind === 'text') raw.push(rawText(text, token));
  }
  const lines = decodeText(raw.join('')).split(/[\r\n]+/);
  return !lines.some(isProse);
}

/** Three consecutive words, and no sign that only code has. */
const WORDS =
  /(?:^|[\s"'“‘(¿¡])\p{L}[\p{L}\p{M}'’-]{0,40},? \p{L}[\p{L}\p{M}'’-]{0,40},? \p{L}[\p{L}\p{M}'’-]{0,40}/u;
const CODE = /[{};]\s*$|[=<>]=|=>|->|::|\$\w|^\s*(?:[#$%>]|\/\/|--|\/\*|\*)|\w\(|=\s*["'\d]|<\/?\w/;
/** Scripts without spaces between words. */
const FOUR_UNSPACED = new RegExp(`${UNSPACED.source}{4}`, 'u');

function isProse(line: string): boolean {
  return (WORDS.test(line) || FOUR_UNSPACED.test(line)) && !CODE.test(line);
}
