import { z } from 'zod';
import { jobErrorSchema, jobStatusSchema, warningSchema } from '../job.ts';

export const alignmentLevelSchema = z.enum(['sentence', 'segment']);
export type AlignmentLevel = z.infer<typeof alignmentLevelSchema>;

export const alignmentStateSchema = z.enum(['accepted', 'open', 'rejected']);
export type AlignmentState = z.infer<typeof alignmentStateSchema>;

const alignmentStageSchema = z.enum(['translating', 'aligning']);

const counts = {
  pairs: z.int().nonnegative(),
  accepted: z.int().nonnegative(),
  open: z.int().nonnegative(),
  rejected: z.int().nonnegative(),
};

/** An alignment as status, list and events show it. Fields that do not apply are absent, never null. */
export const alignmentSchema = z.object({
  id: z.uuid(),
  kind: z.literal('alignment'),
  status: jobStatusSchema,
  stage: alignmentStageSchema.optional(),
  source_name: z.string(),
  target_name: z.string(),
  from: z.string(),
  to: z.string(),
  client_id: z.string(),
  level: alignmentLevelSchema,
  /** Texts of the source that our own translation is compared for, while running. */
  completed_segments: z.int().nonnegative().optional(),
  total_segments: z.int().nonnegative().optional(),
  /** Texts of each file. */
  source_segments: z.int().nonnegative(),
  target_segments: z.int().nonnegative(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  finished_at: z.iso.datetime().optional(),
  warnings: z.array(warningSchema).optional(),
  error: jobErrorSchema.optional(),
  /** Once done. */
  ...z.object(counts).partial().shape,
  revision: z.string().optional(),
});
export type AlignmentView = z.infer<typeof alignmentSchema>;

export const createdAlignmentSchema = alignmentSchema.pick({
  id: true,
  kind: true,
  status: true,
  source_name: true,
  target_name: true,
});
export const createdAlignmentsSchema = z.object({
  alignments: z.array(createdAlignmentSchema.pick({ id: true, source_name: true, target_name: true })),
  /** Names of files without a partner. */
  unmatched: z.array(z.string()),
});

export const alignmentListSchema = z.object({
  alignments: z.array(alignmentSchema),
  /** Absent on the last page. */
  next_cursor: z.string().optional(),
});

export const alignedPairSchema = z.object({
  /** Counted from 0, in the order of the documents. */
  index: z.int().nonnegative(),
  source: z.array(z.string()),
  target: z.array(z.string()),
  /** Places of these texts in their document, from 0 in reading order. */
  source_at: z.array(z.int().nonnegative()),
  target_at: z.array(z.int().nonnegative()),
  /** From 0 to 1. */
  confidence: z.number().min(0).max(1),
  state: alignmentStateSchema,
});
export type AlignedPair = z.infer<typeof alignedPairSchema>;

export const alignedPairsSchema = z.object({
  pairs: z.array(alignedPairSchema),
  revision: z.string(),
  /** Absent on the last page. */
  next_cursor: z.string().optional(),
});
export type AlignedPairsPage = z.infer<typeof alignedPairsSchema>;

/** `pairs`: those that replaced others, as they are now. */
export const changedPairsSchema = z.object({
  changed: z.array(alignedPairSchema),
  ...counts,
  revision: z.string(),
});
export type ChangedPairs = z.infer<typeof changedPairsSchema>;

export const learnedPairsSchema = z.object({
  added: z.int().nonnegative(),
  skipped: z.int().nonnegative(),
  contradicted: z.int().nonnegative(),
});
export type LearnedPairs = z.infer<typeof learnedPairsSchema>;
