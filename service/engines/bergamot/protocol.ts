import type { InstalledModel } from '../../models/installed.ts';

/** Requests to an engine thread and its replies. Plain values, as they cross a worker thread's border. */
export interface TranslateRequest {
  readonly id: number;
  readonly model: InstalledModel;
  /** One sentence per line; HTML if `html`. */
  readonly texts: readonly string[];
  readonly html: boolean;
}

export type TranslateReply =
  | { readonly id: number; readonly answers: string[] }
  | { readonly id: number; readonly failure: ThreadFailure };

export interface ThreadFailure {
  /**
   * `damaged`: the model's files are not as they were installed. `aborted`: the module gave up and the thread
   * must be replaced; a text may be at fault. `broken`: the module itself could not be loaded.
   */
  readonly kind: 'damaged' | 'aborted' | 'broken';
  readonly message: string;
}
