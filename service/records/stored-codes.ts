import { z } from 'zod';
import { specificsOf } from '../contract/index.ts';
import type { JobError, Reason, Warning } from '../contract/index.ts';

// Unknown codes, of a later release, must not make a job unreadable.
const code = <Code extends string>() => z.custom<Code>((value) => typeof value === 'string');

/** As the wire has them. A reason that comes later is taken too, like a code. */
export const storedSpecifics = {
  reason: code<Reason>().optional(),
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
};

export const storedWarningSchema = z.object({
  code: code<Warning['code']>(),
  message: z.string(),
  ...storedSpecifics,
  count: z.int().nonnegative().optional(),
});

export const storedErrorSchema = z
  .object({ code: code<JobError['code']>(), message: z.string(), ...storedSpecifics })
  .transform(({ code, message, ...specifics }): JobError => ({ code, message, ...specificsOf(specifics) }));
