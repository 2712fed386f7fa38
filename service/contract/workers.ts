import { z } from 'zod';
import { enginePairSchema } from './job.ts';

/** Of a worker: questions that it works on at once, and UTF-16 units of its name. */
export const WORKER_LIMITS = { slots: 64, name: 100 } as const;

export const workerSchema = z.object({
  name: z.string(),
  version: z.string(),
  protocol: z.int(),
  /** `lost`: silent for some seconds. `refused`: it may not work for this team; `reason` says why. */
  state: z.enum(['ready', 'lost', 'refused']),
  /** Of a ready one: how its version differs from the host's. */
  reason: z.string().optional(),
  /** Calls that it can work on at once, and those under way. */
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
    /** When it went up or down. */
    since: z.iso.datetime(),
    /** Why it is down, or a warning about how it is set up. */
    reason: z.string().optional(),
  }),
  workers: z.array(workerSchema),
});
export type TeamResource = z.infer<typeof teamSchema>;

/** For metrics; not on the wire. */
export interface TeamReport extends TeamResource {
  /** Questions since the start, by what came of them; `dropped`: answers that nobody waited for any more. */
  readonly chunks: { readonly answered: number; readonly failed: number; readonly dropped: number };
  /** Seconds of the answered ones: waiting for a worker's turn, at the engine, and on the way. */
  readonly seconds: { readonly wait: number; readonly engine: number; readonly way: number };
}

/** Without a team there is neither its name nor its queue. */
export const workersSchema = teamSchema.partial({ queue: true }).extend({ team: z.string().nullable() });
export type Workers = z.infer<typeof workersSchema>;
