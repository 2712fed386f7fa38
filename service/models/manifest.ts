import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import builtIn from '../../resources/models.json' with { type: 'json' };
import { parseLanguage } from '../contract/index.ts';
import { isSafeAddress } from '../lib/safe-address.ts';

/** What a file is to its model. One vocabulary serves both languages, or each has its own. */
export const FILE_ROLES = ['model', 'lex', 'vocab', 'srcvocab', 'trgvocab'] as const;
export type FileRole = (typeof FILE_ROLES)[number];
export type ModelVariant = 'tiny' | 'base' | 'base-memory';

export interface ManifestFile {
  readonly role: FileRole;
  /** Relative to the manifest's address, with `/`. A file that is gzip is unpacked when it is installed, whatever its name. */
  readonly path: string;
  /** Of the file as it is offered, packed where it is packed. Lower-case hexadecimal. */
  readonly sha256: string;
  /** Bytes of the file as it is offered. */
  readonly bytes: number;
}

/** One translation model that can be installed: one direction, in one size. */
export interface ManifestModel {
  /** `bergamot-{from}-{to}-{variant}`. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly variant: ModelVariant;
  readonly version: string | undefined;
  readonly licence: string;
  /** Scores on the FLORES test set, as the model's makers published them. */
  readonly quality: { readonly bleu?: number; readonly comet?: number } | undefined;
  readonly files: readonly ManifestFile[];
  /** SHA-256 of the unpacked model file, where the manifest has it. */
  readonly modelSha256: string | undefined;
}

export interface Manifest {
  /** Where the paths of the files are appended to, without a slash at its end. */
  readonly url: string;
  readonly models: readonly ManifestModel[];
}

/** The manifest cannot be used; the message says which and why. */
export class ManifestError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ManifestError';
  }
}

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hexadecimal');
/** In its canonical form: engines and jobs know a language by no other. */
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
  // What a path holds becomes part of an address, never of a path on this machine; `..` would still leave the mirror's folder.
  path: z.string().regex(/^(?!\/)(?!.*(?:^|\/)\.\.?(?:\/|$))[\w./+-]{1,500}$/, 'must be a relative path'),
  sha256: sha256Schema,
  size: z.int().positive().max(2_000_000_000),
});
const scoreSchema = z.number().nullish();
const manifestSchema = z.object({
  // As the setting `models_url`. The message does not repeat it: it may hold a password.
  url: z
    .string()
    .refine(
      isSafeAddress,
      'must begin with https://, or with http:// for this machine or a private network, without a user name or password',
    )
    .optional(),
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
          flores: z.object({ bleu: scoreSchema, comet: scoreSchema }).nullish(),
          modelSha256: sha256Schema.optional(),
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

/** The manifest built into the program, or the one in `file`. Throws a ManifestError that says what is wrong with it. */
export async function loadManifest(file?: string): Promise<Manifest> {
  // Our own is checked by the tests, not at each start: that takes longer than all else that is done with it.
  if (file === undefined) return manifestOf(builtIn as ManifestFileContent);
  let value: unknown;
  try {
    // Some editors write a byte-order mark.
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
      files: filesOf(id, model.files),
      modelSha256: model.modelSha256,
    };
  });
  const twice = listed.find((model, n) => listed.findIndex(({ id }) => id === model.id) !== n);
  if (twice) throw new ManifestError(`The manifest of models (${name}) lists ${twice.id} twice.`);
  return {
    url: (url ?? `${LFS_ADDRESS}/${source ?? ''}/${commit ?? ''}`).replace(/\/+$/, ''),
    models: listed,
  };
}

/** What all of a model's files weigh on their way here, in bytes. */
export function downloadBytes(model: ManifestModel): number {
  return model.files.reduce((sum, { bytes }) => sum + bytes, 0);
}

type Scores = { bleu?: number | null | undefined; comet?: number | null | undefined } | null | undefined;

function qualityOf(scores: Scores): ManifestModel['quality'] {
  const bleu = scores?.bleu ?? undefined;
  const comet = scores?.comet ?? undefined;
  if (bleu === undefined && comet === undefined) return undefined;
  return { ...(bleu === undefined ? {} : { bleu }), ...(comet === undefined ? {} : { comet }) };
}

/** The files an engine needs. A quality estimator, which a few models have beside them, is not one. */
function filesOf(
  id: string,
  files: Partial<Record<FileRole | 'quality', z.infer<typeof fileSchema>>>,
): ManifestFile[] {
  const found = FILE_ROLES.flatMap((role): ManifestFile[] => {
    const file = files[role];
    return file ? [{ role, path: file.path, sha256: file.sha256, bytes: file.size }] : [];
  });
  const has = (role: FileRole) => found.some((file) => file.role === role);
  if (!has('model') || !(has('vocab') || (has('srcvocab') && has('trgvocab')))) {
    throw new ManifestError(`The model ${id} lacks its model file or its vocabulary in the manifest.`);
  }
  return found;
}
