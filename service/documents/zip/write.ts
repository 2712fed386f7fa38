import { constants, crc32, deflateRawSync } from 'node:zlib';
import { DEFLATED } from './read.ts';
import type { ZipArchive, ZipEntry } from './read.ts';

const LOCAL_SIGNATURE = 0x04034b50;
const END_SIGNATURE = 0x06054b50;
const ZIP64_EXTRA = 0x0001;
const DESCRIPTOR_FLAG = 0x0008;
const VERSION_WITHOUT_ZIP64 = 20;

/**
 * Writes an archive again with some entries' content replaced (keys: entry names as read). Order, dates,
 * attributes, comments and packing methods stay; entries without a change keep their packed bytes as they
 * are. Data descriptors and ZIP64 fields are resolved, since all sizes are known here and small: the plainest
 * headers are what every reader takes. Content that comes in pieces is packed piece by piece.
 */
export function writeZip(
  archive: ZipArchive,
  changes: ReadonlyMap<string, Uint8Array | Iterable<Uint8Array>>,
): Uint8Array {
  const contentOf = (entry: ZipEntry): Content => {
    const changed = changes.get(entry.name);
    return changed ? pack(entry, changed) : contentIn(entry);
  };
  return Buffer.concat([...zipPieces(archive, contentOf, ({ packed }) => packed)]);
}

/**
 * An archive with the contents of some entries put back that another one has left out, piece by piece: `kept`
 * are the entries as they were, by name, and `piecesOf` gives their packed bytes. Nothing of them has to be
 * in memory at once.
 */
export function* refilledZip<Piece>(
  archive: ZipArchive,
  kept: ReadonlyMap<string, ZipEntry>,
  pieceOf: (entry: ZipEntry) => Piece,
): Generator<Uint8Array | Piece> {
  const isLeftOut = ({ name, size }: ZipEntry): boolean => size === 0 && kept.has(name);
  const contentOf = (entry: ZipEntry): Content => contentIn(isLeftOut(entry) ? kept.get(entry.name)! : entry);
  yield* zipPieces(archive, contentOf, (content, entry) =>
    isLeftOut(entry) ? pieceOf(kept.get(entry.name)!) : content.packed,
  );
}

function* zipPieces<Piece>(
  archive: ZipArchive,
  contentOf: (entry: ZipEntry) => Content,
  pieceOf: (content: Content, entry: ZipEntry) => Piece,
): Generator<Uint8Array | Piece> {
  const records: Uint8Array[] = [];
  let offset = 0;
  for (const entry of archive.entries) {
    const content = contentOf(entry);
    const header = localHeader(entry, content);
    records.push(centralRecord(entry, content, offset));
    yield header;
    yield pieceOf(content, entry);
    offset += header.length + content.packed.length;
  }
  const directorySize = records.reduce((sum, record) => sum + record.length, 0);
  yield* records;
  yield endRecord(records.length, directorySize, offset, archive.comment);
}

function contentIn({ crc, size, packed }: ZipEntry): Content {
  return { crc, size, packed };
}

type Content = Pick<ZipEntry, 'crc' | 'size' | 'packed'>;

function pack({ method }: ZipEntry, content: Uint8Array | Iterable<Uint8Array>): Content {
  let crc = 0;
  let size = 0;
  const packed: Uint8Array[] = [];
  const add = (bytes: Uint8Array, finishFlush: number): void => {
    crc = crc32(bytes, crc);
    size += bytes.length;
    packed.push(method === DEFLATED ? deflateRawSync(bytes, { finishFlush }) : bytes);
  };
  let last: Uint8Array | undefined;
  for (const bytes of content instanceof Uint8Array ? [content] : content) {
    // It ends on a byte, so that the next may follow (RFC 1951 §3.2.4).
    if (last) add(last, constants.Z_SYNC_FLUSH);
    last = bytes;
  }
  add(last ?? new Uint8Array(), constants.Z_FINISH);
  return { crc, size, packed: packed.length === 1 ? packed[0]! : Buffer.concat(packed) };
}

function localHeader(entry: ZipEntry, content: Content): Uint8Array {
  const record = viewOf(entry.record);
  const name = entry.record.subarray(46, 46 + record.getUint16(28, true));
  const extra = withoutZip64(entry.localExtra);
  const header = new Uint8Array(30 + name.length + extra.length);
  const view = viewOf(header);
  view.setUint32(0, LOCAL_SIGNATURE, true);
  view.setUint16(4, VERSION_WITHOUT_ZIP64, true);
  view.setUint16(6, record.getUint16(8, true) & ~DESCRIPTOR_FLAG, true);
  // Method, time and date have the same order in both headers.
  header.set(entry.record.subarray(10, 16), 8);
  view.setUint32(14, content.crc, true);
  view.setUint32(18, content.packed.length, true);
  view.setUint32(22, content.size, true);
  view.setUint16(26, name.length, true);
  view.setUint16(28, extra.length, true);
  header.set(name, 30);
  header.set(extra, 30 + name.length);
  return header;
}

function centralRecord(entry: ZipEntry, content: Content, offset: number): Uint8Array {
  const source = viewOf(entry.record);
  const extraStart = 46 + source.getUint16(28, true);
  const extraEnd = extraStart + source.getUint16(30, true);
  const extra = withoutZip64(entry.record.subarray(extraStart, extraEnd));
  const record = Buffer.concat([
    entry.record.subarray(0, extraStart),
    extra,
    entry.record.subarray(extraEnd),
  ]);
  const view = viewOf(record);
  view.setUint16(6, VERSION_WITHOUT_ZIP64, true);
  view.setUint16(8, source.getUint16(8, true) & ~DESCRIPTOR_FLAG, true);
  view.setUint32(16, content.crc, true);
  view.setUint32(20, content.packed.length, true);
  view.setUint32(24, content.size, true);
  view.setUint16(30, extra.length, true);
  view.setUint16(34, 0, true);
  view.setUint32(42, offset, true);
  return record;
}

function endRecord(count: number, size: number, offset: number, comment: Uint8Array): Uint8Array {
  const end = new Uint8Array(22 + comment.length);
  const view = viewOf(end);
  view.setUint32(0, END_SIGNATURE, true);
  view.setUint16(8, count, true);
  view.setUint16(10, count, true);
  view.setUint32(12, size, true);
  view.setUint32(16, offset, true);
  view.setUint16(20, comment.length, true);
  end.set(comment, 22);
  return end;
}

function withoutZip64(extra: Uint8Array): Uint8Array {
  const view = viewOf(extra);
  const kept: Uint8Array[] = [];
  let at = 0;
  while (at + 4 <= extra.length) {
    const end = Math.min(extra.length, at + 4 + view.getUint16(at + 2, true));
    if (view.getUint16(at, true) !== ZIP64_EXTRA) kept.push(extra.subarray(at, end));
    at = end;
  }
  kept.push(extra.subarray(at));
  return Buffer.concat(kept);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
