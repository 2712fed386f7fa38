import { app, dialog } from 'electron';
import type { Backend } from './backend.ts';
import type { Commands } from './commands.ts';
import { spoken } from './language/spoken.ts';
import { keepForNextRun } from './opening.ts';

/** Above what the service takes at most. */
const LIMIT_MS = 12_000;

/**
 * Windows, then the service, then the program. Electron closes the windows and asks at `will-quit`, without
 * waiting for promises: it is held, the service is closed, and the program ends, by `exit`, as a second
 * `quit` from within a promise may go unheard (https://github.com/electron/electron/issues/33643). A
 * second quit ends it at once: nothing is lost, jobs go on from their journals. Requests that come meanwhile,
 * such as to open a file, are left to the next run.
 * @returns how to have another run follow this one in any case
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

  /** The code that threw may have left anything half done: going on would be to guess. */
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
