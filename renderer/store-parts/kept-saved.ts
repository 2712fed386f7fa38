import { shallowReactive, watch } from 'vue';
import type { Saved } from '../api/files.ts';
import { keptText } from '../lib/kept-text.ts';
import { isRecord } from '../lib/shapes.ts';

const MAX_SAVED = 1_000;

/** A saved file, and when its job had last changed by then. */
export interface KeptSaved extends Saved {
  changedAt?: string;
}

/** Paths of saved files by job id, kept over reloads; the latest thousand. */
export function keptSaved(): Map<string, KeptSaved> {
  const kept = keptText('saved');
  const saved = shallowReactive(new Map<string, KeptSaved>(kept.items(isEntry)));
  watch(
    () => [...saved],
    (entries) => kept.write(() => JSON.stringify(entries.slice(-MAX_SAVED))),
  );
  return saved;
}

function isEntry(value: unknown): value is [string, KeptSaved] {
  return Array.isArray(value) && typeof value[0] === 'string' && isRecord(value[1]);
}
