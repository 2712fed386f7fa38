import { z } from 'zod';
import { LIMITS } from '../api-limits.ts';

export const tableSchema = z.object({
  rows: z.array(z.array(z.string()).max(LIMITS.tableColumns)).max(LIMITS.tableRows),
  /** Whether there are columns; else each row is a line of text. */
  has_columns: z.boolean(),
});
