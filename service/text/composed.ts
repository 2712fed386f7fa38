import { normalForm } from './normal-form.ts';

/** A text in Unicode's composed form (NFC). */
export interface Composed {
  readonly text: string;
  /** The position in the original text. */
  readonly original: (index: number) => number;
}

/** A cluster that may compose: a character and its marks, or the jamo of a Korean syllable. */
const CLUSTER = /[^][\p{M}\u1160-\u11ff]*/gu;

/** Most texts are already composed, and returned unchanged. */
export function composed(written: string): Composed {
  const whole = normalForm(written);
  if (whole === written) return { text: written, original: (index) => index };
  const places: number[] = [];
  let text = '';
  for (const { 0: cluster, index } of written.matchAll(CLUSTER)) {
    const own = normalForm(cluster);
    for (let n = 0; n < own.length; n++) places.push(index + Math.min(n, cluster.length));
    text += own;
  }
  return { text, original: (index) => places[index] ?? written.length };
}
