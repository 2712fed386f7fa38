import { app, BrowserWindow, dialog, powerMonitor } from 'electron';
import type { Backend } from '../backend.ts';
import { spoken } from '../language/spoken.ts';
import { closeQuestion } from './close-question.ts';

const GO = 0;
const STAY = 1;

/** Files of the window that are not jobs yet, as last reported by its page: closing loses them. */
export interface Unsent {
  files: number;
}

export interface CloseGuard {
  /** Sets up each new window. */
  guard(window: BrowserWindow): void;
  /** Asks about work that would be interrupted or lost, without ending anything. */
  mayEnd(): Promise<boolean>;
  /** Ends the program without asking. */
  endNow(): void;
}

/**
 * Asks, once, before the program ends while jobs run or files are not sent: at the window's `close`, while
 * there is still a window to stay in. Closing the last window ends the program except on macOS, where only
 * quitting does. A system shutdown is not delayed by a question.
 */
export function askBeforeQuitting(service: Pick<Backend, 'runningJobs'>, unsent: Unsent): CloseGuard {
  let agreed = false;
  let asking = false;
  let quitting = false;

  /** Asks if necessary, then runs `goOn` if the program may end. */
  async function ask(window: BrowserWindow | undefined, goOn: () => void): Promise<void> {
    if (asking) return;
    asking = true;
    agreed = (await isEndConfirmed(window)) || agreed;
    asking = false;
    if (agreed) goOn();
    else quitting = false;
  }

  async function isEndConfirmed(window: BrowserWindow | undefined): Promise<boolean> {
    // A service that cannot report its jobs must not keep the program from ending.
    const runningJobs = await service.runningJobs().catch(() => 0);
    return isConfirmed({ runningJobs, unsentFiles: unsent.files }, window);
  }

  /** If the program outlives its window, asks only about the work that ends with the window. */
  async function askToClose(window: BrowserWindow): Promise<void> {
    if (asking) return;
    asking = true;
    const mayClose = await isConfirmed(
      { runningJobs: 0, unsentFiles: unsent.files, staysOpen: true },
      window,
    );
    asking = false;
    if (!mayClose) return;
    unsent.files = 0;
    window.close();
  }

  // Delays an orderly end by seconds; the event exists, though Electron's declarations omit it.
  const endWithTheSystem = (event?: Pick<Event, 'preventDefault'>) => {
    event?.preventDefault();
    endNow();
  };
  const endNow = () => {
    agreed = true;
    app.quit();
  };
  powerMonitor.on('shutdown', endWithTheSystem);

  app.on('before-quit', (event) => {
    quitting = true;
    if (agreed) return;
    event.preventDefault();
    void ask(undefined, () => app.quit());
  });

  const guard = (window: BrowserWindow): void => {
    // Windows notifies only its windows: Electron emits neither `shutdown` nor `before-quit`.
    window.on('session-end', () => endWithTheSystem());
    window.on('close', (event) => {
      const endsTheProgram = quitting || process.platform !== 'darwin';
      if (agreed || (!endsTheProgram && unsent.files === 0)) return;
      event.preventDefault();
      if (endsTheProgram) void ask(window, () => (quitting ? app.quit() : window.close()));
      else void askToClose(window);
    });
    // A reloaded page reports its own number.
    window.on('closed', () => (unsent.files = 0));
    window.webContents.on('render-process-gone', () => (unsent.files = 0));
  };
  return { guard, mayEnd: () => isEndConfirmed(BrowserWindow.getFocusedWindow() ?? undefined), endNow };
}

async function isConfirmed(
  what: Parameters<typeof closeQuestion>[2],
  window?: BrowserWindow,
): Promise<boolean> {
  const question = closeQuestion(spoken(), app.name, what);
  if (!question) return true;
  const options = { type: 'question' as const, ...question, defaultId: STAY, cancelId: STAY, noLink: true };
  const { response } = window
    ? await dialog.showMessageBox(window, options)
    : await dialog.showMessageBox(options);
  return response === GO;
}
