import iconv from 'iconv-lite';

/**
 * ISO-2022-JP (RFC 1468), which iconv-lite lacks, of Japanese mail and old CSV exports. It is pure ASCII on
 * the wire, so it passes for UTF-8 and must be detected by its escape sequences.
 */
const TO_JIS = '\x1b$B';
const TO_ASCII = '\x1b(B';

export function looksLikeIso2022Jp(text: string): boolean {
  return text.includes(TO_JIS) || text.includes('\x1b$@');
}

export function decodeIso2022Jp(bytes: Uint8Array): string {
  return new TextDecoder('iso-2022-jp').decode(bytes);
}

/** Undefined for characters outside ASCII and JIS X 0208. Ends in the ASCII state (RFC 1468). */
export function encodeIso2022Jp(text: string): Buffer | undefined {
  const parts: string[] = [];
  let inJis = false;
  for (const char of text) {
    const ascii = char <= '\x7f';
    if (ascii === inJis) parts.push(ascii ? TO_ASCII : TO_JIS);
    inJis = !ascii;
    if (ascii) {
      parts.push(char);
      continue;
    }
    // EUC-JP is JIS X 0208 with the high bits set.
    const [first, second, third] = iconv.encode(char, 'euc-jp');
    if (first === undefined || second === undefined || third !== undefined || first < 0xa1 || second < 0xa1)
      return undefined;
    parts.push(String.fromCharCode(first & 0x7f, second & 0x7f));
  }
  if (inJis) parts.push(TO_ASCII);
  return Buffer.from(parts.join(''), 'latin1');
}
