import { EXPORT_MEDIA_TYPES, ProblemError } from '../../contract/index.ts';
import type { ClientRules } from '../../clients/clients-port.ts';
import { noteOf } from '../client-notes.ts';
import { accountOf, clientOf, GENERAL } from '../../lib/owner.ts';
import { exportName } from '../../contract/translated-name.ts';
import type { ImportedSegments, JobKind, SegmentResource } from '../../contract/index.ts';
import type { Log } from '../../log.ts';
import { encodeAskedEdits } from '../../records/asked-edits.ts';
import type { AskedEdit } from '../../records/asked-edits.ts';
import type { JobEntry } from '../../records/job-entry.ts';
import type { JobRecord } from '../../records/job-record.ts';
import { shiftedIndex } from '../../records/reshaped.ts';
import type { StoredEditor } from '../../records/edits.ts';
import type { Store } from '../../store/store-port.ts';
import { WorkerError } from '../../worker/translation-port.ts';
import type { AssembleResult, EditResult, EditTask, SegmentsPage } from '../../worker/document-port.ts';
import type { TranslationPort } from '../../worker/translation-port.ts';
import { sourceName } from './content.ts';
import type { JobFinder } from './find-job.ts';
import type { JobEvents } from '../job-events.ts';
import { editedMembers, revisionOf } from '../job-entries.ts';
import type { EditedSegments, EditOptions, ExportOptions, JobFile, SegmentEdit } from '../jobs-port.ts';
import type { Turned } from '../../memory/memory-port.ts';
import type { Remembered } from '../language-data.ts';
import type { Exclusive } from '../run/exclusive.ts';
import { readRefusalOf } from './refusals.ts';
import { laterThan } from '../timestamps.ts';

export interface EditingParts {
  readonly clients: ClientRules;
  store: Pick<Store, 'files' | 'jobs'>;
  translation: TranslationPort;
  finder: JobFinder;
  exclusive: Exclusive;
  remembered: Pick<Remembered, 'learn' | 'isWanted' | 'study' | 'follow' | 'checksFor'>;
  events: JobEvents;
  now: () => string;
  closing: AbortSignal;
  log: Log | undefined;
}

/** Edits done jobs. */
export interface Editing {
  /** All of the edits or none, in order of arrival. Resolves once durable; the file is built on demand. */
  apply(
    accountId: string,
    id: string,
    edits: readonly SegmentEdit[],
    options: EditOptions,
  ): Promise<EditedSegments>;
  /** Imports the targets of a bilingual file of the job; reports those that were refused. */
  importFile(
    accountId: string,
    id: string,
    path: string,
    options: Pick<EditOptions, 'kind' | 'by' | 'keyId'>,
  ): Promise<ImportedSegments>;
  /**
   * Behind the answer: a person has refused, allowed or deleted corrections of an owner, which the latest jobs' untouched
   * segments follow.
   */
  followChoices(owner: string): void;
  /** Records the flags that a build of the file gives or takes, unless the job was edited meanwhile. */
  noteMarks(id: string, built: AssembleResult): Promise<void>;
  /** Exports a done job as a bilingual file, which the caller removes. */
  exportFile(accountId: string, id: string, options: ExportOptions): Promise<JobFile>;
}

interface Context extends EditingParts {
  /** Segments, by job, that the memory must still learn or forget in this run. */
  readonly unlearned: Map<string, Set<number>>;
  /** Jobs whose lessons are being studied, and whether another edit has come since. */
  readonly studied: Map<string, boolean>;
  /** By client and direction: the corrections that began or ceased to be applied in this run, in order. */
  readonly turned: Map<string, Turned[]>;
  /** How many of those each job has followed; a job without a number follows all corrections. */
  readonly caughtUp: Map<string, number>;
  /** Revisions of jobs in which nothing but untouched segments has changed since: they may still be edited. */
  readonly followed: Map<string, Set<string>>;
}

interface DoneJob {
  readonly entry: JobEntry;
  readonly record: JobRecord;
}

export function createEditing(parts: EditingParts): Editing {
  const context: Context = {
    ...parts,
    unlearned: new Map(),
    studied: new Map(),
    turned: new Map(),
    caughtUp: new Map(),
    followed: new Map(),
  };
  return {
    importFile: (accountId, id, path, { kind, by, keyId }) =>
      parts.exclusive(id, async () => {
        const job = await doneJob(parts, accountId, id, kind);
        const { changed, unchanged, refused } = await applyAsked(context, job, {
          askedPath: path,
          imported: true,
          by: by && { ...by, imported: true },
          keyId,
        });
        noteOf(parts.clients, job.record, { event: 'imported', segments: changed, ...keyed(keyId) });
        return { changed, unchanged, refused };
      }),
    followChoices: (owner) => void followChoices(context, owner),
    noteMarks: (id, built) => parts.exclusive(id, () => noteMarks(parts, id, built)),
    exportFile: (accountId, id, options) => exportFile(parts, accountId, id, options),
    apply: (accountId, id, edits, { by, kind, isPresent, repetitions, reshape, keyId }) =>
      parts.exclusive(id, async () => {
        const job = await doneJob(parts, accountId, id, kind);
        const revisions = [revisionOf(job.entry), ...(context.followed.get(id) ?? [])];
        if (isPresent && !revisions.some(isPresent))
          throw await staleEdit(parts, job, reshape ? [reshape] : edits);
        const askedPath = await parts.store.files.writeUpload(encodeAskedEdits(edits.map(asAsked)));
        try {
          return await applyAsked(context, job, {
            askedPath,
            by,
            keyId,
            ...(repetitions ? { repetitions } : {}),
            ...(reshape ? { reshape } : {}),
          });
        } finally {
          // If it cannot be removed now, the next start removes it.
          await parts.store.files.removeUpload(askedPath).catch(() => undefined);
        }
      }),
  };
}

function asAsked(edit: SegmentEdit): AskedEdit {
  const { index, text: source, translated_text: text, state, comment, private_note: privateNote } = edit;
  const { active_ms: activeMs } = edit;
  return {
    index,
    ...(source === undefined ? {} : { source }),
    ...(text === undefined ? {} : { text }),
    ...(state === undefined ? {} : { state }),
    ...(comment === undefined ? {} : { comment: comment ?? '' }),
    ...(privateNote === undefined ? {} : { privateNote: privateNote ?? '' }),
    ...(activeMs === undefined ? {} : { activeMs }),
  };
}

async function doneJob(
  { finder }: EditingParts,
  accountId: string,
  id: string,
  kind: JobKind | undefined,
): Promise<DoneJob> {
  const found = await finder.find(accountId, id, kind);
  if ('entry' in found && found.entry.status === 'done')
    return { entry: found.entry, record: await finder.recordOf(id) };
  const { status } = await finder.show(accountId, id, kind);
  throw new ProblemError('conflict', `This job is ${status}. Translations can be changed once it is done.`, {
    reason: 'job_not_done',
  });
}

/** The job was changed since the client last read it; carries the current segments. */
async function staleEdit(
  { store, translation }: EditingParts,
  { entry, record }: DoneJob,
  edits: readonly Pick<SegmentEdit, 'index'>[],
): Promise<ProblemError> {
  const { segments: segmentsPath, journal: journalPath, edits: editsPath } = store.files.paths(record);
  const { account_id: account, kind } = record;
  const indexes = [...new Set(edits.map(({ index }) => index))];
  const segments: SegmentResource[] = [];
  for (let start: number | undefined = 0; start !== undefined;) {
    const page: SegmentsPage = await translation
      .segments({
        account,
        kind,
        segmentsPath,
        journalPath,
        editsPath,
        indexes,
        start,
        limit: indexes.length,
      })
      .catch((error: unknown) => {
        throw readRefusalOf(error);
      });
    segments.push(...(JSON.parse(Buffer.from(page.json).toString()) as SegmentResource[]));
    start = page.next;
  }
  return new ProblemError(
    'conflict',
    'These translations were changed since you last read them. Look at the present ones, and send yours again with the new revision.',
    { reason: 'stale_revision', details: { revision: revisionOf(entry) }, segments },
  );
}

interface Asked extends Pick<EditTask, 'askedPath' | 'imported' | 'repetitions' | 'reshape' | 'by'> {
  /** Untouched segments, by index, that follow what was learned: they teach nothing. */
  readonly follows?: readonly number[];
  readonly keyId?: string | undefined;
}

async function applyAsked(
  context: Context,
  { entry, record }: DoneJob,
  { follows, keyId, ...asked }: Asked,
): Promise<EditResult & { revision: string }> {
  const { store, translation, remembered, events } = context;
  const paths = store.files.paths(record);
  // Must be later than the previous edit, even within 1 ms: it identifies the revision and result file.
  const at = laterThan(entry.updated_at, context.now());
  const result = await translation
    .edit({
      jobId: record.id,
      account: record.account_id,
      kind: record.kind,
      from: record.from,
      to: record.to,
      segmentsPath: paths.segments,
      journalPath: paths.journal,
      editsPath: paths.edits,
      jobPath: paths.job,
      ...asked,
      learns: remembered.isWanted(record.options),
      checks: await remembered.checksFor(record),
      at,
    })
    .catch((error: unknown) => {
      throw refusalOf(context, record.id, error);
    });
  if (!result.line) {
    if (!follows) await learn(context, record, { indexes: result.toLearn, by: asked.by });
    return { ...result, revision: revisionOf(entry) };
  }
  await store.files.appendEdits(record.id, result.line, { isWhole: result.isWhole === true });
  const latest = (await store.jobs.get(record.id)) ?? entry;
  const edited = { ...latest, ...editedMembers({ ...result, at }) };
  store.jobs.put(edited);
  noteConfirmed(context, record, { before: latest, after: edited, keyId });
  moveUnlearned(context, record.id, result);
  if (follows) {
    events.emit('edited', { ...edited, followed: follows });
    const earlier = context.followed.get(record.id) ?? [];
    context.followed.set(record.id, new Set([...earlier, revisionOf(entry)]));
    return { ...result, revision: revisionOf(edited) };
  }
  events.emit('edited', edited);
  context.followed.delete(record.id);
  await learn(context, record, { indexes: result.toLearn, at, by: asked.by });
  return { ...result, revision: revisionOf(edited) };
}

function noteConfirmed(
  { clients }: Context,
  record: JobRecord,
  { before, after, keyId }: { before: JobEntry; after: JobEntry; keyId: string | undefined },
): void {
  const segments = (after.confirmed ?? 0) - (before.confirmed ?? 0);
  if (segments > 0) noteOf(clients, record, { event: 'confirmed', segments, ...keyed(keyId) });
}

function keyed(keyId: string | undefined): { key_id?: string } {
  return keyId === undefined ? {} : { key_id: keyId };
}

async function noteMarks(
  { store, events }: EditingParts,
  id: string,
  { marks, editsAt, flagged, kept }: AssembleResult,
): Promise<void> {
  const entry = marks && editsAt !== '' ? await store.jobs.get(id) : undefined;
  if (!marks || entry?.edited === undefined || entry.updated_at !== editsAt) return;
  await store.files.appendEdits(id, marks, { isWhole: false });
  const marked = { ...entry, flagged, kept };
  store.jobs.put(marked);
  events.emit('edited', marked);
}

/** Shifts the indexes of segments not yet learned after a split or a join. */
function moveUnlearned({ unlearned }: Context, id: string, { replaced }: EditResult): void {
  const before = unlearned.get(id);
  if (!before || !replaced) return;
  const moved = [...before].flatMap((index) => shiftedIndex(index, replaced) ?? []);
  unlearned.set(id, new Set(moved));
}

/** Learns the edit and earlier leftovers. `at`: of the edit; absent if it changes nothing. `by`: whose it is. */
async function learn(
  context: Context,
  record: JobRecord,
  { indexes, at, by }: { indexes: readonly number[]; at?: string; by: StoredEditor | undefined },
): Promise<void> {
  const { store, remembered, unlearned, log } = context;
  const { id } = record;
  if (!remembered.isWanted(record.options)) return;
  const all = new Set([...(unlearned.get(id) ?? []), ...indexes]);
  if (all.size === 0) return;
  unlearned.set(id, all);
  const { isDone, turned } = await remembered.learn(record, store.files.paths(record), [...all], {
    by: by?.name,
  });
  if (!isDone) return;
  void study(context, record, turned);
  unlearned.delete(id);
  if (at === undefined) return;
  await store.files
    .markLearned(id, at)
    .catch((err: unknown) => log?.warn({ job_id: id, err }, 'what the memory learned could not be noted'));
}

/**
 * Behind the answer: studies what was learned, and lets untouched segments of the job follow it. `turned`:
 * corrections that ceased to be applied. The lexicon keeps lessons until they are studied.
 */
function study(context: Context, record: JobRecord, turned: readonly Turned[]): Promise<void> {
  const { studied } = context;
  noteTurned(context, record, turned);
  const isRunning = studied.has(record.id);
  studied.set(record.id, true);
  return isRunning ? Promise.resolve() : studyAll(context, record);
}

/** Corrections of a direction whose turns are kept: beyond that jobs follow all there are. */
const MAX_TURNED = 10_000;

function noteTurned({ turned, caughtUp }: Context, record: JobRecord, more: readonly Turned[]): Turned[] {
  const { account_id, client_id, from, to } = record;
  const name = JSON.stringify([account_id, client_id, from, to]);
  const all = [...(turned.get(name) ?? []), ...more];
  if (all.length > MAX_TURNED) {
    all.length = 0;
    caughtUp.clear();
  }
  turned.set(name, all);
  return all;
}

/** Until no other edit has come in between. */
async function studyAll(context: Context, record: JobRecord): Promise<void> {
  const { studied, log } = context;
  while (studied.get(record.id) === true) {
    studied.set(record.id, false);
    try {
      await followLessons(context, record);
    } catch (err) {
      // Without them the translations are as they were.
      if (!context.closing.aborted && !(err instanceof ProblemError))
        log?.error({ job_id: record.id, err }, 'corrections could not be applied');
    }
  }
  studied.delete(record.id);
}

/** Jobs that follow a person's choice of corrections at once: the latest, one after the other. */
const CHOICE_JOBS = 20;

async function followChoices(context: Context, owner: string): Promise<void> {
  const { store, finder, log } = context;
  try {
    const clientId = clientOf(owner) === GENERAL ? undefined : clientOf(owner);
    const { entries } = await store.jobs.list({
      ...{ account_id: accountOf(owner), status: 'done', limit: CHOICE_JOBS },
      ...(clientId === undefined ? {} : { client_id: clientId }),
    });
    for (const { id, client_id } of entries)
      if (client_id === clientId) await study(context, await finder.recordOf(id), []);
  } catch (err) {
    // They follow with their next edit.
    if (!context.closing.aborted) log?.warn({ err }, 'jobs could not follow a choice of corrections');
  }
}

async function followLessons(context: Context, record: JobRecord): Promise<void> {
  const { store, remembered, exclusive, caughtUp, closing } = context;
  const { id, account_id: account } = record;
  const paths = store.files.paths(record);
  const turned = noteTurned(context, record, await remembered.study(record, paths, closing));
  const from = caughtUp.get(id);
  const to = turned.length;
  if (from === to) return;
  const found = await remembered.follow(
    record,
    paths,
    from === undefined ? undefined : turned.slice(from, to),
  );
  if (found.length === 0) {
    caughtUp.set(id, to);
    return;
  }
  const askedPath = await store.files.writeUpload(encodeAskedEdits(found));
  try {
    await exclusive(id, async () => {
      const job = await doneJob(context, account, id, undefined);
      await applyAsked(context, job, { askedPath, follows: found.map(({ index }) => index) });
    });
    caughtUp.set(id, to);
  } finally {
    await store.files.removeUpload(askedPath).catch(() => undefined);
  }
}

async function exportFile(
  parts: EditingParts,
  accountId: string,
  id: string,
  { format, kind, keyId, hasPrivateNotes = false }: ExportOptions,
): Promise<JobFile> {
  const { store, translation } = parts;
  const { record } = await doneJob(parts, accountId, id, kind);
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
      hasPrivateNotes,
    });
    const { bytes = 0, crc32 = 0 } = (await store.files.fingerprint(path)) ?? {};
    noteOf(parts.clients, record, { event: 'exported', ...keyed(keyId) });
    return {
      path,
      bytes,
      fileName: exportName(name, record.to, format),
      mediaType: EXPORT_MEDIA_TYPES[format],
      etag: `"${id}-${crc32.toString(36)}"`,
    };
  } catch (error) {
    await store.files.removeUpload(path).catch(() => undefined);
    throw readRefusalOf(error);
  }
}

/** The refusal that tells the client why nothing was changed. */
function refusalOf({ log }: EditingParts, id: string, error: unknown): unknown {
  if (!(error instanceof WorkerError)) return error;
  if (error.code === 'aborted')
    return new ProblemError('conflict', 'The job was deleted while its translations were changed.', {
      reason: 'job_deleted',
    });
  log?.error({ job_id: id, err: error }, 'translations could not be changed');
  return readRefusalOf(error);
}
