import type { TranslateOptions } from '../../engines/engine.ts';
import { writtenEntries } from '../../text/glossary.ts';

type Entries = NonNullable<TranslateOptions['glossary']>;

/** A job's chunks share one glossary object: it is serialized once. */
const serialized = new WeakMap<object, string>();
const forEngines = new WeakMap<object, Entries>();

export function glossaryJson(entries: Entries): string {
  const json = serialized.get(entries) ?? JSON.stringify(entries);
  serialized.set(entries, json);
  return json;
}

/** What engines are told of a job's glossary: the same object for the same glossary. */
export function engineGlossary(entries: Entries): Entries {
  const told =
    forEngines.get(entries) ??
    (entries.some(({ status }) => status !== undefined) ? writtenEntries(entries) : entries);
  forEngines.set(entries, told);
  return told;
}
