import { app, dialog, powerMonitor } from 'electron';
import type { BrowserWindow } from 'electron';
import type { Service } from '../../../service/service.ts';
import { spoken } from '../language/spoken.ts';
import { closeQuestion } from './close-question.ts';

const QUIT = 0;
const STAY = 1;

/**
 * Asks, once, before the program ends while jobs run: at the window's `close`, while there is still a window to stay in. Closing the
 * last window ends the program but on macOS, where only quitting does. A system that shuts down is not held up by a question.
 * @returns what to do with each new window
 */
export function askBeforeQuitting(service: Pick<Service, 'runningJobs'>): (window: BrowserWindow) => void {
  let agreed = false;
  let asking = false;
  let quitting = false;

  /** Asks where need be, then runs `goOn` where the program may end. */
  async function ask(window: BrowserWindow | undefined, goOn: () => void): Promise<void> {
    if (asking) return;
    asking = true;
    agreed = (await mayQuit(service, window)) || agreed;
    asking = false;
    if (agreed) goOn();
    else quitting = false;
  }

  // Held back for the seconds that an ordered end takes; the event is there, though Electron's declarations leave it out.
  const endWithTheSystem = (event?: Pick<Event, 'preventDefault'>) => {
    event?.preventDefault();
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

  return (window) => {
    // Windows tells its windows, and no more: it emits neither `shutdown` nor `before-quit`.
    window.on('session-end', () => endWithTheSystem());
    window.on('close', (event) => {
      const endsTheProgram = quitting || process.platform !== 'darwin';
      if (agreed || !endsTheProgram) return;
      event.preventDefault();
      void ask(window, () => (quitting ? app.quit() : window.close()));
    });
  };
}

async function mayQuit(service: Pick<Service, 'runningJobs'>, window?: BrowserWindow): Promise<boolean> {
  // A service that cannot say what runs must not keep the program from ending.
  const question = closeQuestion(spoken(), app.name, await service.runningJobs().catch(() => 0));
  if (!question) return true;
  const options = { type: 'question' as const, ...question, defaultId: STAY, cancelId: STAY, noLink: true };
  const { response } = window
    ? await dialog.showMessageBox(window, options)
    : await dialog.showMessageBox(options);
  return response === QUIT;
}
