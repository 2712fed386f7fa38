/** Work exceeded its time limit. It may still be going on. */
export class TimeLimitError extends Error {
  constructor(ms: number) {
    super(`It took more than ${Math.round(ms)} ms.`);
    this.name = 'TimeLimitError';
  }
}

/** Settles as `work` does, or rejects with a TimeLimitError after `ms`. The work itself continues. */
export async function withTimeLimit<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeLimitError(ms)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
