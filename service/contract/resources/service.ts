import { z } from 'zod';

/** The service's answers, except the job (job.ts) and problems (problem.ts). */

export const healthSchema = z.object({ status: z.literal('ok'), version: z.string() });

export const sessionProvenSchema = z.object({
  /** The same for the four lines `interlinear session`, `service`, the port and the nonce. */
  proof: z.string(),
});

export const signInSchema = z.object({
  /** Opens the window signed in, once. A secret: pass it by a file that only the user can read. */
  open_url: z.string(),
  expires_at: z.iso.datetime(),
});
