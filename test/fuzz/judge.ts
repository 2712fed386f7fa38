// The expected outcome: a refusal with a reason, or a result that opens again with the same segments and all
// its entries.
import { SaxesParser } from 'saxes';
import { letters } from './targets.ts';
import { contentOf, readEntries } from '../support/zip.ts';
import type { Segment } from './targets.ts';
import type { Entry } from '../support/zip.ts';
import { isWithin } from '../support/is-within.ts';

export interface Fault {
  rule: string;
  detail: string;
}

export interface Translation {
  fileType: string;
  source: Buffer;
  /** Segments of the source. */
  segments: readonly Segment[];
  targets: readonly (string | null)[];
  result: Buffer;
  /** Segments of the result. */
  found: readonly Segment[];
  /** Warnings of the assembly. */
  warnings: readonly { code: string; count?: number | undefined }[];
  /** A new document was made, of which only the texts are the source's. */
  isSimple: boolean;
}

/** Warnings whose count is of segments that keep their source or are changed. */
const EXCUSES = new Set(['cell_too_long', 'table_header_untranslated', 'formula_escaped']);

/** Returns the first thing that is wrong */
export function faultIn(translation: Translation): Fault | undefined {
  const { fileType, source, segments, targets, result, isSimple } = translation;
  const isSame = targets.every((target, i) => target === null || target === segments[i]?.text);
  if (isSame && !isSimple && !result.equals(source)) {
    return { rule: 'identity', detail: 'nothing was translated, but the file differs' };
  }
  const isPackage = fileType === 'docx' || fileType === 'xlsx';
  const fault = isPackage && !isSimple ? packageFault(source, result) : undefined;
  return fault ?? segmentFault(translation);
}

/** In other encodings the result may be read otherwise than the source: which one it is has to be guessed. */
function isUnicode(bytes: Buffer) {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // Escape sequences: ISO-2022-JP, which is ASCII too.
    return !bytes.includes(0x1b);
  } catch {
    return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  }
}

function segmentFault({
  fileType,
  source,
  segments,
  targets,
  found,
  warnings,
  isSimple,
}: Translation): Fault | undefined {
  if (found.length !== segments.length) {
    return { rule: 'segment_count', detail: `${segments.length} segments became ${found.length}` };
  }
  if ((fileType === 'csv' || fileType === 'txt') && !isUnicode(source)) return undefined;
  const expected = sortedLetters(segments.map(({ text }, i) => targets[i] ?? text));
  const actual = sortedLetters(found.map(({ text }) => text));
  const excused = warnings.reduce((sum, { code, count }) => sum + (EXCUSES.has(code) ? (count ?? 1) : 0), 0);
  const surplus = without(actual, expected);
  // The new document says what fields show, where the old one has fields.
  const missing = without(expected, actual).filter(
    (text) => !isSimple || !surplus.some((longer) => isWithin(text, longer)),
  );
  if (missing.length <= excused) return undefined;
  return {
    rule: 'text',
    detail: `${JSON.stringify(missing[0])} became ${JSON.stringify(surplus[0])}`,
  };
}

/** Order is left out: a text box that a translation moved comes at another place. */
function sortedLetters(texts: readonly string[]) {
  return texts.map(letters).sort();
}

/** Those of the list that the other has less often. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of other) counts.set(text, (counts.get(text) ?? 0) + 1);
  return list.filter((text) => {
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    return left <= 0;
  });
}

function packageFault(source: Buffer, result: Buffer): Fault | undefined {
  const before = readEntries(source);
  const after = readEntries(result);
  if (!after) return { rule: 'zip', detail: 'the directory of the result cannot be read' };
  if (!before) return undefined;
  const [old, now] = [before, after].map((entries) =>
    entries.map(({ name }) => name.replaceAll('\\', '/')).join('\n'),
  );
  if (old !== now) return { rule: 'entries', detail: 'the result has other entries than the source' };
  for (const [i, entry] of after.entries()) {
    const original = before[i];
    if (!original || original.packed.equals(entry.packed)) continue;
    const fault = partFault(entry);
    if (fault) return fault;
  }
  return undefined;
}

/**
 * A part that was written must unpack and be XML, or a package of such parts: the workbook behind a chart.
 */
function partFault(entry: Entry): Fault | undefined {
  try {
    const data = contentOf(entry);
    if (data.subarray(0, 2).toString('latin1') === 'PK')
      return (readEntries(data) ?? [])
        .filter(({ name }) => /\.(?:xml|rels)$/i.test(name))
        .map(partFault)
        .find((fault) => fault !== undefined);
    if (data[0] === 0xfe || data[0] === 0xff || data[1] === 0) return undefined;
    const parser = new SaxesParser({ xmlns: true, position: false });
    parser.on('error', (error) => {
      throw error;
    });
    parser.write(data.toString('utf8')).close();
    return undefined;
  } catch (error) {
    return { rule: 'part', detail: `${entry.name}: ${String(error)}` };
  }
}
