import type { Reason, Specifics } from '../contract/index.ts';
import type { ModelErrorCode } from './model-error.ts';
import type { ManifestModel } from './manifest.ts';

/** A model as it is on this machine now. */
export interface ModelView {
  readonly model: ManifestModel;
  readonly state: 'available' | 'installing' | 'installed' | 'failed';
  readonly downloadBytes: number;
  readonly installedBytes?: number;
  /** While it installs. */
  readonly receivedBytes?: number;
  /** Why the last install failed, or that what was installed has been found damaged. */
  readonly error?: Specifics & {
    readonly code: ModelErrorCode | 'internal_error';
    readonly message: string;
  };
}

/** A file to be sent. */
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
  /** Size of the file as offered; absent where the list of models has no hash of it. */
  readonly bytes?: number;
  readonly sha256?: string;
}

export interface ModelQuery {
  readonly from?: string;
  readonly to?: string;
  readonly state?: ModelView['state'];
}

/** A file that was not taken over, and why. */
export interface RefusedFile {
  readonly name: string;
  readonly message: string;
  readonly reason?: Reason;
}

export interface ImportReport {
  /** Ids of the models that are installed now and were not before. */
  readonly installed: readonly string[];
  /** Ids of the models that files belong to, and that were installed before. */
  readonly present: readonly string[];
  /** Files that belong to no model of the list, or are damaged. */
  readonly refused: readonly RefusedFile[];
}

/** Models of this machine's engines. Unknown ids: `not_found`. Errors for the client are ProblemErrors. */
export interface Models {
  list(query?: ModelQuery): Promise<ModelView[]>;
  get(id: string): Promise<ModelView>;
  /** A file of an installed model, or its record; `not_found` if there is none of the name. */
  installedFile(id: string, name: string): Promise<InstalledFile>;
  /** The model's files, to be fetched elsewhere and brought by `importFile`. */
  files(id: string): Promise<ModelFile[]>;
  /**
   * Begins an install, or joins the one that runs. `begun` is false where the model is installed already: its
   * files are read for that, and a damaged one is installed again.
   */
  install(id: string): Promise<{ view: ModelView; begun: boolean }>;
  /** Stops an install; what has been downloaded stays for the next. Resolves when nothing writes any more. */
  cancel(id: string): Promise<ModelView>;
  remove(id: string): Promise<void>;
  /** Takes a ZIP of model files, or one of them. The file is read, and not kept. */
  importFile(path: string, name: string): Promise<ImportReport>;
  /** Called on every change of a model's state or progress, until the returned function is called. */
  subscribe(listener: (view: ModelView) => void): () => void;
  /** Stops all installs. */
  close(): Promise<void>;
}
