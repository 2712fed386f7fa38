import type { FieldErrorCode, Reason } from '../../contract/index.ts';
import type { OoxmlPackage } from './package.ts';
import { scanXml } from './xml.ts';

export type MainPartKind = 'docx' | 'xlsx' | Refused;

interface Refused {
  readonly refused: FieldErrorCode;
  readonly message: string;
  readonly reason?: Reason;
}

/** Main content types that we do not take, and what to do instead. ECMA-376 part 1 §11.3.10, [MS-OFFMACRO2] §2.2. */
const REFUSED: readonly (Refused & { readonly type: RegExp })[] = [
  {
    type: /\.sheet\.binary\./,
    refused: 'unsupported_file_type',
    reason: 'binary_workbook',
    message:
      'The file is a binary Excel workbook (XLSB), which cannot be read here. Save it in Excel as “Excel Workbook (.xlsx)” and upload that.',
  },
  {
    type: /macroenabled/,
    refused: 'macro_enabled',
    message:
      'The file may contain macros, which are not processed here for safety. Save it as a plain document (.docx) or workbook (.xlsx) and upload that.',
  },
  {
    // Office 2007 named its types otherwise while it was a beta; template galleries still offer such files.
    type: /(?:wordprocessingml|spreadsheetml|ms-excel|ms-word)\.template\b/,
    refused: 'template',
    message:
      'The file is a template. Save it as a plain document (.docx) or workbook (.xlsx) and upload that.',
  },
  {
    type: /(?:presentationml|visio|ms-powerpoint)/,
    refused: 'unsupported_file_type',
    reason: 'presentation',
    message:
      'The file is a presentation or a drawing, which cannot be translated here. Upload a DOCX, XLSX, CSV or TXT file.',
  },
];

const BETA_TEMPLATE = /vnd\.ms-(?:excel|word)\.template\.12\b/;

const ROOTS: Record<string, MainPartKind> = { 'w:document': 'docx', 's:workbook': 'xlsx' };

/** The part that the package is about, by its relationship or, where that is broken, by its content type. */
export function mainPart(pkg: OoxmlPackage): string | undefined {
  const related = pkg
    .relationships('/')
    .find((rel) => rel.kind === 'officeDocument' && rel.part !== undefined);
  return related?.part ?? pkg.partNames.find((part) => kindOfType(pkg.contentType(part)) !== undefined);
}

/**
 * What the package is, by the content type of its main part (by its root element where the type says nothing, as some
 * writers leave it `application/xml`). Undefined where it is no Office document at all: any other ZIP.
 */
export function mainPartKind(pkg: OoxmlPackage): MainPartKind | undefined {
  const part = mainPart(pkg);
  if (part === undefined) return undefined;
  return kindOfType(pkg.contentType(part)) ?? kindOfRoot(pkg.text(part), part);
}

function kindOfType(type: string | undefined): MainPartKind | undefined {
  if (type === undefined) return undefined;
  if (type.endsWith('wordprocessingml.document.main+xml')) return 'docx';
  if (type.endsWith('spreadsheetml.sheet.main+xml')) return 'xlsx';
  if (!type.endsWith('main+xml') && !type.includes('.main') && !BETA_TEMPLATE.test(type)) return undefined;
  const refusal = REFUSED.find((row) => row.type.test(type));
  return refusal && { refused: refusal.refused, message: refusal.message };
}

function kindOfRoot(xml: string, part: string): MainPartKind | undefined {
  let root: string | undefined;
  scanXml(xml, part, { open: (tag) => (root ??= tag.name) });
  return root !== undefined && Object.hasOwn(ROOTS, root) ? ROOTS[root] : undefined;
}
