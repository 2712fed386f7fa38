import { app, Menu, shell } from 'electron';
import { menuTemplate } from './menu-template.ts';

export function installMenu(baseUrl: string): void {
  const template = menuTemplate({
    isMac: process.platform === 'darwin',
    appName: app.name,
    isDevelopment: !app.isPackaged,
    openApiDocs: () => void shell.openExternal(`${baseUrl}/v1/docs`),
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
