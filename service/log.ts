import { join } from 'node:path';
import { pino } from 'pino';
import type { LogLevel } from './lib/log-level.ts';
import { openRotatingFile } from './lib/rotating-file.ts';
import { guardStandardError } from './lib/standard-error.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A structured log: fields, then the message. Never a document's text, its name, a key or a token. */
export interface Log {
  debug(fields: Fields, message: string): void;
  info(fields: Fields, message: string): void;
  warn(fields: Fields, message: string): void;
  error(fields: Fields, message: string): void;
  /** A log that adds `fields` to each line. */
  child(fields: Fields): Log;
}

export interface LogOptions {
  level: LogLevel;
  /** Takes one line with its newline. Standard error by default. */
  write?: (line: string) => void;
}

/** A log that also writes to a file, once there is a folder for it. */
export interface KeptLog extends Log {
  /** Also logs to `name`.log in the folder from now on; older files are numbered, the oldest removed. */
  keepIn(folder: string, name: string): void;
  /** Closes the file. */
  close(): void;
}

/** Logs to standard error and, from `keepIn` on, to a file. */
export function createKeptLog(level: LogLevel): KeptLog {
  let file: ReturnType<typeof openRotatingFile> | undefined;
  const log = createLog({
    level,
    write: (line) => {
      writeToStderr(line);
      file?.write(line);
    },
  });
  const close = (): void => {
    file?.close();
    file = undefined;
  };
  return Object.assign(log, {
    keepIn: (folder: string, name: string): void => {
      close();
      file = openRotatingFile({ path: join(folder, `${name}.log`) });
    },
    close,
  });
}

/** Never written. If code begins to, its log line shows the field's name, not its content. */
const NEVER_SHOWN = ['key', 'token', 'authorization', 'text', 'translated_text', 'file_name', 'context'];

/**
 * JSON lines on standard error, which terminals, service managers and Electron's parent process pass on.
 * Written by this thread rather than a logging thread: the last line before a crash is the one that is
 * needed.
 */
export function createLog({ level, write = writeToStderr }: LogOptions): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      serializers: { err: plainError },
      redact: { paths: NEVER_SHOWN, censor: '[hidden]' },
    },
    { write },
  );
}

/** Only these members: library errors may contain the processed data, such as a document. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name: type, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  return {
    type,
    message,
    stack,
    ...(code === undefined ? {} : { code }),
    ...(cause ? { cause: plainError(cause) } : {}),
  };
}

function writeToStderr(line: string): void {
  guardStandardError();
  process.stderr.write(line);
}
