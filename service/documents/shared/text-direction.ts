/** The change of text direction by a translation; undefined where both languages agree. */
export type Turn = 'rtl' | 'ltr' | undefined;

const RTL_SCRIPTS: ReadonlySet<string> = new Set([
  'Arab',
  'Hebr',
  'Thaa',
  'Syrc',
  'Nkoo',
  'Adlm',
  'Rohg',
  'Mand',
  'Samr',
]);

export function turnBetween(from: string, to: string): Turn {
  const target = isRightToLeft(to);
  if (target === isRightToLeft(from)) return undefined;
  return target ? 'rtl' : 'ltr';
}

export function isRightToLeft(tag: string): boolean {
  try {
    return RTL_SCRIPTS.has(new Intl.Locale(tag).maximize().script ?? '');
  } catch {
    return false;
  }
}
