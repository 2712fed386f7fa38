import { constants } from 'node:os';
import { CliError, EXIT } from '../client/cli-error.ts';

/** Windows has no such signal, and closed pipes all the same. */
const SIGPIPE = (constants.signals as Partial<typeof constants.signals>).SIGPIPE ?? 13;

/** Writes a command's result on standard output. Rejects where that fails: console.log would exit with 0. */
export async function print(text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      // A reader that has seen enough, such as `head`, is no failure to speak of.
      if (error.code === 'EPIPE') reject(new CliError('', 128 + SIGPIPE));
      else reject(new CliError(`The output cannot be written: ${error.message}.`, EXIT.failed));
    };
    // Told there as well, and without a listener the process would end with a stack.
    process.stdout.once('error', fail);
    process.stdout.write(`${text}\n`, (error) => {
      if (error) fail(error);
      else resolve();
    });
  });
}
