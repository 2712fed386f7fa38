import { shallowReactive, watch } from 'vue';
import { keptText } from './kept-text.ts';

const MOST = 1_000;

export interface Place {
  /** Of the row. */
  key: string;
  /** Where the row stands: milliseconds, newer ones are larger. */
  order: number;
}

/** Where the rows of jobs stand that began in a window, by the job's id: the latest thousand are kept over reloads. */
export function keptPlaces(): Map<string, Place> {
  const kept = keptText('places');
  const before = kept.items(isEntry).map(([id, order]): [string, Place] => [id, { key: id, order }]);
  const places = shallowReactive(new Map(before));
  watch(
    () => [...places],
    (entries) => kept.write(() => JSON.stringify(entries.slice(-MOST).map(([id, { order }]) => [id, order]))),
  );
  return places;
}

function isEntry(value: unknown): value is [string, number] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';
}
