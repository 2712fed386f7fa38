import { constants } from 'node:os';
import { CliError, EXIT } from '../client/cli-error.ts';

/** Windows lacks this signal, but has closed pipes. */
const SIGPIPE = (constants.signals as Partial<typeof constants.signals>).SIGPIPE ?? 13;

/** Writes a command's result to standard output. Rejects if that fails: console.log would exit with 0. */
export async function print(text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      // A reader that has seen enough, such as `head`: exit silently.
      if (error.code === 'EPIPE') reject(new CliError('', 128 + SIGPIPE));
      else reject(new CliError(`The output cannot be written: ${error.message}.`, EXIT.failed));
    };
    // The stream emits the error too; without a listener the process would end with a stack trace.
    process.stdout.once('error', fail);
    process.stdout.write(`${text}\n`, (error) => {
      if (error) fail(error);
      else resolve();
    });
  });
}
