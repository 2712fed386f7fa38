import { plainText } from '../../text/codes.ts';
import type { InstalledModel } from '../../models/installed.ts';
import { createBergamotSession } from './session.ts';
import { ThreadError } from './threads.ts';
import type { EngineThreads } from './threads.ts';

/** Short and plain in every language; the model only has to answer. */
const SENTENCES = ['Hello.', 'This is a house.', '1 + 2 = 3'];

const LIMIT_MS = 120_000;

/**
 * Translates a few sentences with a model. Returns the problem, or nothing. A faulty model mostly does not
 * load, aborts or answers nothing; its quality cannot be judged here.
 */
export async function checkModel(model: InstalledModel, threads: EngineThreads): Promise<string | undefined> {
  const session = createBergamotSession({
    threads,
    model: () => Promise.resolve(model),
    language: model.from,
  });
  const tooLong = AbortSignal.timeout(LIMIT_MS);
  try {
    // A user waits for the installation; documents can wait.
    const answers = await session.translate(SENTENCES, { urgent: true }, tooLong);
    return answers.some((answer) => plainText(answer).trim() === '') ? 'its answers are empty.' : undefined;
  } catch (error) {
    if (tooLong.aborted) return `it has not translated a sentence in ${LIMIT_MS / 60_000} minutes.`;
    // The module's own message would help nobody.
    if (error instanceof Error && error.cause instanceof ThreadError && error.cause.kind !== 'damaged')
      return 'the translation module cannot work with its files.';
    return error instanceof Error ? error.message : String(error);
  }
}
