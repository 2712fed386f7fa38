/** Bytes of a file as it is packed; most that people write are smaller. */
const MOST_BYTES = 1_048_576;
/** A fast engine is done by then. With a slow one, who waits for minutes does not notice that the file is read once more. */
const KEPT_MS = 10_000;

/**
 * The source that a thread has extracted last, and with it what it was read into (documents/shared/by-source.ts): of a hostile file
 * gigabytes. So whatever is asked of the thread next takes it, or has it dropped, before it begins.
 */
export interface KeptSource {
  keep(jobId: string, source: Buffer): void;
  /** That of the job, once. Nothing is kept any more, whoever asks. */
  take(jobId: string | undefined): Buffer | undefined;
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
    take(jobId) {
      const found = kept;
      drop();
      return found && found.jobId === jobId ? found.source : undefined;
    },
  };
}
