/**
 * Reads single entries of a ZIP archive (APPNOTE 6.3), of its beginning only as much as is asked for: a page
 * that looks must not be filled.
 */

interface Entry {
  method: number;
  compressedBytes: number;
  /** Offset of the local header. */
  offset: number;
}

const END_BYTES = 22;
const MAX_COMMENT = 65_535;
const MAX_DIRECTORY = 4_000_000;
const STORED = 0;
const DEFLATED = 8;

/** The archive's entries by name. Throws a RangeError where it is none, or a damaged one. */
export async function zipEntries(file: Blob): Promise<Map<string, Entry>> {
  const tail = await view(file, Math.max(0, file.size - END_BYTES - MAX_COMMENT), file.size);
  let end = tail.byteLength - END_BYTES;
  while (tail.getUint32(end, true) !== 0x06054b50) end -= 1;
  const bytes = tail.getUint32(end + 12, true);
  const start = tail.getUint32(end + 16, true);
  if (bytes > MAX_DIRECTORY) throw new RangeError('The directory of the archive is too long.');
  const directory = await view(file, start, start + bytes);
  const entries = new Map<string, Entry>();
  for (let at = 0; at + 46 <= bytes && directory.getUint32(at, true) === 0x02014b50;) {
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.getUint16(at + field, true));
    const text = new TextDecoder().decode(new Uint8Array(directory.buffer, at + 46, name));
    entries.set(text, {
      method: directory.getUint16(at + 10, true),
      compressedBytes: directory.getUint32(at + 20, true),
      offset: directory.getUint32(at + 42, true),
    });
    at += 46 + name! + extra! + comment!;
  }
  return entries;
}

/** The text of an entry, at most `mostBytes` of it. */
export async function entryText(
  file: Blob,
  entry: Entry,
  mostBytes: number,
): Promise<{ text: string; isWhole: boolean }> {
  if (entry.method !== STORED && entry.method !== DEFLATED) throw new RangeError('Unknown compression.');
  const header = await view(file, entry.offset, entry.offset + 30);
  const start = entry.offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = file.slice(start, start + entry.compressedBytes).stream();
  const content =
    entry.method === STORED ? packed : packed.pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = content.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), isWhole: true };
    bytes += value.length;
    text += decoder.decode(value, { stream: true });
    if (bytes >= mostBytes) {
      await reader.cancel();
      return { text, isWhole: false };
    }
  }
}

async function view(file: Blob, start: number, end: number): Promise<DataView> {
  return new DataView(await file.slice(start, end).arrayBuffer());
}
