import { createHash } from 'node:crypto';
import type { ExtractedSegment } from '../../documents/format.ts';
import { readableText } from '../../text/codes.ts';
import { countWords } from '../../text/count-words.ts';
import type { ExaminedDocument, ExamineDocumentTask, RefusedFile, ShownPage } from '../document-port.ts';
import { readDocument, sampleOf } from './read-document.ts';
import type { ReadDocument } from './read-document.ts';

/** 96 bits: no two texts of a quote collide. */
const HASH_LENGTH = 16;

/** See `DocumentPort.examine`. */
export function examineDocument(task: ExamineDocumentTask): Promise<ExaminedDocument | RefusedFile> {
  return readDocument(task, async (document) => {
    const { fileType, format, source, conversion, context, extraction, segments, options, counts } = document;
    const shown = task.page === undefined ? undefined : await shownPage(document, task.page);
    const { columns, leftOut: found = [] } = (await format.examine?.(source, context)) ?? {};
    const leftOut = [...(conversion?.leftOut ?? []), ...found];
    const { distinct, ...words } = wordsOf(segments);
    return {
      fileType,
      ...counts,
      ...words,
      sample: sampleOf(segments),
      texts: [...distinct.values()],
      ...(columns ? { columns: [...columns] } : {}),
      ...(conversion && { reading: conversion.facts }),
      ...(shown && { shown }),
      leftOut: leftOut.filter(({ count }) => count > 0),
      warnings: [...extraction.warnings],
      options,
    };
  });
}

/** Pixels: sharp beside the page of the document. */
const PICTURE_WIDTH = 900;
const MAX_DOCUMENT_BYTES = 4 * 1_048_576;

/** A page of a converted file, and what the file was converted to. Undefined if there is none. */
async function shownPage(
  { conversion, uploaded, uploadedFormat }: ReadDocument,
  page: number,
): Promise<ShownPage | undefined> {
  const [width = 0] = conversion?.layout.pages[page - 1] ?? [];
  if (!conversion || width === 0) return undefined;
  const picture = await uploadedFormat.drawPage?.(uploaded, page - 1, PICTURE_WIDTH / width);
  if (!picture) return undefined;
  const { bytes } = conversion;
  return {
    page,
    picture: Buffer.from(picture).toString('base64'),
    ...(bytes.length <= MAX_DOCUMENT_BYTES ? { document: Buffer.from(bytes).toString('base64') } : {}),
  };
}

/** Words of all segments, repeated ones, copied ones, and each distinct text to translate. */
function wordsOf(segments: readonly ExtractedSegment[]) {
  const distinct = new Map<string, { text: string; hash: string; words: number; repeated: number }>();
  const seen = new Map<string, number>();
  const counts = { sourceWords: 0, repeatedWords: 0, copiedWords: 0 };
  for (const { text, copy } of segments) {
    const before = seen.get(text);
    const words = before ?? countWords(readableText(text));
    seen.set(text, words);
    counts.sourceWords += words;
    if (before !== undefined) counts.repeatedWords += words;
    if (copy) {
      counts.copiedWords += words;
      continue;
    }
    const known = distinct.get(text);
    if (known) known.repeated += words;
    else distinct.set(text, { text, hash: hashOf(text), words, repeated: 0 });
  }
  return { ...counts, distinct };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, HASH_LENGTH);
}
