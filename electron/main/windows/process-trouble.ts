import { app, dialog } from 'electron';
import type { BrowserWindow, RenderProcessGoneDetails } from 'electron';
import type { Service } from '../../../service/service.ts';
import { spoken } from '../language/spoken.ts';
import { goneInWords, goneSentence } from './gone-in-words.ts';

const RELOAD = 0;
/** A page that dies again this soon would only be loaded to die. */
const SOON_MS = 60_000;

/** Processes that end by themselves, and promises nobody waited for: each leaves its reason in the log. */
export function watchProcesses(log: Service['log']): void {
  app.on('child-process-gone', (_event, { type, name, serviceName, reason, exitCode }) => {
    if (reason !== 'clean-exit')
      log.error(
        { type, process_name: name ?? serviceName, reason, exit_code: exitCode },
        `a child process ${goneInWords(reason)}`,
      );
  });
  process.on('unhandledRejection', (err) => log.error({ err }, 'a promise was rejected unheard'));
}

/** A window whose page has died, or hangs, must not stay as a blank or frozen frame. Running jobs are not touched by either. */
export function watchWindow(window: BrowserWindow, log: Service['log']): void {
  let lastDeath = -Infinity;
  let asking = false;

  const askToReload = async (question: {
    message: string;
    why?: string;
    other: string;
  }): Promise<boolean> => {
    if (asking || window.isDestroyed()) return false;
    asking = true;
    const { t } = spoken();
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: question.message,
      detail: [...(question.why === undefined ? [] : [question.why]), t('runningGoOn')].join(' '),
      buttons: [t('loadAgain'), question.other],
      noLink: true,
    });
    asking = false;
    return response === RELOAD && !window.isDestroyed();
  };

  const reload = () => window.webContents.reload();
  const onGone = ({ reason, exitCode }: RenderProcessGoneDetails): void => {
    log.error({ reason, exit_code: exitCode }, `the process of the window ${goneInWords(reason)}`);
    const now = performance.now();
    const again = now - lastDeath < SOON_MS;
    lastDeath = now;
    if (!again) {
      reload();
      return;
    }
    const words = spoken();
    const question = {
      message: words.t('pageGoneAgain'),
      why: goneSentence(words, reason),
      other: words.t('close'),
    };
    void askToReload(question).then((yes) => {
      if (yes) reload();
      else if (!window.isDestroyed()) window.close();
    });
  };
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason !== 'clean-exit') onGone(details);
  });
  window.on('unresponsive', () => {
    log.warn({}, 'the window does not respond');
    const { t } = spoken();
    void askToReload({ message: t('pageHangs'), other: t('wait') }).then((yes) => {
      if (!yes) return;
      // A page that hangs cannot be reloaded: its process has to end first. This death is ours and counts as no other does.
      lastDeath = -Infinity;
      window.webContents.forcefullyCrashRenderer();
      window.webContents.reload();
    });
  });
  window.webContents.on('did-fail-load', (_event, code, description, url, isMainFrame) => {
    if (isMainFrame) log.error({ code, description, url }, 'the page could not be loaded');
  });
}
