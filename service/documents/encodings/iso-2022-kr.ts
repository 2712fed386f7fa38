import iconv from 'iconv-lite';

/**
 * ISO-2022-KR (RFC 1557), which iconv-lite lacks, of Korean mail. Pure ASCII on the wire, with KS X 1001
 * between two control characters, so it passes for binary data and must be detected by its header.
 */
export const ISO_2022_KR_HEADER = '\x1b$)C';
const TO_KSC = '\x0e';
const TO_ASCII = '\x0f';

/** Each line begins in ASCII. EUC-KR is KS X 1001 with the high bits set. */
export function decodeIso2022Kr(bytes: Uint8Array): string {
  const wide = Buffer.alloc(bytes.length);
  let length = 0;
  let inKsc = false;
  for (const byte of bytes) {
    if (byte === 0x0e || byte === 0x0f) {
      inKsc = byte === 0x0e;
      continue;
    }
    if (byte === 0x0a || byte === 0x0d) inKsc = false;
    wide[length++] = inKsc && byte > 0x20 ? byte | 0x80 : byte;
  }
  return iconv.decode(wide.subarray(0, length), 'euc-kr');
}

/** Undefined for characters outside ASCII and KS X 1001. */
export function encodeIso2022Kr(text: string): Buffer | undefined {
  const parts: string[] = [];
  let inKsc = false;
  for (const char of text) {
    const ascii = char <= '\x7f';
    if (ascii === inKsc) parts.push(ascii ? TO_ASCII : TO_KSC);
    inKsc = !ascii;
    if (ascii) {
      parts.push(char);
      continue;
    }
    const [first, second, third] = iconv.encode(char, 'euc-kr');
    // The code page has more letters than the standard: their bytes are lower.
    if (first === undefined || second === undefined || third !== undefined || first < 0xa1 || second < 0xa1)
      return undefined;
    parts.push(String.fromCharCode(first & 0x7f, second & 0x7f));
  }
  if (inKsc) parts.push(TO_ASCII);
  return Buffer.from(parts.join(''), 'latin1');
}
