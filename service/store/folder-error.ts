import type { StartErrorCode } from '../contract/index.ts';
import { StartError } from '../lib/start-error.ts';
import { errorCode } from '../lib/error-code.ts';

/** Why a folder cannot be used, and the path in the way. */
interface FolderReason {
  readonly code: StartErrorCode;
  readonly text: string;
  readonly what?: string;
}

/** The data folder cannot be used. The message says why and what to do; `cause` is the system's error. */
export class DataFolderError extends StartError {
  constructor(folder: string, { code, text, what = folder }: FolderReason, cause?: unknown) {
    super(`The data folder ${folder} cannot be used: ${text}`, code, { folder, what }, cause);
    this.name = 'DataFolderError';
  }
}

interface SystemError extends Error {
  code?: string;
  path?: string;
}

const ELSEWHERE = 'or choose another folder with --data-dir or INTERLINEAR_DATA_DIR.';

/** A system error about `folder` as a DataFolderError; others unchanged. */
export function asDataFolderError(folder: string, error: unknown): unknown {
  return isSystemError(error) && (error.path === undefined || isRelated(folder, error.path))
    ? new DataFolderError(folder, reasonOf(error), error)
    : error;
}

function isSystemError(error: unknown): error is SystemError {
  return errorCode(error) !== undefined && error instanceof Error && 'syscall' in error;
}

/** Inside the folder, or above it: `mkdir -p` fails at the first part it cannot make. */
function isRelated(folder: string, path: string): boolean {
  return path.startsWith(folder) || folder.startsWith(path);
}

function reasonOf({ code, path, message }: SystemError): FolderReason {
  const what = path ?? 'it';
  const reason = (as: StartErrorCode, text: string): FolderReason => ({
    code: as,
    text,
    ...(path && { what: path }),
  });
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return reason(
        'folder_denied',
        `this user may not write ${what}. Give this user read and write permission on the folder and all that is in it, ${ELSEWHERE}`,
      );
    case 'EROFS':
      return reason(
        'folder_read_only',
        `${what} is on a disk that is mounted read-only. Mount it writable, ${ELSEWHERE}`,
      );
    case 'ENOTDIR':
    case 'EEXIST':
      return reason(
        'folder_is_file',
        `${what} is a file, or leads through one. Move that file away, ${ELSEWHERE}`,
      );
    case 'EISDIR':
      return reason(
        'file_is_folder',
        `${what} should be a file and is a folder. Move it out of the data folder and start again.`,
      );
    case 'ENOENT':
      return reason(
        'folder_missing',
        `${what} cannot be made there. Check that the disk is connected, ${ELSEWHERE}`,
      );
    case 'EMFILE':
    case 'ENFILE':
      return reason(
        'too_many_open',
        'too many files are open on this machine. Close other programs or raise the limit (ulimit -n), and start again.',
      );
    case undefined:
    default:
      return {
        code: 'folder_fails',
        text: `the system reports ${message}. Check the disk; if it is failing, copy the folder to another one and start with --data-dir.`,
        what: message,
      };
  }
}
