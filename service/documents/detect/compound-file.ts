import type { ProblemError } from '../../contract/index.ts';
import { notTranslatable, refuse } from '../shared/refusals.ts';

/** Streams that identify the kind of an OLE compound file, most specific first. */
const STREAMS: readonly [name: string, kind: 'encrypted' | 'word' | 'excel' | 'powerpoint'][] = [
  ['EncryptedPackage', 'encrypted'],
  ['WordDocument', 'word'],
  ['Workbook', 'excel'],
  ['Book', 'excel'],
  ['PowerPoint Document', 'powerpoint'],
];

/**
 * OLE compound files are never accepted: they are password-protected Office files (the streams of
 * [MS-OFFCRYPTO] §1.3.3), files of Office 97 to 2003, or of other programs.
 */
export function refuseCompoundFile(source: Uint8Array, extension: string): ProblemError {
  const streams = streamNames(source);
  const kind = STREAMS.find(([name]) => streams.has(name))?.[1];
  switch (kind) {
    case 'encrypted':
      return refuse('password_protected', passwordMessage(extension));
    case 'word':
      return refuse(
        'legacy_office',
        'This is a document in the old Word format (.doc). Open it in Word or LibreOffice, save it as .docx and translate that.',
      );
    case 'excel':
      return refuse(
        'legacy_office',
        'This is a workbook in the old Excel format (.xls). Open it in Excel or LibreOffice, save it as .xlsx and translate that.',
      );
    case 'powerpoint':
      return refuse(
        'legacy_office',
        'This is a presentation in the old PowerPoint format (.ppt). Open it in PowerPoint or LibreOffice, save it as .pptx and translate that.',
      );
    default:
      return notTranslatable('in an old Microsoft format', 'old_format');
  }
}

/** The wrapper does not reveal the format inside, so the name must. */
function passwordMessage(extension: string): string {
  const [what, program] = extension.startsWith('xl')
    ? ['workbook', 'Excel']
    : extension.startsWith('do')
      ? ['document', 'Word']
      : /^p[op]/.test(extension)
        ? ['presentation', 'PowerPoint']
        : ['file', 'the program that made it'];
  return `This ${what} is password-protected, so it cannot be read. Remove the password in ${program} and try again.`;
}

const ENTRY_BYTES = 128;
const FIRST_SECTOR = 512;

/**
 * The names in the directory ([MS-CFB] §2.6). Entries are found by their fixed form at every 128 bytes rather
 * than through the allocation table, which a hostile file could make endless. Data that resembles one of the
 * names by chance is harmless.
 */
function streamNames(source: Uint8Array): Set<string> {
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  const names = new Set<string>();
  for (let at = FIRST_SECTOR; at + ENTRY_BYTES <= source.length; at += ENTRY_BYTES) {
    const nameBytes = view.getUint16(at + 64, true);
    const type = view.getUint8(at + 66);
    if (nameBytes < 4 || nameBytes > 64 || nameBytes % 2 !== 0 || (type !== 1 && type !== 2)) continue;
    names.add(new TextDecoder('utf-16le').decode(source.subarray(at, at + nameBytes - 2)));
  }
  return names;
}
