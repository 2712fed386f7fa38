/**
 * What the desktop shell offers its window as `window.interlinear` (electron/preload). Absent in a browser, where the
 * same window signs in with a one-time token and saves by download.
 */
export interface DesktopBridge {
  readonly platform: 'darwin' | 'linux' | 'win32' | 'other';
  /** The service's address and this start's session key. */
  connect(): Promise<{ baseUrl: string; key: string }>;
  /**
   * Asks where to save, then stores the answer to `GET path` there. `path` is one of the service's own downloads, such as
   * `/v1/translate/documents/{id}/content`.
   */
  saveFile(request: { path: string; suggestedName: string }): Promise<SaveOutcome>;
  /** Shows a file that `saveFile` stored in the system's file manager. Other paths are ignored. */
  showItemInFolder(path: string): Promise<void>;
  /** Follows the system, or holds one theme, for the native parts of the window too. */
  setTheme(theme: 'system' | 'light' | 'dark'): Promise<void>;
}

export type SaveOutcome =
  | { outcome: 'saved'; path: string }
  | { outcome: 'cancelled' }
  /** `message` is for people: what happened and what to do. */
  | { outcome: 'failed'; message: string };
