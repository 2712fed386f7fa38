/**
 * ZIP archives for tests: a lenient reader, and a writer that can lie; libraries do
 * neither. Shares nothing with the service's own.
 */
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

export interface Entry {
  name: string;
  method: number;
  flags: number;
  crc: number;
  /** Unpacked. */
  size: number;
  packed: Buffer;
  /** As MS-DOS writes it (APPNOTE 4.4.6), `date << 16 | time`. */
  dosTime: number;
  attributes?: number;
  extra?: Uint8Array;
  localExtra?: Uint8Array;
  comment?: string;
  /** Another name for the local header. */
  localName?: string;
  /** Another size for the headers. */
  packedSize?: number;
  /** Sizes follow the data. */
  descriptor?: boolean;
}

export const ENCRYPTED = 0x0001;
const UTF8_NAME = 0x0800;
const [STORED, DEFLATED] = [0, 8];
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const DESCRIPTOR = 0x08074b50;
const DATE_1980 = 0x00210000;
const MAX_BYTES = 1 << 28;

/** The entries in the order of the directory; undefined where it cannot be followed (also for ZIP64). */
export function readEntries(bytes: Buffer): Entry[] | undefined {
  const mark = Buffer.from('PK\x05\x06', 'latin1');
  // The mark may also be in the comment behind the true one.
  for (let end = bytes.lastIndexOf(mark); end > 0; end = bytes.lastIndexOf(mark, end - 1)) {
    try {
      return readDirectory(bytes, end);
    } catch {
      continue;
    }
  }
  return undefined;
}

function readDirectory(bytes: Buffer, end: number): Entry[] {
  const start = end - bytes.readUInt32LE(end + 12);
  const shift = start - bytes.readUInt32LE(end + 16);
  if (start === end) throw new Error('no entries');
  const entries: Entry[] = [];
  for (let at = start; at < end; at = nextRecord(bytes, at)) entries.push(readEntry(bytes, at, shift));
  return entries;
}

function nextRecord(bytes: Buffer, at: number): number {
  return at + 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
}

function readEntry(bytes: Buffer, at: number, shift: number): Entry {
  const local = bytes.readUInt32LE(at + 42) + shift;
  if (bytes.readUInt32LE(at) !== CENTRAL || bytes.readUInt32LE(local) !== LOCAL)
    throw new Error('no entry here');
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const flags = bytes.readUInt16LE(at + 8);
  const name = bytes.subarray(at + 46, at + 46 + bytes.readUInt16LE(at + 28));
  return {
    name: name.toString(charset(flags)),
    method: bytes.readUInt16LE(at + 10),
    flags: flags & ~8,
    dosTime: bytes.readUInt32LE(at + 12),
    crc: bytes.readUInt32LE(at + 16),
    size: bytes.readUInt32LE(at + 24),
    packed: bytes.subarray(start, start + bytes.readUInt32LE(at + 20)),
  };
}

function charset(flags: number): 'utf8' | 'latin1' {
  return flags & UTF8_NAME ? 'utf8' : 'latin1';
}

/** Throws where the data does not unpack to what the entry promises. */
export function contentOf({ name, method, packed, size, crc }: Entry): Buffer {
  if (method !== STORED && method !== DEFLATED) throw new Error(`${name}: unknown method ${method}`);
  const data = method === STORED ? packed : inflateRawSync(packed, { maxOutputLength: MAX_BYTES });
  if (data.length !== size) throw new Error(`${name}: wrong size`);
  if (crc32(data) !== crc) throw new Error(`${name}: wrong CRC`);
  return data;
}

/** Packed as fast as can be unless a `level` says otherwise. */
export function entryOf(name: string, content: string | Uint8Array, method = DEFLATED, level = 1): Entry {
  const data = Buffer.from(content);
  const packed = method === DEFLATED ? deflateRawSync(data, { level }) : data;
  return {
    name,
    method,
    flags: UTF8_NAME,
    crc: crc32(data),
    size: data.length,
    packed,
    dosTime: DATE_1980,
  };
}

export function writeEntries(entries: readonly Entry[], comment = ''): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { descriptor = false, extra = '', localExtra = '' } = entry;
    const name = Buffer.from(entry.name, charset(entry.flags));
    const localName = Buffer.from(entry.localName ?? entry.name, charset(entry.flags));
    const noted = Buffer.from(entry.comment ?? '');
    const common = commonHeader(entry);
    const file = Buffer.concat([
      words(LOCAL),
      descriptor ? withoutSizes(common) : common,
      shorts(localName.length, localExtra.length),
      localName,
      Buffer.from(localExtra),
      entry.packed,
      ...(descriptor ? [words(DESCRIPTOR), common.subarray(10)] : []),
    ]);
    files.push(file);
    directory.push(
      Buffer.concat([
        words(CENTRAL),
        shorts(20),
        common,
        shorts(name.length, extra.length, noted.length, 0, 0),
        words(entry.attributes ?? 0, offset),
        name,
        Buffer.from(extra),
        noted,
      ]),
    );
    offset += file.length;
  }
  const table = Buffer.concat(directory);
  const end = [words(END), shorts(0, 0, entries.length, entries.length), words(table.length, offset)];
  return Buffer.concat([...files, table, ...end, shorts(comment.length), Buffer.from(comment)]);
}

/** The fields of both headers: version, flags, method, time, date, CRC and sizes. */
function commonHeader(entry: Entry): Buffer {
  const flags = entry.flags | (entry.descriptor === true ? 8 : 0);
  return Buffer.concat([
    shorts(20, flags, entry.method),
    words(entry.dosTime, entry.crc, entry.packedSize ?? entry.packed.length, entry.size),
  ]);
}

function withoutSizes(common: Buffer): Buffer {
  return Buffer.concat([common.subarray(0, 10), Buffer.alloc(12)]);
}

function shorts(...values: number[]): Buffer {
  return Buffer.from(Uint16Array.from(values).buffer);
}

function words(...values: number[]): Buffer {
  return Buffer.from(Uint32Array.from(values).buffer);
}

/** Files of an archive by name, in order. */
export type Parts = Readonly<Record<string, string | Uint8Array>>;

/** An archive of the given files, deflated as office programs do it unless named in `stored`. */
export function zip(
  parts: Parts,
  { stored = [], comment }: { stored?: string[]; comment?: string } = {},
): Buffer {
  const method = (name: string) => (stored.includes(name) ? STORED : DEFLATED);
  const entries = Object.entries(parts).map(([name, content]) => entryOf(name, content, method(name), 6));
  return writeEntries(entries, comment);
}

/** All files of an archive, in order. Throws where one is damaged. */
export function unzip(bytes: Uint8Array): Map<string, Buffer> {
  const entries = readEntries(Buffer.from(bytes));
  if (!entries) throw new Error('no directory that can be read');
  return new Map(
    entries.filter(({ name }) => !name.endsWith('/')).map((entry) => [entry.name, contentOf(entry)]),
  );
}
