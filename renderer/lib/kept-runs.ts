import { shallowReactive, watch } from 'vue';
import { keptText } from './kept-text.ts';

const MAX_KEPT = 2_000;

/**
 * The run of Batch that a job belongs to, by job id, for runs of several jobs: the latest survive reloads.
 */
export function keptRuns(): Map<string, string> {
  const kept = keptText('batch-jobs');
  const runs = shallowReactive(
    new Map(kept.items(isRun).flatMap(([run, ids]) => ids.map((id): [string, string] => [id, run]))),
  );
  watch(
    () => [...runs],
    (entries) =>
      kept.write(() => {
        const byRun = new Map<string, string[]>();
        for (const [id, run] of entries.slice(-MAX_KEPT)) byRun.set(run, [...(byRun.get(run) ?? []), id]);
        return JSON.stringify([...byRun]);
      }),
  );
  return runs;
}

function isRun(value: unknown): value is [string, string[]] {
  if (!Array.isArray(value) || typeof value[0] !== 'string' || !Array.isArray(value[1])) return false;
  return value[1].every((id) => typeof id === 'string');
}
