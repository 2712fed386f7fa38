import { ProblemError } from '../contract/index.ts';
import type { Fingerprint, JobRecord } from '../records/job-record.ts';
import type { JournalEnd } from '../records/journal.ts';
import type { FileStat, Store } from '../store/port.ts';
import { WorkerError } from '../worker/port.ts';
import type { TranslationPort } from '../worker/port.ts';
import { assembleTask } from './assembling.ts';
import { isSourceDamaged } from './failures.ts';
import type { Exclusive } from './exclusive.ts';
import type { JobEvents } from './job-events.ts';
import { gone, sourceGone } from './refusals.ts';

const NOT_REBUILT =
  'The translated file of this job is gone or damaged, and what it could be built from again is as well. Upload the document again.';
const TRUSTED_KEPT = 1_000;

interface ResultFile {
  readonly path: string;
  readonly stat: FileStat;
}

/**
 * The result file of an ended job; `simple` is the rebuild without the layout. What is missing or damaged is built again from source
 * and journal; callers at the same time share one build, and none is under way while the job is edited.
 */
export type FindResult = (record: JobRecord, simple: boolean) => Promise<ResultFile>;

export interface ResultFilesParts {
  readonly store: Pick<Store, 'files'>;
  readonly events: JobEvents;
  readonly trusted: TrustedFiles;
  readonly translation: TranslationPort;
  readonly exclusive: Exclusive;
  /** Told of each job whose folder has a new file. */
  readonly built: (record: JobRecord) => Promise<void>;
}

export function createResultFiles(parts: ResultFilesParts): FindResult {
  const { store, events, trusted, translation, exclusive, built } = parts;
  // Written a moment ago, it is what its checksum was made of.
  events.on('ended', ({ paths: { result: path }, end }) => {
    if (end?.status !== 'done' || !end.result) return;
    const { bytes } = end.result;
    void store.files.stat(path).then(
      (found) => found?.bytes === bytes && trusted.add(path, found),
      () => undefined,
    );
  });

  /** A file cut off or zeroed by a failing disk must not pass for the translation. Read once a version, at its first use. */
  const isWhole = async (record: JobRecord, path: string, found: FileStat): Promise<boolean> => {
    if (trusted.has(path, found)) return true;
    // At once: under load each step of its own is a wait for the disk's turn.
    const [known, own] = await Promise.all([builtResult(store, record.id), store.files.fingerprint(path)]);
    if (known && (known.bytes !== found.bytes || own?.crc32 !== known.crc32)) return false;
    trusted.add(path, found);
    return true;
  };
  const rebuilt = async (record: JobRecord, simple: boolean, path: string): Promise<ResultFile> => {
    const paths = store.files.paths(record);
    try {
      await translation.assemble(assembleTask({ record, paths }, { simple }));
      await built(record);
    } catch (error) {
      // A source is refused that came whole: that of a job that does not say what its source was.
      const isRefused = error instanceof ProblemError && error.code === 'invalid_request';
      if (isRefused || isSourceDamaged(error)) throw sourceGone();
      // Segments or journal are damaged as well.
      if (error instanceof WorkerError && !error.retryable) throw gone(NOT_REBUILT);
      throw error;
    }
    const stat = await store.files.stat(path);
    if (!stat) throw gone(NOT_REBUILT);
    trusted.add(path, stat);
    return { path, stat };
  };

  return async (record, simple) => {
    const paths = store.files.paths(record);
    const path = simple ? paths.simple : paths.result;
    const whole = async (): Promise<ResultFile | undefined> => {
      const stat = await store.files.stat(path);
      return stat && (simple || (await isWhole(record, path, stat))) ? { path, stat } : undefined;
    };
    // Not while it is edited: what is built from the translations of before must not replace what comes of the edits.
    return (
      (await whole()) ?? exclusive(record.id, async () => (await whole()) ?? rebuilt(record, simple, path))
    );
  };
}

/** Versions of result files that were built or checked in this run, the newest so many. */
export interface TrustedFiles {
  has(path: string, stat: FileStat): boolean;
  add(path: string, stat: FileStat): void;
  /** It may not be what it should be any more: it is read at its next use. */
  forget(path: string): void;
}

export function createTrustedFiles(): TrustedFiles {
  const versions = new Map<string, string>();
  return {
    has: (path, { version }) => versions.get(path) === version,
    add(path, { version }) {
      versions.set(path, version);
      for (const [oldest] of versions) if (versions.size > TRUSTED_KEPT) versions.delete(oldest);
    },
    forget: (path) => void versions.delete(path),
  };
}

/** Of the result as it was last built, where that is known. */
async function builtResult({ files }: Pick<Store, 'files'>, id: string): Promise<Fingerprint | undefined> {
  const [edits, { end }] = await Promise.all([
    files.readEdits(id),
    files.readJournalEnd(id).catch((): JournalEnd => ({})),
  ]);
  return edits ? edits.result : end?.result;
}
