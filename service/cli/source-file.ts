import { open, stat } from 'node:fs/promises';
import { CliError, EXIT } from '../client/cli-error.ts';

/** Refuses an unsendable file before any work. */
export async function checkSource(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new CliError(`There is no file ${path}.`, EXIT.usage);
  if (!found.isFile()) throw new CliError(`${path} is no file. Name one document.`, EXIT.usage);
  try {
    await (await open(path)).close();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CliError(
      `${path} cannot be read: ${why}. Close it in other programs, or check whose it is.`,
      EXIT.usage,
    );
  }
}
