import type { MenuItemConstructorOptions } from 'electron';
import type { ShellWords } from './language/words.ts';

type Item = MenuItemConstructorOptions;

interface MenuActions {
  readonly open: () => void;
  /** Absent if the window already works with a team server. */
  readonly connectServer?: () => void;
  /** Absent without a stored team server. */
  readonly workHere?: () => void;
  readonly showSettings: () => void;
  readonly openApiDocs: () => void;
  readonly showLogs: () => void;
  readonly showCommands: () => void;
  readonly showKeys: () => void;
}

interface Place {
  readonly isMac: boolean;
  readonly appName: string;
  readonly isDevelopment: boolean;
}

const SEPARATOR: Item = { type: 'separator' };

/**
 * The application menu: the system's roles, in each platform's order. Every item has its label here, as
 * Electron's labels are always English (lib/browser/api/menu-item-roles.ts).
 */
export function menuTemplate(words: ShellWords, place: Place, actions: MenuActions): Item[] {
  return [
    ...(place.isMac ? [appMenu(words, place, actions)] : []),
    fileMenu(words, place, actions),
    editMenu(words, place),
    viewMenu(words, place, actions),
    windowMenu(words, place),
    helpMenu(words, place, actions),
  ];
}

const settingsItem = ({ t }: ShellWords, { showSettings }: MenuActions): Item => ({
  label: t('menuSettings'),
  accelerator: 'CmdOrCtrl+,',
  click: showSettings,
});

/** The application menu of macOS. */
function appMenu(words: ShellWords, { appName: app }: Place, actions: MenuActions): Item {
  const { t } = words;
  return {
    label: app,
    submenu: [
      { role: 'about', label: t('menuAbout', { app }) },
      SEPARATOR,
      settingsItem(words, actions),
      SEPARATOR,
      { role: 'services', label: t('menuServices') },
      SEPARATOR,
      { role: 'hide', label: t('menuHide', { app }) },
      { role: 'hideOthers', label: t('menuHideOthers') },
      { role: 'unhide', label: t('menuShowAll') },
      SEPARATOR,
      { role: 'quit', label: t('menuQuit', { app }) },
    ],
  };
}

function fileMenu(words: ShellWords, { isMac, appName: app }: Place, actions: MenuActions): Item {
  const { t } = words;
  return {
    label: t('menuFile'),
    submenu: [
      { label: t('menuOpen'), accelerator: 'CmdOrCtrl+O', click: actions.open },
      SEPARATOR,
      ...(actions.connectServer ? [{ label: t('menuServer'), click: actions.connectServer }] : []),
      ...(actions.workHere ? [{ label: t('menuWorkHere'), click: actions.workHere }] : []),
      SEPARATOR,
      ...(isMac
        ? [{ role: 'close' as const, label: t('menuClose') }]
        : [
            settingsItem(words, actions),
            SEPARATOR,
            { role: 'quit' as const, label: t('menuQuit', { app }) },
          ]),
    ],
  };
}

function editMenu({ t }: ShellWords, { isMac }: Place): Item {
  const remove: Item = { role: 'delete', label: t('menuDelete') };
  const selectAll: Item = { role: 'selectAll', label: t('menuSelectAll') };
  return {
    label: t('menuEdit'),
    submenu: [
      { role: 'undo', label: t('menuUndo') },
      { role: 'redo', label: t('menuRedo') },
      SEPARATOR,
      { role: 'cut', label: t('menuCut') },
      { role: 'copy', label: t('menuCopy') },
      { role: 'paste', label: t('menuPaste') },
      ...(isMac
        ? [
            { role: 'pasteAndMatchStyle' as const, label: t('menuPastePlain') },
            remove,
            selectAll,
            ...textItems({ t }),
          ]
        : [remove, SEPARATOR, selectAll]),
    ],
  };
}

/** The end of the Edit menu on macOS, as in Electron's role `editMenu`. */
function textItems({ t }: Pick<ShellWords, 't'>): Item[] {
  return [
    SEPARATOR,
    {
      label: t('menuSubstitutions'),
      submenu: [
        { role: 'showSubstitutions', label: t('menuShowSubstitutions') },
        SEPARATOR,
        { role: 'toggleSmartQuotes', label: t('menuSmartQuotes') },
        { role: 'toggleSmartDashes', label: t('menuSmartDashes') },
        { role: 'toggleTextReplacement', label: t('menuTextReplacement') },
      ],
    },
    {
      label: t('menuSpeech'),
      submenu: [
        { role: 'startSpeaking', label: t('menuStartSpeaking') },
        { role: 'stopSpeaking', label: t('menuStopSpeaking') },
      ],
    },
  ];
}

function viewMenu({ t }: ShellWords, { isDevelopment }: Place, { showCommands }: MenuActions): Item {
  return {
    label: t('menuView'),
    submenu: [
      { label: t('menuCommands'), accelerator: 'CmdOrCtrl+K', click: showCommands },
      SEPARATOR,
      { role: 'resetZoom', label: t('menuActualSize') },
      { role: 'zoomIn', label: t('menuZoomIn') },
      { role: 'zoomOut', label: t('menuZoomOut') },
      SEPARATOR,
      { role: 'togglefullscreen', label: t('menuFullScreen') },
      ...(isDevelopment ? [SEPARATOR, { role: 'reload' as const }, { role: 'toggleDevTools' as const }] : []),
    ],
  };
}

/** macOS finds the menu for its list of windows by the role. */
function windowMenu({ t }: ShellWords, { isMac }: Place): Item {
  return {
    role: 'windowMenu',
    label: t('menuWindow'),
    submenu: [
      { role: 'minimize', label: t('menuMinimize') },
      { role: 'zoom', label: t('menuZoom') },
      ...(isMac
        ? [SEPARATOR, { role: 'front' as const, label: t('menuFront') }]
        : [{ role: 'close' as const, label: t('menuClose') }]),
    ],
  };
}

function helpMenu({ t }: ShellWords, { isMac, appName: app }: Place, actions: MenuActions): Item {
  return {
    role: 'help',
    label: t('menuHelp'),
    submenu: [
      { label: t('menuShortcuts'), click: actions.showKeys },
      SEPARATOR,
      { label: t('menuApiDocs'), click: actions.openApiDocs },
      { label: t('menuLogFolder'), click: actions.showLogs },
      // On macOS this is in the application menu.
      ...(isMac ? [] : [SEPARATOR, { role: 'about' as const, label: t('menuAbout', { app }) }]),
    ],
  };
}
