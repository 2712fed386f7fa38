import { z } from 'zod';
import { readVersioned } from './migrate.ts';

const unlearnedSchema = z.object({
  version: z.literal(1),
  /** Oldest first. `at`: of the edit, as `edits.json` says; `indexes`: of the segments that it changes. */
  edits: z.array(z.object({ at: z.iso.datetime(), indexes: z.array(z.int().nonnegative()) })),
});

/** An edit that the memory had not learned when an earlier version stopped (`unlearned.json`). */
type UnlearnedEdit = z.infer<typeof unlearnedSchema>['edits'][number];

/** None where it is damaged: the edits themselves are in `edits.json`. */
export function parseUnlearned(text: string): UnlearnedEdit[] {
  try {
    return readVersioned(JSON.parse(text), { schema: unlearnedSchema, migrations: [] })?.edits ?? [];
  } catch {
    return [];
  }
}
