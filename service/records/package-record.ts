import { z } from 'zod';
import { packageToolSchema, packageWordsSchema } from '../contract/index.ts';
import { storedWarningSchema } from './stored-codes.ts';

const packageRecordSchema = z.object({
  version: z.literal(1),
  id: z.uuid(),
  account_id: z.string().min(1),
  /** Absent: General's. */
  client_id: z.string().exactOptional(),
  tool: packageToolSchema,
  name: z.string(),
  file_name: z.string().exactOptional(),
  from: z.string(),
  to: z.string(),
  /** The target language as the package writes it. */
  package_to: z.string(),
  created_at: z.iso.datetime(),
  files: z.array(
    z.object({
      entry: z.string(),
      name: z.string(),
      job_id: z.uuid(),
      segments: z.int().nonnegative(),
      words: z.int().nonnegative(),
      locked: z.int().nonnegative(),
      /** Of these, those that are not confirmed. */
      locked_open: z.int().nonnegative(),
    }),
  ),
  words: packageWordsSchema,
  memories: z.array(z.object({ id: z.string(), name: z.string(), units: z.int().nonnegative() })),
  left_out: z.array(
    z.object({ entry: z.string(), what: z.enum(['reference', 'termbase', 'report', 'other']) }),
  ),
  warnings: z.array(storedWarningSchema),
  idempotency: z.object({ key: z.string(), payload: z.string() }).exactOptional(),
});
/** A package's `package.json`, written once all its jobs are stored. */
export type PackageRecord = z.infer<typeof packageRecordSchema>;

export const encodePackage = (record: PackageRecord): string => JSON.stringify(record);

/** Parses a `package.json`; undefined if it is damaged. */
export function parsePackage(text: string): PackageRecord | undefined {
  return parse(text, packageRecordSchema);
}

const unfinishedSchema = z.object({
  /** See lib/owner.ts. */
  owner: z.string(),
  memories: z.array(z.string()),
});
/** `unfinished.json`: what a package that is being made or removed leaves behind if the service is killed. */
export type UnfinishedPackage = z.infer<typeof unfinishedSchema>;

export const encodeUnfinished = (unfinished: UnfinishedPackage): string => JSON.stringify(unfinished);

export function parseUnfinished(text: string): UnfinishedPackage | undefined {
  return parse(text, unfinishedSchema);
}

function parse<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
