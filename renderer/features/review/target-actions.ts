import type { LearnedChange } from '../../lib/learned.ts';

/** Actions from outside on an edited translation. */
export interface TargetActions {
  /** The visible text. */
  read(): string;
  /** Replaces the whole text. */
  put(text: string, from?: 'memory' | 'source' | 'history'): void;
  /** Shows the text restored by undo or redo, with the caret after the change. */
  restore(text: string): void;
  /** Inserts a text at the caret, replacing the selection. */
  insert(text: string): void;
  /** Gives the selection, or the word at the caret, its next case; false if there is neither. */
  changeCase(language: string): boolean;
  /** Inserts a code at the caret; the start of a pair without its end wraps the selection. */
  insertCode(code: string): void;
  /** Puts a caret into the source, to split it or copy from it. */
  enterSource(): Promise<void>;
  /** The translator's verdict on a learned change: back to the engine's words, now or for good, or always so. */
  judge(verdict: 'back' | 'never' | 'always', change: LearnedChange): void;
  /** Opens the menu of the segment's actions. */
  openMenu(): void;
}
