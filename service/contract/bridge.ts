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
  /** Examines a team server and, where all is well, starts the program again as its client. */
  connectServer(request: ServerRequest): Promise<ServerOutcome>;
  /** Starts the program again with the service of this machine. Returns a sentence where that fails. */
  leaveServer(): Promise<string | undefined>;
  /** Asks where to save, then stores the answer to `GET path` there. */
  saveFile(request: SaveRequest): Promise<SaveOutcome>;
  /** Asks for one folder and saves all files there; asks once before replacing any. One outcome each. */
  saveFiles(requests: readonly SaveRequest[]): Promise<SaveOutcome[]>;
  /** Saves beside the document that the job was made of, under a name that is still free, without asking. */
  saveBeside(request: SaveRequest & { jobId: string }): Promise<SaveOutcome>;
  /**
   * Remembers which file a job was made of, also over restarts: a file of a drop or a file field, or the
   * `place` of one that the shell opened. Returns whether it lies on this machine, so that `saveBeside` can
   * work.
   */
  keepOriginal(jobId: string, original: File | string): Promise<boolean>;
  /** Those of the jobs whose original's place is known. */
  withOriginal(jobIds: readonly string[]): Promise<string[]>;
  /** Shows a file that was saved through the bridge in the system's file manager. Other paths are ignored. */
  showItemInFolder(path: string): Promise<void>;
  /** Opens a saved file with the program for its type. Returns a sentence where that fails. */
  openSaved(path: string): Promise<string | undefined>;
  /** Opens the data folder in the system's file manager. Returns a sentence where that fails. */
  openDataFolder(): Promise<string | undefined>;
  /** Follows the system or fixes one theme, for native parts of the window too. Kept for the next start. */
  setTheme(theme: 'system' | 'light' | 'dark'): Promise<void>;
  /**
   * Checks the spelling of texts that are being changed in a language; without one, of none. Off macOS its
   * dictionary is fetched from Google once, so it is only asked for where the user wants that. Returns
   * whether the language can be checked.
   */
  checkSpelling(language: string | undefined): Promise<boolean>;
  /** How many files of the window are not jobs yet, and would go with it: the shell asks before it closes. */
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
  /** As its user writes it, such as `team.example`. */
  address: string;
  key: string;
  /** The content of the file of an authority, in PEM form. */
  authority?: string | undefined;
  /** SHA-256 of the certificate, compared by its user. */
  fingerprint?: string | undefined;
}

export type ServerOutcome =
  | { outcome: 'restarts' | 'cancelled' }
  /** This machine does not trust the certificate's authority: its user is to compare the SHA-256. */
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
  /** Stands for the file's path in `keepOriginal`, this run. */
  place: string;
}
