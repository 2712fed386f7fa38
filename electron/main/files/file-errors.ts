type Sentences = Readonly<Record<string, string>>;

/** What went wrong at the disk, and what to do, where the system's code says it. */
const SAVING: Sentences = {
  EACCES: 'There is no permission to write in this folder. Choose another one.',
  EBUSY: 'The file is open in another program. Close it there, or save under another name.',
  EDQUOT: 'Your share of this disk is used up. Make room, or choose another disk.',
  EEXIST: 'The file could not be written beside the one that is there. Save it again.',
  EFBIG: 'The file is too large for this disk. Choose another one.',
  EIO: 'The disk could not be written. Choose another one.',
  EISDIR: 'There is a folder of this name. Save under another name.',
  ENAMETOOLONG: 'The name is too long for this disk. Save under a shorter one.',
  ENOENT: 'The folder is not there any more. Choose another one.',
  ENOSPC: 'The disk is full. Make room, or choose another disk.',
  ENOTDIR: 'The folder is not there any more. Choose another one.',
  // Windows gives it for a file that is open elsewhere, the others for what may not be changed.
  EPERM:
    'The file is open in another program, or may not be changed. Close it there, or save under another name.',
  EROFS: 'This disk can only be read. Choose another one.',
};

const OPENING: Sentences = {
  EACCES: 'There is no permission to read this file.',
  EBUSY: 'The file is locked by another program. Close it there, and open it again.',
  EISDIR: 'This is a folder. Open the files in it.',
  ENOENT: 'The file is not there any more.',
  EPERM: 'The file is locked by another program, or may not be read.',
};

/** One sentence for people about a file that could not be saved. */
export function saveErrorSentence(error: unknown): string {
  return sentence(SAVING, error);
}

/** One sentence for people about a file that could not be read. */
export function openErrorSentence(error: unknown): string {
  return sentence(OPENING, error);
}

function sentence(sentences: Sentences, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (Object.hasOwn(sentences, code)) return sentences[code] ?? '';
  return error instanceof Error ? error.message : String(error);
}
