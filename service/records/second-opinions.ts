import { z } from 'zod';
import { encodeLine, parseLines } from './lines.ts';

const secondOpinionSchema = z.object({
  /** The batch that another engine translates; its segments are named by their index in the job. */
  job: z.uuid(),
  engine: z.string(),
});
/** A line of a done job's `second.ndjson`. */
export type SecondOpinion = z.infer<typeof secondOpinionSchema>;

export const encodeSecondOpinion: (line: SecondOpinion) => string = encodeLine;

export function parseSecondOpinions(bytes: Uint8Array): SecondOpinion[] {
  return [...parseLines(bytes)].flatMap((line) => secondOpinionSchema.safeParse(line).data ?? []);
}
