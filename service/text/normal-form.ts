/** The longest run of marks in text that is safe for exchange (UAX 15, Stream-Safe Text Format). */
const LONG_RUN = /\p{M}{31}/u;
const PART = /\P{M}*\p{M}{1,30}/gu;

/**
 * A text in a Unicode normal form, in a time in proportion to its length. `normalize` alone sorts the marks
 * behind a letter in a time that grows with the square of their number: 80,000 of them took it 3 s. Longer
 * runs than any script has are put in order part by part.
 */
export function normalForm(text: string, form: 'NFC' | 'NFD' = 'NFC'): string {
  return LONG_RUN.test(text) ? text.replace(PART, (part) => part.normalize(form)) : text.normalize(form);
}

/** A text as it is searched: whatever its case and Unicode form. */
export function searchForm(text: string): string {
  return normalForm(text).toLowerCase();
}
