import { textOf, withName } from './module.ts';
import type { Pdfium } from './module.ts';
import type { PdfFile, PdfPage } from './document.ts';

/** An element of the tag tree, of all pages together. */
export interface TagElement {
  /** Its standard type, after the file's own role map: `P`, `H1`, `TD`. */
  readonly type: string;
  readonly alt: string;
  readonly actualText: string;
  readonly columns: number;
  readonly rows: number;
  /** Elements and marked contents, by their place among the element's children. */
  readonly children: Map<number, TagElement | MarkedContent[]>;
}

/** A piece of a page's content that an element owns. */
export interface MarkedContent {
  readonly page: number;
  readonly mark: number;
}

const MAX_DEPTH = 200;
const MAX_ELEMENTS = 500_000;
/** Children looked at in all pages: each page's tree lists all children of each element that it has. */
const MAX_VISITS = 20_000_000;

/** Puts the trees that PDFium makes page by page together again. */
export interface TreeReader {
  add(page: PdfPage): void;
  readonly root: TagElement;
  /** Whether a limit cut the tree. */
  isCut: boolean;
}

export function createTreeReader({ pdfium }: PdfFile): TreeReader {
  const reader: TreeReader & { elements: number; visits: number } = {
    root: { type: 'Document', alt: '', actualText: '', columns: 1, rows: 1, children: new Map() },
    isCut: false,
    elements: 0,
    visits: 0,
    add(page) {
      if (reader.isCut) return;
      const { api } = pdfium;
      const tree = api['FPDF_StructTree_GetForPage']!(page.page);
      if (tree === 0) return;
      const seen = new Set<number>();
      const count = api['FPDF_StructTree_CountChildren']!(tree);
      for (let i = 0; i < count; i++)
        visit(reader, api['FPDF_StructTree_GetChildAtIndex']!(tree, i), i, reader.root, 0, seen, page.index);
      api['FPDF_StructTree_Close']!(tree);
    },
  };

  /**
   * PDFium's tree of a page lists all children of an element and opens those with content on the page, so that the place among
   * the children is the same on each page: it identifies the element.
   */
  function visit(
    state: typeof reader,
    pointer: number,
    place: number,
    parent: TagElement,
    depth: number,
    seen: Set<number>,
    page: number,
  ): void {
    if (pointer === 0 || seen.has(pointer)) return;
    seen.add(pointer);
    if (depth > MAX_DEPTH) return;
    let element = parent.children.get(place);
    if (!element || Array.isArray(element)) {
      if (++state.elements > MAX_ELEMENTS) {
        state.isCut = true;
        return;
      }
      parent.children.set(place, (element = readElement(pdfium, pointer)));
    }
    const { api } = pdfium;
    const count = api['FPDF_StructElement_CountChildren']!(pointer);
    state.visits += Math.max(0, count);
    if (state.visits > MAX_VISITS) {
      state.isCut = true;
      return;
    }
    for (let i = 0; i < count; i++) {
      const child = api['FPDF_StructElement_GetChildAtIndex']!(pointer, i);
      if (child !== 0) {
        visit(state, child, i, element, depth + 1, seen, page);
        continue;
      }
      const mark = api['FPDF_StructElement_GetChildMarkedContentID']!(pointer, i);
      if (mark < 0) continue;
      const known = element.children.get(i);
      if (Array.isArray(known)) known.push({ page, mark });
      else if (!known) element.children.set(i, [{ page, mark }]);
    }
  }
  return reader;
}

function readElement(pdfium: Pdfium, pointer: number): TagElement {
  const { api } = pdfium;
  const text = (name: string) =>
    textOf(pdfium, (buffer, bytes) => api[`FPDF_StructElement_${name}`]!(pointer, buffer, bytes));
  const type = text('GetType');
  const isCell = type === 'TD' || type === 'TH';
  return {
    type,
    alt: type === 'Figure' || type === 'Formula' ? text('GetAltText') : '',
    actualText: text('GetActualText'),
    columns: isCell ? spanOf(pdfium, pointer, 'ColSpan') : 1,
    rows: isCell ? spanOf(pdfium, pointer, 'RowSpan') : 1,
    children: new Map(),
  };
}

const MAX_ATTRIBUTES = 20;
const MAX_SPAN = 1_000;

/** An attribute of a cell (ISO 32000-1, table 349); 1 if it has none. */
function spanOf(pdfium: Pdfium, pointer: number, name: string): number {
  const { api, scratch, floats } = pdfium;
  const count = Math.min(MAX_ATTRIBUTES, api['FPDF_StructElement_GetAttributeCount']!(pointer));
  return withName(pdfium, name, (key) => {
    for (let i = 0; i < count; i++) {
      const attributes = api['FPDF_StructElement_GetAttributeAtIndex']!(pointer, i);
      const value = api['FPDF_StructElement_Attr_GetValue']!(attributes, key);
      if (value === 0 || api['FPDF_StructElement_Attr_GetNumberValue']!(value, scratch) !== 1) continue;
      const span = Math.round(floats()[scratch / 4]!);
      if (span >= 1 && span <= MAX_SPAN) return span;
    }
    return 1;
  });
}
