import type { ShellWords } from '../language/words.ts';

/** A problem with the disk and its remedy, by the system's error code. */
const SAVING = {
  EACCES: 'saveDenied',
  EBUSY: 'saveBusy',
  EDQUOT: 'saveShareFull',
  EEXIST: 'saveTaken',
  EFBIG: 'saveTooLarge',
  EIO: 'saveDiskFails',
  EISDIR: 'saveFolderThere',
  ENAMETOOLONG: 'saveNameTooLong',
  ENOENT: 'saveFolderGone',
  ENOSPC: 'saveDiskFull',
  ENOTDIR: 'saveFolderGone',
  // On Windows the file is open elsewhere; on other systems it may not be changed.
  EPERM: 'saveNotAllowed',
  EROFS: 'saveReadOnly',
} as const;

const OPENING = {
  EACCES: 'openDenied',
  EBUSY: 'openBusy',
  EISDIR: 'openFolder',
  ENOENT: 'openGone',
  EPERM: 'openNotAllowed',
} as const;

/** A user-facing sentence about a file that could not be saved. */
export function saveErrorSentence({ t }: ShellWords, error: unknown): string {
  const code = codeOf(error);
  if (code === undefined) return t('noAnswer');
  return Object.hasOwn(SAVING, code) ? t(SAVING[code as keyof typeof SAVING]) : t('saveFailed', { code });
}

/** A user-facing sentence about a file that could not be read. */
export function openErrorSentence({ t }: ShellWords, error: unknown): string {
  const code = codeOf(error) ?? String(error);
  return Object.hasOwn(OPENING, code) ? t(OPENING[code as keyof typeof OPENING]) : t('openFailed', { code });
}

/** The code of a file system error: a broken download has none, or one of the network. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && 'syscall' in error ? String(error.code) : undefined;
}
