import type { ExaminedResource } from '../../service/contract/index.ts';

/** Characters; the language of a shorter text is uncertain. */
const MIN_TELLING_CHARS = 60;
const CERTAIN = 0.7;
/** The lead of the best guess that casts doubt on the chosen language: related languages come close. */
const MARGIN = 0.12;

interface Guess {
  code: string;
  confidence: number;
}

/** Whether a document is long enough to detect its language. */
export function isTelling({ source_chars: chars }: Pick<ExaminedResource, 'source_chars'>): boolean {
  return chars >= MIN_TELLING_CHARS;
}

/** The language that a text is certainly in, if it differs from the chosen one; regions are ignored. */
export function contradiction(guesses: readonly Guess[], said: string): string | undefined {
  const [best] = guesses;
  if (!best || best.confidence < CERTAIN || baseOf(best.code) === baseOf(said)) return undefined;
  const own = guesses.find((guess) => baseOf(guess.code) === baseOf(said))?.confidence ?? 0;
  return best.confidence - own >= MARGIN ? best.code : undefined;
}

/** Languages that the guesses name differently than the catalog. */
const SAME: Record<string, string> = { nb: 'no', nn: 'no', tl: 'fil' };

export function baseOf(code: string): string {
  const base = code.split('-')[0] ?? code;
  return SAME[base] ?? base;
}
