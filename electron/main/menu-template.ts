import type { MenuItemConstructorOptions } from 'electron';

interface MenuActions {
  readonly open: () => void;
  readonly showSettings: () => void;
  readonly openApiDocs: () => void;
  readonly showLogs: () => void;
  readonly showCommands: () => void;
  readonly showKeys: () => void;
}

/** The application menu: the system's own roles, in the order each platform has them. */
export function menuTemplate(
  { isMac, appName, isDevelopment }: { isMac: boolean; appName: string; isDevelopment: boolean },
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const settings: MenuItemConstructorOptions = {
    label: 'Settings…',
    accelerator: 'CmdOrCtrl+,',
    click: actions.showSettings,
  };
  const open: MenuItemConstructorOptions = {
    label: '&Open…',
    accelerator: 'CmdOrCtrl+O',
    click: actions.open,
  };
  const app: MenuItemConstructorOptions = {
    label: appName,
    submenu: [
      { role: 'about' },
      separator,
      settings,
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
      { label: '&Commands…', accelerator: 'CmdOrCtrl+K', click: actions.showCommands },
      separator,
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
    {
      label: '&File',
      submenu: [
        open,
        separator,
        ...(isMac ? [{ role: 'close' as const }] : [settings, separator, { role: 'quit' as const }]),
      ],
    },
    { role: 'editMenu' },
    view,
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { label: '&Keyboard shortcuts', click: actions.showKeys },
        separator,
        { label: 'API &documentation', click: actions.openApiDocs },
        { label: 'Folder of the &log', click: actions.showLogs },
        // macOS has it in the program's own menu.
        ...(isMac ? [] : [separator, { role: 'about' as const }]),
      ],
    },
  ];
}
