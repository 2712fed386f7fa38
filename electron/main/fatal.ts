import { app, dialog } from 'electron';
import { StartError } from '../../service/service.ts';
import { spoken } from './language/spoken.ts';
import type { ShellWords } from './language/words.ts';

/** Reports why the service cannot start, and ends the program, which is useless without it. */
export function reportFatal(error: unknown): void {
  const words = spoken();
  dialog.showErrorBox(words.t('couldNotStart', { app: app.name }), reasonIn(words, error));
  app.exit(1);
}

function reasonIn(words: ShellWords, error: unknown): string {
  if (error instanceof StartError) return words.startError(error.said);
  // An error of the configuration or the list of models: in the service's English words.
  return words.t('serviceSays', { said: error instanceof Error ? error.message : String(error) });
}
