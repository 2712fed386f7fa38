/** A file's text if it is UTF-8; undefined for other encodings, which the service reads. */
export async function readUtf8(file: File): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return undefined;
  }
}
