import type { Warning } from '../../contract/index.ts';
import type { LeftOut } from '../format.ts';
import type { PdfFacts } from './read-pdf.ts';
import type { PdfFile } from './pdfium/document.ts';

/** Pages named in a warning. */
const NAMED = 20;

/** What a reader of the translation has to know about the PDF that it was made from. */
export function warningsOf(
  file: Pick<PdfFile, 'signatures' | 'attachments' | 'scripts'>,
  facts: PdfFacts,
): Warning[] {
  return [
    facts.readBy === 'tags' ? REBUILT_FROM_TAGS : REBUILT_FROM_PLACES,
    ...ofPages(
      'text_is_picture',
      facts.pagesWithoutText,
      (pages) =>
        `These pages are pictures without letters, and are not translated: ${pages}. They need text recognition first.`,
    ),
    ...(facts.unknownLetters === 0 ? [] : [unreadable(facts.unknownLetters, named(facts.unknownPages))]),
    ...(facts.isRecognised ? [RECOGNISED] : []),
    ...ofPages(
      'order_uncertain',
      facts.uncertainPages,
      (pages) =>
        `Columns cross on these pages, so that their order may be wrong: ${pages}. Compare them with the PDF.`,
    ),
    ...counted(
      'tables_guessed',
      facts.guessedTables,
      'Some tables have no lines, so that their rows and columns are guessed. Compare them with the PDF.',
    ),
    ...counted(
      'turned_text',
      facts.turnedTexts,
      'Some texts run in another direction than the rest of their page. They stand at the end as paragraphs.',
    ),
    ...counted(
      'drawing_as_picture',
      facts.drawings,
      'Drawings with letters in them, such as charts, are pictures in the translation; their letters are not translated.',
    ),
    ...counted(
      'pictures_left_out',
      facts.picturesLeftOut,
      'Some pictures are too large or of an unknown kind, and are left out. Take them from the PDF.',
    ),
    ...counted('form_values_left_out', facts.fields, 'What is filled into the fields of a form is left out.'),
    ...counted('comments_left_out', facts.comments, 'Comments and marks on the pages are left out.'),
    ...counted('signature_lost', file.signatures, 'The PDF is digitally signed; its translation is not.'),
    ...counted(
      'attachments_left_out',
      file.attachments,
      'Files attached to the PDF are left out. Translate them by themselves.',
    ),
    ...counted('scripts_left_out', file.scripts, 'Scripts in the PDF are left out. They were not run.'),
    ...ofPages(
      'pages_left_out',
      facts.lostPages,
      (pages) =>
        `These pages are damaged and cannot be read: ${pages}. Save the PDF again in the program that made it, and translate the new copy.`,
    ),
  ];
}

const COMPARE =
  'Compare the result with the PDF, tables and columns first. If you can get the document that the PDF was made from, translate that.';

const REBUILT_FROM_TAGS: Warning = {
  code: 'pdf_rebuilt',
  message: `A PDF has no paragraphs. Interlinear rebuilt them from the PDF's tags. ${COMPARE}`,
  details: { read_by: 'tags' },
};

const REBUILT_FROM_PLACES: Warning = {
  code: 'pdf_rebuilt',
  message: `A PDF has no paragraphs. Interlinear rebuilt them from where the letters stand. ${COMPARE}`,
  reason: 'rebuilt_from_places',
  details: { read_by: 'places' },
};

const RECOGNISED: Warning = {
  code: 'text_recognised_before',
  message:
    'The pages are pictures, and their text comes from an earlier text recognition. It may have misread letters: compare it with the pages.',
};

function unreadable(count: number, pages: string): Warning {
  return {
    code: 'letters_unreadable',
    message: `The PDF does not say which characters some letters are (pages ${pages}); they are shown as \ufffd. Put them in by hand.`,
    count,
    details: { pages },
  };
}

function counted(code: Warning['code'], count: number, message: string): Warning[] {
  return count === 0 ? [] : [{ code, message, count }];
}

function ofPages(
  code: Warning['code'],
  pages: readonly number[],
  message: (pages: string) => string,
): Warning[] {
  if (pages.length === 0) return [];
  return [{ code, message: message(named(pages)), count: pages.length, details: { pages: named(pages) } }];
}

/** "1, 2, 3 …" */
function named(pages: readonly number[]): string {
  return pages.slice(0, NAMED).join(', ') + (pages.length > NAMED ? ' …' : '');
}

/** What the translation does not have, for `left_out`. */
export function leftOutOf(file: Pick<PdfFile, 'attachments'>, facts: PdfFacts): LeftOut[] {
  return [
    { what: 'form_values', count: facts.fields },
    { what: 'comments', count: facts.comments },
    { what: 'text_in_pictures', count: facts.pagesWithoutText.length + facts.drawings },
    { what: 'attachments', count: file.attachments },
    { what: 'pages', count: facts.pages - facts.readPages },
  ].filter(({ count }) => count > 0);
}
