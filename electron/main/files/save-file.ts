import { basename, dirname, join } from 'node:path';
import { BrowserWindow, dialog } from 'electron';
import type { MessageBoxOptions, OpenDialogOptions, SaveDialogOptions } from 'electron';
import type { SaveOutcome, SaveRequest } from '../../../service/contract/index.ts';
import { downloadsFolder } from './downloads-folder.ts';
import { download } from './download.ts';
import type { Placing, Source } from './download.ts';
import { saveErrorSentence } from './file-errors.ts';
import { filtersFor } from './file-filters.ts';
import { namesTaken } from './free-name.ts';
import { checkSaveRequest } from './save-request.ts';
import type { CheckedRequest } from './save-request.ts';
import type { SavedFiles } from './saved-files.ts';

interface FileSaver {
  save(request: SaveRequest): Promise<SaveOutcome>;
  saveAll(requests: readonly SaveRequest[]): Promise<SaveOutcome[]>;
  saveBeside(jobId: string, request: SaveRequest): Promise<SaveOutcome>;
}

const NOT_OURS: SaveOutcome = { outcome: 'failed', message: 'This is not a file of the service.' };
const NO_ORIGINAL: SaveOutcome = {
  outcome: 'failed',
  message: 'It is not known where this document came from. Save it to a place of your choice.',
};

/**
 * Saving goes through the shell: the page names a download of the service, the user names the place.
 * @param originalOf the path of the document that a job was made of
 * @param saved hears of each file that was saved
 */
export function createFileSaver(
  source: Source,
  originalOf: (jobId: string) => string | undefined,
  saved: Pick<SavedFiles, 'add'>,
): FileSaver {
  const saveTo = async (request: CheckedRequest, path: string, placing: Placing): Promise<SaveOutcome> => {
    try {
      const place = await download(source, request.url, path, placing);
      saved.add(place);
      return { outcome: 'saved', path: place };
    } catch (error) {
      return { outcome: 'failed', message: saveErrorSentence(error) };
    }
  };
  const check = (request: SaveRequest) => checkSaveRequest(source.baseUrl, request);

  return {
    async save(asked) {
      const request = check(asked);
      if (!request) return NOT_OURS;
      const path = await askForPlace(join(await downloadsFolder(source), request.suggestedName));
      return path === undefined ? { outcome: 'cancelled' } : saveTo(request, path, 'replace');
    },
    async saveAll(asked) {
      const requests = asked.map(check);
      const folder = await askForFolder(await downloadsFolder(source));
      const names = requests.flatMap((request) => (request ? [request.suggestedName] : []));
      const placing = folder === undefined ? undefined : await askAboutTaken(folder, names);
      if (folder === undefined || placing === undefined) return asked.map(() => ({ outcome: 'cancelled' }));
      const outcomes: SaveOutcome[] = [];
      // One after the other: two results of the same name must not take the same place.
      for (const request of requests)
        outcomes.push(
          request ? await saveTo(request, join(folder, request.suggestedName), placing) : NOT_OURS,
        );
      return outcomes;
    },
    async saveBeside(jobId, asked) {
      const request = check(asked);
      if (!request) return NOT_OURS;
      const original = originalOf(jobId);
      if (original === undefined) return NO_ORIGINAL;
      return saveTo(request, join(dirname(original), request.suggestedName), 'beside');
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

async function askForFolder(defaultPath: string): Promise<string | undefined> {
  const options: OpenDialogOptions = {
    defaultPath,
    properties: ['openDirectory', 'createDirectory'],
    buttonLabel: 'Save here',
  };
  const window = BrowserWindow.getFocusedWindow();
  const { canceled, filePaths } = window
    ? await dialog.showOpenDialog(window, options)
    : await dialog.showOpenDialog(options);
  return canceled ? undefined : filePaths[0];
}

const ANSWERS = ['beside', 'replace', undefined] as const;

/** What to do about files of these names that are in the folder; undefined where the user would rather not save. */
async function askAboutTaken(folder: string, names: readonly string[]): Promise<Placing | undefined> {
  const taken = await namesTaken(folder, names);
  if (taken.length === 0) return 'beside';
  const options: MessageBoxOptions = {
    type: 'question',
    message:
      taken.length === 1
        ? `“${taken[0] ?? ''}” is in this folder already.`
        : `${taken.length} files of these names are in this folder already.`,
    detail: basename(folder),
    buttons: ['Keep both', 'Replace', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  };
  const window = BrowserWindow.getFocusedWindow();
  const { response } = window
    ? await dialog.showMessageBox(window, options)
    : await dialog.showMessageBox(options);
  return ANSWERS[response];
}
