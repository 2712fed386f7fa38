/** Actions from outside on a translation that is being edited. */
export interface TargetActions {
  /** The text as it is seen. */
  read(): string;
  /** Puts another text in place of all of it. */
  put(text: string, from?: 'memory' | 'source'): void;
  /** Inserts a text at the caret, replacing the selection. */
  insert(text: string): void;
  /** Inserts a code at the caret; the start of a pair without its end goes around the selection. */
  insertCode(code: string): void;
  /** Puts a caret into the source, which can be split or copied from there but not changed. */
  enterSource(): Promise<void>;
}
