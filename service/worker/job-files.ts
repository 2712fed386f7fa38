import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { errorCode } from '../lib/error-code.ts';
import { DamagedEditsError } from '../records/edits.ts';
import type { EditsRecord } from '../records/edits.ts';
import { parseJobRecord } from '../records/job-record.ts';
import { parseJournal } from '../records/journal.ts';
import type { Journal } from '../records/journal.ts';
import { readEdits as readEditFiles } from '../records/read-edits.ts';
import { reshape } from '../records/reshape.ts';
import type { StoredJob } from '../records/reshape.ts';
import { parseSegments } from '../records/segments.ts';
import type { SegmentLine } from '../records/segments.ts';
import { compileGlossary } from '../text/glossary.ts';
import type { Glossary } from '../text/glossary.ts';
import { damagedJob, sourceDamaged } from './translation-port.ts';
import type { AssembleTask } from './document-port.ts';
import { openSource } from './document/source-file.ts';
import type { SourceFile } from './document/source-file.ts';

/** The segments of a job. Rejects with a WorkerError when the file is gone or damaged. */
async function readSegments(path: string): Promise<SegmentLine[]> {
  try {
    return parseSegments(await readFile(path));
  } catch (cause) {
    throw damagedJob('segments.ndjson', cause);
  }
}

/** The segments of a job, and the intact part of its journal; empty if there is none yet. */
export async function readJob(paths: {
  readonly segmentsPath: string;
  readonly journalPath: string;
}): Promise<{ segments: SegmentLine[]; journal: Journal }> {
  const [segments, bytes] = await Promise.all([
    readSegments(paths.segmentsPath),
    readFile(paths.journalPath).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return new Uint8Array();
      throw error;
    }),
  ]);
  return { segments, journal: parseJournal(bytes, segments.length) };
}

/** A job that may have been edited, with its sentences as people have split and joined them. */
export async function readEditedJob(paths: {
  readonly segmentsPath: string;
  readonly journalPath: string;
  readonly editsPath: string;
}): Promise<StoredJob & { edits: EditsRecord | undefined }> {
  // The edits first: a job is edited when its journal is complete.
  const edits = await readEdits(paths.editsPath);
  return { ...reshape(await readJob(paths), edits?.reshaped), edits };
}

/** The edits of a job; undefined if there are none. Rejects with a WorkerError if they are damaged. */
export async function readEdits(path: string): Promise<EditsRecord | undefined> {
  try {
    return await readEditFiles(path);
  } catch (error) {
    throw error instanceof DamagedEditsError ? damagedJob(error.file, error) : error;
  }
}

/** The entries of the glossary that a job was created with. Rejects with a WorkerError if `job.json` is damaged. */
export async function readGlossary(jobPath: string): Promise<Glossary> {
  const job = parseJobRecord(await readFile(jobPath, 'utf8'));
  if (!job) throw damagedJob('job.json');
  return compileGlossary(job.options.glossary ?? []);
}

/** Bytes of a file; 0 if there is none. */
export async function fileSize(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

/** A document's source as uploaded. Rejects with `source_damaged`: damage may look like other text. */
export async function readSource({
  sourcePath,
  source,
}: Pick<AssembleTask, 'sourcePath' | 'source'>): Promise<SourceFile> {
  try {
    const file = await openSource(sourcePath);
    const crc = !source || file.size !== source.bytes ? undefined : await crcOf(sourcePath, file);
    if (source && crc !== source.crc32) throw sourceDamaged();
    return file;
  } catch (cause) {
    throw errorCode(cause) === 'ENOENT' ? sourceDamaged() : cause;
  }
}

/** Checksum of the file itself; a large one is read once more for it. */
async function crcOf(path: string, { bytes, size }: SourceFile): Promise<number> {
  if (bytes.length === size) return crc32(bytes);
  let crc = 0;
  for await (const chunk of createReadStream(path)) crc = crc32(chunk as Uint8Array, crc);
  return crc;
}
