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
   * An estimate until the download begins, if the list has no packed sizes. 0 for an installed model that is
   * no longer listed: it can only be removed.
   */
  download_bytes: z.int().nonnegative(),
  /** On disk; present if installed. */
  installed_bytes: z.int().nonnegative().optional(),
  /** Present while it installs. */
  received_bytes: z.int().nonnegative().optional(),
  /** Why the last install failed, or that the installed model is damaged. */
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
  /**
   * For a machine without a network: download them on another one, and import them (`POST
   * /v1/models/import`).
   */
  files: z.array(
    z.object({
      name: z.string(),
      address: z.string(),
      /** Size and SHA-256 of the file at that address, if known. */
      bytes: z.int().positive().optional(),
      sha256: z.string().optional(),
    }),
  ),
});
export type ModelFilesResource = z.infer<typeof modelFilesSchema>;
export const modelsSchema = z.object({ models: z.array(modelSchema) });
export const importReportSchema = z.object({
  /** Ids of the models that this import installed. */
  installed: z.array(z.string()),
  /** Ids of the models that had been installed before. */
  present: z.array(z.string()),
  /** Files that are damaged or belong to no known model. */
  refused: z.array(z.object({ name: z.string(), message: z.string(), ...specificsShape })),
});
export type ImportReportResource = z.infer<typeof importReportSchema>;
