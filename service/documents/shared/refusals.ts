import { fieldProblem, formatList, ProblemError } from '../../contract/index.ts';
import type { FieldErrorCode, Reason, Specifics } from '../../contract/index.ts';

/** A refusal of the uploaded file. `message`: what happened, why, and the remedy, for a translator. */
export function refuse(code: FieldErrorCode, message: string, specifics: Specifics = {}): ProblemError {
  return fieldProblem('file', code, message, specifics);
}

/** A file that is not a supported document. `what` with its article: "a sound or video file". */
export function notTranslatable(what: string, reason: Reason, remedy?: string): ProblemError {
  return refuse('unsupported_file_type', notTranslatableText(what, remedy), { reason });
}

export function notTranslatableText(what: string, remedy = `Save its text as ${formatList()}`): string {
  return `The file is ${what}, which cannot be translated here. ${remedy} and translate that.`;
}

export function damaged(what: string): ProblemError {
  return refuse(
    'damaged_file',
    `The file is damaged: ${what}. Open it in the program that made it, save it again, and translate the new copy.`,
  );
}

export function hostile(what: string): ProblemError {
  return refuse(
    'hostile_file',
    `The file was refused because ${what}, which ordinary documents never do. If you trust where it comes from, save it again in the program that made it and translate the new copy.`,
  );
}

/** Reads an optional part; undefined if the part is refused. */
export function unlessRefused<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}
