/** Ids unused by any tracked change, bookmark or comment of the parts (ECMA-376 part 1 §17.13.5). */
export function freshIds(sources: readonly string[]): () => string {
  let last: number | undefined;
  return () => {
    last ??= highestId(sources);
    return String(++last);
  };
}

const WRITTEN_ID = /:id\s*=\s*["'](\d{1,9})["']/g;

function highestId(sources: readonly string[]): number {
  let highest = 0;
  for (const source of sources)
    for (const [, id] of source.matchAll(WRITTEN_ID)) highest = Math.max(highest, Number(id));
  return highest;
}
