import { z } from 'zod';
import type { JobError, Warning } from '../contract/index.ts';

// Any code is taken: one that this release does not know, of a later one or a former, must not make a job unreadable.
const code = <Code extends string>() => z.custom<Code>((value) => typeof value === 'string');

export const storedWarningSchema = z.object({
  code: code<Warning['code']>(),
  message: z.string(),
  count: z.int().nonnegative().optional(),
});

export const storedErrorSchema = z
  .object({ code: code<JobError['code'] | 'source_missing'>(), message: z.string() })
  .transform(({ code, message }): JobError => ({
    // What the first release called it.
    code: code === 'source_missing' ? 'source_damaged' : code,
    message,
  }));
