/** Letters that a script needs for what Latin writes in one. */
const DENSITY: readonly (readonly [script: RegExp, letters: number])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 0.55],
  [/\p{Script=Han}/gu, 0.33],
  [/\p{Script=Hangul}/gu, 0.45],
  [/[\p{Script=Arabic}\p{Script=Hebrew}]/gu, 0.8],
];
const LETTER = /\p{L}/gu;
/** Of a short text much may be said in a word more or less. */
const FEWEST_LETTERS = 40;
const MOST_TIMES = 2.5;

/** How many times as long as expected the target is, or as short: only where that is too much for a translation. */
export function unusualLength(source: string, target: string): 'long' | 'short' | undefined {
  const [asked, given] = [lengthOf(source), lengthOf(target)];
  if (asked < FEWEST_LETTERS && given < FEWEST_LETTERS * MOST_TIMES) return undefined;
  if (given > Math.max(asked, FEWEST_LETTERS) * MOST_TIMES) return 'long';
  return given * MOST_TIMES < asked ? 'short' : undefined;
}

/** In letters of the Latin script. */
function lengthOf(text: string): number {
  const letters = text.match(LETTER)?.length ?? 0;
  let counted = 0;
  let length = 0;
  for (const [script, density] of DENSITY) {
    const count = text.match(script)?.length ?? 0;
    counted += count;
    length += count / density;
  }
  return length + letters - Math.min(counted, letters);
}
