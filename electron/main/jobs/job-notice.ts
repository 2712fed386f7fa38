import type { Job } from '../../../service/contract/index.ts';
import type { WaitingCommand } from '../commands.ts';
import type { ShellWords } from '../language/words.ts';

/** A shorter batch is a program's, not one that somebody waits for. */
const LONG_MS = 10_000;

export interface Notice {
  title: string;
  body: string;
  /** The command that a click sends to the window. */
  command: WaitingCommand;
}

/** Whether an ended job deserves a notification. A cancelled job needs none. */
export function isWorthTelling(job: Job): boolean {
  if (job.status === 'cancelled' || job.status === 'running') return false;
  const took = Date.parse(job.finished_at ?? job.updated_at) - Date.parse(job.created_at);
  return job.kind === 'document' || took >= LONG_MS;
}

/** One notice for all jobs that ended at about the same time; undefined without jobs. */
export function noticeOf(words: ShellWords, jobs: readonly Job[]): Notice | undefined {
  const [first] = jobs;
  if (!first) return undefined;
  return jobs.length === 1 ? noticeOfOne(words, first) : noticeOfMany(words, jobs);
}

function noticeOfOne({ t, language, jobError }: ShellWords, job: Job): Notice {
  const name = job.file_name ?? t('batch');
  const command = { command: 'show-job', jobId: job.id, kind: job.kind } as const;
  if (job.status === 'done') {
    const body = t('fromTo', { from: language(job.from), to: language(job.to) });
    return { title: t('jobDone', { name }), body, command };
  }
  const body = job.error ? jobError(job.error) : '';
  return { title: t('jobFailed', { name }), body, command };
}

function noticeOfMany({ counted }: ShellWords, jobs: readonly Job[]): Notice {
  const failed = jobs.filter(({ status }) => status === 'failed').length;
  const done = jobs.length - failed;
  return {
    title: done === 0 ? counted('jobsFailed', failed) : counted('jobsDone', done),
    body: failed > 0 && done > 0 ? counted('jobsFailed', failed) : namesOf(jobs),
    command: { command: 'show-view', view: 'documents' },
  };
}

const SHOWN_NAMES = 3;

function namesOf(jobs: readonly Job[]): string {
  const names = jobs.flatMap(({ file_name: name }) => (name === undefined ? [] : [name]));
  const more = names.length > SHOWN_NAMES ? ', …' : '';
  return names.slice(0, SHOWN_NAMES).join(', ') + more;
}
