import { ProblemError } from '../../contract/index.ts';
import type { Job, JobKind } from '../../contract/index.ts';
import { accountOf, clientOf, GENERAL } from '../../lib/owner.ts';
import type { JobEntry } from '../../records/job-entry.ts';
import type { JobRecord } from '../../records/job-record.ts';
import type { Store } from '../../store/store-port.ts';
import type { ActiveJob } from '../run/active-job.ts';
import { presentActive, presentEntry } from './job-view.ts';

/** The running job, or the index's row of an ended one. */
export type FoundJob = { active: ActiveJob } | { entry: JobEntry };

export interface JobFinder {
  /** Throws `not_found` also for another owner's job (see `isOf`), and for one of another kind. */
  find(owner: string, id: string, kind?: JobKind): Promise<FoundJob>;
  show(owner: string, id: string, kind?: JobKind): Promise<Job>;
  /** The record in `job.json`. Throws `not_found` if the folder is damaged or gone. */
  recordOf(id: string): Promise<JobRecord>;
}

export function createJobFinder(
  store: Pick<Store, 'files' | 'jobs'>,
  running: ReadonlyMap<string, ActiveJob>,
): JobFinder {
  const find: JobFinder['find'] = async (owner, id, kind) => {
    const active = running.get(id);
    if (active) {
      if (!isOf(owner, active.record) || (kind && active.record.kind !== kind)) throw notFound();
      return { active };
    }
    const entry = await store.jobs.get(id);
    if (!entry || !isOf(owner, entry) || (kind && entry.kind !== kind)) throw notFound();
    return { entry };
  };
  return {
    find,
    async show(owner, id, kind) {
      return presentFound(await find(owner, id, kind));
    },
    async recordOf(id) {
      const record = await store.files.readJob(id);
      if (!record) throw notFound('The folder of this job is damaged or gone. Translate the document again.');
      return record;
    },
  };
}

/** An account sees the jobs of all its clients, a client (lib/owner.ts) its own. */
export function isOf(
  owner: string,
  { account_id, client_id }: Pick<JobEntry, 'account_id' | 'client_id'>,
): boolean {
  const client = clientOf(owner);
  return account_id === accountOf(owner) && (client === GENERAL || client === client_id);
}

export function presentFound(found: FoundJob): Job {
  return 'active' in found ? presentActive(found.active) : presentEntry(found.entry);
}

function notFound(
  detail = 'There is no such job. GET /v1/jobs lists the jobs of this account.',
): ProblemError {
  return new ProblemError('not_found', detail);
}
