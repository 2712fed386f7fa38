import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { ACCEPTED, alignDocuments } from '../../alignment/align-documents.ts';
import type { AlignedDocument } from '../../alignment/align-documents.ts';
import { writeAtomically } from '../../lib/atomic-file.ts';
import { countPairs, encodePairs, parseAlignedTexts } from '../../records/alignment-record.ts';
import type { AlignedTextLine, PairLine } from '../../records/alignment-record.ts';
import { parseJournal } from '../../records/journal.ts';
import { encodeLine } from '../../records/lines.ts';
import { parseSegments } from '../../records/segments.ts';
import type { SegmentLine } from '../../records/segments.ts';
import { escapeText, readableText } from '../../text/codes.ts';
import { splitSentences } from '../../text/sentences.ts';
import type { Aligned, AlignTask, SplitTask, SplitTexts } from '../alignment-port.ts';

/** UTF-16 units used to detect a document's language. */
const SAMPLE_CHARS = 20_000;

/** See `AlignmentPort.split`. */
export async function splitTexts({ sides, level }: SplitTask): Promise<SplitTexts> {
  const results = [];
  for (const { segmentsPath, textsPath, language } of sides) {
    const segments = parseSegments(await readFile(segmentsPath));
    const texts = segments.flatMap((segment, p) => textsOf(segment, p, level, language));
    await writeFile(textsPath, texts.map(encodeLine).join(''), { mode: 0o600 });
    results.push({ texts: texts.length, sample: sampleOf(texts) });
  }
  return results;
}

/** A segment in sentences. One that is whole keeps its codes, which a memory can use. */
function textsOf(
  { text, copy, key, kind, sentence }: SegmentLine,
  p: number,
  level: SplitTask['level'],
  language: string,
): AlignedTextLine[] {
  const place = {
    p: sentence && sentence.n > 0 ? p - sentence.n : p,
    ...(key === undefined ? {} : { key }),
    ...(kind === undefined ? {} : { kind }),
  };
  const readable = readableText(text);
  if (readable.trim() === '') return [];
  if (copy) return [{ text, copy, ...place }];
  const sentences = level === 'segment' ? [readable] : splitSentences(readable, language);
  const whole = sentences.map((one) => one.trim()).filter((one) => one !== '');
  if (whole.length === 1) return [{ text, ...place }];
  return whole.map((one) => ({ text: escapeText(one), ...place }));
}

function sampleOf(texts: readonly AlignedTextLine[]): string {
  let sample = '';
  for (const { text, copy } of texts) {
    if (!copy) sample += `${readableText(text)}\n`;
    if (sample.length >= SAMPLE_CHARS) break;
  }
  return sample.slice(0, SAMPLE_CHARS);
}

/** See `AlignmentPort.align`. */
export async function alignJob(task: AlignTask): Promise<Aligned> {
  const [source, target] = await Promise.all([task.sourcePath, task.targetPath].map(readTexts));
  const translations = await readTranslations(task, source!.length);
  const { pairs, isTranslation } = alignDocuments(documentOf(source!), documentOf(target!), {
    translations,
    terms: task.terms,
  });
  const lines = pairs.map(({ source: s, target: t, confidence }): PairLine => {
    const isAccepted = isTranslation && s.length > 0 && t.length > 0 && confidence >= ACCEPTED;
    return {
      s: [...s],
      t: [...t],
      c: Math.round(confidence * 1_000) / 1_000,
      st: isAccepted ? 'accepted' : 'open',
    };
  });
  const head = { ...countPairs(lines), revision: revisionOf(lines) };
  await writeAtomically(task.pairsPath, encodePairs(head, lines));
  return { ...head, isTranslation };
}

export async function readTexts(path: string): Promise<AlignedTextLine[]> {
  return parseAlignedTexts(await readFile(path, 'utf8'));
}

/** Changes with each change of a pair. */
export function revisionOf(pairs: readonly PairLine[]): string {
  return createHash('sha256').update(pairs.map(encodeLine).join('')).digest('base64url').slice(0, 16);
}

function documentOf(lines: readonly AlignedTextLine[]): AlignedDocument {
  return {
    texts: lines.map(({ text }) => readableText(text)),
    paragraphs: lines.map(({ p }) => p),
    keys: lines.map(({ key }) => key),
    kinds: lines.map(({ kind }) => kind),
  };
}

async function readTranslations(
  { translationsPath }: AlignTask,
  count: number,
): Promise<string[] | undefined> {
  if (translationsPath === undefined) return undefined;
  const journal = parseJournal(await readFile(translationsPath), count);
  return Array.from({ length: count }, (_, index) => {
    const line = journal.get(index);
    // What the engine left as it was says nothing.
    return line && line.o !== 'copied' ? readableText(line.t) : '';
  });
}
