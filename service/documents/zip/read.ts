import { crc32, inflateRawSync } from 'node:zlib';
import { errorCode } from '../../lib/error-code.ts';
import { PACKAGE_LIMITS, scaled } from '../shared/document-limits.ts';
import { damaged, hostile, refuse } from '../shared/refusals.ts';

export const STORED = 0;
export const DEFLATED = 8;

/** A ZIP's file by the central directory; the local header only locates the data. */
export interface ZipEntry {
  /** As written, with `\` read as `/`: some .NET writers use it (APPNOTE 4.4.17.1 forbids it). */
  readonly name: string;
  readonly method: typeof STORED | typeof DEFLATED;
  readonly size: number;
  readonly crc: number;
  /** The packed bytes: a view of the source. */
  readonly packed: Uint8Array;
  /** The central directory's record: a view of the source. */
  readonly record: Uint8Array;
  /** The extra field of the local header, which may differ from the central one: a view of the source. */
  readonly localExtra: Uint8Array;
}

export interface ZipArchive {
  /** In the order of the central directory; folders (names ending in `/`) included. */
  readonly entries: readonly ZipEntry[];
  readonly comment: Uint8Array;
}

/** Why an archive is refused, for those who refuse it in other words. */
const FAULTS = new WeakMap<Error, 'name' | 'size'>();

function faulty(fault: 'name' | 'size', error: Error): Error {
  FAULTS.set(error, fault);
  return error;
}

/** What is wrong with an archive that was refused: a name in it, its sizes, or anything else. */
export function zipFault(error: unknown): 'name' | 'size' | undefined {
  return error instanceof Error ? FAULTS.get(error) : undefined;
}

const END_SIGNATURE = 0x06054b50;
const END64_SIGNATURE = 0x06064b50;
const LOCATOR64_SIGNATURE = 0x07064b50;
const RECORD_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
/** A 32-bit field whose value is in a ZIP64 record. */
const MASKED = 0xffffffff;
const ENCRYPTED_FLAGS = 0x0001 | 0x0040 | 0x2000;

/**
 * Reads the directory of a ZIP after PKWARE's APPNOTE 6.3, and refuses what Office never writes: encrypted
 * entries, names that lead out of the archive, two entries of one name, data that overlaps. The directory is
 * read here and not by a library because libraries hide just these facts, and because two readers of one
 * archive may be led to see two archives. Nothing is unpacked. `mayBeHuge`: entries that the caller will not unpack
 * if they are.
 */
export function readZip(
  source: Uint8Array,
  { mayBeHuge = () => false }: { readonly mayBeHuge?: (name: string) => boolean } = {},
): ZipArchive {
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  const directory = findDirectory(view);
  const entries: ZipEntry[] = [];
  const spans: { start: number; end: number }[] = [];
  let at = directory.start;
  while (at < directory.end) {
    if (entries.length === PACKAGE_LIMITS.entries) {
      throw faulty('size', hostile(`it holds more than ${PACKAGE_LIMITS.entries} files`));
    }
    const { entry, next, span } = readEntry(source, view, at, directory);
    entries.push(entry);
    spans.push(span);
    at = next;
  }
  if (entries.length === 0) throw damaged('it is a ZIP archive with nothing in it');
  refuseOverlaps(spans);
  refuseDuplicates(entries);
  refuseAbsurdSizes(entries.filter(({ name }) => !mayBeHuge(name)));
  return { entries, comment: directory.comment(source) };
}

/** Offsets of a ZIP's directory and its entries' headers, for reading parts of a file. */
export function readOffsets(source: Uint8Array): {
  readonly directory: number;
  readonly headers: readonly number[];
} {
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  const directory = findDirectory(view);
  const headers: number[] = [];
  for (let at = directory.start; at < directory.end;) {
    if (headers.length === PACKAGE_LIMITS.entries || at + 46 > directory.end) break;
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const next = extraEnd + view.getUint16(at + 32, true);
    if (next > directory.end || view.getUint32(at, true) !== RECORD_SIGNATURE) break;
    headers.push(readSizes(view, at, nameEnd, extraEnd).offset + directory.shift);
    at = next;
  }
  return { directory: directory.start, headers };
}

/** An entry's unpacked bytes, at most the directory's size, CRC checked. Refuses bombs. */
export function unpack(entry: ZipEntry): Uint8Array {
  const { ratio, ratioFromBytes } = PACKAGE_LIMITS;
  if (entry.size > ratioFromBytes && entry.size > entry.packed.length * ratio) throw absurdSize();
  const bytes = entry.method === STORED ? entry.packed : inflate(entry);
  if (bytes.length !== entry.size || crc32(bytes) !== entry.crc) {
    throw damaged(`its part “${entry.name}” does not match its checksum`);
  }
  return bytes;
}

function inflate(entry: ZipEntry): Uint8Array {
  try {
    // zlib stops when the output outgrows this: lying about a bomb's size gains nothing.
    return inflateRawSync(entry.packed, { maxOutputLength: Math.max(1, entry.size) });
  } catch (error) {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') {
      throw hostile(`its part “${entry.name}” unpacks to more than it declares`);
    }
    throw damaged(`its part “${entry.name}” cannot be unpacked`);
  }
}

interface Directory {
  start: number;
  end: number;
  /** Bytes before the archive proper, which all offsets leave out (self-extractors, mail gateways). */
  shift: number;
  comment: (source: Uint8Array) => Uint8Array;
}

function findDirectory(view: DataView): Directory {
  const lowest = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= lowest; at--) {
    if (view.getUint32(at, true) !== END_SIGNATURE) continue;
    const directory = readEnd(view, at);
    if (directory) return directory;
  }
  throw damaged('its end is missing, so it was probably cut short while it was copied or downloaded');
}

function readEnd(view: DataView, at: number): Directory | undefined {
  let size = view.getUint32(at + 12, true);
  let offset = view.getUint32(at + 16, true);
  let end = at;
  // Also if nothing is masked (APPNOTE 4.4.1.4): the directory ends before these records.
  const end64 = findEnd64(view, at);
  if (end64 !== undefined) {
    if (size === MASKED) size = Number(view.getBigUint64(end64 + 40, true));
    if (offset === MASKED) offset = Number(view.getBigUint64(end64 + 48, true));
    end = end64;
  }
  const start = end - size;
  const shift = start - offset;
  if (start < 0 || shift < 0 || start === end) return undefined;
  if (start + 46 > end || view.getUint32(start, true) !== RECORD_SIGNATURE) return undefined;
  const commentEnd = Math.min(view.byteLength, at + 22 + view.getUint16(at + 20, true));
  return { start, end, shift, comment: (source) => source.subarray(at + 22, commentEnd) };
}

/** The ZIP64 end record, which some stream writers make for small files too. */
function findEnd64(view: DataView, end: number): number | undefined {
  const locator = end - 20;
  if (locator < 0 || view.getUint32(locator, true) !== LOCATOR64_SIGNATURE) return undefined;
  const stated = Number(view.getBigUint64(locator + 8, true));
  for (const at of [stated, locator - 56]) {
    if (at >= 0 && at + 56 <= locator && view.getUint32(at, true) === END64_SIGNATURE) return at;
  }
  return undefined;
}

function readEntry(source: Uint8Array, view: DataView, at: number, directory: Directory) {
  if (at + 46 > directory.end || view.getUint32(at, true) !== RECORD_SIGNATURE) {
    throw damaged('its table of contents is broken');
  }
  const nameEnd = at + 46 + view.getUint16(at + 28, true);
  const extraEnd = nameEnd + view.getUint16(at + 30, true);
  const next = extraEnd + view.getUint16(at + 32, true);
  if (next > directory.end) throw damaged('its table of contents is broken');

  const name = readName(source.subarray(at + 46, nameEnd));
  const method = readMethod(view.getUint16(at + 10, true), view.getUint16(at + 8, true), name);
  const sizes = readSizes(view, at, nameEnd, extraEnd);
  const local = sizes.offset + directory.shift;
  if (local < 0 || local + 30 > directory.start || view.getUint32(local, true) !== LOCAL_SIGNATURE) {
    throw damaged(`its part “${name}” is not where its table of contents says`);
  }
  const extraStart = local + 30 + view.getUint16(local + 26, true);
  const start = extraStart + view.getUint16(local + 28, true);
  const end = start + sizes.packed;
  if (end > directory.start) throw damaged(`its part “${name}” is cut short`);
  const entry: ZipEntry = {
    name,
    method,
    size: sizes.unpacked,
    crc: view.getUint32(at + 16, true),
    packed: source.subarray(start, end),
    record: source.subarray(at, next),
    localExtra: source.subarray(extraStart, start),
  };
  return { entry, next, span: { start: local, end } };
}

function readName(raw: Uint8Array): string {
  let name: string;
  try {
    name = new TextDecoder('utf-8', { fatal: true }).decode(raw);
  } catch {
    // Without the UTF-8 flag a name is in the writer's code page; only its ASCII part can matter to us.
    name = Buffer.from(raw).toString('latin1');
  }
  name = name.replaceAll('\\', '/');
  if (
    name.startsWith('/') ||
    /^[a-z]:/i.test(name) ||
    name.includes('\0') ||
    name.split('/').includes('..')
  ) {
    throw faulty(
      'name',
      hostile(`it holds a file whose name leads out of the archive (“${name.replaceAll('\0', '␀')}”)`),
    );
  }
  return name;
}

function readMethod(method: number, flags: number, name: string): ZipEntry['method'] {
  if (flags & ENCRYPTED_FLAGS) {
    throw refuse(
      'password_protected',
      'The file is protected by a password, so it cannot be read. Remove the password in the program that made it and try again.',
    );
  }
  if (method !== STORED && method !== DEFLATED) {
    throw damaged(`its part “${name}” is packed by a method that Office files do not use (${method})`);
  }
  return method;
}

/**
 * Sizes and offset of a record, from the ZIP64 extra field where the 32-bit ones say so. It should hold those
 * alone (APPNOTE 4.5.3), but some writers put all three there, and .NET reads them so: a field of which the
 * others are repeated.
 */
function readSizes(view: DataView, at: number, extraStart: number, extraEnd: number) {
  const fields = [at + 24, at + 20, at + 42].map((position) => view.getUint32(position, true));
  const wide = fields.includes(MASKED) ? readZip64(view, extraStart, extraEnd) : [];
  const isWhole = wide.length === 3 && fields.every((value, i) => value === MASKED || value === wide[i]);
  let next = 0;
  const [unpacked, packed, offset] = fields.map((value, i) =>
    value === MASKED ? (wide[isWhole ? i : next++] ?? value) : value,
  );
  return { unpacked: unpacked!, packed: packed!, offset: offset! };
}

/** The 64-bit values of a record's ZIP64 extra field, at most three; none where it has no such field. */
function readZip64(view: DataView, start: number, end: number): number[] {
  for (let at = start; at + 4 <= end;) {
    const from = at + 4;
    const to = Math.min(end, from + view.getUint16(at + 2, true));
    if (view.getUint16(at, true) === 0x0001) {
      const count = Math.min(3, Math.floor((to - from) / 8));
      return Array.from({ length: count }, (_, i) => Number(view.getBigUint64(from + 8 * i, true)));
    }
    at = to;
  }
  return [];
}

/** Overlapping entries unpack to far more than the archive (Fifield, “A better zip bomb”, 2019). */
function refuseOverlaps(spans: { start: number; end: number }[]): void {
  spans.sort((a, b) => a.start - b.start);
  for (let i = 1; i < spans.length; i++) {
    if (spans[i]!.start < spans[i - 1]!.end) throw hostile('files inside it overlap each other');
  }
}

/** Two entries of one name would let one program read other content than the next one does. */
function refuseDuplicates(entries: readonly ZipEntry[]): void {
  const seen = new Set<string>();
  for (const { name } of entries) {
    const key = name.toLowerCase();
    if (seen.has(key) && !key.endsWith('/'))
      throw faulty('name', hostile(`it holds two files named “${name}”`));
    seen.add(key);
  }
}

function refuseAbsurdSizes(entries: readonly ZipEntry[]): void {
  let total = 0;
  for (const { size } of entries) {
    total += size;
    if (size > scaled(PACKAGE_LIMITS.partBytes) || total > scaled(PACKAGE_LIMITS.totalBytes))
      throw absurdSize();
  }
}

function absurdSize(): Error {
  return faulty('size', hostile('it unpacks to an absurd size'));
}
