import { join } from 'node:path';
import { app, Menu, shell } from 'electron';
import type { Service } from '../../service/service.ts';
import type { Commands } from './commands.ts';
import { menuTemplate } from './menu-template.ts';
import { askForFiles } from './opening.ts';

/** Why nobody's text is anywhere else, which is what the program is for. */
const CREDITS = 'Documents stay on your machine.';

/** The menu, the dock's menu, and what About shows. */
export function installMenu(
  { baseUrl, dataDir }: Pick<Service, 'baseUrl' | 'dataDir'>,
  commands: Commands,
): void {
  const open = () => void askForFiles(commands);
  const template = menuTemplate(
    { isMac: process.platform === 'darwin', appName: app.name, isDevelopment: !app.isPackaged },
    {
      open,
      showSettings: () => commands.push({ command: 'show-view', view: 'settings' }),
      showCommands: () => commands.push({ command: 'show-dialog', dialog: 'palette' }),
      showKeys: () => commands.push({ command: 'show-dialog', dialog: 'keys' }),
      showLogs: () => void shell.openPath(join(dataDir, 'logs')),
      openApiDocs: () => void shell.openExternal(`${baseUrl}/v1/docs`),
    },
  );
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  // Only macOS has a dock.
  app.dock?.setMenu(Menu.buildFromTemplate([{ label: 'Open…', click: open }]));
  app.setAboutPanelOptions({
    applicationName: app.name,
    applicationVersion: app.getVersion(),
    copyright: 'MIT licence. The Interlinear developers',
    credits: CREDITS,
    authors: ['The Interlinear developers'],
  });
}
