import { writeFile } from 'node:fs/promises';
import {
  ANY_MARK,
  formatFacts,
  markPlaceOf,
  MAX_PREVIEW_BYTES,
  ProblemError,
  withMarks,
} from '../../contract/index.ts';
import type { FileType } from '../../contract/index.ts';
import type { Format, FormatContext } from '../../documents/format.ts';
import { formatOf } from '../../documents/formats.ts';
import { followFileSize } from '../../documents/shared/document-limits.ts';
import { readZip, unpack } from '../../documents/zip/read.ts';
import { writeZip } from '../../documents/zip/write.ts';
import { resolveLines } from '../../records/resolve-lines.ts';
import type { ResolvedLine } from '../../records/resolve-lines.ts';
import type { SegmentLine } from '../../records/segments.ts';
import { readEditedJob, readSource } from '../job-files.ts';
import type { PreviewTask } from '../document-port.ts';
import { WorkerError } from '../translation-port.ts';
import { buildDocument } from './build-document.ts';

/** See `DocumentPort.preview`. */
export async function previewJob(task: PreviewTask): Promise<void> {
  const { segments, journal, edits } = await readEditedJob(task);
  const lines = resolveLines(segments, journal, edits?.edits);
  const file = await readSource(task);
  followFileSize(file.size);
  const copy = await previewCopy(task, { segments, lines, source: file.bytes });
  // Pictures of a large file are sent where they fit; drawn without them it is still a page.
  const whole = file.size <= MAX_PREVIEW_BYTES ? file.whole(copy) : copy;
  await writeFile(task.previewPath, whole, { mode: 0o600 });
}

type CopyTask = Pick<PreviewTask, 'fileType' | 'from' | 'to' | 'fileName' | 'formatOptions' | 'side'>;

interface CopyParts {
  readonly segments: readonly SegmentLine[];
  /** The translations; of a running job some are not there yet. */
  readonly lines: readonly (Pick<ResolvedLine, 't' | 's'> | undefined)[];
  readonly source: Uint8Array;
}

/** The preview copy of a document. */
export async function previewCopy(
  task: CopyTask,
  { segments, lines, source }: CopyParts,
): Promise<Uint8Array> {
  const { fileType, side } = task;
  if (!fileType) throw new WorkerError('internal_error', 'The job does not say what file it is.', false);
  const format = await formatOf(fileType);
  const place = markPlaceOf(fileType);
  const targets = segments.map(({ text, copy }, index) => {
    if (copy) return null;
    return withMarks((side === 'source' ? undefined : lines[index]?.t) ?? text, index, place);
  });
  const { bytes } = await buildDocument(
    { ...task, to: directionOf(task, fileType) },
    {
      segments,
      targets,
      isConfirmed: (index) => lines[index]?.s === 'confirmed',
      source: await unmarked(source, format, task),
    },
  );
  return format.decode ? shownText(bytes, fileType) : bytes;
}

/**
 * The source is not mirrored for a language with the other direction. Files of messages keep the language, since it
 * decides which plural forms are segments.
 */
function directionOf({ side, from, to }: CopyTask, fileType: FileType): string {
  const { family } = formatFacts(fileType);
  return side === 'source' && family !== 'strings' && family !== 'subtitles' ? from : to;
}

/**
 * The source as the copy is made from it: what looks like a mark becomes U+FFFD, and a text is in UTF-8, which has all
 * marks. Throws `preview_too_large` beyond `MAX_PREVIEW_BYTES`.
 */
async function unmarked(source: Uint8Array, format: Format, context: FormatContext): Promise<Uint8Array> {
  if (format.decode) {
    checkSize(source.byteLength);
    const text = await format.decode(source, context);
    // With the byte order mark no declaration can make it another encoding.
    return Buffer.from(`\ufeff${text.replace(ANY_MARK, '\ufffd')}`);
  }
  const archive = readZip(source);
  checkSize(archive.entries.reduce((sum, { size }) => sum + size, 0));
  const changes = new Map<string, Uint8Array>();
  for (const entry of archive.entries) {
    if (!/\.(?:xml|x?html?|ncx|opf|rels)$/i.test(entry.name)) continue;
    const text = Buffer.from(unpack(entry)).toString('utf8');
    const clean = text.replace(ANY_MARK, '\ufffd').replace(MARK_REFERENCE, '\ufffd');
    if (clean !== text) changes.set(entry.name, Buffer.from(clean));
  }
  return changes.size === 0 ? source : writeZip(archive, changes);
}

/** A character of planes 15 and 16 as XML's and HTML's reference. */
const MARK_REFERENCE =
  /&#(?:x0*(?:f|10)[\da-f]{4}|0*(?:98304\d|9830[5-9]\d|983[1-9]\d\d|98[4-9]\d{3}|99\d{4}|1[01]\d{5}));/gi;

function checkSize(bytes: number): void {
  if (bytes <= MAX_PREVIEW_BYTES) return;
  const [mb, limit] = [bytes, MAX_PREVIEW_BYTES].map((size) => Math.ceil(size / 1_048_576));
  throw new ProblemError(
    'conflict',
    `The page of this document takes ${mb} MB when it is unpacked; at most ${limit} MB are drawn. Work in the rows, and save the file to see its pages.`,
    { reason: 'preview_too_large', details: { mb: mb!, limit: limit! } },
  );
}

/** A text for the page: `.properties` writes characters beyond ASCII as escapes, marks too. */
function shownText(bytes: Uint8Array, fileType: FileType): Uint8Array {
  const text = new TextDecoder().decode(bytes);
  if (fileType !== 'properties') return Buffer.from(text);
  return Buffer.from(
    text.replace(/\\u([\da-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
  );
}
