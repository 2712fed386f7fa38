/** Scripts without spaces: a boundary between two of their letters is no evidence of a word boundary. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const WORD_CHAR = /[\p{L}\p{N}\p{M}_]/u;

/** Whether a letter of such a script is in a text. */
export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Whether a line end between two texts is read as nothing, not as a space (CSS Text 3 §4.1.3). */
export function joinsWithoutSpace(before: string | undefined, after: string | undefined): boolean {
  return EAST_ASIAN.test(before?.at(-1) ?? '') && EAST_ASIAN.test(after?.[0] ?? '');
}

/** A letter, digit or mark of a script that separates words by spaces. */
export function isSpacedWordChar(char: string): boolean {
  return WORD_CHAR.test(char) && !isUnspaced(char);
}

/** The whole character that ends before `index`, or that starts at it; empty at the text's edges. */
export function charBefore(text: string, index: number): string {
  const unit = text.charCodeAt(index - 1);
  const low = unit >= 0xdc00 && unit <= 0xdfff;
  return text.slice(Math.max(0, index - (low ? 2 : 1)), index);
}

export function charAt(text: string, index: number): string {
  const point = text.codePointAt(index);
  return point === undefined ? '' : String.fromCodePoint(point);
}

/** Scripts that ICU names as a group, by their names in regular expressions. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  Hans: ['Han'],
  Hant: ['Han'],
  Jpan: ['Han', 'Hiragana', 'Katakana'],
  Kore: ['Hangul', 'Han'],
};

/** Matches letters of the scripts that these languages use. */
export function lettersOf(...languages: readonly string[]): RegExp | undefined {
  const scripts = languages.flatMap((tag) => {
    try {
      const script = new Intl.Locale(tag).maximize().script ?? '';
      return PARTS[script] ?? [script];
    } catch {
      return [''];
    }
  });
  try {
    return new RegExp(`[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u');
  } catch {
    return undefined;
  }
}
