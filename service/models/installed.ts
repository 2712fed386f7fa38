import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { FILE_ROLES } from './manifest.ts';

/** The file in a model's folder that makes it one: written last, so that a folder without it is no model. */
export const MODEL_RECORD = 'model.json';

const installedFileSchema = z.object({
  role: z.enum(FILE_ROLES),
  name: z.string().regex(/^[a-z]+\.(bin|spm)$/),
  bytes: z.int().positive(),
  /** Of the unpacked file, checked before each load: a damaged model loads without an error and translates nonsense. */
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

/** A model whose files stand complete in a folder of this machine. */
export interface InstalledModel extends ModelRecord {
  readonly folder: string;
}

/** The models in a folder of models; what is half installed or not readable is none. */
export async function readInstalled(folder: string): Promise<InstalledModel[]> {
  const names = await readdir(folder).catch(() => []);
  const models = await Promise.all(
    names.filter((name) => !name.startsWith('.')).map((name) => readModel(join(folder, name))),
  );
  return models.filter((model) => model !== undefined).sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Undefined where the folder holds no whole model. */
export async function readModel(folder: string): Promise<InstalledModel | undefined> {
  try {
    const record = modelRecordSchema.parse(JSON.parse(await readFile(join(folder, MODEL_RECORD), 'utf8')));
    return { ...record, folder };
  } catch {
    return undefined;
  }
}

/** Bytes that an installed model takes on the disk. */
export function installedBytes(model: ModelRecord): number {
  return model.files.reduce((sum, { bytes }) => sum + bytes, 0);
}
