import type { MenuItemConstructorOptions } from 'electron';

/** The application menu: the system's own roles, in the order each platform has them. */
export function menuTemplate(options: {
  isMac: boolean;
  appName: string;
  isDevelopment: boolean;
  openApiDocs: () => void;
}): MenuItemConstructorOptions[] {
  const { isMac, appName, isDevelopment, openApiDocs } = options;
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const app: MenuItemConstructorOptions = {
    label: appName,
    submenu: [
      { role: 'about' },
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  };
  const view: MenuItemConstructorOptions = {
    label: '&View',
    submenu: [
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      separator,
      { role: 'togglefullscreen' },
      ...(isDevelopment ? [separator, { role: 'reload' as const }, { role: 'toggleDevTools' as const }] : []),
    ],
  };
  return [
    ...(isMac ? [app] : []),
    { label: '&File', submenu: [isMac ? { role: 'close' } : { role: 'quit' }] },
    { role: 'editMenu' },
    view,
    { role: 'windowMenu' },
    { role: 'help', submenu: [{ label: 'API &documentation', click: openApiDocs }] },
  ];
}
