import { z } from 'zod';
import { jobErrorSchema, warningSchema } from '../contract/index.ts';
import type { JournalEndLine } from '../worker/port.ts';

const endSchema = z.object({
  status: z.enum(['done', 'failed', 'cancelled']),
  at: z.iso.datetime(),
  charge: z.int().nonnegative(),
  completed: z.int().nonnegative(),
  warnings: z.array(warningSchema),
  error: jobErrorSchema.exactOptional(),
  result: z.object({ bytes: z.int().nonnegative(), crc32: z.int().nonnegative() }).exactOptional(),
});
const settledSchema = z.object({ settled: z.literal(true), rev: z.int().nonnegative() });

/** How a journal says its job ended: the first end counts, and of the settlements the last. */
export function parseJournalEnd(lines: readonly unknown[]): { end?: JournalEndLine; settledRev?: number } {
  let end: JournalEndLine | undefined;
  let settledRev: number | undefined;
  for (const line of lines) {
    const ended = endSchema.safeParse(line);
    if (ended.success) end ??= ended.data;
    const settled = settledSchema.safeParse(line);
    if (settled.success) settledRev = settled.data.rev;
  }
  return { ...(end ? { end } : {}), ...(settledRev === undefined ? {} : { settledRev }) };
}
