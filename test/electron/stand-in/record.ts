/** The shell's actions, as the test reads them. */
export interface WindowRecord {
  options: { webPreferences: Record<string, unknown>; x?: number; width?: number; backgroundColor?: string };
  url?: string;
  loads: number;
  shown: boolean;
  webRtc?: string;
  reloads: number;
  events: string[];
  /** Messages to the page. */
  sent: string[];
  progress: number[];
}

export interface ShellRecord {
  windows: WindowRecord[];
  /** Events of `app` in the order in which they were emitted. */
  appEvents: string[];
  menu: string[];
  /** The last one that was shown. */
  contextMenu: string[];
  /** Whether the last question was taken back before it was answered. */
  takenBack: boolean;
  opened: string[];
  shownInFolder: string[];
  boxes: string[];
  questions: string[];
  saveDialogs: { defaultPath: string; filters: { extensions: string[] }[]; properties: string[] }[];
  openDialogs: { properties: string[] }[];
  notifications: { title: string; body: string }[];
  badges: number[];
  /** The reasons the machine stays awake now. */
  blockers: string[];
  blockersStarted: number;
  sandboxed: boolean;
  /** Switches for Chromium. */
  switches: string[];
  /** How often another run was asked for. */
  relaunches: number;
  about: { credits?: string } | undefined;
  /** Languages in which spelling is checked, each time that they are set. */
  spelling: string[][];
  /** Files that this instance handed to the first one. */
  handedOver: unknown;
}

export const record: ShellRecord = {
  windows: [],
  appEvents: [],
  menu: [],
  contextMenu: [],
  takenBack: false,
  opened: [],
  shownInFolder: [],
  boxes: [],
  questions: [],
  saveDialogs: [],
  openDialogs: [],
  notifications: [],
  badges: [],
  blockers: [],
  blockersStarted: 0,
  sandboxed: false,
  switches: [],
  relaunches: 0,
  about: undefined,
  spelling: [],
  handedOver: undefined,
};

/** Facts about the machine and its user. */
export const world = {
  folder: process.env['STAND_IN_FOLDER'] ?? '',
  /** A hidden window is never ready to show. */
  isWayland: process.env['STAND_IN_WAYLAND'] === '1',
  /** Another instance has the lock. */
  isSecond: process.env['STAND_IN_SECOND'] === '1',
  /** A file dropped on the icon of the program that does not run yet, as macOS tells it. */
  droppedOnIcon: process.env['STAND_IN_OPEN_FILE'],
  /** The system's languages, the preferred one first. */
  languages: (process.env['STAND_IN_LANGUAGES'] ?? 'en-GB').split(','),
  /** Buttons that the user presses first, one after the other; then `button`. */
  buttons: (process.env['STAND_IN_BUTTONS'] ?? '').split(',').filter(Boolean).map(Number),
  /** The button that the user presses. */
  button: Number(process.env['STAND_IN_BUTTON'] ?? 0),
  /** The user does not answer questions. */
  isAway: false,
  /** Files or the folder that the user chooses; none cancels. */
  chosen: [] as string[],
  /** How many of the next pages cannot be loaded. */
  pagesThatFail: Number(process.env['STAND_IN_PAGES_THAT_FAIL'] ?? 0),
  hasFocus: true,
  keychain: 'gnome_libsecret' as 'gnome_libsecret' | 'basic_text' | 'none' | 'says-libsecret',
  screens: [{ bounds: area(1920, 1080), workArea: area(1920, 1080), scaleFactor: 1 }],
};

function area(width: number, height: number) {
  return { x: 0, y: 0, width, height };
}
