/** Serialises work on one job; work on several jobs runs concurrently. */
export type Exclusive = <Value>(jobId: string, work: () => Promise<Value>) => Promise<Value>;

export function createExclusive(): Exclusive {
  const last = new Map<string, Promise<unknown>>();
  return async (jobId, work) => {
    const present = (last.get(jobId) ?? Promise.resolve()).then(work, work);
    last.set(jobId, present);
    try {
      return await present;
    } finally {
      if (last.get(jobId) === present) last.delete(jobId);
    }
  };
}
