// @ts-check
// Translations that a filter must be able to write, whatever an engine makes of the codes.

/** @typedef {import('../lib/random.mjs').Random} Random */
/** @typedef {{text: string, copy?: true}} Segment */
/** @typedef {'same' | 'longer' | 'moved' | 'stripped'} Manner */

const CODE = /<\/?\d{1,9}\/?>/g;

/** @param {Random} random @returns {Manner} */
export function pickManner(random) {
  return random.pick(['same', 'longer', 'longer', 'longer', 'moved', 'stripped']);
}

/** The target of a segment as coded text. @param {string} text @param {Manner} manner @returns {string} */
export function translate(text, manner) {
  switch (manner) {
    case 'same':
      return text;
    case 'longer':
      // The look behind keeps this linear in words of a hundred thousand letters.
      return text.replace(/(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?=[\s<]|$)/gu, '$&zé');
    case 'moved':
      return lastCodeFirst(text);
    case 'stripped':
      return `${text.replace(CODE, '')} zé`;
  }
}

/** @param {string} text */
function lastCodeFirst(text) {
  const alone = text.match(/<\d{1,9}\/>/g)?.at(-1);
  if (alone !== undefined) return `${alone} z ${text.replace(alone, '')}`;
  const pair = /<(\d{1,9})>(?:(?!<\/\1>).)*<\/\1>/su.exec(text)?.[0];
  return pair === undefined ? `z ${text}` : `${text.replace(pair, '')} z ${pair}`;
}

/** The letters of coded text, as they must be found again: codes and white space may be set otherwise. @param {string} coded */
export function letters(coded) {
  const plain = coded
    .replace(CODE, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  return plain.replace(/[\s\u0085]+/g, '');
}
