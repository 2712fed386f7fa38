/**
 * `he/she` and the like before a word, which may be their verb. Not within a longer row of signs or an
 * address, nor after `is`, which the pipeline merges with the first of the two (`Is he or she here` → `Es o
 * ella aquí`).
 */
const PRONOUNS =
  /(?<![\p{L}\p{N}/.-])(?<!(?<!\p{L})(?:is|was) )(?:he\/she|she\/he|\(s\)he|s\/he)(\/they|\/it)?(?= (?:<\d{1,6}\/?>)?\p{L})/giu;

/**
 * English coded text with `he or she` for `he/she`. For targets that drop pronouns, the pipeline drops one
 * pronoun and keeps the sign: `If he/she agrees` → `Si él/ acuerda`.
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
