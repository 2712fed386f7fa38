import { ProblemError } from '../../../service/contract/index.ts';

/**
 * The code of `errors[0]` that an action refuses with; undefined where it succeeds. Other errors pass
 * through.
 */
export async function refusalCode(action: () => unknown): Promise<string | undefined> {
  try {
    await action();
    return undefined;
  } catch (error) {
    if (error instanceof ProblemError) return error.errors[0]?.code;
    throw error;
  }
}
