/**
 * The whole number that somebody typed, with or without the separators and in the digits of `format`;
 * undefined for anything else.
 */
export function wholeNumber(typed: string, format: (value: number) => string): number | undefined {
  const digits = new Map(Array.from({ length: 10 }, (_, digit) => [format(digit), String(digit)]));
  const separators = new Set(Array.from(format(1_234_567)).filter((char) => !digits.has(char)));
  const plain = Array.from(typed.trim())
    .filter((char) => !separators.has(char) && !/\s/u.test(char))
    .map((char) => digits.get(char) ?? char)
    .join('');
  return /^\d{1,15}$/.test(plain) ? Number(plain) : undefined;
}
