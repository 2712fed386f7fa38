import { mkdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { renameWithRetry, syncFolder, writeDurably } from '../lib/atomic-file.ts';
import { errorCode } from '../lib/error-code.ts';
import { download } from './download.ts';
import { MODEL_RECORD, readModel } from './installed.ts';
import type { InstalledModel, ModelRecord } from './installed.ts';
import { ModelError } from './model-error.ts';
import type { FileRole, ManifestFile, ManifestModel } from './manifest.ts';
import { unpack } from './unpack.ts';

/** Where models and their parts stand: `<id>/` a model, `.parts/<id>/` what has been downloaded, `.new-<id>/` one being put together. */
export interface ModelFolders {
  readonly models: string;
}

export interface InstallParts {
  readonly folders: ModelFolders;
  /** The address that the files' paths are appended to. */
  readonly url: string;
  readonly signal: AbortSignal;
  readonly onProgress: (receivedBytes: number) => void;
  /** Translates a few sentences with a model that is not offered yet; says what is wrong, or nothing. */
  readonly check: (model: InstalledModel) => Promise<string | undefined>;
  readonly now: () => Date;
  readonly stallMs: number;
  readonly retryMs: number;
}

/** Packed models grow by about this much when they are unpacked. */
const UNPACKED_RATIO = 1.5;

export function partPath(models: string, id: string, file: ManifestFile): string {
  // The hash is part of the name: a part of another version of the file is not gone on with.
  return join(models, '.parts', id, `${file.role}-${file.sha256.slice(0, 16)}`);
}

/** Where a file is offered. What the address has after its path stays: some mirrors want a token there. */
export function addressOf(url: string, { path }: ManifestFile): string {
  const address = new URL(url);
  const folder = address.pathname.replace(/\/+$/, '');
  address.pathname = [folder, ...path.split('/').map(encodeURIComponent)].join('/');
  return address.href;
}

/** Downloads what is missing of a model, and installs it. Rejects with a ModelError; parts stay for the next try. */
export async function downloadAndInstall(model: ManifestModel, parts: InstallParts): Promise<InstalledModel> {
  const { folders, signal } = parts;
  await mkdir(join(folders.models, '.parts', model.id), { recursive: true, mode: 0o700 });
  await requireSpace(model, folders.models);
  const received = new Map<FileRole, number>();
  for (const file of model.files) {
    await download(addressOf(parts.url, file), partPath(folders.models, model.id, file), file, {
      signal,
      stallMs: parts.stallMs,
      retryMs: parts.retryMs,
      onProgress: (bytes) => {
        received.set(file.role, bytes);
        parts.onProgress([...received.values()].reduce((sum, one) => sum + one, 0));
      },
    });
  }
  return installParts(model, parts);
}

/**
 * Puts a model together from its verified parts: unpacked, checked by a translation, durable, and in its place in one step. A kill
 * at any moment leaves the whole model or none.
 */
export async function installParts(
  model: ManifestModel,
  { folders, signal, check, now }: Pick<InstallParts, 'folders' | 'signal' | 'check' | 'now'>,
): Promise<InstalledModel> {
  const folder = join(folders.models, `.new-${model.id}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const files: ModelRecord['files'] = [];
    for (const file of model.files) {
      const name = `${file.role}.${file.role === 'model' || file.role === 'lex' ? 'bin' : 'spm'}`;
      const unpacked = await unpack(partPath(folders.models, model.id, file), join(folder, name), signal);
      if (file.role === 'model' && model.modelSha256 !== undefined && unpacked.sha256 !== model.modelSha256) {
        throw new ModelError(
          'hash_mismatch',
          `The unpacked model of ${model.id} is not the one that the list names.`,
        );
      }
      files.push({ role: file.role, name, ...unpacked });
    }
    const record: ModelRecord = {
      version: 1,
      id: model.id,
      from: model.from,
      to: model.to,
      variant: model.variant,
      ...(model.version === undefined ? {} : { model_version: model.version }),
      licence: model.licence,
      files,
      installed_at: now().toISOString(),
    };
    const wrong = await check({ ...record, folder });
    signal.throwIfAborted();
    if (wrong !== undefined)
      throw new ModelError('unusable', `The model ${model.id} does not work: ${wrong}`);
    await writeDurably(join(folder, MODEL_RECORD), JSON.stringify(record));
    await syncFolder(folder);
    const place = join(folders.models, model.id);
    await removeModel(folders.models, model.id);
    await renameWithRetry(folder, place);
    await syncFolder(folders.models);
    await rm(join(folders.models, '.parts', model.id), { recursive: true, force: true });
    return (await readModel(place))!;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Gone at once for every reader, even after a crash; the space is free a moment later. */
export async function removeModel(models: string, id: string): Promise<void> {
  const gone = join(models, `.removed-${id}`);
  await rm(gone, { recursive: true, force: true });
  try {
    await renameWithRetry(join(models, id), gone);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  await syncFolder(models);
  await rm(gone, { recursive: true, force: true });
}

/** Before the first byte: a disk that fills up on the way disturbs more than this program. */
async function requireSpace(model: ManifestModel, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const download = model.files.reduce((sum, { bytes }) => sum + bytes, 0);
  const needed = Math.ceil(download * (1 + UNPACKED_RATIO));
  if (bavail * bsize >= needed) return;
  const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;
  throw new ModelError(
    'no_space',
    `The model ${model.id} needs ${megabytes(needed)} and the disk has ${megabytes(bavail * bsize)} left. Free some space and install it again.`,
  );
}
