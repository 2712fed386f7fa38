/** Severity numbers as pino writes them, so that tools that read pino's lines read these. */
const LEVELS = { debug: 20, info: 30, warn: 40, error: 50 } as const;

export type LogLevel = keyof typeof LEVELS;
export const LOG_LEVELS = Object.keys(LEVELS) as readonly LogLevel[];

type Fields = Readonly<Record<string, unknown>>;

/**
 * A structured log in pino's shape: fields first, then the message. Fields carry ids, codes, counts and times; never
 * text of a document, a key or a token.
 */
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
  /** Takes one line without its newline. Standard error by default. */
  write?: (line: string) => void;
}

/** JSON lines on standard error, which a terminal, a service manager and Electron's parent process all pass on. */
export function createLog({ level, write = writeToStderr }: LogOptions): Log {
  const least = LEVELS[level];
  return logWith({}, (severity, fields, message) => {
    if (LEVELS[severity] < least) return;
    write(formatLine(severity, fields, message));
  });
}

function logWith(bound: Fields, emit: (severity: LogLevel, fields: Fields, message: string) => void): Log {
  const at = (severity: LogLevel) => (fields: Fields, message: string) =>
    emit(severity, { ...bound, ...fields }, message);
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (fields) => logWith({ ...bound, ...fields }, emit),
  };
}

function formatLine(severity: LogLevel, fields: Fields, message: string): string {
  const head = { level: LEVELS[severity], time: Date.now(), pid: process.pid };
  return JSON.stringify({ ...head, ...fields, msg: message }, (_key, value: unknown) =>
    value instanceof Error ? plainError(value) : value,
  );
}

/** As pino's error serialiser: an Error has no enumerable members, JSON would make `{}` of it. */
function plainError(error: Error): Fields {
  const { name: type, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  return { type, message, stack, ...(code === undefined ? {} : { code }), ...(cause ? { cause } : {}) };
}

function writeToStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}
