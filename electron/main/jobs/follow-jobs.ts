import { app } from 'electron';
import { LIMITS } from '../../../service/contract/index.ts';
import type { Backend } from '../backend.ts';
import type { Commands } from '../commands.ts';
import { createJobActivity } from './job-activity.ts';
import { createKeepAwake } from './keep-awake.ts';
import { createNotifier } from './notify.ts';
import { showInTaskbar } from './taskbar.ts';

/**
 * Follows the service's jobs, as `/v1/events` reports them: progress in taskbar or dock, no sleep while jobs
 * of any account run on this machine, notifications for the window's account.
 */
export function followJobs(backend: Pick<Backend, 'watchJobs' | 'isServer'>, commands: Commands): void {
  const activity = createJobActivity();
  const keepAwake = createKeepAwake();
  const notifier = createNotifier(commands);
  let round: NodeJS.Timeout | undefined;

  const show = () => {
    round = undefined;
    showInTaskbar(activity.now());
  };
  const stop = backend.watchJobs((job, isOwn) => {
    const hasEnded = activity.apply(job);
    if (hasEnded && isOwn) notifier.tell(job);
    // At once: the machine may be about to sleep. The bar can wait for more changes.
    keepAwake.set(!backend.isServer && activity.now().running > 0);
    round ??= setTimeout(show, LIMITS.eventRoundMs);
  });
  // A window opened while jobs run, as on macOS, has no bar yet.
  app.on('browser-window-created', () => (round ??= setTimeout(show, LIMITS.eventRoundMs)));
  app.on('will-quit', () => {
    stop();
    clearTimeout(round);
    notifier.close();
    keepAwake.set(false);
  });
}
