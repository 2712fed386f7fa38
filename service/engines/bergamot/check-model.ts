import { plainText } from '../../text/codes.ts';
import type { InstalledModel } from '../../models/installed.ts';
import { createBergamotSession } from './session.ts';
import type { EngineThreads } from './threads.ts';

/** Short and plain in every language there are models for: what a model makes of its own language's words is no matter here. */
const SENTENCES = ['Hello.', 'This is a house.', '1 + 2 = 3'];

/**
 * Translates a few sentences with a model. Returns what is wrong, or nothing. A model that is not what it should be mostly does not
 * load, aborts or is silent; how good its words are cannot be told here.
 */
export async function checkModel(model: InstalledModel, threads: EngineThreads): Promise<string | undefined> {
  const session = createBergamotSession({
    threads,
    model: () => Promise.resolve(model),
    language: model.from,
  });
  try {
    const answers = await session.translate(SENTENCES, {}, AbortSignal.timeout(120_000));
    return answers.some((answer) => plainText(answer).trim() === '') ? 'its answers are empty.' : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
