import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../service/contract/index.ts';
import { backoffMs, jitteredBackoffMs } from '../../service/lib/backoff.ts';
import { findBuilt } from '../../service/lib/built-file.ts';
import { asStorageError, isStorageFull, storing } from '../../service/lib/storage-error.ts';
import { TimeLimitError, withTimeLimit } from '../../service/lib/time-limit.ts';

const systemError = (code: string) => Object.assign(new Error(`${code}: write`), { code });

describe('a backoff', () => {
  it('with jitter waits between half of that and all of it', () => {
    const policy = { firstMs: 100, maxMs: 1_000 };
    const waits = Array.from({ length: 50 }, () => jitteredBackoffMs(3, policy));
    expect(waits.every((ms) => ms >= 200 && ms <= 400)).toBe(true);
    expect(new Set(waits).size).toBeGreaterThan(1);
  });

  it('doubles with each failure in a row, up to its longest', () => {
    const waits = [1, 2, 3, 4, 5, 60].map((failures) => backoffMs(failures, { firstMs: 100, maxMs: 1_000 }));
    expect(waits).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  });
});

describe('a time limit', () => {
  it('settles as the work does where that is in time', async () => {
    await expect(withTimeLimit(60_000, Promise.resolve('done'))).resolves.toBe('done');
    await expect(withTimeLimit(60_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('rejects where the work takes longer', async () => {
    const never = new Promise<void>(() => undefined);
    await expect(withTimeLimit(1, never)).rejects.toBeInstanceOf(TimeLimitError);
  });
});

describe('an error of storage', () => {
  it.each(['ENOSPC', 'EDQUOT'])(
    'is the refusal storage_full for %s, with the cause for the log',
    async (code) => {
      const cause = systemError(code);
      const error: unknown = await storing(Promise.reject(cause)).catch((thrown: unknown) => thrown);
      expect(isStorageFull(error)).toBe(true);
      expect(error).toBeInstanceOf(ProblemError);
      expect(error).toMatchObject({ status: 507, cause });
    },
  );

  it('of another kind stays unchanged', () => {
    const denied = systemError('EACCES');
    expect(asStorageError(denied)).toBe(denied);
    expect(asStorageError('text')).toBe('text');
  });
});

describe('built files', () => {
  it('is undefined where it is not', () => {
    expect(findBuilt('service/no-such-file.js')).toBeUndefined();
  });
});
