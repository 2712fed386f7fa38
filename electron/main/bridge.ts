import { nativeTheme, shell } from 'electron';
import type { Backend } from './backend.ts';
import type { Commands } from './commands.ts';
import { checkSpelling } from './language/spelling.ts';
import { spoken } from './language/spoken.ts';
import { keepTheme } from './theme.ts';
import { isTranslationFile } from './files/file-filters.ts';
import { createOpenedFiles } from './files/opened-files.ts';
import { createOriginals } from './files/originals.ts';
import { createFileSaver } from './files/save-file.ts';
import { createSavedFiles } from './files/saved-files.ts';
import { handleAll } from './security/handle.ts';
import type { ServerChoice } from './server/server-choice.ts';
import type { Unsent } from './windows/close-guard.ts';

/** The shell's answers to `window.interlinear`. */
export function offerBridge(
  backend: Backend,
  parts: { pageOrigin: string; commands: Commands; unsent: Unsent; serverChoice: ServerChoice },
): void {
  const { baseUrl, dataDir, settings, key } = backend;
  const { pageOrigin, commands, unsent, serverChoice } = parts;
  const originals = createOriginals();
  const opened = createOpenedFiles();
  const saved = createSavedFiles();
  const saver = createFileSaver(
    {
      baseUrl,
      fetch: (path) => backend.fetch(path),
      // The folder that dialogs open in; if empty, the system reopens the last one.
      folder: () => settings.values().downloads_folder ?? '',
    },
    originals.placeOf,
    saved,
  );

  handleAll(pageOrigin, {
    'interlinear:connect': () => ({
      // The page calls its own origin, so that development, with another one, works the same.
      baseUrl: pageOrigin,
      key,
      isServer: backend.isServer,
    }),
    'interlinear:save-file': (request) => saver.save(request),
    'interlinear:save-files': (requests) => saver.saveAll(requests),
    'interlinear:save-beside': ({ jobId, ...request }) => saver.saveBeside(jobId, request),
    'interlinear:keep-original': async ({ jobId, ...original }) => {
      const path = 'path' in original ? original.path : opened.pathOf(original.place);
      return path !== undefined && originals.keep(jobId, path);
    },
    'interlinear:with-original': (jobIds) => jobIds.filter((id) => originals.placeOf(id) !== undefined),
    'interlinear:show-item-in-folder': (path) => {
      // Only files that the shell saved: a page must not probe or start files at paths of its choosing.
      if (saved.has(path)) shell.showItemInFolder(path);
    },
    'interlinear:open-saved': async (path) => {
      if (!saved.has(path)) return spoken().t('onlySaved');
      if (!isTranslationFile(path)) {
        shell.showItemInFolder(path);
        return undefined;
      }
      return (await shell.openPath(path)) === '' ? undefined : spoken().t('noProgram');
    },
    // Without a path: a page must not make the shell open folders of its choosing.
    'interlinear:open-data-folder': async () => {
      if (dataDir === undefined) return spoken().t('folderElsewhere');
      return (await shell.openPath(dataDir)) === '' ? undefined : spoken().t('folderNotOpened');
    },
    'interlinear:connect-server': (request) => serverChoice.connect(request),
    'interlinear:leave-server': () => serverChoice.leave(),
    'interlinear:set-theme': (theme) => {
      nativeTheme.themeSource = theme;
      keepTheme(theme);
    },
    'interlinear:check-spelling': (language) => checkSpelling(language),
    'interlinear:set-unsent-files': (files) => {
      unsent.files = files;
    },
    'interlinear:take-commands': () => opened.read(commands.take()),
  });
}
