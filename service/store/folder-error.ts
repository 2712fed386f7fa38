import { errorCode } from '../lib/storage-error.ts';

/** The data folder cannot be used. The message says why and what to do; `cause` is the system's error. */
export class DataFolderError extends Error {
  constructor(folder: string, reason: string, cause?: unknown) {
    super(`The data folder ${folder} cannot be used: ${reason}`, { cause });
    this.name = 'DataFolderError';
  }
}

interface SystemError extends Error {
  code?: string;
  path?: string;
}

const ELSEWHERE = 'or choose another folder with --data-dir or INTERLINEAR_DATA_DIR.';

/** A system error about something in `folder`, or about making it, as a DataFolderError; other errors as they are. */
export function asDataFolderError(folder: string, error: unknown): unknown {
  return isSystemError(error) && (error.path === undefined || isRelated(folder, error.path))
    ? new DataFolderError(folder, reasonOf(error), error)
    : error;
}

function isSystemError(error: unknown): error is SystemError {
  return errorCode(error) !== undefined && error instanceof Error && 'syscall' in error;
}

/** In the folder, or on the way to it: `mkdir -p` fails at whichever part it could not make. */
function isRelated(folder: string, path: string): boolean {
  return path.startsWith(folder) || folder.startsWith(path);
}

function reasonOf({ code, path, message }: SystemError): string {
  const what = path ?? 'it';
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `this user may not write ${what}. Give this user read and write permission on the folder and all that is in it, ${ELSEWHERE}`;
    case 'EROFS':
      return `${what} is on a disk that is mounted read-only. Mount it writable, ${ELSEWHERE}`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${what} is a file, or leads through one. Move that file away, ${ELSEWHERE}`;
    case 'EISDIR':
      return `${what} should be a file and is a folder. Move it out of the data folder and start again.`;
    case 'ENOENT':
      return `${what} cannot be made there. Check that the disk is connected, ${ELSEWHERE}`;
    case 'EMFILE':
    case 'ENFILE':
      return 'too many files are open on this machine. Close other programs or raise the limit (ulimit -n), and start again.';
    case undefined:
    default:
      return `the system reports ${message}. Check the disk; if it is failing, copy the folder to another one and start with --data-dir.`;
  }
}
