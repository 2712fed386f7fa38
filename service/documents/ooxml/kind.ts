import { specificsOf } from '../../contract/index.ts';
import type { FieldErrorCode, ProblemError, Reason } from '../../contract/index.ts';
import type { Look } from '../look.ts';
import type { Recognition } from '../format.ts';
import { notTranslatableText, refuse } from '../shared/refusals.ts';
import { scanXml } from '../xml/scan.ts';
import { openPackage } from './package.ts';
import type { OoxmlPackage } from './package.ts';

/** One kind of Office document, identified by its packages' main part. */
export interface OoxmlKind {
  /** Suffixes of the main part's content type. */
  readonly contentTypes: readonly string[];
  /** The root element of the main part, for packages with uninformative content types. */
  readonly root: string;
  /** Matches content types of its relatives (macros, templates, binary forms). */
  readonly family: RegExp;
}

interface Refusal {
  readonly type: RegExp;
  readonly refused: FieldErrorCode;
  readonly message: string;
  readonly reason?: Reason;
}

/** Refused main content types, and the remedy. ECMA-376 part 1 §11.3.10, [MS-OFFMACRO2] §2.2. */
const REFUSED: readonly Refusal[] = [
  {
    type: /\.sheet\.binary\./,
    refused: 'unsupported_file_type',
    reason: 'binary_workbook',
    message:
      'The file is a binary Excel workbook (XLSB), which cannot be read here. Save it in Excel as “Excel Workbook (.xlsx)” and translate that.',
  },
  {
    type: /macroenabled/,
    refused: 'macro_enabled',
    message:
      'The file may contain macros, which are not processed here for safety. Save it as a plain document (.docx), workbook (.xlsx) or presentation (.pptx) and translate that.',
  },
  {
    // The beta of Office 2007 named its types differently; template galleries still offer such files.
    type: /(?:wordprocessingml|spreadsheetml|presentationml|ms-excel|ms-word|ms-powerpoint)\.template\b/,
    refused: 'template',
    message:
      'The file is a template. Save it as a plain document (.docx), workbook (.xlsx) or presentation (.pptx) and translate that.',
  },
  {
    type: /(?:presentationml|visio|ms-powerpoint)/,
    refused: 'unsupported_file_type',
    reason: 'presentation',
    message: notTranslatableText('a drawing'),
  },
];

const BETA_TEMPLATE = /vnd\.ms-(?:excel|word)\.template\.12\b/;
/** Main parts of supported kinds: `document.main+xml`, `sheet.main+xml`. */
const PLAIN =
  /(?:wordprocessingml\.document|spreadsheetml\.sheet|presentationml\.(?:presentation|slideshow))\.main\+xml$/;

/** The package's main part, by its relationship or, if that is broken, by its content type. */
export function mainPart(pkg: OoxmlPackage): string | undefined {
  const related = pkg
    .relationships('/')
    .find((rel) => rel.kind === 'officeDocument' && rel.part !== undefined);
  return related?.part ?? pkg.partNames.find((part) => isKnown(pkg.contentType(part)));
}

/** The package's kind, by its main part's content type or, if that is uninformative, its root element. */
export function recogniseOoxml(look: Look, kind: OoxmlKind): Recognition {
  if (!look.archive) return 'no';
  const pkg = openPackage(look.source, look.archive);
  const part = mainPart(pkg);
  if (part === undefined) return 'no';
  const type = pkg.contentType(part);
  if (kind.contentTypes.some((ending) => type?.endsWith(ending))) return 'yes';
  if (!isKnown(type)) return rootOf(pkg.text(part), part) === kind.root ? 'yes' : 'no';
  return (kind.family.test(type) ? refusalOf(type) : undefined) ?? 'no';
}

/** A refusal for a package whose main part is of an unsupported kind; otherwise undefined. */
export function refuseOtherOoxml(pkg: OoxmlPackage): ProblemError | undefined {
  const part = mainPart(pkg);
  const type = part === undefined ? undefined : pkg.contentType(part);
  return isKnown(type) ? refusalOf(type) : undefined;
}

function refusalOf(type: string): ProblemError | undefined {
  const found = REFUSED.find((row) => row.type.test(type));
  return found && refuse(found.refused, found.message, specificsOf(found));
}

function isKnown(type: string | undefined): type is string {
  if (type === undefined) return false;
  if (PLAIN.test(type)) return true;
  const isMain = type.endsWith('main+xml') || type.includes('.main') || BETA_TEMPLATE.test(type);
  return isMain && REFUSED.some((row) => row.type.test(type));
}

function rootOf(xml: string, part: string): string | undefined {
  let root: string | undefined;
  scanXml(xml, part, { open: (tag) => (root ??= tag.name) });
  return root;
}
