/** What can be done from outside with a translation that is being changed. */
export interface TargetActions {
  /** Puts another text in place of all of it. */
  put(text: string): void;
  /** Puts a text where the caret is, in place of what is selected. */
  insert(text: string): void;
}
