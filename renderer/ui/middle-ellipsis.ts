/** Between words of a name: spaces, hyphens, underscores. */
const BREAK = /^[\s\-_–—+,()[\]]$/u;

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Splits a file name into a part that may be cut and a tail that stays: the extension and the last word or
 * two before it, in which versions and languages usually differ (`… final v3.docx`). Counts graphemes, so
 * that no emoji or Devanagari syllable is torn.
 */
export function splitName(name: string, keep = 6): { head: string; tail: string } {
  const graphemes = [...SEGMENTER.segment(name)].map((part) => part.segment);
  const dot = graphemes.lastIndexOf('.');
  const extension = dot > 0 && graphemes.length - dot <= 6 ? graphemes.length - dot : 0;
  let cut = Math.max(0, graphemes.length - extension - keep);
  // To the beginning of the word, or of the next one if that is nearer: a long word is cut anyway.
  const start = [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, -6]
    .map((by) => cut + by)
    .find((at) => at > 0 && at < graphemes.length - extension && BREAK.test(graphemes[at - 1]!));
  cut = start ?? cut;
  // A tail that begins with a space would be detached from the ellipsis.
  while (graphemes[cut] === ' ') cut += 1;
  return { head: graphemes.slice(0, cut).join(''), tail: graphemes.slice(cut).join('') };
}
