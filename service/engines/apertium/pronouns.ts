/**
 * `he/she` and its kin before a word, which may be their verb; not a part of a longer row of signs or of an
 * address, nor behind `is`, which the pipeline makes one with the first of the two (`Is he or she here` → `Es
 * o ella aquí`).
 */
const PRONOUNS =
  /(?<![\p{L}\p{N}/.-])(?<!(?<!\p{L})(?:is|was) )(?:he\/she|she\/he|\(s\)he|s\/he)(\/they|\/it)?(?= (?:<\d{1,6}\/?>)?\p{L})/giu;

/**
 * English coded text with `he or she` for `he/she`. Where the target leaves pronouns out, the pipeline leaves
 * out a pronoun by itself and keeps the sign: `If he/she agrees` → `Si él/ acuerda`.
 */
export function withPronounsInWords(coded: string): string {
  if (!/he\/|\/he|\(s\)he/i.test(coded)) return coded;
  return coded.replace(PRONOUNS, (written: string, third: string | undefined) => {
    const two = /^she/i.test(written) ? ['she', 'he'] : ['he', 'she'];
    const words = third ? `${two.join(', ')} or ${third.slice(1)}` : two.join(' or ');
    if (written === written.toUpperCase()) return words.toUpperCase();
    return /^\(?\p{Lu}/u.test(written) ? `${words[0]!.toUpperCase()}${words.slice(1)}` : words;
  });
}
