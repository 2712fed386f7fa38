import type { Fingerprint } from '../records/job-record.ts';
import { isWhole } from './job-files.ts';

/** Bytes. What a file is read into, which its bytes keep alive, takes up to a hundred times as much. */
const MOST_BYTES = 1_048_576;
/** A fast engine is done by then. With a slow one, who waits for minutes does not notice that the file is read once more. */
const KEPT_MS = 10_000;

/** The source of the document that a thread has read last, while nothing else is asked of it. See documents/shared/by-source.ts. */
export interface KeptSource {
  keep(jobId: string, source: Buffer): void;
  /** Of the job, where it is kept and what came; once. */
  take(jobId: string, came: Fingerprint | undefined): Buffer | undefined;
  /** What comes next is not to have less memory for it. */
  drop(): void;
}

export function createKeptSource(): KeptSource {
  let kept: { jobId: string; source: Buffer } | undefined;
  let timer: NodeJS.Timeout | undefined;
  const drop = (): void => {
    clearTimeout(timer);
    kept = undefined;
  };
  return {
    keep(jobId, source) {
      drop();
      if (source.length > MOST_BYTES) return;
      kept = { jobId, source };
      timer = setTimeout(drop, KEPT_MS).unref();
    },
    take(jobId, came) {
      const found = kept;
      drop();
      return found?.jobId === jobId && came && isWhole(found.source, came) ? found.source : undefined;
    },
    drop,
  };
}
