import { shallowReactive } from 'vue';
import { isNotFound, ServiceUnreachable } from '../api/errors.ts';
import { words } from '../i18n/words.ts';

/** The problems with jobs. */
export interface JobTroubles {
  /** The last error of an action on a job, as a sentence: its row shows it. */
  readonly byId: Map<string, string>;
  /** Runs an action on a job; its failure is shown at the job. */
  act: <T>(id: string, action: () => Promise<T>) => Promise<T | undefined>;
  /** Shows an error at a job. */
  note: (id: string, error: unknown) => void;
  /** Drops errors that are obsolete once the service answers again. */
  dropPassing: () => void;
}

/** @param onError called with each error of a job; one that says the job is gone is not shown */
export function createJobTroubles(onError: (id: string, error: unknown) => void): JobTroubles {
  const byId = shallowReactive(new Map<string, string>());
  const passing = new Set<string>();

  function note(id: string, error: unknown): void {
    onError(id, error);
    // From now on its messages may stay.
    passing.delete(id);
    if (isNotFound(error)) return;
    byId.set(id, words.sentence(error));
    if (error instanceof ServiceUnreachable) passing.add(id);
  }

  return {
    byId,
    async act(id, action) {
      byId.delete(id);
      passing.delete(id);
      try {
        return await action();
      } catch (error) {
        note(id, error);
        return undefined;
      }
    },
    note,
    dropPassing() {
      for (const id of passing) byId.delete(id);
      passing.clear();
    },
  };
}
