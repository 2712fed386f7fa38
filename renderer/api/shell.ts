import type { ShellCommand } from '../../service/contract/index.ts';

/** Tokens for the paths of files that the shell opened: the page never sees a path. */
const places = new WeakMap<File, string>();

/** A command, with its files in the form of a drop. */
export type WindowCommand =
  | Exclude<ShellCommand, { command: 'open-files' }>
  | { command: 'open-files'; files: File[]; refused: { name: string; message: string }[] };

/**
 * Calls back with commands of the app's menu, the file manager or a notification, including earlier ones.
 * Never in a browser.
 */
export function followShell(listener: (command: WindowCommand) => void): void {
  window.interlinear?.onCommand((command) => {
    if (command.command !== 'open-files') {
      listener(command);
      return;
    }
    const files = command.files.map(({ name, content, place }) => {
      const file = new File([content], name);
      places.set(file, place);
      return file;
    });
    listener({ command: 'open-files', files, refused: command.refused });
  });
}

/** Makes the shell ask before closing the window with unsent files. A browser's page asks by itself. */
export function tellUnsent(files: number): void {
  window.interlinear?.setUnsentFiles(files).catch(() => undefined);
}

/** Makes the shell remember a job's original file, for saving beside it. Failures are ignored. */
export function keepOriginal(jobId: string, file: File): void {
  window.interlinear?.keepOriginal(jobId, places.get(file) ?? file).catch(() => undefined);
}
