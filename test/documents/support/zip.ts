import { crc32, deflateRawSync } from 'node:zlib';
import JSZip from 'jszip';

export type Parts = Readonly<Record<string, string | Uint8Array>>;

/** A ZIP of the given files, deflated unless named in `stored`; all dated the same. */
export function zip(
  parts: Parts,
  options: { stored?: readonly string[]; comment?: string } = {},
): Promise<Uint8Array> {
  const archive = new JSZip();
  for (const [name, content] of Object.entries(parts)) {
    const compression = options.stored?.includes(name) ? 'STORE' : 'DEFLATE';
    archive.file(name, content, {
      compression,
      createFolders: false,
      date: new Date('2024-05-06T07:08:10Z'),
    });
  }
  return archive.generateAsync({
    type: 'uint8array',
    compression: 'DEFLATE',
    comment: options.comment ?? '',
  });
}

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

export interface RawEntry {
  readonly name: string;
  readonly content: string;
  readonly stored: boolean;
  /** As MS-DOS writes them (APPNOTE 4.4.6). */
  readonly time: number;
  readonly date: number;
  readonly attributes: number;
  readonly extra: Uint8Array;
  readonly localExtra: Uint8Array;
  readonly comment: string;
}

/** A ZIP with the fields that jszip does not write: extra fields, of both headers, above all. */
export function rawZip(entries: readonly RawEntry[], comment: string): Buffer {
  const files: Buffer[] = [];
  const records: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const content = Buffer.from(entry.content);
    const packed = entry.stored ? content : deflateRawSync(content);
    // From the version on, both headers have these fields in this order.
    const shared = fields(2, [20, 0, entry.stored ? 0 : 8, entry.time, entry.date]);
    const sizes = fields(4, [crc32(content), packed.length, content.length]);
    const header = Buffer.concat([
      Buffer.from('PK\x03\x04', 'latin1'),
      shared,
      sizes,
      fields(2, [name.length, entry.localExtra.length]),
    ]);
    files.push(header, name, Buffer.from(entry.localExtra), packed);
    const noted = Buffer.from(entry.comment);
    const lengths = [name.length, entry.extra.length, noted.length, 0, 0];
    records.push(
      Buffer.from('PK\x01\x02\x14\x03', 'latin1'),
      shared,
      sizes,
      fields(2, lengths),
      fields(4, [entry.attributes, offset]),
      name,
      Buffer.from(entry.extra),
      noted,
    );
    offset += header.length + name.length + entry.localExtra.length + packed.length;
  }
  const directory = Buffer.concat(records);
  const end = [Buffer.from('PK\x05\x06\0\0\0\0', 'latin1'), fields(2, [entries.length, entries.length])];
  const tail = [fields(4, [directory.length, offset]), fields(2, [comment.length]), Buffer.from(comment)];
  return Buffer.concat([...files, directory, ...end, ...tail]);
}

function fields(bytes: 2 | 4, values: readonly number[]): Buffer {
  const written = Buffer.alloc(bytes * values.length);
  values.forEach((value, i) => written.writeUIntLE(value, i * bytes, bytes));
  return written;
}
