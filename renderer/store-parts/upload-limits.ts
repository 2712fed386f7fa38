import { LIMITS } from '../../service/contract/api-limits.ts';
import { words } from '../i18n/words.ts';
import { pictureBytes } from '../lib/picture-bytes.ts';
import { overSegments, overSize, segmentsSentence } from './raisable-limit.ts';
import type { RaisableLimit, UploadEntry } from './upload-entry.ts';

const MEGABYTE = 1_048_576;

interface UploadLimitsParts {
  /** The maximum file size of the settings; undefined while unknown. */
  readonly maxFileMb: () => number | undefined;
  /** Whether the user may change a setting. */
  readonly mayChange: (setting: RaisableLimit['setting']) => boolean;
  readonly change: (values: Partial<Record<RaisableLimit['setting'], number>>) => Promise<unknown>;
  /** Called with the reason why a file cannot be sent. */
  readonly refuse: (entry: UploadEntry, problem: string) => void;
  readonly again: (entry: UploadEntry) => void;
}

/** The limits of a document: a file over one is refused with the reason, and the owner may raise the limit. */
export function createUploadLimits({ maxFileMb, mayChange, change, refuse, again }: UploadLimitsParts) {
  /** Refuses a file over the limit of sizes before it is sent. */
  async function checkSize(entry: UploadEntry): Promise<void> {
    const over = overSize(entry.file.size, maxFileMb() ?? LIMITS.fileBytes / MEGABYTE);
    if (!over) return;
    entry.limit = over.raise;
    // Before its pictures are counted: it must not be sent meanwhile.
    entry.state = 'refused';
    const pictures = await pictureBytes(entry.file);
    const numbers = { size: words.megabytes(roundedUp(over.count)), limit: words.number(over.limit) };
    const mayRaise = isRaisable(entry.limit);
    const sentence =
      pictures * 2 < over.count
        ? words.t('upload.tooLarge', {
            ...numbers,
            advice: words.t(mayRaise ? 'upload.raiseOrSplit' : 'upload.split'),
          })
        : words.t('upload.tooLargePictures', {
            ...numbers,
            pictures: words.megabytes(pictures),
            advice: words.t(mayRaise ? 'upload.raiseOrCompress' : 'upload.compress'),
          });
    refuse(entry, sentence);
  }

  /** Records the limit of segments that made the service refuse a file, and returns the message; undefined for another reason. */
  function segmentsProblem(entry: UploadEntry, error: unknown): string | undefined {
    const over = overSegments(error);
    entry.limit = over?.raise;
    return over && segmentsSentence(over, isRaisable(entry.limit));
  }

  /** Whether the user may raise this limit here. */
  function isRaisable(limit: UploadEntry['limit']): boolean {
    return limit !== undefined && mayChange(limit.setting);
  }

  /** Raises the limit that a file exceeds, and sends it. */
  async function raise(entry: UploadEntry): Promise<void> {
    if (!entry.limit) return;
    const { setting, needed } = entry.limit;
    try {
      await change({ [setting]: needed });
      again(entry);
    } catch (error) {
      refuse(entry, words.sentence(error));
    }
  }

  return { checkSize, segmentsProblem, isRaisable, raise };
}

/** To a tenth of a megabyte: a file one byte over 10 MB has more than 10.0. */
function roundedUp(bytes: number): number {
  const tenth = MEGABYTE / 10;
  return Math.ceil(bytes / tenth) * tenth;
}
