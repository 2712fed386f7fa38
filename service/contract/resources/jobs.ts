import { z } from 'zod';
import { jobSchema } from '../job.ts';

export const jobListSchema = z.object({
  jobs: z.array(jobSchema),
  /** Absent on the last page. */
  next_cursor: z.string().optional(),
});
export type JobList = z.infer<typeof jobListSchema>;
