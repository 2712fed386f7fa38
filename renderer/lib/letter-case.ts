/** The cases that Shift+F3 goes through, as word processors do. */
type LetterCase = 'lower' | 'title' | 'upper';

const LETTERS = /\p{L}[\p{L}\p{M}\p{N}'’]*/gu;

/**
 * The next case of a text in pieces, such as the texts between codes: all small, then each word with a capital,
 * then all capitals. A word may go on in the next piece. `language`: a BCP 47 tag, as Turkish has other letters.
 */
export function nextCase(pieces: readonly string[], language: string): string[] {
  const locale = supported(language);
  const whole = pieces.join('');
  const next = caseAfter(caseOf(whole, locale));
  if (next !== 'title')
    return pieces.map((piece) =>
      next === 'upper' ? piece.toLocaleUpperCase(locale) : piece.toLocaleLowerCase(locale),
    );
  const starts = new Set([...whole.matchAll(LETTERS)].map(({ index }) => index));
  let at = 0;
  return pieces.map((piece) => {
    let changed = '';
    for (const char of piece) {
      changed += starts.has(at) ? char.toLocaleUpperCase(locale) : char.toLocaleLowerCase(locale);
      at += char.length;
    }
    return changed;
  });
}

function caseOf(text: string, locale: string | undefined): LetterCase | undefined {
  if (text === text.toLocaleLowerCase(locale)) return 'lower';
  if (text === text.toLocaleUpperCase(locale)) return 'upper';
  const words = [...text.matchAll(LETTERS)].map(([word]) => word);
  const isTitle = words.every((word) => {
    const [first = ''] = word;
    const rest = word.slice(first.length);
    return first === first.toLocaleUpperCase(locale) && rest === rest.toLocaleLowerCase(locale);
  });
  // A single capital is both, and goes on to small.
  return isTitle ? 'title' : undefined;
}

function caseAfter(present: LetterCase | undefined): LetterCase {
  if (present === 'lower') return 'title';
  return present === 'title' ? 'upper' : 'lower';
}

/** Undefined for a tag that the browser does not take, such as that of pseudo-localisation. */
function supported(language: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(language)[0];
  } catch {
    return undefined;
  }
}
