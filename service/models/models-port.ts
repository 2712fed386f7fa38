import type { Reason, Specifics } from '../contract/index.ts';
import type { ModelErrorCode } from './model-error.ts';
import type { ManifestModel } from './manifest.ts';

/** A model's current state on this machine. */
export interface ModelView {
  readonly model: ManifestModel;
  readonly state: 'available' | 'installing' | 'installed' | 'failed';
  readonly downloadBytes: number;
  readonly installedBytes?: number;
  /** Present while it installs. */
  readonly receivedBytes?: number;
  /** Why the last install failed, or that the installed model is damaged. */
  readonly error?: Specifics & {
    readonly code: ModelErrorCode | 'internal_error';
    readonly message: string;
  };
}

/** A file to send. */
export interface InstalledFile {
  readonly path: string;
  readonly fileName: string;
  readonly mediaType: string;
  /** Strong entity tag, quoted. */
  readonly etag: string;
}

export interface ModelFile {
  readonly name: string;
  readonly address: string;
  /** Size of the offered file; absent if the list of models has no hash of it. */
  readonly bytes?: number;
  readonly sha256?: string;
}

export interface ModelQuery {
  readonly from?: string;
  readonly to?: string;
  readonly state?: ModelView['state'];
}

/** A file that was not imported, and why. */
export interface RefusedFile {
  readonly name: string;
  readonly message: string;
  readonly reason?: Reason;
}

export interface ImportReport {
  /** Ids of the models that this import installed. */
  readonly installed: readonly string[];
  /** Ids of models whose files were given, and that were already installed. */
  readonly present: readonly string[];
  /** Files that belong to no model of the list, or are damaged. */
  readonly refused: readonly RefusedFile[];
}

/** Models of this machine's engines. Unknown ids: `not_found`. Errors for the client are ProblemErrors. */
export interface Models {
  list(query?: ModelQuery): Promise<ModelView[]>;
  get(id: string): Promise<ModelView>;
  /** A file of an installed model, or its record; `not_found` for an unknown name. */
  installedFile(id: string, name: string): Promise<InstalledFile>;
  /** The model's files, to be downloaded elsewhere and imported by `importFile`. */
  files(id: string): Promise<ModelFile[]>;
  /**
   * Starts an install, or joins the running one. `begun` is false if the model is already installed: its
   * files are verified for that, and a damaged model is reinstalled.
   */
  install(id: string): Promise<{ view: ModelView; begun: boolean }>;
  /**
   * Stops an install; downloaded data is kept for the next one. Resolves when nothing is being written any
   * more.
   */
  cancel(id: string): Promise<ModelView>;
  remove(id: string): Promise<void>;
  /** Imports a ZIP of model files, or a single one. The given file is only read. */
  importFile(path: string, name: string): Promise<ImportReport>;
  /** Called on every change of a model's state or progress, until the returned function is called. */
  subscribe(listener: (view: ModelView) => void): () => void;
  /** Stops all installs. */
  close(): Promise<void>;
}
