/**
 * Searches in a separate thread: a regular expression may take forever, and then the caller ends the thread.
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
