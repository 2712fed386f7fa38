import type { JobKind } from './job.ts';
import type { Problem } from './problem.ts';

/**
 * The desktop shell's API for its window, `window.interlinear` (electron/preload). Absent in a browser, where
 * the same window signs in with a one-time token and saves by download.
 */
export interface DesktopBridge {
  readonly platform: 'darwin' | 'linux' | 'win32' | 'other';
  /** The service's address and the window's key for it. `isServer`: it is a team's, on another machine. */
  connect(): Promise<{ baseUrl: string; key: string; isServer?: boolean }>;
  /** Examines a team server and, if all is well, restarts the program as its client. */
  connectServer(request: ServerRequest): Promise<ServerOutcome>;
  /** Restarts the program with this machine's service. Returns a sentence if that fails. */
  leaveServer(): Promise<string | undefined>;
  /** Asks where to save, then stores the answer to `GET path` there. */
  saveFile(request: SaveRequest): Promise<SaveOutcome>;
  /** Asks for one folder and saves all files there; asks once before replacing any. One outcome each. */
  saveFiles(requests: readonly SaveRequest[]): Promise<SaveOutcome[]>;
  /** Saves beside the job's original document, under a free name, without asking. */
  saveBeside(request: SaveRequest & { jobId: string }): Promise<SaveOutcome>;
  /**
   * Remembers, across restarts, which file a job was made of: a dropped or picked file, or the `place` of one
   * that the shell opened. Returns whether the file is on this machine, so that `saveBeside` can work.
   */
  keepOriginal(jobId: string, original: File | string): Promise<boolean>;
  /** The jobs among these whose original's path is known. */
  withOriginal(jobIds: readonly string[]): Promise<string[]>;
  /** Shows a file that was saved through the bridge in the system's file manager. Other paths are ignored. */
  showItemInFolder(path: string): Promise<void>;
  /** Opens a saved file with the program for its type. Returns a sentence if that fails. */
  openSaved(path: string): Promise<string | undefined>;
  /** Opens the data folder in the system's file manager. Returns a sentence if that fails. */
  openDataFolder(): Promise<string | undefined>;
  /**
   * Follows the system or fixes one theme, for native parts of the window too. Remembered for the next start.
   */
  setTheme(theme: 'system' | 'light' | 'dark'): Promise<void>;
  /**
   * Checks the spelling of texts being edited in a language; undefined turns checking off. Outside macOS the
   * dictionary is downloaded from Google once, so call this only where the user wants it. Returns whether the
   * language can be checked.
   */
  checkSpelling(language: string | undefined): Promise<boolean>;
  /** Number of the window's files that are not jobs yet: the shell asks before closing would lose them. */
  setUnsentFiles(files: number): Promise<void>;
  /** Calls back with requests of the menu, file manager or notifications, earlier ones included. */
  onCommand(listener: (command: ShellCommand) => void): () => void;
}

/** `path` is one of the service's own downloads, such as `/v1/translate/documents/{id}/content`. */
export interface SaveRequest {
  path: string;
  suggestedName: string;
}

export type SaveOutcome =
  | { outcome: 'saved'; path: string }
  | { outcome: 'cancelled' }
  /** `message` is for people: what happened and what to do. `problem` where the service refused. */
  | { outcome: 'failed'; message: string; problem?: Problem };

export interface ServerRequest {
  /** As the user writes it, such as `team.example`. */
  address: string;
  key: string;
  /** The authority's certificate, in PEM form. */
  authority?: string | undefined;
  /** SHA-256 of the certificate, compared by the user. */
  fingerprint?: string | undefined;
}

export type ServerOutcome =
  | { outcome: 'restarts' | 'cancelled' }
  /** This machine does not trust the certificate's authority: the user must compare the SHA-256. */
  | { outcome: 'unknown'; host: string; fingerprint: string }
  /** `message` is for people: the problem and the remedy. */
  | { outcome: 'failed'; message: string };

/** Commands from the shell to its window. */
export type ShellCommand =
  | { command: 'open-files'; files: OpenedFile[]; refused: { name: string; message: string }[] }
  | { command: 'show-view'; view: 'documents' | 'settings' }
  /** All commands by name, the list of keys, or the form for a team server. */
  | { command: 'show-dialog'; dialog: 'palette' | 'keys' | 'server' }
  | { command: 'show-job'; jobId: string; kind: JobKind };

/** A file that was opened with the app, by the file manager, the menu or a command line. */
export interface OpenedFile {
  name: string;
  content: Uint8Array<ArrayBuffer>;
  /** Identifies the file in `keepOriginal` during this run, in place of its path. */
  place: string;
}
