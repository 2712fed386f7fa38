import type { Problem } from '../contract/index.ts';

/** Exit codes other than 128 + a signal's number. Scripts rely on them. */
export const EXIT = {
  ok: 0,
  /** The job or the service failed. */
  failed: 1,
  /** The command or the file is at fault. */
  usage: 2,
} as const;

/** An expected failure: its message is all the user needs, no stack. */
export class CliError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode: number) {
    super(message);
    this.name = 'CliError';
    this.exitCode = exitCode;
  }
}

/** A refusal by the service, in the words of the command line. */
export class ServiceRefusalError extends CliError {
  readonly code: string | undefined;
  /** What is wrong with each field of the request. */
  readonly errors: NonNullable<Problem['errors']>;
  constructor(problem: Partial<Problem>, status: number) {
    const { code, errors = [], detail } = problem;
    const sentences =
      errors.length > 0
        ? errors.map(({ field, message }) => withoutAddresses(message, HINTS[field]))
        : [withoutAddresses(detail ?? `The service failed (${status}).`)];
    super(
      [...new Set(sentences)].join('\n'),
      code === 'invalid_request' || code === 'not_found' ? EXIT.usage : EXIT.failed,
    );
    this.name = 'ServiceRefusalError';
    this.code = code;
    this.errors = errors;
  }
}

/** The service no longer answers, or was cut off in the middle of an answer. */
export class ServiceGoneError extends CliError {
  constructor(cause: unknown, message = 'The service stopped answering. Run the command again.') {
    super(message, EXIT.failed);
    this.name = 'ServiceGoneError';
    this.cause = cause;
  }
}

const SEE_LANGUAGES = 'List what can be translated with: interlinear languages';
/** Replacements for API addresses in messages, by the field concerned. */
const HINTS: Readonly<Record<string, string>> = {
  from: SEE_LANGUAGES,
  to: SEE_LANGUAGES,
  engine: 'List the engines with: interlinear doctor',
};

/** `GET /v1/jobs`, `at /v1/openapi.json`, `with ?simple=1`; not an address that the user wrote. */
const ADDRESS = /(?<=^| )(?:\/v1\b|\?\w+=)/;

/**
 * A message of the service, for a terminal: nobody there sends requests by hand, so sentences that name one
 * are dropped. Refusals have been through this; jobs' errors and warnings and engines' reasons, which appear
 * in successful answers, have not.
 */
export function withoutAddresses(message: string, hint?: string): string {
  const sentences = message.split(/(?<=[.!?]) +/);
  const kept = sentences.filter((sentence) => !ADDRESS.test(sentence));
  const said = [...kept, ...(kept.length < sentences.length && hint ? [hint] : [])].join(' ');
  // Better an address than an empty message.
  return said === '' ? message : said;
}
