import { app, dialog } from 'electron';
import type { BrowserWindow, RenderProcessGoneDetails } from 'electron';
import type { Service } from '../../../service/service.ts';
import { spoken } from '../language/spoken.ts';
import { goneInWords, goneSentence } from './gone-in-words.ts';

const RELOAD = 0;
const OTHER = 1;
/** https://chromium.googlesource.com/chromium/src/+/main/net/base/net_error_list.h */
const ABORTED = -3;
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

/** A window whose page died or hangs must not stay blank or frozen. Running jobs are not affected. */
export function watchWindow(window: BrowserWindow, log: Service['log']): void {
  let lastDeath = -Infinity;
  let asking = false;
  let hanging: AbortController | undefined;

  const askToReload = async (
    question: {
      message: string;
      why?: string;
      other: string;
    },
    signal?: AbortSignal,
  ): Promise<boolean> => {
    if (asking || window.isDestroyed()) return false;
    asking = true;
    const { t } = spoken();
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: question.message,
      detail: [...(question.why === undefined ? [] : [question.why]), t('runningGoOn')].join(' '),
      buttons: [t('loadAgain'), question.other],
      // Else Esc, and the dialog's own close button, are the first one.
      cancelId: OTHER,
      noLink: true,
      ...(signal ? { signal } : {}),
    });
    asking = false;
    return response === RELOAD && !window.isDestroyed();
  };

  // In a task of its own: loaded again while Chromium still tells of the death, the page takes the whole
  // program with it. https://github.com/electron/electron/pull/51900
  const reload = () =>
    void setImmediate(() => {
      if (!window.isDestroyed()) window.webContents.reload();
    });
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
    hanging = new AbortController();
    void askToReload({ message: t('pageHangs'), other: t('wait') }, hanging.signal).then((yes) => {
      if (!yes) return;
      // A page that hangs cannot be reloaded: its process has to end first, and what hears of that loads it
      // again (at once it may get the old process: https://github.com/electron/electron/issues/48661). This
      // death is ours and counts as no other does.
      lastDeath = -Infinity;
      window.webContents.forcefullyCrashRenderer();
    });
  });
  // It has come round by itself: there is nothing to ask any more.
  window.on('responsive', () => hanging?.abort());
  window.webContents.on('did-fail-load', (_event, code, description, url, isMainFrame) => {
    // Given up for another page, which tells of itself.
    if (!isMainFrame || code === ABORTED) return;
    log.error({ code, description, url }, 'the page could not be loaded');
    const { t } = spoken();
    const question = {
      message: t('pageNotLoaded'),
      why: t('pageNotLoadedWhy', { reason: description }),
      other: t('close'),
    };
    void askToReload(question).then((yes) => {
      if (yes) window.loadURL(url).catch(() => undefined);
      else if (!window.isDestroyed()) window.close();
    });
  });
}
