import type { Specifics, StartErrorCode } from '../contract/index.ts';

type Details = NonNullable<Specifics['details']>;

/**
 * Why the service cannot start: its English sentence, which says what to do, and what a shell says it by in
 * other languages.
 */
export class StartError extends Error {
  readonly said: { readonly code: StartErrorCode; readonly message: string; readonly details: Details };

  constructor(message: string, code: StartErrorCode, details: Details, cause?: unknown) {
    super(message, { cause });
    this.said = { code, message, details };
  }
}
