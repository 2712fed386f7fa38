/**
 * The dictionary of exactly this direction, else of its languages without regions, as the service chooses for
 * a job.
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
