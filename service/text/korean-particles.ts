import { charBefore } from './scripts.ts';

const WORD_END = '(?![\\p{L}\\p{N}\\p{M}_])';

/** `toward`: the particle of direction, `own`: others after the same syllables, by the preceding sound. */
function particles(toward: string, own: string): RegExp {
  const ofPlace = `(?:에서|에게|에|까지|부터|${toward})(?:는|도|의|만)?`;
  return new RegExp(`(?:${ofPlace}|${own}|의|에게서|께서|도|만|보다|처럼|마다|하고|입니다)${WORD_END}`, 'uy');
}

const AFTER_VOWEL = particles('로', '를|는|가|와|나|라는');
const AFTER_RIEUL = particles('로', '을|은|이|과|이나|이라는');
const AFTER_CONSONANT = particles('으로', '을|은|이|과|이나|이라는');

/** Hangul syllables (Unicode 3.12): blocks of 28 by final consonant: none first, ㄹ eighth. */
const [FIRST, LAST] = [0xac00, 0xd7a3];
const FINALS = 28;
const RIEUL = 8;
/** One syllable and a particle are too often another word: `회의` is a meeting. */
const MIN_SYLLABLES = 2;

/**
 * Whether exactly a Korean particle follows the range from `start` to `end` in composed (NFC) text. It must
 * agree with the syllable before it: `을` follows a consonant, `를` a vowel. Otherwise it is part of another
 * word.
 */
export function isBeforeParticle(plain: string, start: number, end: number): boolean {
  const syllable = charBefore(plain, end).charCodeAt(0);
  if (!(syllable >= FIRST && syllable <= LAST) || end - start < MIN_SYLLABLES) return false;
  const final = (syllable - FIRST) % FINALS;
  const following = final === 0 ? AFTER_VOWEL : final === RIEUL ? AFTER_RIEUL : AFTER_CONSONANT;
  following.lastIndex = end;
  return following.test(plain);
}
