import { app, Menu, shell } from 'electron';
import type { Backend } from './backend.ts';
import type { Commands } from './commands.ts';
import { spoken } from './language/spoken.ts';
import { menuTemplate } from './menu-template.ts';
import { askForFiles } from './opening.ts';
import { keptServer } from './server/kept-server.ts';
import type { ServerChoice } from './server/server-choice.ts';

/** Sets the menu, the dock's menu and the About panel, in the current language. */
export function installMenu(
  { baseUrl, logFolder, isServer }: Pick<Backend, 'baseUrl' | 'logFolder' | 'isServer'>,
  commands: Commands,
  serverChoice: ServerChoice,
): void {
  const words = spoken();
  const open = () => void askForFiles(commands);
  const template = menuTemplate(
    words,
    { isMac: process.platform === 'darwin', appName: app.name, isDevelopment: !app.isPackaged },
    {
      open,
      showSettings: () => commands.push({ command: 'show-view', view: 'settings' }),
      showCommands: () => commands.push({ command: 'show-dialog', dialog: 'palette' }),
      showKeys: () => commands.push({ command: 'show-dialog', dialog: 'keys' }),
      ...(isServer
        ? {}
        : { connectServer: () => commands.push({ command: 'show-dialog', dialog: 'server' }) }),
      ...(keptServer() ? { workHere: () => void serverChoice.leave() } : {}),
      showLogs: () => void shell.openPath(logFolder),
      openApiDocs: () => void shell.openExternal(`${baseUrl}/v1/docs`),
    },
  );
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  // Only macOS has a dock.
  app.dock?.setMenu(Menu.buildFromTemplate([{ label: words.t('menuOpen').replace('&', ''), click: open }]));
  app.setAboutPanelOptions({
    applicationName: app.name,
    applicationVersion: app.getVersion(),
    copyright: words.t('aboutCopyright'),
    credits: words.t('aboutCredits'),
    authors: ['The Interlinear developers'],
  });
}
