const PICTURE = /(?:^|\/)(?:media|Pictures)\/|\.(?:png|jpe?g|gif|tiff?|bmp|emf|wmf|svg|webp)$/i;

/**
 * How many bytes of a package, such as a Word document, are pictures and other media; 0 for other or damaged
 * files.
 */
export async function pictureBytes(file: Blob): Promise<number> {
  try {
    let sum = 0;
    for (const { name, bytes } of await entriesOf(file)) if (PICTURE.test(name)) sum += bytes;
    return Math.min(sum, file.size);
  } catch {
    return 0;
  }
}

const END_BYTES = 22;
const MAX_COMMENT = 65_535;
const MAX_DIRECTORY = 4_000_000;

/**
 * The entries that the central directory of an archive lists (APPNOTE 6.3 §4.3.12), with their packed bytes:
 * nothing is unpacked here. Throws a RangeError if it is no archive, or damaged.
 */
async function entriesOf(file: Blob): Promise<{ name: string; bytes: number }[]> {
  const tail = await view(file, Math.max(0, file.size - END_BYTES - MAX_COMMENT), file.size);
  let end = tail.byteLength - END_BYTES;
  while (tail.getUint32(end, true) !== 0x06054b50) end -= 1;
  const bytes = tail.getUint32(end + 12, true);
  const start = tail.getUint32(end + 16, true);
  if (bytes > MAX_DIRECTORY) throw new RangeError('The directory of the archive is too long.');
  const directory = await view(file, start, start + bytes);
  const entries: { name: string; bytes: number }[] = [];
  for (let at = 0; at + 46 <= bytes && directory.getUint32(at, true) === 0x02014b50;) {
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.getUint16(at + field, true));
    const text = new TextDecoder().decode(new Uint8Array(directory.buffer, at + 46, name));
    entries.push({ name: text, bytes: directory.getUint32(at + 20, true) });
    at += 46 + name! + extra! + comment!;
  }
  return entries;
}

async function view(file: Blob, start: number, end: number): Promise<DataView> {
  return new DataView(await file.slice(start, end).arrayBuffer());
}
