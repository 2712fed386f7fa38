import { readJob } from '../job-files.ts';
import type { Plan, PlanTask, SegmentsPage, SegmentsTask } from '../document-port.ts';
import { createPagedJobReader } from './paged-job.ts';
import { makePlan } from './plan.ts';
import { segmentsPage } from './segments-page.ts';
import { readIgnored } from '../read-ignored.ts';
import { readVersions } from './segment-versions.ts';

const readPagedJob = createPagedJobReader();

/** See DocumentPort.plan. Reads complete files, in linear time, as `readPage` does. */
export async function planJob(task: PlanTask): Promise<Plan> {
  const { segments, journal } = await readJob(task);
  return makePlan(segments, journal);
}

/** See DocumentPort.segments. */
export async function readPage(task: SegmentsTask): Promise<SegmentsPage> {
  const job = await readPagedJob(task);
  return segmentsPage(job, task, {
    versionsOf: task.withHistory ? await readVersions(task) : undefined,
    ...(task.grammar ? { ignored: await readIgnored(task.grammar.checksPath) } : {}),
  });
}
