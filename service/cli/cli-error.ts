/** What a process ends with. Scripts build on these: they are part of the contract of the command line. */
export const EXIT = {
  ok: 0,
  /** The job or the service failed. */
  failed: 1,
  /** The command or the file is at fault. */
  usage: 2,
  /** Ctrl-C: 128 + SIGINT, as shells count. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An end that was foreseen: its message is all the user needs, no stack. */
export class CliError extends Error {
  readonly exitCode: ExitCode;
  constructor(message: string, exitCode: ExitCode) {
    super(message);
    this.name = 'CliError';
    this.exitCode = exitCode;
  }
}
