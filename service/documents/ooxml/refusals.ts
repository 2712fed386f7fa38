import { fieldProblem } from '../../contract/index.ts';
import type { FieldErrorCode, ProblemError } from '../../contract/index.ts';

/** A refusal of the uploaded file. `message`: what happened, why, what to do, for a translator to read. */
export function refuse(code: FieldErrorCode, message: string): ProblemError {
  return fieldProblem('file', code, message);
}

export function damaged(what: string): ProblemError {
  return refuse(
    'damaged_file',
    `The file is damaged: ${what}. Open it in the program that made it, save it again, and upload the new copy.`,
  );
}

export function hostile(what: string): ProblemError {
  return refuse(
    'hostile_file',
    `The file was refused because ${what}, which ordinary documents never do. If you trust where it comes from, save it again in Word, Excel or LibreOffice and upload the new copy.`,
  );
}
