import { z } from 'zod';
import { askedOptionsSchema } from '../format-options.ts';
import { checkProfileSchema } from '../checks.ts';
import { memoryUseSchema } from '../requests/clients.ts';

const clientDefaultsSchema = z.object({
  tone: z.string().optional(),
  context: z.string().optional(),
  format_options: askedOptionsSchema.optional(),
  checks: checkProfileSchema.optional(),
});
export type ClientDefaults = z.infer<typeof clientDefaultsSchema>;

export const clientSchema = z.object({
  /** A UUID, or `general`. */
  id: z.string(),
  name: z.string(),
  /** In the order in which they are read. */
  memories: z.array(memoryUseSchema),
  /** Used by jobs and texts that name none. */
  glossary_ids: z.array(z.string()),
  engines: z.union([z.enum(['any', 'offline']), z.array(z.string())]),
  defaults: clientDefaultsSchema,
  retention_days: z.int().positive().nullable(),
  /** Jobs of any state, and units of its memories. */
  jobs: z.int().nonnegative(),
  units: z.int().nonnegative(),
  created_at: z.iso.datetime(),
});
export type ClientResource = z.infer<typeof clientSchema>;
export const clientsSchema = z.object({ clients: z.array(clientSchema) });

const count = z.int().nonnegative();
export const removedClientSchema = z.object({
  jobs: count,
  files: count,
  memories: count,
  units: count,
  glossaries: count,
  drafts: count,
});
export type RemovedClient = z.infer<typeof removedClientSchema>;

/** `text_sent`: to other machines. Without any text, or a name of a file. */
export const clientEventSchema = z.object({
  at: z.iso.datetime(),
  event: z.enum(['job_created', 'text_sent', 'confirmed', 'imported', 'exported', 'job_deleted']),
  job_id: z.string().optional(),
  /** Absent where the window or the command line did it. */
  key_id: z.string().optional(),
  engine: z.string().optional(),
  hosts: z.array(z.string()).optional(),
  segments: count.optional(),
});
export type ClientEvent = z.infer<typeof clientEventSchema>;
/** `hosts`: where text was sent; empty where it left this machine or team for none. */
export const clientLogSchema = z.object({ events: z.array(clientEventSchema.required({ hosts: true })) });
