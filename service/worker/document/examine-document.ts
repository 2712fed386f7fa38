import { createHash } from 'node:crypto';
import type { ExtractedSegment } from '../../documents/format.ts';
import { readableText } from '../../text/codes.ts';
import { countWords } from '../../text/count-words.ts';
import type { ExaminedDocument, ExamineDocumentTask, RefusedFile } from '../document-port.ts';
import { readDocument, sampleOf } from './read-document.ts';

/** 96 bits: no two texts of a quote collide. */
const HASH_LENGTH = 16;

/** See `DocumentPort.examine`. */
export function examineDocument(task: ExamineDocumentTask): Promise<ExaminedDocument | RefusedFile> {
  return readDocument(task, async (document) => {
    const { fileType, format, source, conversion, context, extraction, segments, options, counts } = document;
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
      leftOut: leftOut.filter(({ count }) => count > 0),
      warnings: [...extraction.warnings],
      options,
    };
  });
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
