import { z } from 'zod';
import { readVersioned } from './migrate.ts';

const unlearnedSchema = z.object({
  version: z.literal(1),
  /** Oldest first. `at`: of the edit, as `edits.json` will say; `indexes`: of the segments that it changes. */
  edits: z.array(z.object({ at: z.iso.datetime(), indexes: z.array(z.int().nonnegative()) })),
});
type UnlearnedRecord = z.infer<typeof unlearnedSchema>;

/** An edit that the translation memory is still to hear of. */
export type UnlearnedEdit = UnlearnedRecord['edits'][number];

/**
 * A job's `unlearned.json`: written before an edit is put in place, removed once the memory has learned of it. So what is found there at
 * a start is to be learned where the edit stands, and is nothing where it does not.
 */
export function encodeUnlearned(edits: readonly UnlearnedEdit[]): string {
  return JSON.stringify({ version: 1, edits });
}

/** None where it is damaged: the edits themselves are in `edits.json`. */
export function parseUnlearned(text: string): UnlearnedEdit[] {
  try {
    return readVersioned(JSON.parse(text), { schema: unlearnedSchema, migrations: [] })?.edits ?? [];
  } catch {
    return [];
  }
}
