import {
  formatFacts,
  formatList,
  formatOfMediaType,
  formatsOfExtension,
  ProblemError,
} from '../../contract/index.ts';
import type { FileType } from '../../contract/index.ts';
import { decodeText } from '../encodings/text-encoding.ts';
import type { Format, Recognition } from '../format.ts';
import { openPackage } from '../ooxml/package.ts';
import { notTranslatable, refuse } from '../shared/refusals.ts';
import { readZip } from '../zip/read.ts';
import { refuseForeignArchive } from './archives.ts';
import { refuseCompoundFile } from './compound-file.ts';
import { lookAt } from '../look.ts';
import type { Look } from '../look.ts';
import { extensionOf, promisesOtherFormat } from './names.ts';
import { COMPOUND_FILE, hasSignature, refuseForeignFormat, ZIP } from './signatures.ts';

/** The upload's name and media type, untrusted: they choose among text formats and must fit the content. */
export interface UploadClaims {
  readonly fileName: string | undefined;
  readonly mediaType: string | undefined;
}

/** Loads each format. Their order counts if the name does not choose among them. */
export type Formats = Readonly<Record<FileType, () => Promise<Format>>>;

/**
 * The format of an uploaded file, by its content: a ZIP by its main part, else decodable text. Among several
 * possible text formats the name decides, or without a usable name the media type. Rejects with a refusal of
 * `file` that names the cause and the remedy.
 */
export async function chooseFormat(
  source: Uint8Array,
  claims: UploadClaims,
  formats: Formats,
): Promise<Format> {
  if (source.length === 0) {
    throw refuse(
      'empty_file',
      'The file is empty (0 bytes). It may not have been saved or copied in full: check it and try again.',
    );
  }
  const extension = extensionOf(claims.fileName);
  if (hasSignature(source, ZIP)) return packageFormat(source, extension, formats);
  if (hasSignature(source, COMPOUND_FILE)) throw refuseCompoundFile(source, extension);
  if (isPdf(source)) return pdfFormat(extension, formats);
  const foreign = refuseForeignFormat(source);
  if (foreign) throw foreign;
  const { text } = await decodeText(source);
  refuseBinary(text);
  return textFormat(lookAt(source, extension, { text }), claims.mediaType, formats);
}

async function packageFormat(source: Uint8Array, extension: string, formats: Formats): Promise<Format> {
  const archive = readZip(source);
  const look = lookAt(source, extension, { archive });
  const named = formatsOfExtension(extension);
  const packages = typesOf(formats).filter((type) => formatFacts(type).package === true);
  // Formats of the name's extension first: one of them nearly always fits, so no other is loaded.
  const asked = new Set([...packages.filter((type) => named.includes(type)), ...packages]);
  const found = await firstProven(asked, look, formats);
  if (!found) throw refuseForeignArchive(openPackage(source, archive));
  const contradicts = named.length > 0 ? !named.includes(found.fileType) : promisesOtherFormat(extension);
  if (contradicts) throw otherPackage(extension, found.fileType);
  return found;
}

/** Bytes in which a PDF's header stands, and as many in which objects follow; some programs write their own before it. */
const PDF_HEAD = 1_024;

/** A text may speak of the header; a PDF goes on with objects. */
function isPdf(source: Uint8Array): boolean {
  const at = Buffer.from(source.subarray(0, PDF_HEAD)).indexOf('%PDF-');
  if (at <= 0) return at === 0;
  const behind = Buffer.from(source.subarray(at, at + PDF_HEAD)).toString('latin1');
  return /\d+\s+\d+\s+obj\b/.test(behind);
}

async function pdfFormat(extension: string, formats: Formats): Promise<Format> {
  const named = formatsOfExtension(extension);
  const contradicts = named.length > 0 ? !named.includes('pdf') : promisesOtherFormat(extension);
  if (contradicts) throw otherPackage(extension, 'pdf');
  return formats.pdf();
}

function typesOf(formats: Formats): FileType[] {
  return Object.keys(formats) as FileType[];
}

/** The first of `types` that the content proves, or a refusal. */
async function firstProven(
  types: Iterable<FileType>,
  look: Look,
  formats: Formats,
): Promise<Format | undefined> {
  for (const type of types) {
    const format = await formats[type]();
    if (isOrRefused(format.recognise(look))) return format;
  }
  return undefined;
}

function isOrRefused(recognition: Recognition): boolean {
  if (recognition instanceof ProblemError) throw recognition;
  return recognition === 'yes';
}

const KINDS: Partial<Record<FileType, string>> = {
  docx: 'a Word document',
  xlsx: 'an Excel workbook',
  pdf: 'a PDF',
};

function otherPackage(extension: string, fileType: FileType): Error {
  const { label, extensions } = formatFacts(fileType);
  const kind = extensions[0];
  return refuse(
    'wrong_extension',
    `The file is named .${extension} but it is ${KINDS[fileType] ?? `a file of the kind ${label}`}. Rename it so that it ends in .${kind} and try again.`,
    { details: { extension, kind } },
  );
}

async function textFormat(look: Look, mediaType: string | undefined, formats: Formats): Promise<Format> {
  const texts = typesOf(formats).filter((type) => formatFacts(type).package !== true);
  const named = texts.filter((type) => formatFacts(type).extensions.includes(look.extension));
  // The name first: an HTML page named .txt is translated line by line, tags included.
  const byName = await best(named, look, formats);
  if (byName) return byName;
  if (look.root?.namespace === OFFICE_NAMESPACE) throw flatOpenDocument();
  // Any kind of XML may have this extension: the root element tells the format.
  const byRoot = look.extension === 'xml' && (await firstProven(texts, look, formats));
  if (byRoot) return byRoot;
  if (named.length > 0 || promisesOtherFormat(look.extension) || isPackageName(look.extension)) {
    throw textUnderOtherName(look.extension);
  }
  const proven = await firstProven(texts, look, formats);
  if (proven) return proven;
  const claimed = formatOfMediaType(mediaType);
  const claimedTypes = texts.filter((type) => type === claimed);
  const byMediaType = await best(claimedTypes, look, formats);
  if (byMediaType) return byMediaType;
  throw refuse(
    'unsupported_file_type',
    'The file holds text, but its name does not say of which kind. Rename it so that it ends in .txt (a segment a line) or .csv (a table) and try again.',
    { reason: 'unnamed_text' },
  );
}

const OFFICE_NAMESPACE = 'urn:oasis:names:tc:opendocument:xmlns:office:1.0';

function flatOpenDocument(): Error {
  return notTranslatable(
    'an OpenDocument file in one piece of XML (FODT, FODS, FODP)',
    'flat_opendocument',
    'Save it in LibreOffice as .odt, .ods or .odp',
  );
}

/** The format that the content proves, else the first that it allows. */
async function best(types: readonly FileType[], look: Look, formats: Formats): Promise<Format | undefined> {
  const proven = await firstProven(types, look, formats);
  if (proven) return proven;
  for (const type of types) {
    const format = await formats[type]();
    if (format.recognise(look) === 'maybe') return format;
  }
  return undefined;
}

function isPackageName(extension: string): boolean {
  return formatsOfExtension(extension).some((type) => formatFacts(type).package === true);
}

function textUnderOtherName(extension: string): Error {
  if (promisesOtherFormat(extension) || extension === 'xml') {
    return refuse(
      'unsupported_file_type',
      `Files of the kind .${extension} cannot be translated here. Save the text as ${formatList()} and translate that.`,
      { details: { extension } },
    );
  }
  return refuse(
    'wrong_extension',
    `The file is named .${extension} but it holds plain text. Rename it to .txt or .csv if it is one, or save it again in the program that made it.`,
    { reason: 'text_under_other_name', details: { extension } },
  );
}

/** A text may contain terminal colours (ESC), and DOS ended files with Ctrl-Z. */
const OF_TEXTS = new Set(['\x1a', '\x1b']);

/** Refuses by the control characters in the head: a text has next to none, binary data one in ten. */
function refuseBinary(text: string): void {
  const sample = text.slice(0, 65_536);
  const controls = sample.match(/(?![\t-\r\u007f-\u009f])\p{Cc}/gu) ?? [];
  if (controls.filter((char) => !OF_TEXTS.has(char)).length > sample.length * 0.05) {
    throw refuse('undecodable_text', `This file holds binary data, not text. Use a ${formatList()} file.`);
  }
}
