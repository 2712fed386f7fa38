import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../lib/error-code.ts';
import { placeModel } from './install.ts';
import { MODEL_RECORD, modelRecordSchema, readStored } from './installed.ts';
import type { InstalledModel, ModelRecord } from './installed.ts';
import type { Manifest } from './manifest.ts';
import { asModelError, ModelError } from './model-error.ts';

/** A source of installed models to copy: another machine's service, or a folder. */
export interface ModelSource {
  /** For people. */
  readonly name: string;
  /** Ids of the models there. */
  list(): Promise<string[]>;
  /** A file of a model, or its MODEL_RECORD. */
  open(id: string, name: string): Promise<Readable>;
}

/** Bytes; above any record. */
const MAX_RECORD = 100_000;
/** Bytes; above any unpacked file of a model. */
const MAX_FILE = 2_000_000_000;

/**
 * Copies the source's models that this machine lacks or has in another version. Verifies each: its files
 * against its record, and against the list of models if that has their hash. Resolves with the ids of new
 * ones. Rejects with a ModelError at the first mismatch.
 */
export async function fetchModels(
  source: ModelSource,
  parts: {
    folder: string;
    manifest: Manifest;
    check: (model: InstalledModel) => Promise<string | undefined>;
    signal: AbortSignal;
  },
): Promise<string[]> {
  const { folder, manifest, signal } = parts;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { sound } = await readStored(folder);
  const fetched: string[] = [];
  for (const id of await source.list()) {
    signal.throwIfAborted();
    const record = await readRecord(source, id);
    const own = sound.find((model) => model.id === id);
    if (own && JSON.stringify(own.files) === JSON.stringify(record.files)) continue;
    checkRecord(source, record, manifest);
    const model = { ...record, folder: join(folder, `.new-${id}`) };
    await rm(model.folder, { recursive: true, force: true });
    await mkdir(model.folder, { recursive: true, mode: 0o700 });
    try {
      for (const file of record.files) await fetchFile(source, model, file, signal);
      await placeModel(model, { models: folder, check: parts.check, signal });
    } catch (error) {
      throw asModelError(error);
    } finally {
      await rm(model.folder, { recursive: true, force: true });
    }
    fetched.push(id);
  }
  return fetched;
}

/** The models of a data folder, or of a copy of its folder `models`. */
export function folderSource(folder: string): ModelSource {
  return {
    name: folder,
    async list() {
      const found = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
        throw new ModelError(
          'not_found',
          `The models cannot be read from ${folder} (${errorCode(error)}). Check --models-from.`,
        );
      });
      const { sound } = await readStored(folder);
      if (sound.length > 0 || found.every(({ name }) => name !== 'models')) return sound.map(({ id }) => id);
      throw new ModelError(
        'not_found',
        `${folder} holds no models, but a folder "models". Name that with --models-from.`,
      );
    },
    open: (id, name) => Promise.resolve(createReadStream(join(folder, id, name))),
  };
}

async function readRecord(source: ModelSource, id: string): Promise<ModelRecord> {
  let text = '';
  for await (const chunk of await source.open(id, MODEL_RECORD)) {
    text += String(chunk);
    if (text.length > MAX_RECORD) break;
  }
  const record = modelRecordSchema.safeParse(parsed(text)).data;
  if (record?.id !== id || !/^[\w-]{1,100}$/.test(id)) throw notAsListed(source, id, 'its record');
  return record;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Checks against the list of models. Unknown models may come from the host's own list. */
function checkRecord(source: ModelSource, record: ModelRecord, manifest: Manifest): void {
  const listed = manifest.models.find(({ id }) => id === record.id);
  for (const { role, unpacked } of listed?.files ?? []) {
    const file = record.files.find((one) => one.role === role);
    if (unpacked && file && file.sha256 !== unpacked.sha256) throw notAsListed(source, record.id, file.name);
  }
}

async function fetchFile(
  source: ModelSource,
  { id, folder }: InstalledModel,
  { name, bytes, sha256 }: ModelRecord['files'][number],
  signal: AbortSignal,
): Promise<void> {
  const hash = createHash('sha256');
  let count = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count += chunk.length;
      hash.update(chunk);
      done(count > Math.min(bytes, MAX_FILE) ? notAsListed(source, id, name) : null, chunk);
    },
  });
  const to = createWriteStream(join(folder, name), { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(await source.open(id, name), measure, to, { signal });
  if (count !== bytes || hash.digest('hex') !== sha256) throw notAsListed(source, id, name);
}

function notAsListed(source: ModelSource, id: string, what: string): ModelError {
  return new ModelError(
    'hash_mismatch',
    `${source.name} sends something else than the model ${id.slice(0, 100)}: ${what} is not as listed. Check --models-from, and install the model anew there.`,
  );
}
