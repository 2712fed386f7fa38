const ESCAPE = /\\(?:u([\da-fA-F]{4})|(\r\n|\r|\n)[ \t\f]*|([^]))/g;
const CHARS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f' };
const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\f': '\\f',
  '\\': '\\\\',
};

/** A key or value as programs read it (java.util.Properties): escapes decoded, continued lines joined. */
export function decodeProperty(raw: string): string {
  if (!raw.includes('\\')) return raw;
  return raw.replace(ESCAPE, (_, hex?: string, lineEnd?: string, char?: string) => {
    if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16));
    return lineEnd === undefined ? (CHARS[char!] ?? char!) : '';
  });
}

/**
 * A value in its source's style: code units above `last` are escaped, and long lines are wrapped if the
 * source's are.
 */
export function encodeProperty(value: string, source: string, last: number): string {
  const optional = new Set(Array.from(source.matchAll(/\\([:=#!"'])/g), ([, sign]) => sign!));
  const escaped = value
    .replace(/[\n\r\t\f\\]/g, (char) => ESCAPES[char]!)
    .replace(/[:=#!"']/g, (sign) => (optional.has(sign) ? `\\${sign}` : sign))
    .replace(/^[ ]/, '\\ ');
  const written = escaped.replace(/[^\0-\x7f]/g, (unit) =>
    unit.charCodeAt(0) <= last ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const [, lineEnd, indent] = /\\(\r\n|\r|\n)([ \t\f]*)/.exec(source) ?? [];
  if (lineEnd === undefined) return written;
  const width = Math.max(20, ...source.split(/\r\n|\r|\n/).map((line) => line.trim().length));
  return wrapped(written, width).join(`\\${lineEnd}${indent!}`);
}

/** Wraps after spaces: white space at the start of a line is not part of the value. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.match(/\S*\s*/g) ?? []) {
    if (line !== '' && line.length + word.length > width && /(?<!\\) $/.test(line)) {
      lines.push(line);
      line = '';
    }
    line += word;
  }
  return [...lines, line];
}
