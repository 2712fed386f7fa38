import type { Specifics, StartErrorCode } from '../contract/index.ts';

type Details = NonNullable<Specifics['details']>;

/** Why the service cannot start: an English sentence with the remedy, and codes for translation. */
export class StartError extends Error {
  readonly said: { readonly code: StartErrorCode; readonly message: string; readonly details: Details };

  constructor(message: string, code: StartErrorCode, details: Details, cause?: unknown) {
    super(message, { cause });
    this.said = { code, message, details };
  }
}
