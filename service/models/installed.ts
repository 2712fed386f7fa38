import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { writeAtomically } from '../lib/atomic-file.ts';
import { errorCode } from '../lib/error-code.ts';
import { sha256OfFile } from './hash-file.ts';
import { FILE_ROLES } from './manifest.ts';

/** Written last: a folder without this file is not a model. */
export const MODEL_RECORD = 'model.json';

const installedFileSchema = z.object({
  role: z.enum(FILE_ROLES),
  name: z.string().regex(/^[a-z]+\.(bin|spm)$/),
  bytes: z.int().positive(),
  /** Hash of the unpacked file, checked before each load: a damaged model silently translates nonsense. */
  sha256: z.string(),
});
export const modelRecordSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  from: z.string(),
  to: z.string(),
  variant: z.enum(['tiny', 'base', 'base-memory']),
  model_version: z.string().optional(),
  licence: z.string(),
  files: z.array(installedFileSchema),
  installed_at: z.string(),
});
export type ModelRecord = z.infer<typeof modelRecordSchema>;

/** A model with complete files in a folder of this machine. */
export interface InstalledModel extends ModelRecord {
  readonly folder: string;
}

/** The models in a folder, without half-installed, unreadable and damaged ones. */
export async function readInstalled(folder: string): Promise<InstalledModel[]> {
  return (await readStored(folder)).sound;
}

/** All models in a folder of models: usable ones, and those marked by `markDamaged`. */
export async function readStored(
  folder: string,
): Promise<{ sound: InstalledModel[]; damaged: InstalledModel[] }> {
  const names: string[] = await readdir(folder).catch(() => []);
  const models = await Promise.all(
    names.filter((name) => !name.startsWith('.')).map((name) => readModel(join(folder, name))),
  );
  const sound: InstalledModel[] = [];
  const damaged: InstalledModel[] = [];
  for (const model of models.filter((one) => one !== undefined).sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const isMarked =
      names.includes(DAMAGE_MARK + model.id) && (await markedAs(folder, model.id)) === model.installed_at;
    (isMarked ? damaged : sound).push(model);
  }
  return { sound, damaged };
}

/**
 * Marks a model's files as changed since its installation: it no longer counts as installed. The mark is
 * beside its folder, which changes the time of the folder of models, and contains the time of that
 * installation: a new one of this id is not affected.
 */
export async function markDamaged(model: InstalledModel): Promise<void> {
  await writeAtomically(damageMark(dirname(model.folder), model.id), model.installed_at);
}

/** Prefix of the names of `markDamaged`'s files; the model's id follows. */
export const DAMAGE_MARK = '.damaged-';

export function damageMark(models: string, id: string): string {
  return join(models, DAMAGE_MARK + id);
}

async function markedAs(models: string, id: string): Promise<string | undefined> {
  return readFile(damageMark(models, id), 'utf8').catch(() => undefined);
}

/** Whether a read failure is permanent: the file is gone, or the disk has lost it. Other errors pass. */
export function isLost(error: unknown): boolean {
  return ['ENOENT', 'EIO'].includes(errorCode(error) ?? '');
}

/** Whether a model's files are as installed. Reads them all; rejects on a temporary failure. */
export async function isUndamaged({ folder, files }: InstalledModel): Promise<boolean> {
  for (const { name, sha256 } of files) {
    const found = await sha256OfFile(join(folder, name)).catch((error: unknown) => {
      if (isLost(error)) return undefined;
      throw error;
    });
    if (found !== sha256) return false;
  }
  return true;
}

/** Undefined if the folder holds no complete model. */
export async function readModel(folder: string): Promise<InstalledModel | undefined> {
  try {
    const record = modelRecordSchema.parse(JSON.parse(await readFile(join(folder, MODEL_RECORD), 'utf8')));
    return { ...record, id: basename(folder), folder };
  } catch {
    return undefined;
  }
}

/** Bytes of an installed model on disk. */
export function installedBytes(model: ModelRecord): number {
  return model.files.reduce((sum, { bytes }) => sum + bytes, 0);
}
