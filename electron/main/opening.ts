import { app, BrowserWindow, dialog } from 'electron';
import { z } from 'zod';
import { DOCUMENT_EXTENSIONS } from '../../service/contract/index.ts';
import { filesOf, withFiles } from './arguments.ts';
import type { Commands } from './commands.ts';
import { spoken } from './language/spoken.ts';

/** A second instance's message to the first. */
const handedOver = z.object({ paths: z.array(z.string()) });

/** The arguments of this instance's command line, and the folder it was started in. */
function ownArguments(): Parameters<typeof filesOf> {
  return [process.argv.slice(1), { workingDirectory: process.cwd(), isDevelopment: !app.isPackaged }];
}

/**
 * Two instances would compete for one data folder and port. The second passes its files to the first and
 * ends; the first opens them and shows its window. Passed as additional data, since Chromium reorders and
 * extends the arguments of `second-instance`.
 * https://www.electronjs.org/docs/latest/api/app#event-second-instance
 * @returns whether this is the first instance
 */
export function claimSingleInstance(commands: Commands): boolean {
  const paths = filesOf(...ownArguments());
  if (!app.requestSingleInstanceLock({ paths })) {
    app.quit();
    return false;
  }
  app.on('second-instance', (_event, _argv, _workingDirectory, data) => {
    const read = handedOver.safeParse(data);
    if (read.success && read.data.paths.length > 0) openFiles(commands, read.data.paths);
    else commands.push({ command: 'show-window' });
  });
  if (paths.length > 0) openFiles(commands, paths);
  return true;
}

/**
 * Collects files opened while the program ends, which has no window for them any more: the program restarts
 * with these files once it has ended.
 * @returns to be called last, before the program exits, with whether to restart in any case
 */
export function keepForNextRun(commands: Commands): (isWanted: boolean) => void {
  let isAsked = false;
  commands.onPush(() => (isAsked = true));
  return (isWanted) => {
    if (!isAsked && !isWanted) return;
    const paths = commands.take().flatMap((one) => (one.command === 'open-files' ? one.paths : []));
    const [argv, place] = ownArguments();
    app.relaunch({ args: withFiles(argv, paths, place), execPath: programPath() });
  };
}

/** The file that the user started: a portable program or an AppImage runs from a temporary copy. */
function programPath(): string {
  return process.env['PORTABLE_EXECUTABLE_FILE'] ?? process.env['APPIMAGE'] ?? process.execPath;
}

/**
 * macOS reports opened files by one event each, possibly before `ready`: call this before anything is
 * awaited. https://www.electronjs.org/docs/latest/api/app#event-open-file-macos On macOS programs stay when
 * their last window closes, and are reactivated by their icon.
 */
export function followFileManager(commands: Commands): void {
  app.on('activate', () => commands.push({ command: 'show-window' }));
  app.on('open-file', (event, path) => {
    event.preventDefault();
    openFiles(commands, [path]);
  });
}

/** File → Open… */
export async function askForFiles(commands: Commands): Promise<void> {
  const window = BrowserWindow.getFocusedWindow();
  const { t } = spoken();
  const options = {
    properties: ['openFile' as const, 'multiSelections' as const],
    filters: [
      { name: t('typeDocuments'), extensions: [...DOCUMENT_EXTENSIONS] },
      { name: t('typeAll'), extensions: ['*'] },
    ],
  };
  const { canceled, filePaths } = window
    ? await dialog.showOpenDialog(window, options)
    : await dialog.showOpenDialog(options);
  if (!canceled && filePaths.length > 0) openFiles(commands, filePaths);
}

function openFiles(commands: Commands, paths: readonly string[]): void {
  commands.push({ command: 'open-files', paths });
}
