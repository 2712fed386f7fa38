const ESCAPE = /\\(?:u([\da-fA-F]{4})|([^]))/g;
const CHARS: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

/** The text of a resource as an app shows it, apart from white space. */
export function decodeEscapes(raw: string): string {
  const text = raw.replace(/(?<!\s)\s*[\r\n]\s*/g, ' ');
  return text.replace(ESCAPE, (_, hex?: string, char?: string) =>
    hex === undefined ? (CHARS[char!] ?? char!) : String.fromCharCode(parseInt(hex, 16)),
  );
}

/** `isQuoted`: the whole value is within quotation marks. */
export function encodeEscapes(text: string, isQuoted: boolean): string {
  return text.replace(/[\\"'\n\r\t]/g, (char) => {
    if (char === '\n' || char === '\r') return '\\n';
    if (char === '\t') return '\\t';
    return char === "'" && isQuoted ? char : `\\${char}`;
  });
}
