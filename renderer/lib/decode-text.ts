/**
 * Decodes a file's bytes: UTF-8 or UTF-16 by their marks; else UTF-8, or windows-1252. `isCut`: the file goes
 * on, so the last character may be incomplete.
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

/** The whole text of a file. Rejects if it cannot be read. */
export async function textOfFile(file: File): Promise<string> {
  return decodeText(new Uint8Array(await file.arrayBuffer()));
}
