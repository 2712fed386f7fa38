import type { XmlReader } from '../documents/xml/reader.ts';
import { escapeText } from '../text/codes.ts';
import { tokensOf, xmlText } from './markup.ts';

/** How a version of XLIFF writes the content of a source or target. */
export interface XliffDialect {
  readonly namespace: string;
  /** How to write a pair, a standalone code and a character that XML cannot hold. */
  readonly pair: string;
  readonly standalone: string;
  readonly control: (codePoint: number) => string;
  /** Elements of codes, those that programs put in place of ours among them. */
  readonly codes: Readonly<Record<string, CodeElement>>;
}

type Attribute = (name: string) => string | undefined;
interface CodeElement {
  readonly kind: 'pair' | 'open' | 'close' | 'standalone';
  /** Which attribute names the code; `id` by default. */
  readonly id?: (attribute: Attribute) => string | undefined;
  /** The character that the element represents, instead of a code. */
  readonly char?: (attribute: Attribute) => string | undefined;
  /** Whether its content is another program's code, not text. */
  readonly isNative?: boolean;
}

/** A code that no segment has. */
const UNKNOWN = '999999999';

/**
 * A text as the content of a source or target. `prefix`: before the ids of its codes, where several texts are
 * in one unit, which may have each id once (XLIFF 2.1 §4.3.1.18).
 */
export function writeContent(
  text: string,
  coded: boolean,
  { pair, standalone, control }: XliffDialect,
  prefix = '',
): string {
  return tokensOf(text, coded)
    .map((token) => {
      switch (token.kind) {
        case 'text':
          return xmlText(token.text, control);
        case 'open':
          return `<${pair} id="${prefix}${token.id}">`;
        case 'close':
          return `</${pair}>`;
        case 'standalone':
          return `<${standalone} id="${prefix}${token.id}"/>`;
      }
    })
    .join('');
}

/** From the start tag of a source or target to its end tag. Foreign codes get ids the segment lacks. */
export function readContent(reader: XmlReader, coded: boolean, dialect: XliffDialect): string {
  const { depth } = reader;
  /** The text that the end of each open element adds. */
  const ends: string[] = [];
  let text = '';
  for (let event = reader.next(); event !== 'close' || reader.depth > depth; event = reader.next()) {
    if (event === 'text') text += coded ? escapeText(reader.text()) : reader.text();
    else if (event === 'close') text += ends.pop() ?? '';
    else text += opening(reader, dialect, ends);
    reader.checkTextLength(text.length);
  }
  return text;
}

function opening(reader: XmlReader, { namespace, codes }: XliffDialect, ends: string[]): string {
  const prefix = `{${namespace}}`;
  const name = reader.name.startsWith(prefix) ? reader.name.slice(prefix.length) : '';
  const element = Object.hasOwn(codes, name) ? codes[name] : undefined;
  const attribute: Attribute = (wanted) => reader.attribute(wanted);
  const char = element?.char?.(attribute);
  const id = /^(?:\d{1,9}-)?(\d{1,9})$/.exec((element?.id ?? idOf)(attribute) ?? '')?.[1] ?? UNKNOWN;
  if (element?.isNative) reader.skipElement();
  else ends.push(element?.kind === 'pair' ? `</${id}>` : '');
  if (char !== undefined) return char;
  switch (element?.kind) {
    case 'pair':
    case 'open':
      return `<${id}>`;
    case 'close':
      return `</${id}>`;
    case 'standalone':
      return `<${id}/>`;
    default:
      // Annotations of other programs (`mrk`, `sm`) surround text.
      return '';
  }
}

function idOf(attribute: Attribute): string | undefined {
  return attribute('id');
}

/** U+FFFD where the digits are those of no character. */
export function charOfHex(hex: string | undefined): string {
  const code = /^[\da-f]{1,8}$/i.test(hex ?? '') ? parseInt(hex!, 16) : 0;
  return String.fromCodePoint(code > 0 && code <= 0x10ffff ? code : 0xfffd);
}
