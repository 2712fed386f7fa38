import { setTimeout as pause } from 'node:timers/promises';
import type { Ledger } from '../../accounts/accounts-port.ts';
import { backoffMs } from '../../lib/backoff.ts';
import { withTimeLimit } from '../../lib/time-limit.ts';
import type { Log } from '../../log.ts';
import type { EditsRecord } from '../../records/edits.ts';
import type { JobEntry } from '../../records/job-entry.ts';
import type { JobRecord } from '../../records/job-record.ts';
import type { JournalEnd, JournalEndLine } from '../../records/journal.ts';
import type { Store } from '../../store/store-port.ts';
import type { Ending } from './ending.ts';
import { RETRY_BACKOFF } from '../run/failures.ts';
import { hasDocxQuota } from '../admit/file-type.ts';
import type { Remembered } from '../language-data.ts';
import { damagedEntry, editedMembers, endedEntry, failedAsDamaged } from '../job-entries.ts';

/** The owner of jobs whose owner is unknown, so that this machine's owner sees them. */
const OWNER_OF_LAST_RESORT = 'local';
/** Folders read concurrently, so that an index of thousands of jobs is rebuilt in seconds. */
const MAX_CONCURRENT_READS = 16;
const JOURNAL_TRIES = 3;
/** How long a start waits for charges of an earlier run to be captured. */
const CHARGE_LIMIT_MS = 5_000;

export interface RecoveryParts {
  store: Pick<Store, 'files' | 'jobs'>;
  ledger: Ledger;
  ending: Ending;
  remembered: Pick<Remembered, 'learn'>;
  log: Log | undefined;
  now: () => string;
}

/**
 * Reconciles index, accounts and folders at the start; the folders are the truth. Captures, once, every
 * charge that an earlier run decided and the accounts do not hold. Returns the jobs to resume, oldest first,
 * and the newest id.
 */
export async function recover(
  parts: RecoveryParts,
): Promise<{ running: JobRecord[]; newest: string | undefined }> {
  const { store, ledger, log } = parts;
  const ids = await store.files.ids();
  const folders = new Set(ids);
  const noted = new Set(await store.files.notedIds());
  const unlearned = await learnEdits(
    parts,
    ids.filter((id) => noted.has(id)),
  );
  const vanished: string[] = [];
  const toRead: { id: string; entry?: JobEntry }[] = [];
  for await (const entry of store.jobs.all()) {
    const { id } = entry;
    if (!folders.delete(id)) vanished.push(id);
    else if (needsReading(entry, ledger)) toRead.push({ id, entry });
    else if (noted.has(id)) await recoverEdits(parts, entry, { keepNote: unlearned.has(id) });
    if (hasDocxQuota(entry) && !entry.session) ledger.restoreDocx(entry.account_id, id, entry.created_at);
  }
  for (const id of noted) if (!folders.has(id) && !ids.includes(id)) await store.files.forgetNote(id);
  // Someone removed the folder: the row refers to nothing.
  for (const id of vanished) await store.jobs.remove(id);
  toRead.push(...[...folders].map((id) => ({ id })));
  toRead.sort((a, b) => (a.id < b.id ? -1 : 1));

  const running: JobRecord[] = [];
  for (let i = 0; i < toRead.length; i += MAX_CONCURRENT_READS) {
    const some = toRead.slice(i, i + MAX_CONCURRENT_READS);
    for (const found of await Promise.all(some.map(({ id, entry }) => readFolder(parts, id, entry)))) {
      if (found?.end) captureFound(parts, found, found.end);
      else if (found) running.push(found.record);
    }
  }
  // On a full disk capturing goes on in the background; the next start then checks again.
  const charged = await withTimeLimit(CHARGE_LIMIT_MS, parts.ending.pending()).then(
    () => true,
    () => false,
  );
  if (charged) await ledger.completeRecovery();
  if (vanished.length + toRead.length > 0) {
    log?.info(
      { vanished: vanished.length, read: toRead.length, running: running.length, accounts: ledger.recovery },
      'jobs recovered',
    );
  }
  return { running, newest: ids.at(-1) };
}

/** Ended jobs with a known charge are skipped, unless the accounts were restored. */
function needsReading({ status, settled }: JobEntry, ledger: Ledger): boolean {
  if (status === 'running') return true;
  return status === 'done' && (!settled || ledger.recovery !== 'none');
}

/**
 * Lets the translation memory learn committed edits that it missed in a crash. Returns the jobs for which
 * that failed: a later start retries. After one unanswered call the memory is not asked again.
 */
async function learnEdits(parts: RecoveryParts, ids: readonly string[]): Promise<Set<string>> {
  const left = new Set<string>();
  for (const id of ids) {
    const isDone = left.size === 0 && (await learnEditsOf(parts, id));
    if (!isDone) left.add(id);
  }
  return left;
}

async function learnEditsOf(
  { store: { files }, remembered, log }: RecoveryParts,
  id: string,
): Promise<boolean> {
  try {
    const edits = await files.readEdits(id);
    const record = edits && edits.unlearned.length > 0 ? await files.readJob(id) : undefined;
    if (!edits || !record) return true;
    const learned = await remembered.learn(record, files.paths(record), edits.unlearned, {
      ...{ editedAt: edits.at, by: edits.unlearnedBy },
    });
    if (!learned.isDone) return false;
    await files.markLearned(id, edits.at);
    return true;
  } catch (err) {
    log?.error({ job_id: id, err }, 'the translation memory could not be told of edits');
    return false;
  }
}

/**
 * Updates a row to the edits in its folder. The note that led here stays until a start finds the row correct:
 * only then is the row known to be on disk.
 */
async function recoverEdits(
  { store, log }: RecoveryParts,
  entry: JobEntry,
  { keepNote }: { keepNote: boolean },
): Promise<void> {
  const { id } = entry;
  try {
    await store.files.clearTemporary(id);
    const edits = await store.files.readEdits(id);
    const isRight =
      !edits ||
      (entry.edited !== undefined && entry.updated_at === edits.at && entry.flagged === edits.flagged);
    if (!isRight) store.jobs.put({ ...entry, ...editedMembers(edits) });
    else if (!keepNote) await store.files.forgetNote(id);
  } catch (err) {
    log?.error({ job_id: id, err }, 'the edits cannot be read');
  }
}

interface Found {
  record: JobRecord;
  end?: JournalEndLine;
  edits?: EditsRecord;
  settledRev?: number;
}

async function readFolder(
  parts: RecoveryParts,
  id: string,
  entry: JobEntry | undefined,
): Promise<Found | undefined> {
  const { store, ledger, log, now } = parts;
  const inspect = () => store.files.inspect(id).catch(() => ({ createdAt: now() }));
  const record = await store.files.readJob(id).catch((err: unknown) => {
    // A bad block, or a folder of that name: one unreadable job must not prevent the start.
    log?.error({ job_id: id, err }, 'job.json cannot be read');
    return undefined;
  });
  if (!record) {
    if (entry && entry.status !== 'running') return undefined;
    log?.error({ job_id: id }, 'job.json is missing or damaged');
    store.jobs.put(
      entry
        ? { ...entry, ...failedAsDamaged(now()) }
        : damagedEntry(id, OWNER_OF_LAST_RESORT, await inspect(), now()),
    );
    return undefined;
  }
  if (hasDocxQuota(record) && !record.session) ledger.restoreDocx(record.account_id, id, record.created_at);
  const journal = await readEnd(parts, id);
  if (!journal) {
    // Resuming might charge twice, ending might never charge. A row that records the end stays for the next
    // start to check.
    if (entry?.status !== 'done')
      store.jobs.put({
        ...(entry ?? damagedEntry(id, record.account_id, await inspect(), now())),
        ...failedAsDamaged(now(), 'journal.ndjson'),
      });
    return undefined;
  }
  const { end, settledRev } = journal;
  if (!end && entry && entry.status !== 'running') {
    // The index learns of an end after the journal has it: this journal was damaged afterwards. Whether the
    // charge was made is unknown, and repeating the work would charge again.
    log?.error({ job_id: id }, 'the journal has lost its end; the job stays as the index has it');
    store.jobs.put({ ...entry, settled: true });
    return undefined;
  }
  if (!end) {
    await store.files.clearTemporary(id);
    return { record };
  }
  const settled = end.status !== 'done' || settledRev !== undefined;
  await store.files.clearTemporary(id);
  const edits = await store.files.readEdits(id).catch(() => undefined);
  store.jobs.put({ ...endedEntry(record, end, { edits }), ...(settled ? { settled: true } : {}) });
  return { record, end, ...(edits ? { edits } : {}), ...(settledRev === undefined ? {} : { settledRev }) };
}

/** Undefined if it stays unreadable after several tries: many causes pass. */
async function readEnd({ store, log }: RecoveryParts, id: string): Promise<JournalEnd | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      return await store.files.readJournalEnd(id);
    } catch (err) {
      log?.error({ job_id: id, err }, 'the journal cannot be read');
      if (tries === JOURNAL_TRIES) return undefined;
      await pause(backoffMs(tries, RETRY_BACKOFF));
    }
  }
}

/** Starts to charge for a done job, unless that is done. */
function captureFound(
  { ledger, ending }: RecoveryParts,
  { record, edits, settledRev }: Found,
  end: JournalEndLine,
): void {
  if (end.status !== 'done') return;
  const { id, account_id } = record;
  const capture = (): void => ending.capture(endedEntry(record, end, { edits }), end);
  if (settledRev === undefined) capture();
  else if (ledger.chargedIn(id) !== undefined) ledger.forgetCharge(id);
  else if (ledger.recovery === 'lost') ledger.restoreTotals(id, account_id, end.charge, end.at);
  // The capture was in a write that the restored copy lacks.
  else if (ledger.recovery === 'backup' && settledRev > ledger.openedRev) capture();
}
