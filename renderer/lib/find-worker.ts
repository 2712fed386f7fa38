/**
 * Looks for texts in a thread of its own: a regular expression may take forever, and whoever asked ends the
 * thread then.
 */
import type { FindQuestion } from './find-messages.ts';
import { createFindTexts } from './find-texts.ts';

const answer = createFindTexts();

addEventListener('message', ({ data }: MessageEvent<FindQuestion & { id: number }>) => {
  try {
    postMessage({ id: data.id, answer: answer(data) });
  } catch (error) {
    postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error) });
  }
});
