import { readFile } from 'node:fs/promises';
import type { TranslateOptions } from '../../engines/engine.ts';
import { parseJobRecord } from '../../records/job-record.ts';
import type { JobRecord } from '../../records/job-record.ts';
import type { SegmentLine } from '../../records/segments.ts';
import { damagedJob } from '../translation-port.ts';

/** The data every chunk of a job needs, read once. */
export interface CachedJob {
  readonly segments: readonly SegmentLine[];
  readonly options: TranslateOptions;
  /** The name of a document, without the ending. */
  readonly title?: string;
}

interface JobSource {
  readonly jobPath: string;
  readonly segments: () => Promise<readonly SegmentLine[]>;
}

export interface JobCache {
  /** Reads the job's files, or returns what was read before. */
  get(jobId: string, files: JobSource): Promise<CachedJob>;
  forget(jobId: string): void;
}

interface Entry {
  readonly job: Promise<CachedJob>;
  bytes: number;
}

/**
 * The least recently used jobs leave first once all together exceed `limitBytes`. A thousand running jobs of
 * 10 MB each must not fill the memory; one that was dropped is read again.
 */
export function createJobCache(limitBytes: number): JobCache {
  // A Map keeps insertion order: its first entry is the least recently used.
  const entries = new Map<string, Entry>();

  const trim = (keep: string): void => {
    let total = [...entries.values()].reduce((sum, entry) => sum + entry.bytes, 0);
    for (const [id, entry] of entries) {
      if (total <= limitBytes) return;
      if (id === keep) continue;
      entries.delete(id);
      total -= entry.bytes;
    }
  };

  const load = (jobId: string, files: JobSource): Entry => {
    const entry: Entry = { job: readJob(files), bytes: 0 };
    entry.job.then(
      (job) => {
        entry.bytes = sizeOf(job);
        trim(jobId);
      },
      () => {
        // A failure is not kept: the next chunk tries again.
        if (entries.get(jobId) === entry) entries.delete(jobId);
      },
    );
    return entry;
  };

  return {
    get: (jobId, files) => {
      const entry = entries.get(jobId) ?? load(jobId, files);
      entries.delete(jobId);
      entries.set(jobId, entry);
      return entry.job;
    },
    forget: (jobId) => {
      entries.delete(jobId);
    },
  };
}

async function readJob(files: JobSource): Promise<CachedJob> {
  const [segments, record] = await Promise.all([files.segments(), readRecord(files.jobPath)]);
  const { tone, context, glossary } = record.options;
  const title = record.file_name?.replace(/\.\w+$/, '');
  return {
    segments,
    ...(title ? { title } : {}),
    options: {
      ...(tone === undefined ? {} : { tone }),
      ...(context === undefined ? {} : { context }),
      ...(glossary === undefined ? {} : { glossary }),
    },
  };
}

async function readRecord(path: string): Promise<JobRecord> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw damagedJob('job.json', cause);
  });
  const record = parseJobRecord(text);
  if (!record) throw damagedJob('job.json');
  return record;
}

/** Strings take two bytes a UTF-16 unit at most; the rest is a rough constant a segment. */
function sizeOf(job: CachedJob): number {
  return job.segments.reduce((sum, segment) => sum + 2 * segment.text.length + 100, 0);
}
