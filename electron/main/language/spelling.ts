import { session } from 'electron';

/** Checks no language until the window asks: Chromium would download the system language's dictionary. */
export function checkNoSpelling(): void {
  session.defaultSession.setSpellCheckerLanguages([]);
}

/**
 * Checks the spelling in a language; undefined turns checking off. macOS has a spell checker that detects
 * languages by itself; elsewhere Chromium downloads the dictionary from Google once, so the window asks only
 * if the user has turned that on.
 * @returns whether the language can be checked
 */
export function checkSpelling(language: string | undefined): boolean {
  const { defaultSession } = session;
  if (process.platform === 'darwin') return true;
  const found =
    language === undefined
      ? undefined
      : dictionaryOf(language, defaultSession.availableSpellCheckerLanguages);
  defaultSession.setSpellCheckerLanguages(found === undefined ? [] : [found]);
  return found !== undefined;
}

/** The dictionary for a language tag: exact, without the region, or of another region. */
function dictionaryOf(language: string, available: readonly string[]): string | undefined {
  const tag = language.toLowerCase();
  const [base = tag] = tag.split('-');
  const byTag = (wanted: string): string | undefined => available.find((one) => one.toLowerCase() === wanted);
  const regions = available.filter((one) => one.toLowerCase().startsWith(`${base}-`));
  // Among several, prefers the country that gave the language its name: pt-PT, not pt-BR.
  return byTag(tag) ?? byTag(base) ?? byTag(`${base}-${base === 'en' ? 'us' : base}`) ?? regions[0];
}
