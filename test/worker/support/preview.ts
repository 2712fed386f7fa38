/** Preview copies beside the saved files that they stand for. */
import {
  markPlaceOf,
  optionsOfFormat,
  piecesOf,
  withoutMarks,
  indexOfMark,
} from '../../../service/contract/index.ts';
import type { FileType } from '../../../service/contract/index.ts';
import { formatOf } from '../../../service/documents/formats.ts';
import { segmented } from '../../../service/documents/sentences/split-paragraph.ts';
import { readZip, unpack } from '../../../service/documents/zip/read.ts';
import type { SegmentLine } from '../../../service/records/segments.ts';
import { buildDocument } from '../../../service/worker/document/build-document.ts';
import { previewCopy } from '../../../service/worker/document/preview-job.ts';

const DIRECTION = { from: 'en', to: 'de' };

export interface Compared {
  readonly segments: readonly SegmentLine[];
  readonly copy: Uint8Array;
  readonly saved: Uint8Array;
  /** Pieces of segments whose marks are not in the copy, or not around their text. */
  readonly lost: readonly number[];
  /** Parts (or '' for a text) whose words differ once the marks are taken out. */
  readonly different: readonly string[];
}

/** The translation of coded text for these tests: other vowels, the same length, all codes in place. */
function pseudo(coded: string): string {
  return coded.replace(/&(?:lt|gt|amp);|[aeiou]/g, (char) => (char.length > 1 ? char : 'ö'));
}

/** Translates a file, makes its copy, and compares the two. */
export async function compare(
  source: Uint8Array,
  fileType: FileType,
  { fileName = `file.${fileType}`, segmentation = 'sentence' } = {},
): Promise<Compared> {
  const format = await formatOf(fileType);
  const takesSentences = (optionsOfFormat(fileType) as readonly string[]).includes('segmentation');
  const task = {
    ...DIRECTION,
    fileType,
    fileName,
    ...(takesSentences && { formatOptions: { segmentation } }),
  };
  const options = { ...task, maxSegments: 100_000 };
  const { segments: found } = await format.extract(source, options);
  const segments = segmented(format, found, options) as readonly SegmentLine[];
  const lines = segments.map(({ text }) => ({ t: pseudo(text) }));
  const copy = await previewCopy({ ...task, side: 'target' }, { segments, lines, source });
  const { bytes: saved } = await buildDocument(task, {
    segments,
    targets: segments.map(({ copy: isCopied }, n) => (isCopied ? null : lines[n]!.t)),
    isConfirmed: () => false,
    source,
  });
  const shown = partsOf(copy, format.decode !== undefined);
  const context = { ...task };
  const kept = format.decode ? new Map([['', await format.decode(saved, context)]]) : partsOf(saved, false);
  const text = [...shown.values()].join('\n');
  const marked = new Set<number>();
  for (const char of text.match(/[\u{f0000}-\u{10ffff}]/gu) ?? []) {
    const index = indexOfMark(char);
    if (index !== undefined) marked.add(index);
  }
  const place = markPlaceOf(fileType);
  const lost = segments.flatMap(({ copy: isCopied }, n) =>
    isCopied || marked.has(n) || piecesOf(lines[n]!.t, place).size === 0 ? [] : [n],
  );
  const different = [...kept].flatMap(([name, words]) =>
    wordsOf(withoutMarks(shown.get(name) ?? '')) === wordsOf(words) ? [] : [name],
  );
  return { segments, copy, saved, lost, different };
}

/** The parts that are text, by name. */
export function partsOf(bytes: Uint8Array, isText: boolean): Map<string, string> {
  if (isText) return new Map([['', new TextDecoder().decode(bytes)]]);
  return new Map(
    readZip(bytes)
      .entries.filter(({ name }) => /\.(?:xml|x?html?|ncx|opf)$/i.test(name))
      .map((entry) => [entry.name, new TextDecoder().decode(unpack(entry))]),
  );
}

/** What people read of a part or text: no tags, no line ends of its own, characters instead of their escapes. */
function wordsOf(text: string): string {
  return text
    .replace(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replace(/<[^<>]*>/g, '')
    .replace(/\s+/g, ' ');
}
