import { z } from 'zod';
import { modelErrorCodeSchema } from '../codes.ts';
import { modelStateSchema } from '../requests/models.ts';
import { specificsShape } from '../specifics.ts';

export const modelSchema = z.object({
  /** `bergamot-{from}-{to}-{variant}`. */
  id: z.string(),
  engine: z.string(),
  from: z.string(),
  to: z.string(),
  /** Small and quick, or larger and better. */
  variant: z.enum(['tiny', 'base', 'base-memory']),
  state: modelStateSchema,
  /**
   * An estimate where the list has no packed sizes, until the download begins. 0 for an installed model no
   * longer listed: it can only be removed.
   */
  download_bytes: z.int().nonnegative(),
  /** On the disk; where it is installed. */
  installed_bytes: z.int().nonnegative().optional(),
  /** While it installs. */
  received_bytes: z.int().nonnegative().optional(),
  /** Why the last install failed, or that what was installed has been found damaged. */
  error: z
    .object({
      code: modelErrorCodeSchema,
      message: z.string(),
      ...specificsShape,
    })
    .optional(),
  version: z.string().optional(),
  licence: z.string(),
  /** Scores on the FLORES test set, as the model's makers published them. */
  quality: z
    .object({
      bleu: z.number().optional(),
      chrf: z.number().optional(),
      comet: z.number().optional(),
    })
    .optional(),
});
export type ModelResource = z.infer<typeof modelSchema>;
export const modelFilesSchema = modelSchema.extend({
  /** For a machine without a network: fetch them on another, and import them (`POST /v1/models/import`). */
  files: z.array(
    z.object({
      name: z.string(),
      address: z.string(),
      /** Size and SHA-256 of the file at that address, where they are known. */
      bytes: z.int().positive().optional(),
      sha256: z.string().optional(),
    }),
  ),
});
export type ModelFilesResource = z.infer<typeof modelFilesSchema>;
export const modelsSchema = z.object({ models: z.array(modelSchema) });
export const importReportSchema = z.object({
  /** Ids of the models that are installed now and were not before. */
  installed: z.array(z.string()),
  /** Ids of the models that files belong to, and that were installed before. */
  present: z.array(z.string()),
  /** Files that are of no known model, or damaged. */
  refused: z.array(z.object({ name: z.string(), message: z.string(), ...specificsShape })),
});
export type ImportReportResource = z.infer<typeof importReportSchema>;
