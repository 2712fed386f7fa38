import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, rm } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { open as openZip } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { removeFile, renameWithRetry } from '../lib/atomic-file.ts';
import { sha256OfFile } from './hash-file.ts';
import { maxPackedBytes } from './manifest.ts';
import type { ManifestFile, ManifestModel } from './manifest.ts';
import { asModelError, ModelError } from './model-error.ts';
import type { RefusedFile } from './models-port.ts';
import { partPath } from './install.ts';
import type { ModelFolders } from './install.ts';
import { isWholeFile } from './unpack.ts';

/** A model's file during an import. */
interface Carried {
  readonly name: string;
  readonly path: string;
  readonly sha256: string;
}

/** The outcome of an import. */
interface TakenIn {
  /** Models with a new file. */
  readonly touched: ManifestModel[];
  /** Models whose files were given, and that were already installed. */
  readonly present: ManifestModel[];
  readonly refused: RefusedFile[];
}

/** All models of the list together have some 3,000 files. */
const MAX_ENTRIES = 5_000;
/** Limit for all entries together, unpacked: above the total of all models. */
const MAX_BYTES = 8_000_000_000;
/** Limit for a name repeated in an answer. A ZIP may have names of 65,535. */
const MAX_NAME_CHARS = 200;

/**
 * Sorts imported files into the parts of the models they belong to, by hash; by name if the list has no hash.
 * Files of installed models are left out: nothing would remove their parts. If it rejects, nothing was
 * stored.
 */
export async function takeIn(
  path: string,
  name: string,
  models: readonly ManifestModel[],
  { models: folder, isInstalled }: ModelFolders & { isInstalled: (model: ManifestModel) => boolean },
): Promise<TakenIn> {
  const scratch = join(folder, `.import-${randomUUID()}`);
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const touched = new Set<ManifestModel>();
  const present = new Set<ManifestModel>();
  // Moved into place once everything has been read: a download may be continuing an existing part.
  const staged = new Map<string, string>();
  // Files of other sizes and names need not be unpacked.
  const places = models.flatMap((model) => model.files.map((file) => ({ model, file })));
  const sizes = new Set(places.flatMap(({ file }) => file.packed?.bytes ?? []));
  const unhashed = places.filter(({ file }) => !file.packed);
  const mayBe = (size: number, fileName: string): boolean =>
    sizes.has(size) || unhashed.some(({ file }) => isNamed(file, fileName) && size <= maxPackedBytes(file));
  const refused: RefusedFile[] = [];
  try {
    for await (const carried of (await isZip(path)) ? unzip(path, scratch, mayBe) : single(path, name)) {
      if ('message' in carried) {
        refused.push(carried);
        continue;
      }
      const found = await placesOf(carried, places, unhashed);
      for (const { model, file } of found) {
        if (isInstalled(model)) {
          present.add(model);
          continue;
        }
        touched.add(model);
        const part = partPath(folder, model.id, file);
        // An archive may contain the same file a thousand times.
        if (staged.has(part)) continue;
        const copy = join(scratch, randomUUID());
        await copyFile(carried.path, copy);
        staged.set(part, copy);
      }
      if (found.length === 0) refused.push(unknownFile(carried.name));
    }
    for (const [part, copy] of staged) {
      await mkdir(dirname(part), { recursive: true, mode: 0o700 });
      await renameWithRetry(copy, part);
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return { touched: [...touched], present: [...present], refused };
}

interface Place {
  readonly model: ManifestModel;
  readonly file: ManifestFile;
}

/** Places by hash; for a file without a hash in the list, by name and content. */
async function placesOf(
  { path, name, sha256 }: Carried,
  places: readonly Place[],
  unhashed: readonly Place[],
): Promise<Place[]> {
  const byHash = places.filter(({ file }) => file.packed?.sha256 === sha256);
  if (byHash.length > 0) return byHash;
  const found: Place[] = [];
  for (const place of unhashed) {
    if (isNamed(place.file, name) && (await isWholeFile(path, place.file))) found.push(place);
  }
  return found;
}

function isNamed({ path }: ManifestFile, name: string): boolean {
  return posix.basename(name.replaceAll('\\', '/')) === posix.basename(path);
}

function unknownFile(name: string): RefusedFile {
  const message = `${name} is no file of a known model, or it is damaged. Take the files as they are at the models' address, still packed (.gz).`;
  return { name, message, reason: 'unknown_model_file' };
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.toString('latin1') === 'PK\u0003\u0004';
  } finally {
    await file.close();
  }
}

async function* single(path: string, name: string): AsyncGenerator<Carried> {
  yield { name, path, sha256: await sha256OfFile(path) };
}

/** Entries are written under our names: a hostile archive's names appear only in messages. */
async function* unzip(
  path: string,
  scratch: string,
  mayBe: (bytes: number, name: string) => boolean,
): AsyncGenerator<Carried | RefusedFile> {
  const zip = await openArchive(path);
  let left = MAX_BYTES;
  try {
    if (zip.entryCount > MAX_ENTRIES) {
      throw new ModelError(
        'unusable',
        `The ZIP has ${zip.entryCount} entries; at most ${MAX_ENTRIES} are read.`,
      );
    }
    for await (const entry of entriesOf(zip)) {
      if (entry.fileName.endsWith('/')) continue;
      const name = entry.fileName.slice(0, MAX_NAME_CHARS);
      if (isLink(entry)) {
        yield { name, message: `${name} is a link; only files are taken.` };
        continue;
      }
      if (!mayBe(entry.uncompressedSize, entry.fileName)) {
        yield unknownFile(name);
        continue;
      }
      left -= entry.uncompressedSize;
      if (left < 0) throw new ModelError('unusable', 'The ZIP unpacks to more than all models together.');
      const target = join(scratch, randomUUID());
      yield { name, path: target, sha256: await extract(zip, entry, target) };
      await removeFile(target);
    }
  } finally {
    zip.close();
  }
}

/** Unix modes: upper half of the external attributes (APPNOTE 4.4.15); 0o120000 is a symbolic link. */
function isLink(entry: Entry): boolean {
  return ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;
}

function openArchive(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    // The library validates sizes: an entry that unpacks to more than declared ends with an error.
    openZip(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) => {
      if (error)
        reject(new ModelError('unusable', `The ZIP cannot be read: ${error.message}.`, { cause: error }));
      else resolve(zip);
    });
  });
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | undefined>((resolve, reject) => {
      const done = (value: Entry | undefined): void => {
        zip.removeAllListeners('entry');
        zip.removeAllListeners('end');
        zip.removeAllListeners('error');
        resolve(value);
      };
      zip.once('entry', (found: Entry) => done(found));
      zip.once('end', () => done(undefined));
      zip.once('error', (error: Error) =>
        reject(
          new ModelError('unusable', `The ZIP is damaged: ${error.message.slice(0, 2 * MAX_NAME_CHARS)}.`, {
            cause: error,
          }),
        ),
      );
      zip.readEntry();
    });
    if (!entry) return;
    yield entry;
  }
}

/** A full disk is not the archive's fault. */
function asZipError(error: unknown, entry: Entry): unknown {
  const known = asModelError(error);
  if (known instanceof ModelError) return known;
  const why = error instanceof Error ? error.message : String(error);
  return new ModelError(
    'unusable',
    `The ZIP's entry ${entry.fileName.slice(0, MAX_NAME_CHARS)} cannot be read: ${why}.`,
    {
      cause: error,
    },
  );
}

async function extract(zip: ZipFile, entry: Entry, target: string): Promise<string> {
  const source = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  }).catch((error: unknown) => {
    throw asZipError(error, entry);
  });
  const hash = createHash('sha256');
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    await pipeline(source, counter, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    throw asZipError(error, entry);
  }
  return hash.digest('hex');
}
