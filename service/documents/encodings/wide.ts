/**
 * Unassigned, unpaired or control: results of decoding wrongly, absent from text files. U+FFFE and U+FFFF are
 * no letters either, but occur in test files and program data.
 */
const IMPLAUSIBLE = /(?![\ufffe\uffff])[\p{Cn}\p{Cs}]|(?![\t-\r\u0085])\p{Cc}/u;
/** Only the head of the file is read: a wrong byte order shows within a few letters. */
const SAMPLE_BYTES = 65_536;
/** ASCII in UTF-16 is half NUL bytes; far fewer in otherwise plain text are strays. */
const STRAY_NUL_SHARE = 0.25;

/**
 * UTF-16 or UTF-32 without a byte order mark, detected by decoding each form: the right one has no unpaired
 * surrogate, no unassigned character and no NUL, and the most ASCII. Undefined if none fits: then the NUL
 * bytes are binary data.
 */
export function detectWideEncoding(bytes: Buffer): string | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (isTextWithStrayNuls(sample)) return undefined;
  const readings: [encoding: string, text: string | undefined][] = [];
  if (bytes.length % 4 === 0) {
    readings.push(['utf-32le', readUtf32(sample, true)], ['utf-32be', readUtf32(sample, false)]);
  }
  if (bytes.length % 2 === 0) {
    readings.push(['utf-16le', readUtf16(sample, true)], ['utf-16be', readUtf16(sample, false)]);
  }
  let best: string | undefined;
  let bestScore = -1;
  for (const [encoding, text] of readings) {
    if (text === undefined || IMPLAUSIBLE.test(text)) continue;
    const score = countAscii(text) / text.length;
    if (score > bestScore) [best, bestScore] = [encoding, score];
  }
  return best;
}

/** ASCII bytes in pairs make plausible Chinese, so check first for a text with a few NUL bytes. */
function isTextWithStrayNuls(sample: Buffer): boolean {
  const text = sample.toString('utf8').replace(/\ufffd$/, '');
  const visible = text.replaceAll('\0', '');
  return (
    text.length - visible.length < STRAY_NUL_SHARE * text.length &&
    !visible.includes('\ufffd') &&
    !IMPLAUSIBLE.test(visible)
  );
}

function countAscii(text: string): number {
  return text.match(/[\t\n\r -~]/g)?.length ?? 0;
}

function readUtf16(sample: Buffer, littleEndian: boolean): string {
  const units = Buffer.from(sample);
  const text = (littleEndian ? units : units.swap16()).toString('utf16le');
  // The sample's end may cut a pair in two.
  return sample.length === SAMPLE_BYTES ? text.replace(/[\ud800-\udbff]$/, '') : text;
}

function readUtf32(sample: Buffer, littleEndian: boolean): string | undefined {
  const parts: string[] = [];
  for (let i = 0; i < sample.length; i += 4) {
    const code = littleEndian ? sample.readUInt32LE(i) : sample.readUInt32BE(i);
    if (code > 0x10ffff) return undefined;
    parts.push(String.fromCodePoint(code));
  }
  return parts.join('');
}
