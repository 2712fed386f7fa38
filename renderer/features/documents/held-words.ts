import type { ExaminedResource } from '../../../service/contract/index.ts';
import type { Words } from '../../i18n/words.ts';
import type { useCatalog } from '../../stores/catalog.ts';
import type { UploadEntry } from '../../store-parts/upload-entry.ts';
import { baseOf } from '../../lib/told-language.ts';

type Catalog = Pick<ReturnType<typeof useCatalog>, 'byCode' | 'nameOf'>;

/** The size of a held file: `27 segments · 212 words`. */
export function foundWords({ found }: UploadEntry, { t, counted }: Pick<Words, 't' | 'counted'>): string {
  if (!found) return t('held.unread');
  return [counted('job.size', found.segment_count), counted('job.words', found.source_words)].join(' · ');
}

const LEFT_OUT = {
  columns: 'leftOut.columns',
  formulas: 'leftOut.formulas',
  notes: 'leftOut.notes',
  descriptions: 'leftOut.descriptions',
  hidden: 'leftOut.hidden',
  charts: 'leftOut.charts',
  diagrams: 'leftOut.diagrams',
  masters: 'leftOut.masters',
  comments: 'leftOut.comments',
  alt_text: 'leftOut.altText',
  properties: 'leftOut.properties',
  alt_chunk: 'leftOut.altChunk',
  other_languages: 'leftOut.otherLanguages',
  program_values: 'leftOut.programValues',
  form_values: 'leftOut.formValues',
  text_in_pictures: 'leftOut.textInPictures',
  attachments: 'leftOut.attachments',
  pages: 'leftOut.pages',
} as const;

/** Untranslated content of a file: `12 comments`. */
export function leftOutWords(what: string, count: number, { counted }: Pick<Words, 'counted'>): string {
  const key = Object.hasOwn(LEFT_OUT, what) ? LEFT_OUT[what as keyof typeof LEFT_OUT] : 'leftOut.other';
  return counted(key, count);
}

/** Warnings of a PDF that `readingWords` words differently, or that the list of what is left out covers. */
const SAID = new Set([
  'pdf_rebuilt',
  'text_is_picture',
  'comments_left_out',
  'form_values_left_out',
  'attachments_left_out',
]);

/** Describes a PDF: its kind, what is uncertain and what is lost. Undefined for other files. */
export function readingWords(
  { read_by: by, pages = 0, pages_without_text: pictures = 0, warnings }: ExaminedResource,
  { t, counted, said }: Pick<Words, 't' | 'counted' | 'said'>,
): string | undefined {
  if (by === undefined) return undefined;
  return [
    counted('held.pages', pages),
    t(by === 'tags' ? 'held.byTags' : 'held.byPlaces'),
    ...(pictures > 0 ? [counted('held.pictures', pictures)] : []),
    ...warnings.filter(({ code }) => !SAID.has(code)).map((warning) => said('warning', warning)),
  ].join(' ');
}

/** The language that a held file can be translated from instead of the chosen one. */
export function otherSource({ contradiction, request }: UploadEntry, catalog: Catalog): string | undefined {
  const isKnown = contradiction !== undefined && catalog.byCode.has(contradiction);
  return isKnown && baseOf(contradiction) !== baseOf(request.to) ? contradiction : undefined;
}
