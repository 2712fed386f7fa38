import { specificsOf } from '../../contract/index.ts';
import type { FileType } from '../../contract/index.ts';
import { refuseCompoundFile } from './compound-file.ts';
import { extensionOf, fileTypeOfMediaType, formatOfExtension, namedTextType } from './names.ts';
import { COMPOUND_FILE, hasSignature, refuseForeignFormat, ZIP } from './signatures.ts';
import { refuseForeignArchive } from './archives.ts';
import { decodeText } from '../encodings/text-encoding.ts';
import { mainPartKind } from '../ooxml/kind.ts';
import { openPackage } from '../ooxml/package.ts';
import { refuse } from '../shared/refusals.ts';

/** What the upload says about itself. Neither is trusted: they only decide among texts, and must not contradict the content. */
export interface UploadClaims {
  readonly fileName: string | undefined;
  readonly mediaType: string | undefined;
}

/**
 * The kind of an uploaded file. Its content decides: a ZIP whose main part is a Word document or a workbook, else text that decodes; among
 * texts the name decides, and without a usable name the media type. Rejects with a refusal of `file` that names the cause and the mend.
 */
export async function detectFileType(source: Uint8Array, claims: UploadClaims): Promise<FileType> {
  if (source.length === 0) {
    throw refuse(
      'empty_file',
      'The file is empty (0 bytes). It may not have been saved or copied in full: check it and upload it again.',
    );
  }
  const extension = extensionOf(claims.fileName);
  if (hasSignature(source, ZIP)) return officeFileType(source, extension);
  if (hasSignature(source, COMPOUND_FILE)) throw refuseCompoundFile(source, extension);
  const foreign = refuseForeignFormat(source);
  if (foreign) throw foreign;
  return textFileType(source, extension, claims.mediaType);
}

function officeFileType(source: Uint8Array, extension: string): FileType {
  const pkg = openPackage(source);
  const kind = mainPartKind(pkg);
  if (kind === undefined) throw refuseForeignArchive(pkg);
  if (typeof kind === 'object') throw refuse(kind.refused, kind.message, specificsOf(kind));
  const named = formatOfExtension(extension);
  if (named === undefined || named === kind) return kind;
  const what = kind === 'docx' ? 'a Word document' : 'an Excel workbook';
  throw refuse(
    'wrong_extension',
    `The file is named .${extension} but it is ${what}. Rename it so that it ends in .${kind} and upload it again.`,
    { details: { extension, kind } },
  );
}

async function textFileType(
  source: Uint8Array,
  extension: string,
  mediaType: string | undefined,
): Promise<FileType> {
  refuseBinary((await decodeText(source)).text);
  const type = namedTextType(extension);
  if (type) return type;
  const named = formatOfExtension(extension);
  if (named !== undefined) throw textUnderOtherName(extension, named);
  const fromMediaType = fileTypeOfMediaType(mediaType);
  if (fromMediaType) return fromMediaType;
  throw refuse(
    'unsupported_file_type',
    'The file holds text, but its name does not say of which kind. Rename it so that it ends in .txt (a segment a line) or .csv (a table) and upload it again.',
    { reason: 'unnamed_text' },
  );
}

function textUnderOtherName(extension: string, named: string): Error {
  if (named === 'other') {
    return refuse(
      'unsupported_file_type',
      `Files of the kind .${extension} cannot be translated here. Save the text as DOCX, XLSX, CSV or TXT and upload that.`,
      { details: { extension } },
    );
  }
  return refuse(
    'wrong_extension',
    `The file is named .${extension} but it holds plain text. Rename it to .txt or .csv if it is one, or save it again in the program that made it.`,
    { reason: 'text_under_other_name', details: { extension } },
  );
}

/** A text may hold the colours of a terminal (ESC), and DOS ended files with Ctrl-Z. */
const OF_TEXTS = new Set(['\x1a', '\x1b']);

/** Control characters in the head of a text: a text has next to none, other data one in ten. */
function refuseBinary(text: string): void {
  const sample = text.slice(0, 65_536);
  const controls = sample.match(/(?![\t-\r\u007f-\u009f])\p{Cc}/gu) ?? [];
  if (controls.filter((char) => !OF_TEXTS.has(char)).length > sample.length * 0.05) {
    throw refuse(
      'undecodable_text',
      'This file holds binary data, not text. Upload a DOCX, XLSX, CSV or TXT file.',
    );
  }
}
