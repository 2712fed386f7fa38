import { LIMITS, ProblemError } from '../../contract/index.ts';

/** Limits an account's running jobs, admissions and texts at once, counted together. */
export interface RunningPlaces {
  /** Throws `too_many_jobs` if none is free. Returns an idempotent release function. */
  take(accountId: string): () => void;
}

export interface RunningPlacesParts {
  /** 0 is unlimited. Called each time, as the setting may change. */
  readonly max: () => number;
  readonly runningOf: (accountId: string) => number;
}

export function createRunningPlaces({ max, runningOf }: RunningPlacesParts): RunningPlaces {
  const taken = new Map<string, number>();
  return {
    take(accountId) {
      const most = max();
      const held = taken.get(accountId) ?? 0;
      if (most > 0 && runningOf(accountId) + held >= most) throw tooManyJobs(most);
      taken.set(accountId, held + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (taken.get(accountId) ?? 1) - 1;
        if (left > 0) taken.set(accountId, left);
        else taken.delete(accountId);
      };
    },
  };
}

function tooManyJobs(most: number): ProblemError {
  return new ProblemError(
    'too_many_jobs',
    `This account has ${most === 1 ? '1 running job' : `${most} running jobs`}, which is all it may have at once. Wait until one ends, or cancel one.`,
    { headers: { 'Retry-After': String(LIMITS.pollSeconds) }, details: { limit: most } },
  );
}
