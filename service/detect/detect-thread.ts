/** Entry point of the thread that detects languages. */
import { serveTasks } from '../tasks/serve-tasks.ts';
import { detectLanguages } from './detect-languages.ts';

serveTasks({
  detect: ({ text, among }: { text: string; among?: string[] }) => detectLanguages(text, among),
});
