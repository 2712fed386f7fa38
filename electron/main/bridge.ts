import { nativeTheme, shell } from 'electron';
import type { DesktopBridge } from '../../service/contract/index.ts';
import type { Service } from '../../service/service.ts';
import { CHANNELS } from '../channels.ts';
import { createFileSaver } from './save-file.ts';
import { handle } from './security/handle.ts';

const THEMES = ['system', 'light', 'dark'] as const;

/** The shell's answers to `window.interlinear`. */
export function offerBridge(service: Service, pageOrigin: string): void {
  const { baseUrl } = service;
  const saver = createFileSaver({ baseUrl, key: service.accounts.sessionKey });

  handle(pageOrigin, CHANNELS.connect, (): Awaited<ReturnType<DesktopBridge['connect']>> => ({
    // The page asks its own origin: in development, where that is another one, nothing else changes for it.
    baseUrl: pageOrigin,
    key: service.accounts.sessionKey,
  }));
  handle(pageOrigin, CHANNELS.saveFile, (request) => saver.save(request));
  handle(pageOrigin, CHANNELS.showItemInFolder, (path) => {
    // Only what this run has saved: a page must not make the shell probe paths of its choosing.
    if (typeof path === 'string' && saver.hasSaved(path)) shell.showItemInFolder(path);
  });
  handle(pageOrigin, CHANNELS.setTheme, (theme) => {
    nativeTheme.themeSource = THEMES.find((known) => known === theme) ?? 'system';
  });
}
