import { parseDocument } from 'yaml';
import type { YamlString } from './yaml-tree.ts';

/** A value in its string's style if that can hold it; `harder`: in double quotes. */
export function writeYaml(
  value: string,
  raw: string,
  { style, isInFlow }: YamlString,
  harder: boolean,
): string {
  if (!harder) {
    if (style === 'PLAIN' && isPlain(value, isInFlow)) return value;
    if (style === 'QUOTE_SINGLE' && !/[\n\r\t]/.test(value)) return `'${value.replaceAll("'", "''")}'`;
    if (style === 'BLOCK_LITERAL' || style === 'BLOCK_FOLDED') {
      const block = writeBlock(value, raw, style === 'BLOCK_FOLDED');
      if (block !== undefined) return block;
    }
  }
  const tail = style.startsWith('BLOCK') ? (/(?:\r\n|\n)\s*$/.exec(raw)?.[0] ?? '') : '';
  return doubleQuoted(value, raw) + tail;
}

/** Whether a text needs no quotation marks. */
function isPlain(value: string, isInFlow: boolean): boolean {
  if (!/^[\p{L}\p{N}(¿¡«“”„/\\+<=^~;.$_]/u.test(value) || value !== value.trim()) return false;
  if (/: |:$| #|[\n\r\t\u0085\u2028\u2029]/.test(value) || (isInFlow && /[,[\]{}]/.test(value))) return false;
  const read: unknown = parseDocument(value, { version: '1.1', logLevel: 'silent' }).contents?.toJSON();
  return read === value && !/^(?:y|n)$/i.test(value);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '"': '\\"',
  '\\': '\\\\',
};

/** Letters beyond ASCII are escaped if the source's are. */
function doubleQuoted(value: string, raw: string): string {
  const isAscii = /\\[uUx][\da-fA-F]{2}/.test(raw) && !/[^\0-\x7f]/.test(raw);
  const escaped = value.replace(
    // eslint-disable-next-line no-control-regex
    /["\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    (char) => ESCAPES[char] ?? unicodeEscape(char),
  );
  return `"${isAscii ? escaped.replace(/[^\0-\x7f]/gu, unicodeEscape) : escaped}"`;
}

/** YAML has no surrogates: a letter beyond 16 bits is one escape. */
function unicodeEscape(char: string): string {
  const code = char.codePointAt(0)!.toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
}

/** Lines under `|` or `>`; undefined if they would be read as something else. */
function writeBlock(value: string, raw: string, isFolded: boolean): string | undefined {
  const [, head, indent, body] =
    /^([|>][+-]?[^\r\n\d]*(?:\r\n|\n)(?:[ \t]*(?:\r\n|\n))*)( +)(\S[^]*)$/.exec(raw) ?? [];
  if (head === undefined || indent === undefined || body === undefined) return undefined;
  const lines = value.replace(/\n+$/, '').split('\n');
  if (lines.some((line) => /^\s+\S/.test(line)) && isFolded) return undefined;
  if (lines.some((line) => /[\r\t\u0085\u2028\u2029]/.test(line)) || /^\s/.test(lines[0]!)) return undefined;
  const lineEnd = raw.includes('\r\n') ? '\r\n' : '\n';
  const width = Math.max(30, ...body.split(/\r?\n/).map((line) => line.trim().length));
  const written = isFolded
    ? lines.flatMap((line, index) => [...(index > 0 ? [''] : []), ...wrapped(line, width)])
    : lines;
  const tail = /\s*$/.exec(raw)![0];
  return head + written.map((line) => (line === '' ? '' : indent + line)).join(lineEnd) + tail;
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ (?=\S)/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line += line === '' ? word : ` ${word}`;
    }
  }
  return [...lines, line];
}
