import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { LIMITS } from '../../../service/contract/index.ts';
import type { OpenedFile, ShellCommand } from '../../../service/contract/index.ts';
import type { WaitingCommand } from '../commands.ts';
import { spoken } from '../language/spoken.ts';
import { openErrorSentence } from './file-errors.ts';

const MEGABYTE = 1_048_576;

/**
 * Files opened with the app: read here, as a sandboxed page cannot read them, and passed to the window like
 * drops.
 */
export interface OpenedFiles {
  /** The commands in the window's form, with the content of their files. */
  read(commands: readonly WaitingCommand[]): Promise<ShellCommand[]>;
  /** The path behind a `place` of this run. */
  pathOf(place: string): string | undefined;
}

export function createOpenedFiles(): OpenedFiles {
  const places = new Map<string, string>();

  const readAll = async (paths: readonly string[]): Promise<ShellCommand> => {
    const files: OpenedFile[] = [];
    const refused: { name: string; message: string }[] = [];
    for (const path of paths) {
      const name = basename(path);
      try {
        const content = await readSmall(path);
        if (!content) {
          refused.push({ name, message: spoken().t('openTooLarge', { mb: LIMITS.maxFileMb }) });
          continue;
        }
        const place = randomUUID();
        places.set(place, path);
        files.push({ name, content, place });
      } catch (error) {
        refused.push({ name, message: openErrorSentence(spoken(), error) });
      }
    }
    return { command: 'open-files', files, refused };
  };
  return {
    read: (commands) =>
      Promise.all(commands.map(async (one) => (one.command === 'open-files' ? readAll(one.paths) : one))),
    pathOf: (place) => places.get(place),
  };
}

/** A file within the service's upper limit; the window knows the current one. Undefined if larger. */
async function readSmall(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > LIMITS.maxFileMb * MEGABYTE) return undefined;
    return new Uint8Array(await file.readFile());
  } finally {
    await file.close();
  }
}
