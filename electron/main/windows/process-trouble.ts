import { app, dialog } from 'electron';
import type { BrowserWindow, RenderProcessGoneDetails } from 'electron';
import type { Service } from '../../../service/service.ts';
import { spoken } from '../language/spoken.ts';
import { goneInWords, goneSentence } from './gone-in-words.ts';

const RELOAD = 0;
const OTHER = 1;
/** https://chromium.googlesource.com/chromium/src/+/main/net/base/net_error_list.h */
const ABORTED = -3;
/** A page that dies again this soon would only die again after a reload. */
const SOON_MS = 60_000;

/** Logs the reason of processes that end by themselves, and of unhandled rejections. */
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
      // Otherwise Esc, and the dialog's close button, mean the first button.
      cancelId: OTHER,
      noLink: true,
      ...(signal ? { signal } : {}),
    });
    asking = false;
    return response === RELOAD && !window.isDestroyed();
  };

  // In a separate task: reloaded while Chromium is still reporting its death, the page takes the whole
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
      // A hanging page cannot be reloaded: its process must end first, and the handler of that event reloads
      // it (at once it may get the old process: https://github.com/electron/electron/issues/48661). This
      // death was intended, so it does not count.
      lastDeath = -Infinity;
      window.webContents.forcefullyCrashRenderer();
    });
  });
  // It has recovered by itself: close the question.
  window.on('responsive', () => hanging?.abort());
  window.webContents.on('did-fail-load', (_event, code, description, url, isMainFrame) => {
    // Replaced by a navigation to another page, which reports its own errors.
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
