import type { TranslateOptions } from '../../engines/engine.ts';

/** A job's chunks come with the same glossary object: it is written once. */
const written = new WeakMap<object, string>();

export function glossaryJson(entries: NonNullable<TranslateOptions['glossary']>): string {
  const json = written.get(entries) ?? JSON.stringify(entries);
  written.set(entries, json);
  return json;
}
