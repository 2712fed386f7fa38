import type { InstalledModel } from '../../models/installed.ts';

/** Questions to an engine thread and its answers. Plain values: it is a worker thread. */
export interface TranslateRequest {
  readonly id: number;
  readonly model: InstalledModel;
  /** A sentence a line; HTML where `html`. */
  readonly texts: readonly string[];
  readonly html: boolean;
}

export type TranslateReply =
  | { readonly id: number; readonly answers: string[] }
  | { readonly id: number; readonly failure: ThreadFailure };

export interface ThreadFailure {
  /**
   * `damaged`: the model's files are not as they were installed. `aborted`: the module has given up and the
   * thread must be replaced; a text may be to blame. `broken`: the module itself could not be loaded.
   */
  readonly kind: 'damaged' | 'aborted' | 'broken';
  readonly message: string;
}
