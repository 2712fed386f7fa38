import { shallowReactive, watch } from 'vue';
import { keptText } from './kept-text.ts';

const MAX_PLACES = 1_000;

export interface Place {
  /** Key of the row. */
  key: string;
  /** The row's place: milliseconds, higher for newer rows. */
  order: number;
}

/** The places of rows whose jobs began in a window, by job id: the latest thousand survive reloads. */
export function keptPlaces(): Map<string, Place> {
  const kept = keptText('places');
  const before = kept.items(isEntry).map(([id, order]): [string, Place] => [id, { key: id, order }]);
  const places = shallowReactive(new Map(before));
  watch(
    () => [...places],
    (entries) =>
      kept.write(() => JSON.stringify(entries.slice(-MAX_PLACES).map(([id, { order }]) => [id, order]))),
  );
  return places;
}

function isEntry(value: unknown): value is [string, number] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';
}
