import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { BrowserWindow, dialog } from 'electron';
import type { SaveDialogOptions } from 'electron';
import type { Problem, SaveOutcome } from '../../service/contract/index.ts';
import { filtersFor } from './file-filters.ts';
import { saveErrorSentence } from './save-error.ts';
import { readSaveRequest } from './save-request.ts';

interface FileSaver {
  save(argument: unknown): Promise<SaveOutcome>;
  /** Whether this run has saved a file there. */
  hasSaved(path: string): boolean;
}

/** Saving goes through the shell: the page names a download of the service, the user names the place. */
export function createFileSaver(service: { baseUrl: string; key: string }): FileSaver {
  const saved = new Set<string>();
  return {
    hasSaved: (path) => saved.has(path),
    save: async (argument) => {
      const request = readSaveRequest(service.baseUrl, argument);
      if (!request) return { outcome: 'failed', message: 'This is not a file of the service.' };
      const path = await askForPlace(request.suggestedName);
      if (path === undefined) return { outcome: 'cancelled' };
      try {
        await download(request.url, service.key, path);
      } catch (error) {
        return { outcome: 'failed', message: saveErrorSentence(error) };
      }
      saved.add(path);
      return { outcome: 'saved', path };
    },
  };
}

async function askForPlace(defaultPath: string): Promise<string | undefined> {
  const options: SaveDialogOptions = {
    defaultPath,
    filters: filtersFor(defaultPath),
    // Linux asks before it overwrites only when told to; the others always do.
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  };
  const window = BrowserWindow.getFocusedWindow();
  const { canceled, filePath } = window
    ? await dialog.showSaveDialog(window, options)
    : await dialog.showSaveDialog(options);
  return canceled ? undefined : filePath;
}

/** Streams to a file beside the target and renames it, so that a failure leaves an older file as it was. */
async function download(url: string, key: string, path: string): Promise<void> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  if (response.status !== 200 || !response.body) throw new Error(await refusalOf(response));
  // Short, as the target's name may be as long as the disk allows.
  const temporary = join(dirname(path), `.interlinear-${randomBytes(6).toString('hex')}.part`);
  const file = await open(temporary, 'wx');
  try {
    // The DOM's and Node's types of the same stream differ in name only.
    await pipeline(Readable.fromWeb(response.body as ReadableStream), file.createWriteStream());
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function refusalOf(response: Response): Promise<string> {
  if (response.status === 202) return 'This job is still running. Save it once it is done.';
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
  return problem.detail ?? `The service answered ${response.status}.`;
}
