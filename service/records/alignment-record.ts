import { z } from 'zod';
import { alignmentLevelSchema, alignmentStateSchema, warningSchema } from '../contract/index.ts';
import { encodeLine } from './lines.ts';
import { segmentLineSchema } from './segments.ts';

const fileSchema = z.object({
  /** As uploaded. */
  name: z.string(),
  media_type: z.string().exactOptional(),
});

/** `alignment.json`: the request, and the end once there is one. */
export const alignmentRecordSchema = z.object({
  id: z.uuid(),
  account_id: z.string(),
  client_id: z.string().exactOptional(),
  from: z.string(),
  to: z.string(),
  level: alignmentLevelSchema,
  source: fileSchema,
  target: fileSchema,
  /** Texts of each file. */
  source_texts: z.int().nonnegative(),
  target_texts: z.int().nonnegative(),
  warnings: z.array(warningSchema),
  created_at: z.string(),
  status: z.enum(['running', 'done', 'failed', 'cancelled']),
  updated_at: z.string(),
  finished_at: z.string().exactOptional(),
  error: z.object({ code: z.string(), message: z.string() }).exactOptional(),
  /** The request's Idempotency-Key and its answer, in the first alignment that it made. */
  idempotency: z
    .object({ key: z.string(), payload: z.string(), answer: z.record(z.string(), z.unknown()) })
    .exactOptional(),
});
export type AlignmentRecord = z.infer<typeof alignmentRecordSchema>;

/** A line of `source.ndjson` and `target.ndjson`: a segment or sentence; `p` is the number of its paragraph. */
export const alignedTextSchema = segmentLineSchema
  .pick({ text: true, copy: true, key: true, kind: true })
  .extend({ p: z.int().nonnegative() });
export type AlignedTextLine = z.infer<typeof alignedTextSchema>;

/** How many pairs are in which state. */
export const alignmentCountsSchema = z.object({
  pairs: z.int().nonnegative(),
  accepted: z.int().nonnegative(),
  open: z.int().nonnegative(),
  rejected: z.int().nonnegative(),
});
export type AlignmentCounts = z.infer<typeof alignmentCountsSchema>;

/** The first line of `pairs.ndjson`, which is always written whole. */
export const pairsHeadSchema = alignmentCountsSchema.extend({ revision: z.string() });
export type PairsHead = z.infer<typeof pairsHeadSchema>;

/** Each further line: the places of its texts in both files, its confidence and its state. */
export const pairLineSchema = z.object({
  s: z.array(z.int().nonnegative()),
  t: z.array(z.int().nonnegative()),
  c: z.number(),
  st: alignmentStateSchema,
});
export type PairLine = z.infer<typeof pairLineSchema>;

export function countPairs(pairs: readonly PairLine[]): AlignmentCounts {
  const counts = { pairs: pairs.length, accepted: 0, open: 0, rejected: 0 };
  for (const { st } of pairs) counts[st]++;
  return counts;
}

export function encodePairs(head: PairsHead, pairs: readonly PairLine[]): string {
  return encodeLine(head) + pairs.map(encodeLine).join('');
}

export function parsePairs(text: string): { head: PairsHead; pairs: PairLine[] } {
  const [head = '', ...lines] = text.split('\n').filter((line) => line !== '');
  return { head: parseHead(head), pairs: lines.map((line) => pairLineSchema.parse(JSON.parse(line))) };
}

export function parseHead(line: string): PairsHead {
  return pairsHeadSchema.parse(JSON.parse(line));
}

export function parseAlignedTexts(text: string): AlignedTextLine[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => alignedTextSchema.parse(JSON.parse(line)));
}
