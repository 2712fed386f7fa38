import type { ProblemError, Reason } from '../../contract/index.ts';
import { notTranslatable, refuse } from '../shared/refusals.ts';

/** The first bytes of a format as Latin-1; `?` matches any byte. */
type Signature = string;

/** A local file header, or the end record of an empty archive. */
export const ZIP: readonly Signature[] = ['PK\x03\x04', 'PK\x05\x06'];
/** [MS-CFB] §2.2: Office 97 to 2003, and the wrapper of every password-protected Office file. */
export const COMPOUND_FILE: readonly Signature[] = ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'];

/** Long enough that no text begins like this by chance: `ID3` alone would refuse a text about music files. */
const FOREIGN: readonly {
  what: string;
  reason: Reason;
  remedy?: string;
  signatures: readonly Signature[];
}[] = [
  {
    what: 'an RTF document',
    reason: 'rtf',
    remedy: 'Save it in Word or LibreOffice as DOCX',
    signatures: ['{\\rtf'],
  },
  {
    what: 'an image',
    reason: 'image',
    remedy: 'Type the text that it shows into a DOCX or TXT file',
    signatures: [
      '\x89PNG\r\n',
      '\xff\xd8\xff',
      'GIF87a',
      'GIF89a',
      'II*\0',
      'MM\0*',
      'RIFF????WEBP',
      '\0\0\0?ftyphei',
      '\0\0\0?ftypmif1',
      '\0\0\0?ftypavif',
      '\0\0\x01\0',
      '8BPS\0\x01',
      'BM????\0\0\0\0',
    ],
  },
  {
    what: 'a sound or video file',
    reason: 'media',
    signatures: [
      'ID3\x02',
      'ID3\x03',
      'ID3\x04',
      'OggS\0',
      'fLaC\0',
      'RIFF????WAVE',
      'RIFF????AVI ',
      '\0\0\0?ftyp',
      '\x1aE\xdf\xa3',
    ],
  },
  {
    what: 'a packed archive',
    reason: 'archive',
    signatures: ['\x1f\x8b\x08', "7z\xbc\xaf'\x1c", 'Rar!\x1a\x07', 'BZh?1AY&SY', '\xfd7zXZ\0'],
  },
  {
    what: 'a program or a database',
    reason: 'program',
    signatures: ['\x7fELF', 'MZ\x90\0', '\xca\xfe\xba\xbe', '\xcf\xfa\xed\xfe', 'SQLite format 3\0'],
  },
];

/** A refusal for a file with the signature of a foreign format, whatever its name; else undefined. */
export function refuseForeignFormat(source: Uint8Array): ProblemError | undefined {
  const found = FOREIGN.find(({ signatures }) => hasSignature(source, signatures));
  if (!found) return undefined;
  const { what, reason, remedy } = found;
  return reason === 'archive' ? packedArchive(what) : notTranslatable(what, reason, remedy);
}

/** Refuses an archive that may well contain translatable files. */
export function packedArchive(what: string): ProblemError {
  return refuse(
    'unsupported_file_type',
    `The file is ${what}. Unpack it and translate the document that is in it.`,
    {
      reason: 'archive',
    },
  );
}

export function hasSignature(source: Uint8Array, signatures: readonly Signature[]): boolean {
  return signatures.some((signature) => {
    for (let i = 0; i < signature.length; i++) {
      if (signature[i] !== '?' && source[i] !== signature.charCodeAt(i)) return false;
    }
    return true;
  });
}
