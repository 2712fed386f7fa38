// Translations that a filter must be able to write, whatever an engine makes of the codes.
import type { Random } from '../support/random.ts';

export interface Segment {
  text: string;
  copy?: true;
}
export type Manner = 'same' | 'longer' | 'moved' | 'stripped';

const CODE = /<\/?\d{1,9}\/?>/g;

export function pickManner(random: Random): Manner {
  return random.pick(['same', 'longer', 'longer', 'longer', 'moved', 'stripped']);
}

/** The target of a segment as coded text. */
export function translate(text: string, manner: Manner): string {
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

function lastCodeFirst(text: string) {
  const alone = text.match(/<\d{1,9}\/>/g)?.at(-1);
  if (alone !== undefined) return `${alone} z ${text.replace(alone, '')}`;
  const pair = /<(\d{1,9})>(?:(?!<\/\1>).)*<\/\1>/su.exec(text)?.[0];
  return pair === undefined ? `z ${text}` : `${text.replace(pair, '')} z ${pair}`;
}

/** The letters of coded text, as they must be found again: codes and white space may be set otherwise. */
export function letters(coded: string) {
  const plain = coded
    .replace(CODE, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  return plain.replace(/[\s\u0085]+/g, '');
}
