/** Codes of the checks before delivery, in the order of a report. */
export const CHECK_CODES = [
  'same_source',
  'same_target',
  'term_two_ways',
  'forbidden_term',
  'untranslated',
  'empty',
  'spaces',
  'repeated_word',
  'brackets',
  'quotes',
  'numbers',
  'units',
  'capital_start',
  'full_stop',
  'too_long',
  'tags',
  'grammar',
] as const;
export type CheckCode = (typeof CHECK_CODES)[number];

/** Off until a profile turns them on; `too_long` needs its percentage for that. */
const OFF_BY_DEFAULT: readonly CheckCode[] = ['same_target', 'too_long'];

/** Whether a profile (CheckProfile) has a check made. */
export function isChecked(
  code: CheckCode,
  profile: Readonly<Partial<Record<CheckCode, boolean | { readonly percent: number }>>>,
): boolean {
  const asked = profile[code];
  if (code === 'too_long') return typeof asked === 'object';
  return asked === undefined ? !OFF_BY_DEFAULT.includes(code) : asked !== false;
}
