import { BrowserWindow, Notification } from 'electron';
import type { Job } from '../../../service/contract/index.ts';
import type { Commands } from '../commands.ts';
import { spoken } from '../language/spoken.ts';
import { isWorthTelling, noticeOf } from './job-notice.ts';

/** Jobs that end within this time share a notification: forty dropped files must not cause forty. */
const GATHER_MS = 1_500;
/**
 * Maximum of referenced notifications: without a reference one is garbage-collected, and its click goes
 * nowhere. electron/electron#16922
 */
const MAX_REFERENCED = 20;

/** Notifies of jobs that end while another program is in front. A click shows the job. */
export function createNotifier(commands: Commands): { tell(job: Job): void; close(): void } {
  const shown = new Set<Notification>();
  let ended: Job[] = [];
  let timer: NodeJS.Timeout | undefined;

  const show = () => {
    const notice = noticeOf(spoken(), ended);
    ended = [];
    timer = undefined;
    // A user who came back meanwhile sees it in the window.
    if (!notice || hasFocus() || !Notification.isSupported()) return;
    const notification = new Notification({ title: notice.title, body: notice.body });
    const forget = () => void shown.delete(notification);
    notification.on('click', () => {
      forget();
      commands.push(notice.command);
    });
    notification.on('close', forget);
    notification.on('failed', forget);
    shown.add(notification);
    for (const oldest of shown) if (shown.size > MAX_REFERENCED) shown.delete(oldest);
    notification.show();
  };

  return {
    tell(job) {
      if (hasFocus() || !isWorthTelling(job)) return;
      ended.push(job);
      timer ??= setTimeout(show, GATHER_MS);
    },
    close: () => clearTimeout(timer),
  };
}

function hasFocus(): boolean {
  return BrowserWindow.getFocusedWindow() !== null;
}
