import { z } from 'zod';
import { jobStatusSchema, warningSchema } from '../job.ts';

export const packageToolSchema = z.enum(['trados', 'memoq']);
export type PackageTool = z.infer<typeof packageToolSchema>;

/** The 202 to a new package. */
export const createdPackageSchema = z.object({
  id: z.uuid(),
  tool: packageToolSchema,
  status: jobStatusSchema,
});

/** Source words by the match that the package or its memory has for them. */
export const packageWordsSchema = z.object({
  /** The neighbours match too. */
  context: z.int().nonnegative(),
  exact: z.int().nonnegative(),
  /** At least 75 %, or as the package says. */
  fuzzy: z.int().nonnegative(),
  /** Equal to an earlier segment of the package. */
  repeated: z.int().nonnegative(),
  new: z.int().nonnegative(),
});
export type PackageWords = z.infer<typeof packageWordsSchema>;

/** A package: a group of document jobs, one for each of its bilingual files. */
export const packageSchema = createdPackageSchema.extend({
  client_id: z.string(),
  /** As the package calls the job. */
  name: z.string(),
  file_name: z.string().optional(),
  from: z.string(),
  to: z.string(),
  created_at: z.iso.datetime(),
  files: z.array(
    z.object({
      job_id: z.uuid(),
      name: z.string(),
      /** `deleted`: its job is gone; the return package has the file as it came. */
      status: z.enum([...jobStatusSchema.options, 'deleted']),
      segments: z.int().nonnegative(),
      words: z.int().nonnegative(),
      locked: z.int().nonnegative(),
      confirmed: z.int().nonnegative(),
    }),
  ),
  /** Segments that are neither confirmed nor locked. */
  open: z.int().nonnegative(),
  words: packageWordsSchema,
  /** Translation memories of the package, read for its jobs. */
  memories: z.array(z.object({ id: z.string(), name: z.string(), units: z.int().nonnegative() })),
  /** What else the package holds. Each is saved as it is by `references/{n}`, with n its place from 0. */
  left_out: z.array(
    z.object({ name: z.string(), what: z.enum(['reference', 'termbase', 'report', 'other']) }),
  ),
  warnings: z.array(warningSchema),
});
export type Package = z.infer<typeof packageSchema>;

export const packagesSchema = z.object({ packages: z.array(packageSchema) });
