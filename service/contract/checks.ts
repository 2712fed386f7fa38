import { z } from 'zod';
import { LIMITS } from './api-limits.ts';
import { CHECK_CODES } from './check-codes.ts';
import { fieldCode } from './fields.ts';
import { specificsShape } from './specifics.ts';

/** Which checks are made; those that are not named are as they are by default. */
export const checkProfileSchema = z
  .partialRecord(
    z.enum(CHECK_CODES),
    z.union([z.boolean(), z.object({ percent: z.int().min(1).max(10_000) })]),
  )
  .refine(
    (profile) =>
      Object.entries(profile).every(([code, value]) =>
        code === 'too_long' ? value !== true : typeof value === 'boolean',
      ),
    {
      error: 'too_long takes {"percent": 130} or false; the other checks are true or false.',
    },
  );
export type CheckProfile = z.infer<typeof checkProfileSchema>;

const checkFindingSchema = z.object({
  /** The same as long as the texts of its segments are. */
  id: z.string(),
  code: z.enum(CHECK_CODES),
  /** For people. */
  message: z.string(),
  details: specificsShape.details,
  /** Indexes, from 0: all segments with these texts, or that differ from one another. */
  segments: z.array(z.int().nonnegative()),
  /** Why it is ignored. Absent while it is open. */
  ignored: z.string().optional(),
});
export type CheckFinding = z.infer<typeof checkFindingSchema>;

export const jobChecksSchema = z.object({
  /** By code, then by segment; at most 10,000. */
  checks: z.array(checkFindingSchema),
  /** Findings that are open, and those that are ignored. */
  open: z.int().nonnegative(),
  ignored: z.int().nonnegative(),
  /** Findings beyond the most that are listed. Absent without any. */
  left_out: z.int().positive().optional(),
  /** Confirmed and edited segments that the checker of grammar has not answered for yet. Absent without any. */
  pending: z.int().positive().optional(),
});
export type JobChecks = z.infer<typeof jobChecksSchema>;

export const checksQuerySchema = z.object({
  format: z.enum(['json', 'xlsx']).default('json').meta({
    description:
      '`xlsx`: a workbook for the agency, a row for each segment of a finding, ignored ones with their reason.',
  }),
});

export const ignoreRequestSchema = z.object({
  ignore: z
    .array(
      z.object({
        id: z.string().max(LIMITS.id),
        reason: z
          .string()
          .transform((reason) => reason.trim())
          .refine((reason) => reason !== '' && Array.from(reason).length <= LIMITS.ignoreReason, {
            error: `A reason has 1 to ${LIMITS.ignoreReason} characters.`,
            params: fieldCode('invalid', { details: { limit: LIMITS.ignoreReason } }),
          })
          .nullable()
          .meta({
            minLength: 1,
            maxLength: LIMITS.ignoreReason,
            description: 'Why the finding is no fault. null: it is open again.',
          }),
      }),
    )
    .min(1, { error: 'ignore is empty. Name at least one finding.' })
    .max(LIMITS.ignoredFindings, {
      error: `At most ${LIMITS.ignoredFindings} findings are changed at once. Send the rest in another request.`,
    }),
});
