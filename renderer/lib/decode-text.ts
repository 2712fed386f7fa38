/**
 * The text of a file's bytes: UTF-8 or UTF-16 by their marks; else UTF-8, or the single-byte encoding that
 * Windows has in the west. `isCut`: whether the file goes on after them, so that the last character may not
 * be whole.
 */
function decodeText(bytes: Uint8Array, isCut = false): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The whole text of a file. Rejects where it cannot be read. */
export async function textOfFile(file: File): Promise<string> {
  return decodeText(new Uint8Array(await file.arrayBuffer()));
}
