import { session } from 'electron';

/** No language is checked until the window asks: Chromium would fetch the system's dictionary. */
export function checkNoSpelling(): void {
  session.defaultSession.setSpellCheckerLanguages([]);
}

/**
 * Checks the spelling in a language, or in none. macOS has a spell checker of its own that tells languages by
 * itself; elsewhere Chromium fetches the dictionary once from Google, so the window asks only where its user
 * has turned that on.
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

/** The dictionary for a language tag: its own, without the region, or of another region. */
function dictionaryOf(language: string, available: readonly string[]): string | undefined {
  const tag = language.toLowerCase();
  const [base = tag] = tag.split('-');
  const byTag = (wanted: string): string | undefined => available.find((one) => one.toLowerCase() === wanted);
  const regions = available.filter((one) => one.toLowerCase().startsWith(`${base}-`));
  // Where there are several, that of the country that gave the language its name: pt-PT, not pt-BR.
  return byTag(tag) ?? byTag(base) ?? byTag(`${base}-${base === 'en' ? 'us' : base}`) ?? regions[0];
}
