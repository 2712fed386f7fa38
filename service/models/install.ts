import { mkdir, rm, stat, statfs } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { removeFile, renameWithRetry, syncFolder, writeDurably } from '../lib/atomic-file.ts';
import { errorCode } from '../lib/error-code.ts';
import { untilAborted } from '../lib/until-aborted.ts';
import { download } from './download.ts';
import { damageMark, MODEL_RECORD, readModel } from './installed.ts';
import type { InstalledModel, ModelRecord } from './installed.ts';
import { ModelError } from './model-error.ts';
import { downloadBytes, packedBytes } from './manifest.ts';
import type { FileRole, ManifestFile, ManifestModel } from './manifest.ts';
import { unpack } from './unpack.ts';

/** Folders of models: `<id>/` a model, `.parts/<id>/` its downloads, `.new-<id>/` one being installed. */
export interface ModelFolders {
  readonly models: string;
}

export interface InstallParts {
  readonly folders: ModelFolders;
  /** The address that the files' paths are appended to: a mirror's, the model's own or the manifest's. */
  readonly url: string;
  readonly signal: AbortSignal;
  readonly onProgress: (receivedBytes: number, totalBytes: number) => void;
  /** Disk space that other installs will still need, in bytes. */
  readonly promisedBytes: () => number;
  /** Translates a few sentences with a model before it is offered; returns its fault, or undefined. */
  readonly check: (model: InstalledModel) => Promise<string | undefined>;
  readonly now: () => Date;
  readonly stallMs: number;
  readonly retryMs: number;
}

/** Packed models grow by about this much when they are unpacked. */
const UNPACKED_RATIO = 1.5;

/** Disk space that an install needs while it runs, including its download, in bytes. */
export function spaceFor(model: ManifestModel): number {
  return Math.ceil(downloadBytes(model) * (1 + UNPACKED_RATIO));
}

export function partPath(models: string, id: string, file: ManifestFile): string {
  // The hash is part of the name: a download must not continue a part of another version of the file.
  const version = file.packed?.sha256 ?? createHash('sha256').update(file.path).digest('hex');
  return join(models, '.parts', id, `${file.role}-${version.slice(0, 16)}`);
}

/** The address of a file. Keeps the query of the base address: some mirrors need a token there. */
export function addressOf(url: string, { path }: ManifestFile): string {
  const address = new URL(url);
  const folder = address.pathname.replace(/\/+$/, '');
  address.pathname = [folder, ...path.split('/').map(encodeURIComponent)].join('/');
  return address.href;
}

/** Downloads missing parts of a model and installs it. Rejects with a ModelError; parts are kept. */
export async function downloadAndInstall(model: ManifestModel, parts: InstallParts): Promise<InstalledModel> {
  const { folders, signal } = parts;
  await mkdir(join(folders.models, '.parts', model.id), { recursive: true, mode: 0o700 });
  await requireSpace(model, folders.models, parts.promisedBytes());
  const received = new Map<FileRole, number>();
  const sizes = new Map(model.files.map((file) => [file.role, packedBytes(file)]));
  const sum = (bytes: Map<FileRole, number>): number =>
    [...bytes.values()].reduce((all, one) => all + one, 0);
  for (const file of model.files) {
    await download(addressOf(parts.url, file), partPath(folders.models, model.id, file), file, {
      signal,
      stallMs: parts.stallMs,
      retryMs: parts.retryMs,
      onProgress: (bytes, total) => {
        received.set(file.role, bytes);
        if (total !== undefined) sizes.set(file.role, total);
        parts.onProgress(sum(received), sum(sizes));
      },
    });
  }
  return installParts(model, parts);
}

/**
 * Assembles a model from its verified parts: unpacked, checked by a translation, durable, and moved into
 * place in one step. A kill at any moment leaves the whole model or nothing.
 */
export async function installParts(
  model: ManifestModel,
  { folders, signal, check, now }: Pick<InstallParts, 'folders' | 'signal' | 'check' | 'now'>,
): Promise<InstalledModel> {
  const folder = join(folders.models, `.new-${model.id}`);
  const partsFolder = join(folders.models, '.parts', model.id);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let isUnpacked = false;
  try {
    const files: ModelRecord['files'] = [];
    for (const file of model.files) {
      const name = `${file.role}.${file.role === 'model' || file.role === 'lex' ? 'bin' : 'spm'}`;
      const part = partPath(folders.models, model.id, file);
      const unpacked = await unpack(part, join(folder, name), file, signal);
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
    isUnpacked = true;
    const placed = await placeModel({ ...record, folder }, { models: folders.models, check, signal });
    await rm(partsFolder, { recursive: true, force: true });
    return placed;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    // The parts match the list but do not unpack: retrying is useless. A check may fail for lack of memory.
    if (error instanceof ModelError && !isUnpacked) await rm(partsFolder, { recursive: true, force: true });
    throw error;
  }
}

/** Moves a model with complete files into its folder, once it has translated. */
export async function placeModel(
  { folder, ...record }: InstalledModel,
  { models, check, signal }: Pick<InstallParts, 'check' | 'signal'> & ModelFolders,
): Promise<InstalledModel> {
  const wrong = await untilAborted(check({ ...record, folder }), signal);
  if (wrong !== undefined) {
    throw new ModelError('unusable', `The model ${record.id} does not work: ${wrong}`);
  }
  await writeDurably(join(folder, MODEL_RECORD), JSON.stringify(record));
  await syncFolder(folder);
  const place = join(models, record.id);
  await removeModel(models, record.id);
  await renameWithRetry(folder, place);
  await syncFolder(models);
  return (await readModel(place))!;
}

/** Gone at once for every reader, even after a crash; the space is freed a moment later. */
export async function removeModel(models: string, id: string): Promise<void> {
  const gone = join(models, `.removed-${id}`);
  await rm(gone, { recursive: true, force: true });
  try {
    await renameWithRetry(join(models, id), gone);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  await removeFile(damageMark(models, id));
  await syncFolder(models);
  await rm(gone, { recursive: true, force: true });
}

/** Before the first byte: filling the disk would disturb other programs too. */
async function requireSpace(model: ManifestModel, models: string, promisedBytes: number): Promise<void> {
  const parts = await Promise.all(
    model.files.map(
      async (file) => (await stat(partPath(models, model.id, file)).catch(() => undefined))?.size,
    ),
  );
  const needed = spaceFor(model) - parts.reduce<number>((sum, bytes = 0) => sum + bytes, 0);
  const { bavail, bsize } = await statfs(models);
  const left = bavail * bsize - promisedBytes;
  if (left >= needed) return;
  const megabytes = (bytes: number): string => `${Math.ceil(Math.max(0, bytes) / 1_000_000)} MB`;
  const others = promisedBytes > 0 ? ' beside the models that are being installed' : '';
  throw new ModelError(
    'no_space',
    `The model ${model.id} needs ${megabytes(needed)} and the disk has ${megabytes(left)} left${others}. Free some space and install it again.`,
  );
}
