/** The change of text direction by a translation; undefined where both languages agree. */
export type NewDirection = 'rtl' | 'ltr' | undefined;

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

export function newDirectionFor(from: string, to: string): NewDirection {
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
