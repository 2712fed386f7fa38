import { ProblemError } from '../../contract/index.ts';
import { DamagedEditsError } from '../../records/edits.ts';
import type { EditsRecord } from '../../records/edits.ts';
import type { JobRecord } from '../../records/job-record.ts';
import type { JournalEnd } from '../../records/journal.ts';
import type { FileStat, Store } from '../../store/store-port.ts';
import { WorkerError } from '../../worker/translation-port.ts';
import type { AssembleResult } from '../../worker/document-port.ts';
import type { TranslationPort } from '../../worker/translation-port.ts';
import { assembleTask } from '../run/assembling.ts';
import { createExclusive } from '../run/exclusive.ts';
import { isSourceDamaged } from '../run/failures.ts';
import type { JobEvents } from '../job-events.ts';
import { gone, sourceGone } from './refusals.ts';

const NOT_REBUILT =
  'The translated file of this job is gone or damaged, and what it could be built from again is as well. Translate the document again.';
const MAX_TRUSTED = 1_000;

interface ResultFile {
  readonly path: string;
  readonly stat: FileStat;
}

export interface ResultFiles {
  /**
   * The result file of an ended job, with all acknowledged edits; `simple` is the rebuild without the layout.
   * Rebuilt if it is missing, damaged or older than the edits; concurrent callers share one build.
   */
  find(record: JobRecord, simple: boolean): Promise<ResultFile>;
  /** Runs `work` while no result of the job is being built. */
  unbuilt<Value>(jobId: string, work: () => Promise<Value>): Promise<Value>;
}

export interface ResultFilesParts {
  readonly store: Pick<Store, 'files'>;
  readonly events: JobEvents;
  readonly translation: TranslationPort;
  /** Called for each job whose folder has a new file. */
  readonly built: (record: JobRecord) => Promise<void>;
  /** Records what the build of an edited job found out about its segments. */
  readonly noteMarks: (id: string, built: AssembleResult) => Promise<void>;
}

export function createResultFiles(parts: ResultFilesParts): ResultFiles {
  const { store, events, translation, built, noteMarks } = parts;
  const { files } = store;
  const trusted = createTrustedFiles();
  // Separate from the edits' lock: edits do not wait for a build.
  const exclusive = createExclusive();
  // Written a moment ago, so it matches its checksum.
  events.on('ended', ({ paths: { result: path }, end }) => {
    if (end?.status !== 'done' || !end.result) return;
    const { bytes } = end.result;
    void files.stat(path).then(
      (found) => found?.bytes === bytes && trusted.add(path, found, ''),
      () => undefined,
    );
  });

  /** Whether the file has these edits and its checksum is right. Read once per version. */
  const isPresent = async (
    { record, path, simple }: Wanted,
    edits: EditsRecord | undefined,
    found: FileStat,
  ): Promise<boolean> => {
    const at = edits?.at ?? '';
    if (trusted.has(path, found, at)) return true;
    // Concurrently: under load each separate read waits for the disk.
    const [written, own] = await Promise.all([files.readBuilt(path), files.fingerprint(path)]);
    const known = written ?? (simple || edits ? undefined : await builtAtEnd(record.id));
    if ((known?.at ?? '') < at) return false;
    if (known && (known.bytes !== found.bytes || own?.crc32 !== known.crc32)) return false;
    trusted.add(path, found, known?.at ?? '');
    return true;
  };
  /** For a result without `.built`: of the job's end. */
  const builtAtEnd = async (id: string) => {
    const { end } = await files.readJournalEnd(id).catch((): JournalEnd => ({}));
    return end?.result && { ...end.result, at: '' };
  };
  const build = async ({ record, path, simple }: Wanted): Promise<ResultFile & { built: AssembleResult }> => {
    const result = await translation
      .assemble(assembleTask({ record, paths: files.paths(record) }, { simple, durable: false }))
      .catch(async (error: unknown) => {
        throw await refusalOf(store, record, error);
      });
    const stat = await files.stat(path);
    if (!stat) throw gone(NOT_REBUILT);
    const { bytes, crc32, editsAt: at } = result;
    await files.writeBuilt(path, { at, bytes, crc32 });
    trusted.add(path, stat, at);
    await built(record);
    return { path, stat, built: result };
  };

  return {
    async find(record, simple) {
      const paths = files.paths(record);
      const wanted = { record, simple, path: simple ? paths.simple : paths.result };
      const edits = await files.readEdits(record.id).catch((error: unknown) => {
        throw error instanceof DamagedEditsError ? gone(NOT_REBUILT) : error;
      });
      const whole = async (): Promise<ResultFile | undefined> => {
        const stat = await files.stat(wanted.path);
        return stat && (await isPresent(wanted, edits, stat)) ? { path: wanted.path, stat } : undefined;
      };
      const present = await whole();
      if (present) return present;
      const found = await exclusive(record.id, async () => (await whole()) ?? build(wanted));
      // Not while the file is locked: the removal of a job locks its edits first.
      if ('built' in found) await noteMarks(record.id, found.built);
      return found;
    },
    unbuilt: exclusive,
  };
}

interface Wanted {
  readonly record: JobRecord;
  readonly path: string;
  readonly simple: boolean;
}

/** The refusal that tells the client why a result cannot be rebuilt. */
async function refusalOf(
  { files }: Pick<Store, 'files'>,
  { id }: JobRecord,
  error: unknown,
): Promise<unknown> {
  const isRefused = error instanceof ProblemError && error.code === 'invalid_request';
  if (isRefused || isSourceDamaged(error)) return sourceGone();
  if (!(error instanceof WorkerError) || error.retryable) return error;
  if (error.code === 'aborted') return gone('The job was deleted meanwhile.');
  if (error.code === 'damaged_job' || !(await files.readEdits(id))) return gone(NOT_REBUILT);
  return new ProblemError(
    'layout_unavailable',
    'The translated file could not be built with the edits of this job, which are kept; the log says why. ' +
      'Put the last edits back, or ask with ?simple=1.',
    { reason: 'edit_not_built' },
  );
}

/** Result files built or checked in this run, newest ones. `at`: time of their last edit. */
interface TrustedFiles {
  has(path: string, stat: FileStat, at: string): boolean;
  add(path: string, stat: FileStat, at: string): void;
}

function createTrustedFiles(): TrustedFiles {
  const known = new Map<string, { version: string; at: string }>();
  return {
    has(path, { version }, at) {
      const file = known.get(path);
      return file?.version === version && file.at >= at;
    },
    add(path, { version }, at) {
      known.set(path, { version, at });
      for (const [oldest] of known) if (known.size > MAX_TRUSTED) known.delete(oldest);
    },
  };
}
