import { z } from 'zod';
import { enginePairSchema } from './job.ts';

/** A worker's maximum of concurrent questions, and of UTF-16 units in its name. */
export const WORKER_LIMITS = { slots: 64, name: 100 } as const;

export const workerSchema = z.object({
  name: z.string(),
  version: z.string(),
  protocol: z.int(),
  /** `lost`: silent for some seconds. `refused`: it may not work for this team; `reason` says why. */
  state: z.enum(['ready', 'lost', 'refused']),
  /** For a ready worker: how its version differs from the host's. */
  reason: z.string().optional(),
  /** Calls that it can work on at once, and calls under way. */
  slots: z.int().nonnegative(),
  busy: z.int().nonnegative(),
  engines: z.array(
    z.object({ id: z.string(), version: z.string().optional(), pairs: z.array(enginePairSchema) }),
  ),
  /** Words translated since it started. */
  words: z.int().nonnegative(),
  words_per_second: z.number().nonnegative(),
});
export type WorkerResource = z.infer<typeof workerSchema>;

export const teamSchema = z.object({
  team: z.string(),
  queue: z.object({
    up: z.boolean(),
    /** When the queue went up or down. */
    since: z.iso.datetime(),
    /** Why it is down, or a warning about its configuration. */
    reason: z.string().optional(),
  }),
  workers: z.array(workerSchema),
});
export type TeamResource = z.infer<typeof teamSchema>;

/** For metrics; not on the wire. */
export interface TeamReport extends TeamResource {
  /** Questions since the start, by outcome; `dropped`: answers that nobody awaited any more. */
  readonly chunks: { readonly answered: number; readonly failed: number; readonly dropped: number };
  /** Seconds of the answered ones: waiting for a worker, at the engine, and in transit. */
  readonly seconds: { readonly wait: number; readonly engine: number; readonly way: number };
}

/** Without a team both name and queue are absent. */
export const workersSchema = teamSchema.partial({ queue: true }).extend({ team: z.string().nullable() });
export type Workers = z.infer<typeof workersSchema>;
