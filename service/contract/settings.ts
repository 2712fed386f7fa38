import { z } from 'zod';
import { fieldCode, optional } from './fields.ts';
import { LIMITS } from './api-limits.ts';

/** Settings of the whole service, which every client sees and an administrator changes. */

const MAX_COUNT = 1_000_000_000;
/** A hundred years. */
const MAX_DAYS = 36_500;

const count = (most = MAX_COUNT) => z.int().min(0).max(most);
/** Refusals name the range. */
const bounded = (name: string, most: number) => {
  const error = `${name} must be a whole number from 0 to ${most}; 0 means ${most}.`;
  return z.int().min(0, { error }).max(most, { error });
};
const percent = z.int().min(0).max(100);

const engineOrder = z
  .array(z.string().min(1).max(LIMITS.id))
  .max(20)
  .refine((order) => new Set(order).size === order.length, {
    error: 'engine_order names an engine twice. Name each once.',
    params: fieldCode('invalid'),
  })
  .meta({ description: 'Ids of the engines that serve without being named, the preferred one first.' });

const themeSchema = z.enum(['system', 'light', 'dark']);

const memoryShape = {
  enabled: z.boolean(),
  /** Fuzzy matches below this percentage are not offered. */
  min_match: percent,
};
const learningModeSchema = z.enum(['auto', 'offer', 'off']);
export type LearningMode = z.infer<typeof learningModeSchema>;
const learningShape = {
  /** Corrections learned from edits: applied from the third equal edit on, only offered, or none. */
  apply: learningModeSchema,
};
/** APIs of other services that this service speaks. */
const facadesShape = {
  /** At `/v2` and `/v3`. */
  deepl: z.boolean(),
  /** At `/translate`, `/detect`, `/languages` and the like. */
  libretranslate: z.boolean(),
  /** For assistants, at `/mcp`. */
  mcp: z.boolean(),
};
/** A single boolean for all of them. `true` restores the defaults. */
const allFacades = z.boolean().transform((on) => ({ deepl: on, libretranslate: on, mcp: false }));
const retentionShape = {
  /** Ended jobs older than this are removed; 0 keeps them. */
  days: count(MAX_DAYS),
  /** Number of ended jobs kept for each account; 0 keeps all. */
  jobs: count(),
};

const plainShape = {
  engine_order: engineOrder,
  /** DOCX jobs of an account in any rolling 24 hours; 0 is unlimited. */
  docx_quota: count(),
  /** Running jobs of an account; 0 is unlimited. */
  max_running_jobs: count(),
  /** MB (1,048,576 bytes) that an account's jobs may take on disk; 0 is unlimited. */
  max_stored_mb: count(),
  /** Segments of a document; 0 is the upper bound. */
  max_segments: bounded('max_segments', LIMITS.maxDocumentSegments),
  /** MB (1,048,576 bytes) of an uploaded file; 0 is the upper bound. */
  max_file_mb: bounded('max_file_mb', LIMITS.maxFileMb),
  /** MB of translations kept in memory, so that equal sentences are not translated again; 0 keeps none. */
  cache_mb: count(4_096),
  /** Taken at the next start; 0 lets the system choose. */
  port: count(65_535),
  theme: themeSchema,
};
const nullableShape = {
  /** Base URL for the paths of models; null: the default one. */
  models_url: z.string().min(1).max(2_000).nullable(),
  /** The folder the window saves translated files to; null: the system's folder for downloads. */
  downloads_folder: z.string().min(1).max(4_000).nullable(),
  /** The window's language as a BCP 47 tag; null: the system's. */
  language: z
    .string()
    .max(35)
    .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, { error: 'language must be a tag such as en or pt-BR.' })
    .nullable(),
};

const valuesSchema = z.object({
  ...plainShape,
  ...nullableShape,
  memory: z.object(memoryShape),
  learning: z.object(learningShape),
  retention: z.object(retentionShape),
  facades: z.object(facadesShape),
});
export type SettingValues = z.infer<typeof valuesSchema>;
/** Settings that the environment or the command line fixes for this run. */
export type FixedSettings = Partial<SettingValues>;
export type SettingName = keyof SettingValues;

export const settingsSchema = valuesSchema.extend({
  /** The folder of jobs, models and settings. For administrators only: a path can reveal its user's name. */
  data_folder: z.string().optional(),
  /** Names of the settings that the environment or the command line fixes for this run. */
  fixed: z.array(z.string()),
});
export type SettingsResource = z.infer<typeof settingsSchema>;

/** Makes each member optional and nullable; null counts as left out. */
function leftOut<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape) {
  const members = Object.entries(shape).map(([name, member]) => [name, optional(member).optional()]);
  return Object.fromEntries(members) as {
    [Name in keyof Shape]: z.ZodOptional<ReturnType<typeof optional<Shape[Name]>>>;
  };
}

/**
 * Members that are left out or null stay as they are, also within `memory`, `learning`, `retention` and `facades`. Where
 * null is a valid value, it is stored.
 */
export const settingsChangeSchema = z.object({
  ...leftOut(plainShape),
  ...z.object(nullableShape).partial().shape,
  ...leftOut({
    memory: z.object(leftOut(memoryShape)),
    learning: z.object(leftOut(learningShape)),
    retention: z.object(leftOut(retentionShape)),
    facades: z.union([allFacades, z.object(leftOut(facadesShape))]),
  }),
});
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

/** Defaults, used where neither the user nor the environment has set a value. */
export const DEFAULT_SETTINGS: SettingValues = {
  engine_order: ['bergamot', 'apertium'],
  models_url: null,
  memory: { enabled: true, min_match: 75 },
  learning: { apply: 'auto' },
  retention: { days: 0, jobs: 0 },
  facades: { deepl: true, libretranslate: true, mcp: false },
  docx_quota: LIMITS.docxQuota,
  max_running_jobs: LIMITS.runningJobs,
  max_stored_mb: LIMITS.storedMb,
  max_segments: LIMITS.documentSegments,
  max_file_mb: LIMITS.fileBytes / 1_048_576,
  cache_mb: LIMITS.cacheMb,
  port: 4717,
  downloads_folder: null,
  language: null,
  theme: 'system',
};

/** Maximum segments of a document. */
export function maxSegments({ max_segments }: Pick<SettingValues, 'max_segments'>): number {
  return max_segments || LIMITS.maxDocumentSegments;
}

/** Maximum bytes of an uploaded file. */
export function maxFileBytes({ max_file_mb }: Pick<SettingValues, 'max_file_mb'>): number {
  return (max_file_mb || LIMITS.maxFileMb) * 1_048_576;
}
