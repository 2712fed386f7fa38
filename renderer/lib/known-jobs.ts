import { computed, shallowReactive, toRaw } from 'vue';
import type { ComputedRef } from 'vue';
import type { Job } from '../../service/contract/index.ts';

/** The jobs that the window knows. */
export interface KnownJobs {
  readonly byId: Map<string, Job>;
  /** Jobs that were deleted here: recent ones, which can still be restored, and those that are gone. */
  readonly leaving: Set<string>;
  /** The visible jobs. */
  readonly present: ComputedRef<Job[]>;
  readonly running: ComputedRef<Job[]>;
  /** Names of documents that exist here in several languages. */
  readonly inSeveral: ComputedRef<ReadonlySet<string>>;
  /** Takes over the service's state of a job, unless a later one is known. */
  receive: (job: Job) => void;
}

/** @param onChange called with a received job, and with its previous state */
export function createKnownJobs(onChange: (job: Job, before: Job | undefined) => void): KnownJobs {
  const byId = shallowReactive(new Map<string, Job>());
  const leaving = shallowReactive(new Set<string>());
  const present = computed(() => {
    // Read once, and not job by job: Vue would track each of thousands.
    const gone = leaving.size > 0 ? toRaw(leaving) : undefined;
    return [...byId.values()].filter((job) => !gone?.has(job.id));
  });

  return {
    byId,
    leaving,
    present,
    running: computed(() => present.value.filter((job) => job.status === 'running')),
    inSeveral: computed(() => namesInSeveral(present.value)),
    receive(job) {
      const before = byId.get(job.id);
      if (before && isOvertaken(job, before)) return;
      byId.set(job.id, job);
      onChange(job, before);
    },
  };
}

function namesInSeveral(jobs: readonly Job[]): Set<string> {
  const languages = new Map<string, string>();
  const found = new Set<string>();
  for (const { file_name: name, to } of jobs) {
    if (name === undefined) continue;
    if ((languages.get(name) ?? to) !== to) found.add(name);
    languages.set(name, to);
  }
  return found;
}

/**
 * Whether an answer was overtaken by a later one. An ended job never runs again; its times may be a moment
 * apart.
 */
function isOvertaken(job: Job, known: Job): boolean {
  if (job.status === 'running')
    return (
      known.status !== 'running' || (job.completed_segments ?? Infinity) < (known.completed_segments ?? 0)
    );
  return known.status === job.status && job.updated_at < known.updated_at;
}
