import { describe, expect, it } from 'vitest';
import { createJobActivity } from '../../electron/main/jobs/job-activity.ts';
import { isWorthTelling, noticeOf } from '../../electron/main/jobs/job-notice.ts';
import { shellWords } from '../../electron/main/language/words.ts';
import type { Job } from '../../service/contract/index.ts';

const english = shellWords('en');

const job = (over: Partial<Job> = {}): Job => ({
  id: '1',
  client_id: 'general',
  kind: 'document',
  status: 'running',
  file_name: 'contract.docx',
  segment_count: 10,
  source_chars: 100,
  completed_segments: 0,
  total_segments: 10,
  from: 'en',
  to: 'es',
  engine: 'pseudo',
  engine_pair: { from: 'en', to: 'es' },
  options: {},
  revision: '0',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:01.000Z',
  warnings: [],
  ...over,
});

describe('progress in the taskbar', () => {
  it('is that of all running jobs', () => {
    const activity = createJobActivity();
    activity.apply(job({ id: '1', completed_segments: 5 }));
    activity.apply(job({ id: '2', completed_segments: 0, total_segments: 30 }));
    expect(activity.now()).toEqual({ running: 2, progress: 5 / 40 });
  });

  it('does not fall when a job of the round is done', () => {
    const activity = createJobActivity();
    activity.apply(job({ id: '1', completed_segments: 10 }));
    activity.apply(job({ id: '2', completed_segments: 1 }));
    const before = activity.now().progress ?? 0;
    expect(activity.apply(job({ id: '1', status: 'done' }))).toBe(true);
    expect(activity.now()).toEqual({ running: 1, progress: before });
  });

  it.each(['done', 'failed', 'cancelled'] as const)('is gone when the last job is %s', (status) => {
    const activity = createJobActivity();
    activity.apply(job());
    activity.apply(job({ status }));
    expect(activity.now()).toEqual({ running: 0, progress: undefined });
    activity.apply(job({ id: '2' }));
    expect(activity.now()).toEqual({ running: 1, progress: 0 });
  });

  it('takes no notice of a job that had ended before', () => {
    const activity = createJobActivity();
    expect(activity.apply(job({ status: 'done' }))).toBe(false);
  });

  it('stays a number while nothing is known of a job’s segments', () => {
    const activity = createJobActivity();
    activity.apply(job({ total_segments: 0 }));
    expect(activity.now()).toEqual({ running: 1, progress: 0 });
  });
});

describe('a notification', () => {
  it('names the document, its languages, and leads to the job', () => {
    expect(noticeOf(english, [job({ status: 'done' })])).toEqual({
      title: 'contract.docx is translated',
      body: 'From English to Spanish',
      command: { command: 'show-job', jobId: '1', kind: 'document' },
    });
  });

  it('says why a job failed', () => {
    const error = { code: 'engine_failed' as const, message: 'The engine is not there.' };
    expect(noticeOf(english, [job({ status: 'failed', error })])).toMatchObject({
      title: 'contract.docx was not translated',
      body: 'The engine is not there.',
    });
  });

  it('comes in the language of the interface', () => {
    expect(noticeOf(shellWords('fr'), [job({ status: 'done' })])).toMatchObject({
      title: 'contract.docx est traduit',
      body: 'anglais vers espagnol',
    });
    const error = { code: 'storage_full' as const, message: 'There is no space left.' };
    expect(noticeOf(shellWords('es'), [job({ status: 'failed', error })])?.body).toMatch(/^No queda espacio/);
  });

  it('is one for several jobs', () => {
    const jobs = [
      job({ status: 'done' }),
      job({ id: '2', status: 'done' }),
      job({ id: '3', status: 'failed' }),
    ];
    expect(noticeOf(english, jobs)).toMatchObject({
      title: '2 jobs are done',
      body: '1 job failed',
    });
    expect(noticeOf(english, [])).toBeUndefined();
  });

  it('does not come for what its user did, nor for the quick batches of other programs', () => {
    expect(isWorthTelling(job({ status: 'cancelled' }))).toBe(false);
    const batch = job({ kind: 'batch', status: 'done', finished_at: '2026-01-01T00:00:02.000Z' });
    expect(isWorthTelling(batch)).toBe(false);
    expect(isWorthTelling({ ...batch, finished_at: '2026-01-01T00:00:30.000Z' })).toBe(true);
  });
});
