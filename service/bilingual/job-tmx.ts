import { VERSION } from '../version.ts';
import type { BilingualJob } from './unit.ts';
import { TMX_END, tmxStart, tmxUnit } from './write-tmx.ts';

/** A job as TMX 1.4b. Copied texts are not translations and are left out. */
export function writeTmx({ from, to, coded, units }: BilingualJob): Uint8Array {
  const written = units
    .filter(({ origin }) => origin !== 'copied')
    .map(({ index, id, source, target, origin, flags }) =>
      tmxUnit({
        ...{ from, to, source, target, coded },
        id: String(index),
        notes: flags.map(({ code, message }) => `${code}: ${message}`),
        props: { 'x-origin': origin, ...(id === undefined ? {} : { 'x-id': id }) },
      }),
    );
  const segtype = units.some(({ sentence }) => sentence) ? 'sentence' : 'paragraph';
  const start = tmxStart({ from, version: VERSION, segtype });
  return new TextEncoder().encode(start + written.join('') + TMX_END);
}
