import type { TranslateOptions } from '../../engines/engine.ts';

/** A job's chunks share one glossary object: it is serialized once. */
const written = new WeakMap<object, string>();

export function glossaryJson(entries: NonNullable<TranslateOptions['glossary']>): string {
  const json = written.get(entries) ?? JSON.stringify(entries);
  written.set(entries, json);
  return json;
}
