/**
 * The dictionary of exactly the direction, else one of its languages without a region, as the service chooses
 * it for a job.
 */
export function dictionaryFor<T extends { from: string; to: string }>(
  dictionaries: readonly T[],
  from: string,
  to: string,
): T | undefined {
  const find = (source: string, target: string): T | undefined =>
    dictionaries.find((one) => one.from === source && one.to === target);
  const [baseFrom, baseTo] = [from.split('-')[0]!, to.split('-')[0]!];
  return find(from, to) ?? find(baseFrom, to) ?? find(from, baseTo) ?? find(baseFrom, baseTo);
}
