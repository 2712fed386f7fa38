import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import builtIn from '../../resources/models.json' with { type: 'json' };
import { parseLanguage } from '../contract/index.ts';
import { isSafeAddress } from '../lib/safe-address.ts';

/** One vocabulary serves both languages, or each language has its own. */
export const FILE_ROLES = ['model', 'lex', 'vocab', 'srcvocab', 'trgvocab'] as const;
export type FileRole = (typeof FILE_ROLES)[number];
export type ModelVariant = 'tiny' | 'base' | 'base-memory';

export interface ManifestFile {
  readonly role: FileRole;
  /** Relative to the manifest's address, with `/`. Gzip files are unpacked, whatever their name. */
  readonly path: string;
  /**
   * SHA-256 (lower-case hexadecimal) and size of the offered file, packed or not. Mozilla's registry has
   * neither: such a file must be gzip, whose own checksum is verified.
   */
  readonly packed?: { readonly sha256: string; readonly bytes: number };
  /** The unpacked file, if the manifest describes it. */
  readonly unpacked?: { readonly sha256: string; readonly bytes?: number };
}

/** An installable translation model: one direction, in one size. */
export interface ManifestModel {
  /** `bergamot-{from}-{to}-{variant}`. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly variant: ModelVariant;
  readonly version: string | undefined;
  readonly licence: string;
  /** Scores on the FLORES test set, as the model's makers published them. */
  readonly quality: ModelQuality | undefined;
  readonly files: readonly ManifestFile[];
  /** Base address of the paths, if it is not the manifest's. */
  readonly url?: string;
}

export interface ModelQuality {
  readonly bleu?: number;
  readonly chrf?: number;
  readonly comet?: number;
}

export interface Manifest {
  /** Base address of the files' paths, without a trailing slash. */
  readonly url: string;
  readonly models: readonly ManifestModel[];
}

/** The manifest is invalid; the message names it and the fault. */
export class ManifestError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ManifestError';
  }
}

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hexadecimal');
/** In canonical form, the only one that engines and jobs use. */
const tagSchema = z
  .string()
  .regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/, 'must be a language tag')
  .transform((tag, context) => {
    const known = parseLanguage(tag);
    if (known !== undefined) return known;
    context.addIssue({
      code: 'custom',
      message: `is "${tag.slice(0, 60)}", which is no language known here`,
    });
    return z.NEVER;
  });
const fileSchema = z.object({
  // Part of a URL, never of a local path; `..` would still leave the mirror's folder.
  path: z.string().regex(/^(?!\/)(?!.*(?:^|\/)\.\.?(?:\/|$))[\w./+-]{1,500}$/, 'must be a relative path'),
  sha256: sha256Schema.optional(),
  size: z.int().positive().max(2_000_000_000).optional(),
});
const scoreSchema = z.number().nullish();
// As the setting `models_url`. The message does not repeat it: it may contain a password.
const addressSchema = z
  .string()
  .refine(
    isSafeAddress,
    'must begin with https://, or with http:// for this machine or a private network, without a user name or password',
  );
const manifestSchema = z.object({
  url: addressSchema.optional(),
  source: z.string().optional(),
  commit: z.string().optional(),
  licence: z.string().default('unknown'),
  models: z
    .array(
      z
        .object({
          from: tagSchema,
          to: tagSchema,
          architecture: z.enum(['tiny', 'base', 'base-memory']),
          version: z.string().nullish(),
          licence: z.string().optional(),
          url: addressSchema.optional(),
          flores: z.object({ bleu: scoreSchema, chrf: scoreSchema, comet: scoreSchema }).nullish(),
          modelSha256: sha256Schema.optional(),
          modelBytes: z.int().positive().max(2_000_000_000).optional(),
          files: z.partialRecord(z.enum([...FILE_ROLES, 'quality']), fileSchema),
        })
        .refine(({ from, to }) => from !== to, {
          path: ['to'],
          error: ({ input }) => `is ${(input as { to: string }).to}, the same language as from`,
        }),
    )
    .max(5_000),
});

/**
 * Git LFS files of a public repository at a fixed commit:
 * https://docs.github.com/repositories/working-with-files/managing-large-files/about-git-large-file-storage.
 */
const LFS_ADDRESS = 'https://media.githubusercontent.com/media';

type ManifestFileContent = z.infer<typeof manifestSchema>;

/** The built-in manifest, or the one in `file`. Throws a ManifestError that names the fault. */
export async function loadManifest(file?: string): Promise<Manifest> {
  // The built-in one is checked by tests, not at each start: that takes longer than all its other processing.
  if (file === undefined) return manifestOf(builtIn as ManifestFileContent);
  let value: unknown;
  try {
    // Some editors write a byte order mark.
    value = JSON.parse((await readFile(file, 'utf8')).replace(/^\ufeff/, ''));
  } catch (error) {
    throw new ManifestError(
      `The manifest of models ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}. ` +
        'Correct INTERLINEAR_MODELS_MANIFEST, or leave it out.',
      error,
    );
  }
  return parseManifest(value, file);
}

/** Reads a manifest. Throws a ManifestError that names the first field at fault. */
export function parseManifest(value: unknown, name = 'the built-in list'): Manifest {
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw new ManifestError(
      `The manifest of models (${name}) is not as it must be: ${issue.path.join('.') || 'it'} ${issue.message}.`,
    );
  }
  return manifestOf(parsed.data, name);
}

function manifestOf(
  { url, source, commit, licence, models }: ManifestFileContent,
  name = 'the built-in list',
): Manifest {
  const listed = models.map((model): ManifestModel => {
    const id = `bergamot-${model.from}-${model.to}-${model.architecture}`;
    return {
      id,
      from: model.from,
      to: model.to,
      variant: model.architecture,
      version: model.version ?? undefined,
      licence: model.licence ?? licence,
      quality: qualityOf(model.flores),
      files: filesOf(id, model),
      ...(model.url === undefined ? {} : { url: withoutSlash(model.url) }),
    };
  });
  const twice = listed.find((model, n) => listed.findIndex(({ id }) => id === model.id) !== n);
  if (twice) throw new ManifestError(`The manifest of models (${name}) lists ${twice.id} twice.`);
  return {
    url: withoutSlash(url ?? `${LFS_ADDRESS}/${source ?? ''}/${commit ?? ''}`),
    models: listed,
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

/** A model's download in bytes; an estimate where the manifest lacks packed sizes. */
export function downloadBytes(model: ManifestModel): number {
  return model.files.reduce((sum, file) => sum + packedBytes(file), 0);
}

/** Models pack to 70 to 82 per cent of their size; other files by the average of 137 models. */
const PACKED_RATIO = 0.75;
const TYPICAL_BYTES: Readonly<Record<FileRole, number>> = {
  model: 25_000_000,
  lex: 2_200_000,
  vocab: 430_000,
  srcvocab: 410_000,
  trgvocab: 430_000,
};

export function packedBytes({ role, packed, unpacked }: ManifestFile): number {
  if (packed) return packed.bytes;
  return unpacked?.bytes === undefined ? TYPICAL_BYTES[role] : Math.round(unpacked.bytes * PACKED_RATIO);
}

/** The largest known file has 60 MB. */
const MAX_UNPACKED = 2_000_000_000;
/** Vocabularies and shortlists unpack to 7 MB at most. */
const MAX_SMALL_UNPACKED = 64_000_000;

/** Bytes above which an unpacked file is refused. */
export function maxUnpackedBytes({ role, packed, unpacked }: ManifestFile): number {
  return unpacked?.bytes ?? (packed || role === 'model' ? MAX_UNPACKED : MAX_SMALL_UNPACKED);
}

/** Bytes above which a download must be another file. gzip slightly enlarges incompressible data. */
export function maxPackedBytes(file: ManifestFile): number {
  return file.packed?.bytes ?? Math.ceil(maxUnpackedBytes(file) * 1.001) + 1_024;
}

type Scores =
  Readonly<Partial<Record<'bleu' | 'chrf' | 'comet', number | null | undefined>>> | null | undefined;

function qualityOf(scores: Scores): ModelQuality | undefined {
  const found = (['bleu', 'chrf', 'comet'] as const).flatMap((name) => {
    const score = scores?.[name];
    return typeof score === 'number' ? [[name, score] as const] : [];
  });
  return found.length === 0 ? undefined : (Object.fromEntries(found) as ModelQuality);
}

/** The files that an engine needs. Excludes the quality estimator of a few models. */
function filesOf(
  id: string,
  { files, modelSha256, modelBytes }: ManifestFileContent['models'][number],
): ManifestFile[] {
  const found = FILE_ROLES.flatMap((role): ManifestFile[] => {
    const file = files[role];
    if (!file) return [];
    const { path, sha256, size } = file;
    const isPinned = sha256 !== undefined && size !== undefined;
    const unpacked =
      role === 'model' && modelSha256 !== undefined
        ? { sha256: modelSha256, ...(modelBytes === undefined ? {} : { bytes: modelBytes }) }
        : undefined;
    if (!isPinned && role === 'model' && unpacked?.bytes === undefined) {
      throw new ManifestError(
        `The model ${id} has neither sha256 and size of its model file nor modelSha256 and modelBytes in the manifest.`,
      );
    }
    return [
      {
        role,
        path,
        ...(isPinned ? { packed: { sha256, bytes: size } } : {}),
        ...(unpacked ? { unpacked } : {}),
      },
    ];
  });
  const has = (role: FileRole) => found.some((file) => file.role === role);
  if (!has('model') || !(has('vocab') || (has('srcvocab') && has('trgvocab')))) {
    throw new ManifestError(`The model ${id} lacks its model file or its vocabulary in the manifest.`);
  }
  return found;
}
