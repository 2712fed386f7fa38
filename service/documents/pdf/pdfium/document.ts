import { damaged, hostile, refuse } from '../../shared/refusals.ts';
import { copyingForbidden, dynamicForm } from '../refusals.ts';
import { guarded, loadPdfium, releaseIfLarge, textOf } from './module.ts';
import type { Pdfium } from './module.ts';

/** An open PDF. Close it: its bytes are in PDFium's memory. */
export interface PdfFile {
  readonly pdfium: Pdfium;
  readonly document: number;
  readonly pageCount: number;
  readonly isTagged: boolean;
  /** The language in its catalog, as written there. */
  readonly language: string;
  readonly title: string;
  readonly signatures: number;
  readonly attachments: number;
  readonly scripts: number;
  readonly hasForm: boolean;
  /** Opens a page for `use`. A page that PDFium cannot open gives undefined. */
  page<Value>(index: number, use: (page: PdfPage) => Value): Value | undefined;
  close(): void;
}

export interface PdfPage {
  readonly index: number;
  readonly page: number;
  readonly textPage: number;
  /** In points; the page's rotation is not applied. */
  readonly width: number;
  readonly height: number;
  /** The corner that the coordinates of `width` and `height` begin at. */
  readonly left: number;
  readonly bottom: number;
  /** Clockwise quarter turns for display. */
  readonly turns: number;
}

export interface OpenOptions {
  /** The user says that they may copy from it. */
  readonly rights: boolean;
}

const MAX_PAGES = 2_000;
/** FPDF_GetLastError */
const PASSWORD_ERROR = 4;
/** Bit 5 of the permissions: copying text (ISO 32000-1, table 22). */
const COPYING = 1 << 4;
/** FPDF_GetFormType: XFA without an AcroForm. */
const XFA_FULL = 2;

/** Opens a PDF. Throws a refusal if it cannot be translated. */
export async function openPdf(source: Uint8Array, { rights }: OpenOptions): Promise<PdfFile> {
  const pdfium = await loadPdfium();
  return guarded(() => open(pdfium, source, rights));
}

function open(pdfium: Pdfium, source: Uint8Array, rights: boolean): PdfFile {
  const { api } = pdfium;
  const data = api['malloc']!(source.length);
  if (data === 0) throw hostile('it is larger than the memory that a PDF may take');
  pdfium.bytes().set(source, data);
  const document = api['FPDF_LoadMemDocument']!(data, source.length, 0);
  const close = (): void =>
    guarded(() => {
      if (document !== 0) api['FPDF_CloseDocument']!(document);
      api['free']!(data);
      releaseIfLarge(pdfium);
    });
  if (document === 0) {
    const isLocked = api['FPDF_GetLastError']!() === PASSWORD_ERROR;
    close();
    throw isLocked ? locked() : damaged('it cannot be opened as a PDF');
  }
  try {
    const pageCount = api['FPDF_GetPageCount']!(document);
    if (pageCount < 1) throw damaged('it has no pages');
    if (pageCount > MAX_PAGES) throw tooManyPages(pageCount);
    // -1: unprotected.
    if (!rights && (api['FPDF_GetDocUserPermissions']!(document) & COPYING) === 0) throw copyingForbidden();
    const formType = api['FPDF_GetFormType']!(document);
    if (formType === XFA_FULL && isPlaceholder(pdfium, document, pageCount)) throw dynamicForm();
    return {
      pdfium,
      document,
      pageCount,
      isTagged: api['FPDFCatalog_IsTagged']!(document) === 1,
      language: textOf(pdfium, (buffer, bytes) => api['FPDFCatalog_GetLanguage']!(document, buffer, bytes)),
      title: metaOf(pdfium, document, 'Title'),
      signatures: Math.max(0, api['FPDF_GetSignatureCount']!(document)),
      attachments: Math.max(0, api['FPDFDoc_GetAttachmentCount']!(document)),
      scripts: Math.max(0, api['FPDFDoc_GetJavaScriptActionCount']!(document)),
      hasForm: formType !== 0,
      page: (index, use) => guarded(() => withPage(pdfium, document, index, use)),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** A form that only Adobe's programs draw has one page, which asks for them. */
function isPlaceholder(pdfium: Pdfium, document: number, pageCount: number): boolean {
  if (pageCount > 1) return false;
  const letters = withPage(pdfium, document, 0, ({ textPage }) =>
    pdfium.api['FPDFText_CountChars']!(textPage),
  );
  return (letters ?? 0) < 2_000;
}

function withPage<Value>(
  pdfium: Pdfium,
  document: number,
  index: number,
  use: (page: PdfPage) => Value,
): Value | undefined {
  const { api, scratch } = pdfium;
  const page = api['FPDF_LoadPage']!(document, index);
  if (page === 0) return undefined;
  const textPage = api['FPDFText_LoadPage']!(page);
  try {
    if (textPage === 0) return undefined;
    api['FPDF_GetPageBoundingBox']!(page, scratch);
    const [left = 0, top = 0, right = 0, bottom = 0] = pdfium.floats().subarray(scratch / 4, scratch / 4 + 4);
    return use({
      ...{ index, page, textPage, left, bottom },
      width: Math.max(1, right - left),
      height: Math.max(1, top - bottom),
      turns: (api['FPDFPage_GetRotation']!(page) + 4) % 4,
    });
  } finally {
    if (textPage !== 0) api['FPDFText_ClosePage']!(textPage);
    api['FPDF_ClosePage']!(page);
  }
}

function metaOf(pdfium: Pdfium, document: number, key: string): string {
  const tag = pdfium.api['malloc']!(16);
  pdfium.bytes().set([...Buffer.from(key, 'latin1'), 0], tag);
  const value = textOf(pdfium, (buffer, bytes) =>
    pdfium.api['FPDF_GetMetaText']!(document, tag, buffer, bytes),
  );
  pdfium.api['free']!(tag);
  return value;
}

function locked(): Error {
  return refuse(
    'password_protected',
    'The PDF is protected by a password. Remove the password in the program that made it, or print it to a new PDF, and translate that.',
  );
}

function tooManyPages(pages: number): Error {
  const [count, limit] = [pages, MAX_PAGES].map((number) => number.toLocaleString('en'));
  return refuse(
    'hostile_file',
    `The PDF has ${count} pages; at most ${limit} are read. Split it and translate the parts.`,
  );
}
