import { fieldProblem, readFormatOptions } from '../../contract/index.ts';
import type { Converter } from '../converted-format.ts';
import type { Conversion, ExtractOptions } from '../format.ts';
import { openPdf } from './pdfium/document.ts';
import { drawPage } from './pdfium/drawings.ts';
import { readPdf } from './read-pdf.ts';
import { leftOutOf, warningsOf } from './warnings.ts';
import { layoutOf } from './layout.ts';
import { writeDocx } from './write-docx.ts';

/**
 * PDF (ISO 32000). It has letters at places, sometimes tags, and no paragraphs: it is converted once to a DOCX in reading order, which
 * is then translated in place.
 */
export const pdfConverter = {
  fileType: 'pdf',
  convert,

  async drawPage(source, index, scale) {
    // Who may read the job may see its page.
    const file = await openPdf(source, { rights: true });
    try {
      return index < file.pageCount ? file.page(index, (page) => drawPage(file, page, scale)) : undefined;
    } finally {
      file.close();
    }
  },
} satisfies Converter;

async function convert(source: Uint8Array, { formatOptions }: ExtractOptions): Promise<Conversion> {
  const options = readFormatOptions('pdf', formatOptions);
  const file = await openPdf(source, { rights: options['pdf.rights'] });
  try {
    const { content, facts, pages } = readPdf(file, {
      pages: pagesOf(options['pdf.pages'], file.pageCount),
      order: options['pdf.order'],
      runningHeads: options['pdf.running_heads'],
    });
    const { bytes, places } = await writeDocx(content);
    return {
      bytes,
      fileType: 'docx',
      layout: layoutOf(pages, file.pageCount, places),
      warnings: warningsOf(file, facts),
      leftOut: leftOutOf(file, facts),
      facts: {
        pages: facts.pages,
        readBy: facts.readBy,
        pagesWithoutText: facts.pagesWithoutText.length,
        unreadableLetters: facts.unknownLetters,
        tables: facts.tables,
        pictures: facts.pictures,
      },
    };
  } finally {
    file.close();
  }
}

/** Page numbers from 0; undefined: all. Those beyond the last page are ignored, unless there is no other. */
function pagesOf(asked: string | null, pageCount: number): ReadonlySet<number> | undefined {
  if (asked === null) return undefined;
  const pages = new Set<number>();
  for (const range of asked.split(',')) {
    const [first = 1, last = first] = range.split('-').map(Number);
    for (let page = Math.min(first, last); page <= Math.min(Math.max(first, last), pageCount); page++)
      pages.add(page - 1);
  }
  if (pages.size === 0) throw noSuchPages(asked, pageCount);
  return pages;
}

function noSuchPages(asked: string, pageCount: number): Error {
  return fieldProblem(
    'format_options.pdf.pages',
    'invalid',
    `The PDF has ${pageCount} pages, so there is nothing at "${asked}". Choose pages from 1 to ${pageCount}.`,
    { reason: 'format_option_value', details: { option: 'pdf.pages', values: `1-${pageCount}` } },
  );
}
