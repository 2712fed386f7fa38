import type { z } from 'zod';
import { asObject } from './lines.ts';

/** Makes a record of the next version of one. */
export type Migration = (record: Record<string, unknown>) => Record<string, unknown>;

/** How a kind of record is read: its present form, and the way there from each earlier one. */
export interface Versioned<Schema extends z.ZodType> {
  readonly schema: Schema;
  /** The step from version `i + 1` to `i + 2`; the present version is one more than their number. */
  readonly migrations: readonly Migration[];
}

/** A record of any version, migrated; undefined where it is damaged or of a later version. */
export function readVersioned<Schema extends z.ZodType>(
  value: unknown,
  { schema, migrations }: Versioned<Schema>,
): z.output<Schema> | undefined {
  const record = asObject(value);
  const version = record?.['version'];
  if (!record || typeof version !== 'number' || !Number.isInteger(version)) return undefined;
  if (version < 1 || version > migrations.length + 1) return undefined;
  const present = migrations
    .slice(version - 1)
    .reduce((older, migration, i) => ({ ...migration(older), version: version + i + 1 }), record);
  const read = schema.safeParse(present);
  return read.success ? read.data : undefined;
}
