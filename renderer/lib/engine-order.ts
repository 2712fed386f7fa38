interface Ordered {
  id: string;
  order?: number | undefined;
}

/**
 * The engines with one of them moved to a place in the order, from 0; those without a place stay after it.
 */
export function withMoved<T extends Ordered>(engines: readonly T[], id: string, to: number): T[] {
  const moved = engines.find((engine) => engine.id === id);
  if (!moved) return [...engines];
  const rest = engines.filter((engine) => engine !== moved);
  const placed = rest.filter(({ order }) => order !== undefined);
  const others = rest.filter(({ order }) => order === undefined);
  return [
    ...[...placed.slice(0, to), moved, ...placed.slice(to)].map((engine, order) => ({ ...engine, order })),
    ...others,
  ];
}

/**
 * The new place of an engine dropped on another: `after` says whether the pointer is in that one's lower
 * half.
 */
export function placeOfDrop(from: number, over: number, after: boolean): number {
  const gap = after ? over + 1 : over;
  return gap > from ? gap - 1 : gap;
}
