import { stat } from 'node:fs/promises';
import type { SegmentLine } from '../../records/segments.ts';
import { readJob, readSegments } from '../job-files.ts';
import { makePlan } from './plan.ts';
import type { Plan, PlanTask, SegmentsPage, SegmentsTask } from '../document-port.ts';
import { createPagedJobReader } from './paged-job.ts';
import { segmentsPage } from './segments-page.ts';
import type { TextTasks } from '../translation/text-tasks.ts';

interface ReadTask {
  account: string;
  segmentsPath: string;
}

export interface PlannedJob {
  readonly plan: Plan;
  /** The input of the plan, for the chunks that follow; absent where none do. */
  readonly segments?: readonly SegmentLine[];
}

const readPagedJob = createPagedJobReader();

/** Questions answered from a job's segments and journal. Each reads them whole, in linear time. */
export const jobReads = {
  segments: ({ segmentsPath }: ReadTask): Promise<SegmentLine[]> => readSegments(segmentsPath),
  plan: async (task: PlanTask): Promise<PlannedJob> => {
    const { segments, journal } = await readJob(task);
    const plan = makePlan(segments, journal);
    return plan.pending.length === 0 ? { plan } : { plan, segments };
  },
  page: async (task: SegmentsTask): Promise<SegmentsPage> => segmentsPage(await readPagedJob(task), task),
};

export interface JobReader {
  segments(task: ReadTask, signal: AbortSignal): Promise<SegmentLine[]>;
  plan(task: PlanTask, signal: AbortSignal): Promise<PlannedJob>;
  page(task: SegmentsTask): Promise<SegmentsPage>;
}

/** Segments of this many bytes are read in a few milliseconds: not worth the way to a thread and back. */
const INLINE_BYTES = 131_072;
/** A larger job, of 100,000 segments for instance, may be read for longer on a busy machine. */
const USUAL_BYTES = 1_048_576;

/** Reads small jobs here, others in text threads in turns: large ones must not hold up translation. */
export function createJobReader(texts: Pick<TextTasks, 'run'>): JobReader {
  const read = async <Task extends ReadTask, Value>(
    name: string,
    here: (task: Task) => Promise<Value>,
    task: Task,
    signal?: AbortSignal,
  ): Promise<Value> => {
    // For a missing file the reader itself reports the error.
    const { size } = await stat(task.segmentsPath).catch(() => ({ size: 0 }));
    if (size <= INLINE_BYTES) return here(task);
    return texts.run<Value>(task.account, name, task, signal, Math.max(1, size / USUAL_BYTES));
  };
  return {
    segments: (task, signal) => read('segments', jobReads.segments, task, signal),
    plan: (task, signal) => read('plan', jobReads.plan, task, signal),
    page: (task) => read('page', jobReads.page, task),
  };
}
