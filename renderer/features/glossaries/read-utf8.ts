/** A file's text, where it is UTF-8; undefined where it is in another encoding, which the service reads. */
export async function readUtf8(file: File): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return undefined;
  }
}
