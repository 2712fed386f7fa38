/** What went wrong at the disk, and what to do, where the system's code says it. */
const SENTENCES: Readonly<Record<string, string>> = {
  EACCES: 'There is no permission to write in this folder. Choose another one.',
  EBUSY: 'The file is open in another program. Close it there, or save under another name.',
  EEXIST: 'The file could not be written beside the one that is there. Save it again.',
  EISDIR: 'There is a folder of this name. Save under another name.',
  ENAMETOOLONG: 'The name is too long for this disk. Save under a shorter one.',
  ENOENT: 'The folder is not there any more. Choose another one.',
  ENOSPC: 'The disk is full. Make room, or choose another disk.',
  // Windows gives it for a file that is open elsewhere, the others for what may not be changed.
  EPERM:
    'The file is open in another program, or may not be changed. Close it there, or save under another name.',
  EROFS: 'This disk can only be read. Choose another one.',
};

/** One sentence for people about a file that could not be saved. */
export function saveErrorSentence(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (Object.hasOwn(SENTENCES, code)) return SENTENCES[code] ?? '';
  return error instanceof Error ? error.message : String(error);
}
