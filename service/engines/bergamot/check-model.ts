import { plainText } from '../../text/codes.ts';
import type { InstalledModel } from '../../models/installed.ts';
import { createBergamotSession } from './session.ts';
import { ThreadError } from './threads.ts';
import type { EngineThreads } from './threads.ts';

/** Short and plain in every language; the model's answer only has to exist. */
const SENTENCES = ['Hello.', 'This is a house.', '1 + 2 = 3'];

const LIMIT_MS = 120_000;

/**
 * Translates a few sentences with a model. Returns what is wrong, or nothing. A model that is not what it
 * should be mostly does not load, aborts or is silent; how good its words are cannot be told here.
 */
export async function checkModel(model: InstalledModel, threads: EngineThreads): Promise<string | undefined> {
  const session = createBergamotSession({
    threads,
    model: () => Promise.resolve(model),
    language: model.from,
  });
  const tooLong = AbortSignal.timeout(LIMIT_MS);
  try {
    // Whoever installs it waits; a document that is being translated has time.
    const answers = await session.translate(SENTENCES, { urgent: true }, tooLong);
    return answers.some((answer) => plainText(answer).trim() === '') ? 'its answers are empty.' : undefined;
  } catch (error) {
    if (tooLong.aborted) return `it has not translated a sentence in ${LIMIT_MS / 60_000} minutes.`;
    // The module says nothing that would be of use to anyone.
    if (error instanceof Error && error.cause instanceof ThreadError && error.cause.kind !== 'damaged')
      return 'the translation module cannot work with its files.';
    return error instanceof Error ? error.message : String(error);
  }
}
