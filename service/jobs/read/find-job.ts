import { ProblemError } from '../../contract/index.ts';
import type { Job, JobKind } from '../../contract/index.ts';
import type { JobEntry } from '../../records/job-entry.ts';
import type { JobRecord } from '../../records/job-record.ts';
import type { Store } from '../../store/store-port.ts';
import type { ActiveJob } from '../run/active-job.ts';
import { presentActive, presentEntry } from './job-view.ts';

/** The running job, or the index's row of an ended one. */
export type FoundJob = { active: ActiveJob } | { entry: JobEntry };

export interface JobFinder {
  /** Throws `not_found` also for another account's job, and for one of another kind. */
  find(accountId: string, id: string, kind?: JobKind): Promise<FoundJob>;
  show(accountId: string, id: string, kind?: JobKind): Promise<Job>;
  /** The record in `job.json`. Throws `not_found` if the folder is damaged or gone. */
  recordOf(id: string): Promise<JobRecord>;
}

export function createJobFinder(
  store: Pick<Store, 'files' | 'jobs'>,
  running: ReadonlyMap<string, ActiveJob>,
): JobFinder {
  const find: JobFinder['find'] = async (accountId, id, kind) => {
    const active = running.get(id);
    if (active) {
      if (active.record.account_id !== accountId || (kind && active.record.kind !== kind)) throw notFound();
      return { active };
    }
    const entry = await store.jobs.get(id);
    if (entry?.account_id !== accountId || (kind && entry.kind !== kind)) throw notFound();
    return { entry };
  };
  return {
    find,
    async show(accountId, id, kind) {
      return presentFound(await find(accountId, id, kind));
    },
    async recordOf(id) {
      const record = await store.files.readJob(id);
      if (!record) throw notFound('The folder of this job is damaged or gone. Translate the document again.');
      return record;
    },
  };
}

export function presentFound(found: FoundJob): Job {
  return 'active' in found ? presentActive(found.active) : presentEntry(found.entry);
}

function notFound(
  detail = 'There is no such job. GET /v1/jobs lists the jobs of this account.',
): ProblemError {
  return new ProblemError('not_found', detail);
}
