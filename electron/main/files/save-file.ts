import { basename, dirname, join } from 'node:path';
import { BrowserWindow, dialog } from 'electron';
import type { MessageBoxOptions, OpenDialogOptions, SaveDialogOptions } from 'electron';
import type { Problem, SaveOutcome, SaveRequest } from '../../../service/contract/index.ts';
import { spoken } from '../language/spoken.ts';
import { download } from './download.ts';
import type { Placing, Refused, Source } from './download.ts';
import { saveErrorSentence } from './file-errors.ts';
import { filtersFor } from './file-filters.ts';
import { haveSameEnding, namesTaken, withEnding } from './free-name.ts';
import { checkSaveRequest } from './save-request.ts';
import type { CheckedRequest } from './save-request.ts';
import type { SavedFiles } from './saved-files.ts';

interface FileSaver {
  save(request: SaveRequest): Promise<SaveOutcome>;
  saveAll(requests: readonly SaveRequest[]): Promise<SaveOutcome[]>;
  saveBeside(jobId: string, request: SaveRequest): Promise<SaveOutcome>;
}

const failed = (key: 'notOurs' | 'noOriginal'): SaveOutcome => ({
  outcome: 'failed',
  message: spoken().t(key),
});

/**
 * Saving goes through the shell: the page names a download of the service, the user chooses the path.
 * @param originalOf the path of a job's original document
 * @param saved called with each saved path
 */
export function createFileSaver(
  source: Source & { readonly folder: () => string },
  originalOf: (jobId: string) => string | undefined,
  saved: Pick<SavedFiles, 'add'>,
): FileSaver {
  const saveTo = async (request: CheckedRequest, path: string, placing: Placing): Promise<SaveOutcome> => {
    try {
      const loaded = await download(source, request.url, path, placing);
      if ('path' in loaded) saved.add(loaded.path);
      return 'path' in loaded ? { outcome: 'saved', ...loaded } : { outcome: 'failed', ...refusal(loaded) };
    } catch (error) {
      return { outcome: 'failed', message: saveErrorSentence(spoken(), error) };
    }
  };
  const check = (request: SaveRequest) => checkSaveRequest(source.baseUrl, request);

  return {
    async save(asked) {
      const request = check(asked);
      if (!request) return failed('notOurs');
      const path = await askForPlace(join(source.folder(), request.suggestedName));
      if (path === undefined) return { outcome: 'cancelled' };
      const named = withEnding(path, request.suggestedName);
      // The dialog asked about the name as typed, not about this one.
      return saveTo(request, named, named === path ? 'replace' : 'beside');
    },
    async saveAll(asked) {
      const requests = asked.map(check);
      const folder = await askForFolder(source.folder());
      const names = requests.flatMap((request) => (request ? [request.suggestedName] : []));
      const placing = folder === undefined ? undefined : await askAboutTaken(folder, names);
      if (folder === undefined || placing === undefined) return asked.map(() => ({ outcome: 'cancelled' }));
      const outcomes: SaveOutcome[] = [];
      // One at a time, replacing only files of before: two results of one name must not overwrite each other.
      const own = new Set<string>();
      for (const request of requests) {
        if (!request) {
          outcomes.push(failed('notOurs'));
          continue;
        }
        // Most disks of Windows and macOS ignore case in names.
        const name = request.suggestedName.toLowerCase();
        const place = join(folder, request.suggestedName);
        outcomes.push(await saveTo(request, place, own.has(name) ? 'beside' : placing));
        own.add(name);
      }
      return outcomes;
    },
    async saveBeside(jobId, asked) {
      const request = check(asked);
      if (!request) return failed('notOurs');
      const original = originalOf(jobId);
      if (original === undefined) return failed('noOriginal');
      // No dialog shows the name, so it must not be that of a program.
      if (!haveSameEnding(request.suggestedName, original)) return failed('notOurs');
      return saveTo(request, join(dirname(original), request.suggestedName), 'beside');
    },
  };
}

/** The window has the service's sentences in its own language. */
function refusal({ problem, isRunning }: Refused): { message: string; problem?: Problem } {
  if (problem) return { message: problem.detail, problem };
  return { message: spoken().t(isRunning ? 'stillRunning' : 'noAnswer') };
}

async function askForPlace(defaultPath: string): Promise<string | undefined> {
  const options: SaveDialogOptions = {
    defaultPath,
    filters: filtersFor(spoken(), defaultPath),
    // Linux asks before it overwrites only if requested; the others always do.
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
    buttonLabel: spoken().t('saveHere'),
  };
  const window = BrowserWindow.getFocusedWindow();
  const { canceled, filePaths } = window
    ? await dialog.showOpenDialog(window, options)
    : await dialog.showOpenDialog(options);
  return canceled ? undefined : filePaths[0];
}

const ANSWERS = ['beside', 'replace', undefined] as const;

/** The user's decision about existing files with these names; undefined to save nothing. */
async function askAboutTaken(folder: string, names: readonly string[]): Promise<Placing | undefined> {
  const taken = await namesTaken(folder, names);
  if (taken.length === 0) return 'beside';
  const { t, counted } = spoken();
  const options: MessageBoxOptions = {
    type: 'question',
    message:
      taken.length === 1 ? t('nameTaken', { name: taken[0] ?? '' }) : counted('namesTaken', taken.length),
    detail: basename(folder),
    buttons: [t('keepBoth'), t('replace'), t('cancel')],
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
