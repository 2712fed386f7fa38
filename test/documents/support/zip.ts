import JSZip from 'jszip';

/** All files of a ZIP as jszip, which is not our reader, sees them: in order, unpacked. */
export async function unzip(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const archive = await JSZip.loadAsync(bytes, { checkCRC32: true });
  const files = new Map<string, Buffer>();
  for (const [name, file] of Object.entries(archive.files)) {
    if (!file.dir) files.set(name, await file.async('nodebuffer'));
  }
  return files;
}

/** The bytes with every occurrence of an ASCII string replaced by another of the same length. */
export function patchAscii(bytes: Uint8Array, from: string, to: string): Uint8Array {
  if (from.length !== to.length) throw new Error('A patch keeps the length');
  return Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(from, to), 'latin1');
}
