import { EXPORT_MEDIA_TYPES, ProblemError } from '../contract/index.ts';
import type { ExportFormat, ImportedSegments, JobKind } from '../contract/index.ts';
import { isStorageFull } from '../lib/storage-error.ts';
import type { Log } from '../log.ts';
import { encodeAskedEdits } from '../records/asked-edits.ts';
import type { JobEntry } from '../records/job-entry.ts';
import type { JobRecord } from '../records/job-record.ts';
import type { UnlearnedEdit } from '../records/unlearned.ts';
import type { Store } from '../store/port.ts';
import { WorkerError } from '../worker/port.ts';
import type { EditResult, TranslationPort } from '../worker/port.ts';
import { assembleTask } from './assembling.ts';
import { isSourceDamaged } from './failures.ts';
import { sourceName } from './content.ts';
import type { JobFinder } from './find-job.ts';
import type { JobEvents } from './job-events.ts';
import { editedMembers } from './job-entries.ts';
import type { JobFile, SegmentEdit } from './port.ts';
import type { Remembered } from './language-data.ts';
import type { Exclusive } from './exclusive.ts';
import { readRefusalOf, sourceGone } from './refusals.ts';
import type { TrustedFiles } from './result-files.ts';
import { laterThan } from './timestamps.ts';

export interface EditingParts {
  store: Pick<Store, 'files' | 'jobs'>;
  translation: TranslationPort;
  trusted: Pick<TrustedFiles, 'forget'>;
  finder: JobFinder;
  exclusive: Exclusive;
  remembered: Pick<Remembered, 'learn' | 'isWanted'>;
  events: JobEvents;
  /** Told of a job whose folder has a new file. */
  built: (record: JobRecord) => Promise<void>;
  now: () => string;
  log: Log | undefined;
}

/** Changes translations of done jobs. */
export interface Editing {
  /**
   * All of the edits or none, after those that were asked before. Resolves once the rebuilt file stands in place; a crash leaves the
   * edits of before, or these, and the file that they make.
   */
  apply(
    accountId: string,
    id: string,
    edits: readonly SegmentEdit[],
    kind?: JobKind,
  ): Promise<Pick<EditResult, 'json' | 'changed'>>;
  /** The targets of a bilingual file of the job; those that cannot be taken are left out and named. */
  importFile(accountId: string, id: string, path: string, kind?: JobKind): Promise<ImportedSegments>;
  /** Writes a done job as a bilingual file, which is its caller's to remove. */
  exportFile(accountId: string, id: string, format: ExportFormat, kind?: JobKind): Promise<JobFile>;
}

export function createEditing(parts: EditingParts): Editing {
  return {
    importFile: (accountId, id, path, kind) =>
      parts.exclusive(id, async () => {
        const entry = await doneEntry(parts, accountId, id, kind);
        const record = await parts.finder.recordOf(id);
        const result = await applyAsked(parts, { entry, record }, path, true);
        return { changed: result.changed, unchanged: result.unchanged, refused: result.refused };
      }),
    exportFile: (accountId, id, format, kind) => exportFile(parts, accountId, id, format, kind),
    apply: (accountId, id, edits, kind) =>
      parts.exclusive(id, async () => {
        const entry = await doneEntry(parts, accountId, id, kind);
        const record = await parts.finder.recordOf(id);
        const asked = await parts.store.files.writeUpload(
          encodeAskedEdits(edits.map(({ index, translated_text }) => ({ index, text: translated_text }))),
        );
        try {
          return await applyAsked(parts, { entry, record }, asked);
        } finally {
          // What cannot be removed now is at the next start.
          await parts.store.files.removeUpload(asked).catch(() => undefined);
        }
      }),
  };
}

async function doneEntry(
  { finder }: EditingParts,
  accountId: string,
  id: string,
  kind: JobKind | undefined,
): Promise<JobEntry> {
  const found = await finder.find(accountId, id, kind);
  if ('entry' in found && found.entry.status === 'done') return found.entry;
  const { status } = await finder.show(accountId, id, kind);
  throw new ProblemError('conflict', `This job is ${status}. Translations can be changed once it is done.`, {
    reason: 'job_not_done',
  });
}

async function applyAsked(
  parts: EditingParts,
  { entry, record }: { entry: JobEntry; record: JobRecord },
  askedPath: string,
  imported = false,
): Promise<EditResult> {
  const { store, translation, trusted, built, events } = parts;
  const paths = store.files.paths(record);
  // Where the layout could not be built the first time, the simple document is the job's file.
  const simple = entry.warnings.some(({ code }) => code === 'layout_unavailable');
  // Not the time of the edit before, even within its millisecond: by it a start tells whether this one stands.
  const at = laterThan(entry.updated_at, parts.now());
  const draft = await store.files.draftEdits(record.id);
  try {
    const result = await translation.edit({
      ...assembleTask({ record, paths }, { simple }),
      resultPath: draft.result,
      nextEditsPath: draft.edits,
      jobPath: paths.job,
      askedPath,
      imported,
      at,
    });
    if (result.changed === 0) {
      await parts.remembered.learn(record, paths, result.toLearn);
      return result;
    }
    const unlearned = await noteUnlearned(parts, record, { at, indexes: result.toLearn });
    await store.files.commitEdits(paths, draft, { simple });
    const bytes = await store.files.size(record.id);
    const latest = (await store.jobs.get(record.id)) ?? entry;
    const edited = { ...latest, ...editedMembers({ ...result, at }), bytes };
    store.jobs.put(edited);
    events.emit('edited', edited);
    await built(record);
    await learnNoted(parts, record, unlearned);
    return result;
  } catch (error) {
    // The edits may stand already, and the file of before beside them.
    trusted.forget(paths.result);
    await store.files.discardEdits(draft).catch(() => undefined);
    throw refusalOf(parts, record.id, error);
  }
}

/** Notes what the memory is to learn before the edit stands: a crash right after it would lose that otherwise. */
async function noteUnlearned(
  { store, remembered }: EditingParts,
  record: JobRecord,
  edit: UnlearnedEdit,
): Promise<UnlearnedEdit[]> {
  if (!remembered.isWanted(record.options)) return [];
  const { id } = record;
  const before = await store.files.readUnlearned(id);
  const standing = before.length > 0 ? ((await store.files.readEdits(id))?.at ?? '') : '';
  const unlearned = [...before.filter(({ at }) => at <= standing), edit];
  await store.files.writeUnlearned(id, unlearned);
  return unlearned;
}

async function learnNoted(
  { store, remembered, log }: EditingParts,
  record: JobRecord,
  unlearned: readonly UnlearnedEdit[],
): Promise<void> {
  const indexes = [...new Set(unlearned.flatMap((edit) => edit.indexes))];
  if (indexes.length === 0 || !(await remembered.learn(record, store.files.paths(record), indexes))) return;
  await store.files
    .writeUnlearned(record.id, [])
    .catch((err: unknown) => log?.warn({ job_id: record.id, err }, 'a note could not be removed'));
}

async function exportFile(
  parts: EditingParts,
  accountId: string,
  id: string,
  format: ExportFormat,
  kind: JobKind | undefined,
): Promise<JobFile> {
  const { store, translation, finder } = parts;
  await doneEntry(parts, accountId, id, kind);
  const record = await finder.recordOf(id);
  const { segments, journal, edits } = store.files.paths(record);
  const path = store.files.newUploadPath();
  const name = record.kind === 'batch' ? 'batch' : sourceName(record);
  try {
    await translation.export({
      jobId: id,
      account: accountId,
      kind: record.kind,
      format,
      name,
      from: record.from,
      to: record.to,
      segmentsPath: segments,
      journalPath: journal,
      editsPath: edits,
      exportPath: path,
    });
    const { bytes = 0, crc32 = 0 } = (await store.files.fingerprint(path)) ?? {};
    const extension = format.startsWith('xliff') ? 'xlf' : format;
    return {
      path,
      bytes,
      fileName: `${name}.${record.to}.${extension}`,
      mediaType: EXPORT_MEDIA_TYPES[format],
      etag: `"${id}-${crc32.toString(36)}"`,
    };
  } catch (error) {
    await store.files.removeUpload(path).catch(() => undefined);
    throw readRefusalOf(error);
  }
}

/** Why nothing was changed, for the client. */
function refusalOf({ log }: EditingParts, id: string, error: unknown): unknown {
  if (isStorageFull(error)) return error;
  if (isSourceDamaged(error)) return sourceGone();
  if (error instanceof WorkerError && error.code === 'aborted')
    return new ProblemError('conflict', 'The job was deleted while its translations were changed.', {
      reason: 'job_deleted',
    });
  const isOurs = error instanceof WorkerError && ['timeout', 'internal_error'].includes(error.code);
  if (!isOurs) return error;
  log?.error({ job_id: id, err: error }, 'the edited file could not be built');
  return new ProblemError(
    'layout_unavailable',
    'The translated file could not be built with these changes; nothing was changed. The log says why.',
    { reason: 'edit_not_built' },
  );
}
