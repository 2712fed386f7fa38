// @ts-check
// A reader of ZIP archives that forgives, and a writer that lies when it is told to: libraries do neither.
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * @typedef {object} Entry
 * @property {string} name
 * @property {number} method
 * @property {number} flags
 * @property {number} crc
 * @property {number} size unpacked
 * @property {Buffer} packed
 * @property {string} [localName] where the local header says another name
 * @property {number} [packedSize] where the directory says another one
 * @property {boolean} [descriptor] sizes follow the data
 */

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const DESCRIPTOR = 0x08074b50;
const DATE_1980 = 0x00210000;

/** The entries in the order of the directory; undefined where it cannot be followed (also for ZIP64). @param {Buffer} bytes @returns {Entry[] | undefined} */
export function readEntries(bytes) {
  const mark = Buffer.from('PK\x05\x06', 'latin1');
  // The mark may also stand in the comment behind the true one.
  for (let end = bytes.lastIndexOf(mark); end > 0; end = bytes.lastIndexOf(mark, end - 1)) {
    try {
      return readDirectory(bytes, end);
    } catch {
      continue;
    }
  }
  return undefined;
}

/** @param {Buffer} bytes @param {number} end @returns {Entry[]} */
function readDirectory(bytes, end) {
  const start = end - bytes.readUInt32LE(end + 12);
  const shift = start - bytes.readUInt32LE(end + 16);
  if (start === end) throw new Error('no entries');
  const entries = [];
  for (let at = start; at < end; at = after(bytes, at)) entries.push(readEntry(bytes, at, shift));
  return entries;
}

/** @param {Buffer} bytes @param {number} at */
function after(bytes, at) {
  return at + 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
}

/** @param {Buffer} bytes @param {number} at @param {number} shift @returns {Entry} */
function readEntry(bytes, at, shift) {
  if (bytes.readUInt32LE(at) !== CENTRAL) throw new Error('no directory record');
  const local = bytes.readUInt32LE(at + 42) + shift;
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  return {
    name: bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28)),
    method: bytes.readUInt16LE(at + 10),
    flags: bytes.readUInt16LE(at + 8) & ~8,
    crc: bytes.readUInt32LE(at + 16),
    size: bytes.readUInt32LE(at + 24),
    packed: bytes.subarray(start, start + bytes.readUInt32LE(at + 20)),
  };
}

/** Throws where the data does not unpack to what the entry promises. @param {Entry} entry @returns {Buffer} */
export function contentOf(entry) {
  const data = entry.method === 8 ? inflateRawSync(entry.packed, { maxOutputLength: 1 << 28 }) : entry.packed;
  if (data.length !== entry.size || crc32(data) !== entry.crc) throw new Error(`${entry.name} is damaged`);
  return data;
}

/** @param {string} name @param {Buffer} data @param {number} [method] @returns {Entry} */
export function entryOf(name, data, method = 8) {
  const packed = method === 8 ? deflateRawSync(data, { level: 1 }) : data;
  return { name, method, flags: 0x0800, crc: crc32(data), size: data.length, packed };
}

/** @param {readonly Entry[]} entries @returns {Buffer} */
export function writeEntries(entries) {
  /** @type {Buffer[]} */
  const files = [];
  /** @type {Buffer[]} */
  const directory = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8');
    const localName = Buffer.from(entry.localName ?? entry.name, 'utf8');
    const common = commonHeader(entry);
    const local = entry.descriptor ? withoutSizes(common) : common;
    const file = Buffer.concat([
      words(LOCAL),
      local,
      shorts(localName.length, 0),
      localName,
      entry.packed,
      ...(entry.descriptor ? [words(DESCRIPTOR), common.subarray(10)] : []),
    ]);
    files.push(file);
    directory.push(
      Buffer.concat([
        words(CENTRAL),
        shorts(20),
        common,
        shorts(name.length, 0, 0, 0, 0),
        words(0, offset),
        name,
      ]),
    );
    offset += file.length;
  }
  const table = Buffer.concat(directory);
  const end = Buffer.concat([
    words(END),
    shorts(0, 0, entries.length, entries.length),
    words(table.length, offset),
    shorts(0),
  ]);
  return Buffer.concat([...files, table, end]);
}

/** What stands alike in both headers: version, flags, method, time, date, CRC and sizes. @param {Entry} entry */
function commonHeader(entry) {
  const flags = entry.flags | (entry.descriptor ? 8 : 0);
  return Buffer.concat([
    shorts(20, flags, entry.method),
    words(DATE_1980, entry.crc, entry.packedSize ?? entry.packed.length, entry.size),
  ]);
}

/** @param {Buffer} common */
function withoutSizes(common) {
  return Buffer.concat([common.subarray(0, 10), Buffer.alloc(12)]);
}

/** @param {number[]} values */
function shorts(...values) {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, i) => bytes.writeUInt16LE(value & 0xffff, i * 2));
  return bytes;
}

/** @param {number[]} values */
function words(...values) {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => bytes.writeUInt32LE(value >>> 0, i * 4));
  return bytes;
}
