import { z } from 'zod';
import { fingerprintSchema } from './job-record.ts';

const builtSchema = fingerprintSchema.extend({
  /** Time of the last edit in the file; '' without edits. */
  at: z.string(),
});
/** The inputs of a result file, beside it as `result.<ext>.built`. If they change, it is rebuilt. */
export type BuiltResult = z.infer<typeof builtSchema>;

export function encodeBuilt(built: BuiltResult): string {
  return JSON.stringify(built);
}

/** Undefined if it is damaged. */
export function parseBuilt(text: string): BuiltResult | undefined {
  try {
    return builtSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
