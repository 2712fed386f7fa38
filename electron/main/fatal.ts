import { app, dialog } from 'electron';
import { spoken } from './language/spoken.ts';

/** The shell cannot go on without its service: say why, in the words of the error, and end. */
export function reportFatal(error: unknown): void {
  dialog.showErrorBox(
    spoken().t('couldNotStart', { app: app.name }),
    error instanceof Error ? error.message : String(error),
  );
  app.exit(1);
}
