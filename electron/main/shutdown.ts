import { app, dialog } from 'electron';
import type { Backend } from './backend.ts';
import type { Commands } from './commands.ts';
import { spoken } from './language/spoken.ts';
import { keepForNextRun } from './opening.ts';

/** Above the service's own maximum. */
const LIMIT_MS = 12_000;

/**
 * Ends windows, then the service, then the program. Electron closes the windows and emits `will-quit`,
 * without waiting for promises: so the event is prevented, the service closed, and the program ended by
 * `exit`, as a second `quit` from within a promise may be ignored
 * (https://github.com/electron/electron/issues/33643). A second quit by the user ends it at once: nothing is
 * lost, jobs resume from their journals. Requests that arrive meanwhile, such as to open a file, are left to
 * the next run.
 * @returns a function that requests another run in any case
 */
export function endInOrder(
  service: Pick<Backend, 'close' | 'log'>,
  commands: Commands,
): { startAgain(): void } {
  let isRunWanted = false;
  let startNextRun: ((isWanted: boolean) => void) | undefined;
  const exit = (code: number) => {
    startNextRun?.(isRunWanted);
    app.exit(code);
  };
  const end = (code: number) => {
    if (startNextRun) return;
    startNextRun = keepForNextRun(commands);
    const late = setTimeout(() => {
      service.log.error({}, 'the service did not end in time');
      exit(1);
    }, LIMIT_MS);
    void closed(service).then(() => {
      clearTimeout(late);
      exit(code);
    });
  };

  app.on('will-quit', (event) => {
    event.preventDefault();
    if (!startNextRun) {
      end(0);
      return;
    }
    service.log.warn({}, 'told to quit again while ending');
    exit(0);
  });

  /** The code that threw may have left anything half done: continuing would be unsafe. */
  process.on('uncaughtException', (err) => {
    service.log.error({ err }, 'an error was thrown unheard');
    if (startNextRun) return;
    const { t } = spoken();
    dialog.showErrorBox(t('hasToClose', { app: app.name }), t('unexpected', { message: err.message }));
    end(1);
  });
  return { startAgain: () => void (isRunWanted = true) };
}

async function closed({ close, log }: Pick<Backend, 'close' | 'log'>): Promise<void> {
  try {
    await close();
  } catch (err) {
    log.error({ err }, 'the service did not end in order');
  }
}
