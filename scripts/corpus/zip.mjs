// @ts-check
// A ZIP reader that shares nothing with the one under test: it trusts the central directory and uses Node's zlib only.
import { crc32, inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const ENCRYPTED = 0x0001;
const UTF8_NAME = 0x0800;

/**
 * @typedef {object} ZipEntry
 * @property {string} name
 * @property {number} method 0 stored, 8 deflated
 * @property {boolean} encrypted
 * @property {number} dosTime date and time as the entry stores them, `date << 16 | time`
 * @property {Buffer} data inflated; its CRC has been checked
 */

/** @param {Buffer} bytes */
function findEndOfDirectory(bytes) {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - 0xffff); at--) {
    if (bytes.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  }
  throw new Error('no end of central directory');
}

/**
 * Entries in the order of the central directory. Throws where the archive is damaged.
 * @param {Buffer} bytes
 * @returns {ZipEntry[]}
 */
export function readZip(bytes) {
  const end = findEndOfDirectory(bytes);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  const entries = [];
  for (let i = 0; i < count; i++) {
    if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error(`no directory entry at ${at}`);
    entries.push(readEntry(bytes, at));
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** @param {Buffer} bytes @param {number} at @returns {ZipEntry} */
function readEntry(bytes, at) {
  const flags = bytes.readUInt16LE(at + 8);
  const method = bytes.readUInt16LE(at + 10);
  const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
  const name = bytes.toString(flags & UTF8_NAME ? 'utf8' : 'latin1', at + 46, nameEnd);
  const packed = packedBytes(bytes, bytes.readUInt32LE(at + 42), bytes.readUInt32LE(at + 20));
  const encrypted = (flags & ENCRYPTED) !== 0;
  const data = encrypted ? packed : unpack(packed, method, name);
  if (!encrypted && crc32(data) !== bytes.readUInt32LE(at + 16)) throw new Error(`${name}: wrong CRC`);
  if (!encrypted && data.length !== bytes.readUInt32LE(at + 24)) throw new Error(`${name}: wrong size`);
  const dosTime = bytes.readUInt32LE(at + 12);
  return { name, method, encrypted, dosTime, data };
}

/** @param {Buffer} bytes @param {number} at of the local header @param {number} size */
function packedBytes(bytes, at, size) {
  if (bytes.readUInt32LE(at) !== LOCAL_HEADER) throw new Error(`no local header at ${at}`);
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  return bytes.subarray(start, start + size);
}

/** @param {Buffer} packed @param {number} method @param {string} name */
function unpack(packed, method, name) {
  if (method === 0) return packed;
  if (method === 8) return inflateRawSync(packed, { maxOutputLength: 1 << 28 });
  throw new Error(`${name}: unknown compression method ${method}`);
}
