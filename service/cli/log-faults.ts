import type { Log } from '../log.ts';

/**
 * Keeps an unhandled rejection from ending a long-lived command, as the desktop shell does, and logs an
 * uncaught error before it ends the process. Returns a function that stops this.
 */
export function logFaults(log: Log): () => void {
  const onRejection = (err: unknown): void => log.error({ err }, 'a promise was rejected unheard');
  const onException = (err: unknown): void => {
    log.error({ err }, 'an error was thrown unheard');
    process.exit(1);
  };
  process.on('unhandledRejection', onRejection).on('uncaughtException', onException);
  return () => void process.off('unhandledRejection', onRejection).off('uncaughtException', onException);
}
