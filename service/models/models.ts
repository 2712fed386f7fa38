import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFile } from '../lib/atomic-file.ts';
import { ProblemError } from '../contract/index.ts';
import type { Log } from '../log.ts';
import { takeIn } from './import.ts';
import { addressOf, downloadAndInstall, installParts, partPath, removeModel, spaceFor } from './install.ts';
import {
  DAMAGE_MARK,
  installedBytes,
  isUndamaged,
  MODEL_RECORD,
  markDamaged,
  readInstalled,
  readStored,
} from './installed.ts';
import type { InstalledModel } from './installed.ts';
import { downloadBytes } from './manifest.ts';
import type { Manifest, ManifestModel } from './manifest.ts';
import { asModelError, ModelError } from './model-error.ts';
import type { ModelQuery, Models, ModelView, RefusedFile } from './models-port.ts';
import { isWholeFile } from './unpack.ts';

export interface ModelsParts {
  /** `models` in the data folder. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** A mirror's address, instead of the manifest's; called for each install. */
  readonly url?: () => string | undefined;
  /** Translates a few sentences with a new model; returns its fault, or undefined. */
  readonly check: (model: InstalledModel) => Promise<string | undefined>;
  readonly log?: Log;
  readonly clock?: () => number;
  /** Milliseconds without a byte after which a download fails. */
  readonly stallMs?: number;
  readonly retryMs?: number;
}

const STALL_MS = 30_000;
const RETRY_MS = 1_000;
/** Minimum interval between progress events, ms. */
const PROGRESS_MS = 200;

interface Install {
  readonly model: ManifestModel;
  readonly controller: AbortController;
  receivedBytes: number;
  /** By the server, once known; for an import, by the list. */
  totalBytes: number | undefined;
  toldAt: number;
  /** Whether the model is installed in the end; never rejects. */
  done: Promise<boolean>;
}

/** Opens the models of a data folder. Removes a killed install's remains, except its parts. */
export async function openModels(parts: ModelsParts): Promise<Models> {
  const { folder, manifest, check, log, clock = Date.now } = parts;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await clearLeftovers(folder);
  const running = createInstalls(folder, log);
  const { installs, failures, view, tell, begin, stop } = running;
  let closed = false;

  const known = (id: string): Promise<ManifestModel> => knownModel(manifest, folder, id);

  const settings = {
    folders: { models: folder },
    check,
    now: () => new Date(clock()),
    stallMs: parts.stallMs ?? STALL_MS,
    retryMs: parts.retryMs ?? RETRY_MS,
  };
  const addressFor = (model: ManifestModel): string => parts.url?.() ?? model.url ?? manifest.url;
  const beginInstall = (model: ManifestModel): Install =>
    begin(model, (install) =>
      downloadAndInstall(model, {
        ...settings,
        url: addressFor(model),
        signal: install.controller.signal,
        promisedBytes: () => promisedBefore(install, installs.values()),
        onProgress(bytes, total) {
          install.receivedBytes = bytes;
          install.totalBytes = total;
          if (performance.now() - install.toldAt < PROGRESS_MS) return;
          install.toldAt = performance.now();
          void tell(model);
        },
      }),
    );

  return {
    async list(query: ModelQuery = {}) {
      const stored = await readStored(folder);
      return [...manifest.models, ...unlisted(manifest, stored)]
        .map((model) => viewOf(model, { ...stored, installs, failures }))
        .filter((seen) => matches(seen, query));
    },
    async install(id) {
      const model = await known(id);
      const { sound } = await readStored(folder);
      const there = sound.find((one) => one.id === id);
      if (there && !installs.has(id)) {
        if (await isUndamaged(there)) return { view: await view(model), begun: false };
        await markDamaged(there);
      }
      if (closed) throw new ProblemError('engine_unavailable', 'The service is shutting down.');
      if (model.files.length === 0) throw noDownload(id);
      if (!installs.has(id)) beginInstall(model);
      return { view: await view(model), begun: true };
    },
    async files(id) {
      const model = await known(id);
      return model.files.map((file) => ({
        name: file.path.slice(file.path.lastIndexOf('/') + 1),
        address: addressOf(addressFor(model), file),
        ...(file.packed ? { bytes: file.packed.bytes, sha256: file.packed.sha256 } : {}),
      }));
    },
    async installedFile(id, name) {
      await known(id);
      return installedFile(folder, id, name);
    },
    async get(id) {
      return view(await known(id));
    },
    async cancel(id) {
      const model = await known(id);
      await stop(id);
      return view(model);
    },
    async remove(id) {
      const model = await known(id);
      await stop(id);
      failures.delete(id);
      await removeModel(folder, id);
      await rm(join(folder, '.parts', id), { recursive: true, force: true });
      // A model in no list no longer exists.
      if (model.files.length > 0) await tell(model);
    },
    async importFile(path, name) {
      const { touched, present, refused } = await takeFiles(folder, manifest, path, name);
      const { installed, left, whole } = await installTouched(touched, { folder, settings, running });
      return {
        installed,
        present: [...present, ...whole].map(({ id }) => id),
        refused: [...refused, ...left],
      };
    },
    subscribe: running.subscribe,
    async close() {
      closed = true;
      await Promise.allSettled([...installs.keys()].map(stop));
    },
  };
}

/** Takes in the files of models from a file of the user's; throws a ProblemError. */
async function takeFiles(folder: string, manifest: Manifest, path: string, name: string) {
  const before = await readInstalled(folder);
  const isInstalled = ({ id }: ManifestModel): boolean => before.some((one) => one.id === id);
  return takeIn(path, name, manifest.models, { models: folder, isInstalled }).catch((error: unknown) => {
    throw asImportProblem(asModelError(error));
  });
}

async function knownModel(manifest: Manifest, folder: string, id: string): Promise<ManifestModel> {
  const listed = manifest.models.find((model) => model.id === id);
  const model = listed ?? unlisted(manifest, await readStored(folder)).find((one) => one.id === id);
  if (model) return model;
  throw new ProblemError(
    'not_found',
    `There is no model "${id.slice(0, 100)}". The list of models has all that can be installed.`,
  );
}

/** A file of an installed model, or its record, for download by another machine. */
async function installedFile(folder: string, id: string, name: string) {
  const model = (await readStored(folder)).sound.find((one) => one.id === id);
  const file = model?.files.find((one) => one.name === name);
  if (!model || (!file && name !== MODEL_RECORD)) {
    throw new ProblemError(
      'not_found',
      `The model ${id} is not installed here, or has no file ${name}. Install it first.`,
    );
  }
  return {
    path: join(model.folder, name),
    fileName: name,
    mediaType: 'application/octet-stream',
    etag: `"${file?.sha256 ?? model.installed_at}"`,
  };
}

function noDownload(id: string): ProblemError {
  return new ProblemError(
    'not_found',
    `The model ${id} is no longer in the list of models, so it cannot be downloaded again. Remove it.`,
  );
}

type Installs = ReturnType<typeof createInstalls>;

/** Running installs, errors of the last ones, and the listeners to both. */
function createInstalls(folder: string, log: ModelsParts['log']) {
  const installs = new Map<string, Install>();
  const failures = new Map<string, NonNullable<ModelView['error']>>();
  const listeners = new Set<(view: ModelView) => void>();

  const view = async (model: ManifestModel): Promise<ModelView> =>
    viewOf(model, { ...(await readStored(folder)), installs, failures });
  const tell = async (model: ManifestModel): Promise<void> => {
    const seen = await view(model);
    for (const listener of listeners) listener(seen);
  };

  const begin = (model: ManifestModel, work: (install: Install) => Promise<unknown>): Install => {
    failures.delete(model.id);
    const install: Install = {
      model,
      controller: new AbortController(),
      receivedBytes: 0,
      totalBytes: undefined,
      toldAt: -Infinity,
      done: Promise.resolve(false),
    };
    installs.set(model.id, install);
    install.done = work(install)
      .then(
        () => {
          log?.info({ model: model.id }, 'model installed');
          return true;
        },
        (error: unknown) => {
          if (!install.controller.signal.aborted) failures.set(model.id, failureOf(error, model, log));
          return false;
        },
      )
      .then(async (isInstalled) => {
        installs.delete(model.id);
        await tell(model);
        return isInstalled;
      });
    return install;
  };

  return {
    installs,
    failures,
    view,
    tell,
    begin,
    stop: async (id: string): Promise<void> => {
      const install = installs.get(id);
      install?.controller.abort();
      await install?.done;
    },
    subscribe: (listener: (view: ModelView) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

interface Touched {
  readonly folder: string;
  readonly settings: Omit<Parameters<typeof installParts>[1], 'signal'>;
  readonly running: Installs;
}

/** Installs the models of which files were taken in, where all of their files are there now. */
async function installTouched(
  touched: readonly ManifestModel[],
  { folder, settings, running: { installs, failures, view, begin } }: Touched,
): Promise<{ installed: string[]; left: RefusedFile[]; whole: ManifestModel[] }> {
  const installed: string[] = [];
  const left: RefusedFile[] = [];
  const whole: ManifestModel[] = [];
  for (const model of touched) {
    const isReady = await isWhole(folder, model);
    const { state } = await view(model);
    // An install may have begun or ended while the files were read.
    if (installs.has(model.id)) continue;
    if (state === 'installed') {
      await rm(join(folder, '.parts', model.id), { recursive: true, force: true });
      whole.push(model);
      continue;
    }
    if (!isReady) continue;
    const install = begin(model, (begun) => {
      begun.receivedBytes = downloadBytes(model);
      return installParts(model, { ...settings, signal: begun.controller.signal });
    });
    if (await install.done) {
      installed.push(model.id);
      continue;
    }
    // Undefined after a cancel.
    const failure = failures.get(model.id);
    if (failure) left.push({ name: model.id, message: failure.message });
  }
  return { installed, left, whole };
}

/** Bytes that earlier installs still need: of two that do not both fit, the first one continues. */
function promisedBefore(install: Install, installs: Iterable<Install>): number {
  let bytes = 0;
  for (const earlier of installs) {
    if (earlier === install) break;
    bytes += Math.max(0, spaceFor(earlier.model) - earlier.receivedBytes);
  }
  return bytes;
}

/** The facts behind a ModelView. */
interface Known {
  readonly sound: readonly InstalledModel[];
  readonly damaged: readonly InstalledModel[];
  readonly installs: ReadonlyMap<string, Install>;
  readonly failures: ReadonlyMap<string, NonNullable<ModelView['error']>>;
}

function viewOf(model: ManifestModel, { sound, damaged, installs, failures }: Known): ModelView {
  const base = { model, downloadBytes: downloadBytes(model) };
  const install = installs.get(model.id);
  if (install) {
    const { receivedBytes, totalBytes = base.downloadBytes } = install;
    return { ...base, downloadBytes: totalBytes, state: 'installing', receivedBytes };
  }
  const there = sound.find(({ id }) => id === model.id);
  if (there) return { ...base, state: 'installed', installedBytes: installedBytes(there) };
  const spoilt = damaged.find(({ id }) => id === model.id);
  const error = failures.get(model.id) ?? (spoilt && damageOf(model));
  return {
    ...base,
    ...(spoilt ? { installedBytes: installedBytes(spoilt) } : {}),
    ...(error ? { state: 'failed', error } : { state: 'available' }),
  };
}

function damageOf({ id, files }: ManifestModel): NonNullable<ModelView['error']> {
  const remedy = files.length > 0 ? 'Install the model again.' : 'Remove the model.';
  const message = `A file of the model ${id} is damaged on the disk. ${remedy}`;
  return { code: 'hash_mismatch', message, reason: 'damaged_on_disk' };
}

function matches({ model, state }: ModelView, query: ModelQuery): boolean {
  return (
    (query.from === undefined || model.from === query.from) &&
    (query.to === undefined || model.to === query.to) &&
    (query.state === undefined || state === query.state)
  );
}

/** Models installed from another list: usable and removable, with no files to download. */
function unlisted(manifest: Manifest, { sound, damaged }: Pick<Known, 'sound' | 'damaged'>): ManifestModel[] {
  const listed = new Set(manifest.models.map(({ id }) => id));
  return [...sound, ...damaged]
    .filter(({ id }) => !listed.has(id))
    .map(({ id, from, to, variant, model_version: version, licence }) => ({
      ...{ id, from, to, variant, version, licence },
      quality: undefined,
      files: [],
    }));
}

function failureOf(
  error: unknown,
  model: ManifestModel,
  log: Log | undefined,
): NonNullable<ModelView['error']> {
  const known = asModelError(error);
  if (known instanceof ModelError) {
    log?.warn({ model: model.id, err: error }, 'a model could not be installed');
    return { code: known.code, message: known.message, ...known.specifics };
  }
  log?.error({ model: model.id, err: error }, 'a model could not be installed');
  return { code: 'internal_error', message: 'The model could not be installed. The log says why.' };
}

function asImportProblem(error: unknown): unknown {
  if (!(error instanceof ModelError)) return error;
  if (error.code === 'no_space') {
    return new ProblemError(
      'storage_full',
      'The disk that holds the data folder is full. Free some space and import the files again.',
    );
  }
  return new ProblemError('invalid_request', error.message, {
    errors: [{ field: 'file', code: 'invalid', message: error.message, reason: 'unusable_model' }],
  });
}

/** Whether all parts of a model are present and valid: a download may have stopped before its check. */
async function isWhole(folder: string, model: ManifestModel): Promise<boolean> {
  for (const file of model.files) {
    if (!(await isWholeFile(partPath(folder, model.id, file), file))) return false;
  }
  return true;
}

/** Removes only our own names. Parts are kept for the next install, unless useless. */
async function clearLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (/^\.(new|removed|import)-[\w-]+$/.test(name))
      await rm(join(folder, name), { recursive: true, force: true });
  }
  const parts = join(folder, '.parts');
  const { sound, damaged } = await readStored(folder);
  const marks = damaged.map(({ id }) => DAMAGE_MARK + id);
  for (const name of await readdir(folder)) {
    if (name.startsWith(DAMAGE_MARK) && !marks.includes(name)) await removeFile(join(folder, name));
  }
  for (const { id } of sound) await rm(join(parts, id), { recursive: true, force: true });
}
