export type SpacingFault = 'double' | 'edge';

const DOUBLE = /[^\S\r\n][^\S\r\n]+/gu;

/**
 * A double space that the source has not, or white space at the target's beginning or end where the source has none.
 * Texts have a sign for each code.
 */
export function spacingFault(source: string, target: string): SpacingFault | undefined {
  if (target.trim() === '') return undefined;
  if (count(target.trim()) > count(source.trim())) return 'double';
  const isAdded = (edge: RegExp): boolean => edge.test(target) && !edge.test(source);
  return isAdded(/^\s/u) || isAdded(/\s$/u) ? 'edge' : undefined;
}

function count(text: string): number {
  return text.match(DOUBLE)?.length ?? 0;
}
