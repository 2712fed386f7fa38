import { app, dialog } from 'electron';

/** The shell cannot go on without its service: say why, in the words of the error, and end. */
export function reportFatal(error: unknown): void {
  dialog.showErrorBox('Interlinear could not start', error instanceof Error ? error.message : String(error));
  app.exit(1);
}
