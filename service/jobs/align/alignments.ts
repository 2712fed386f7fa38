import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fieldProblem, ProblemError } from '../../contract/index.ts';
import { removeFile } from '../../lib/atomic-file.ts';
import { alignmentRecordSchema, parseHead } from '../../records/alignment-record.ts';
import type { AlignmentRecord, PairsHead } from '../../records/alignment-record.ts';
import { accountOf, ownerOf } from '../../lib/owner.ts';
import { createFairSemaphore } from '../../lib/semaphore.ts';
import { createRunningPlaces } from '../admit/running-places.ts';
import { startRetention } from '../end/retention.ts';
import { isOf } from '../read/find-job.ts';
import { createExclusive } from '../run/exclusive.ts';
import { createIds } from '../admit/ids.ts';
import { presentAlignment } from './alignment-view.ts';
import type { Alignments } from './alignments-port.ts';
import { createAdmitting } from './admit-alignments.ts';
import type { AlignmentAdmission } from './admit-alignments.ts';
import { clientIdOf, ownerOfRecord, writeRecord } from './live-alignment.ts';
import type { AlignmentsParts, LiveAlignment } from './live-alignment.ts';
import { createRepeats } from './repeats.ts';
import { runAlignment } from './run-alignment.ts';

export interface OpenAlignments extends Alignments {
  /** The days for which they are kept have changed. */
  applyRetention(): void;
  close(): Promise<void>;
}

/** Alignments at work; the engine translates for some while others are linked. The rest wait. */
const AT_WORK = { permits: 3, each: 2 };

/** Opens the alignments: those that ran start anew. */
export async function openAlignments(parts: AlignmentsParts): Promise<OpenAlignments> {
  await mkdir(parts.folder, { recursive: true, mode: 0o700 });
  const all = await readAll(parts);
  const listeners = new Set<Parameters<Alignments['subscribe']>[0]>();
  const exclusive = createExclusive();
  const running = new Map<string, { readonly work: Promise<void>; readonly stop: () => void }>();
  const turns = createFairSemaphore(AT_WORK);
  let isClosed = false;
  const folderOf = (id: string): string => join(parts.folder, id);
  const changed = ({ record, ...rest }: LiveAlignment): void => {
    const view = presentAlignment({ record, ...rest });
    for (const listener of listeners) listener(record.account_id, view);
  };
  const store = (record: AlignmentRecord): Promise<void> => writeRecord(folderOf(record.id), record);
  const measure = async ({ record: { id, account_id: account } }: LiveAlignment): Promise<void> => {
    const bytes = await sizeOf(folderOf(id));
    if (all.has(id)) parts.storage.note(account, id, bytes);
  };
  const begin = (live: LiveAlignment): void => {
    const { id, account_id: account } = live.record;
    const waiting = new AbortController();
    const hooks = { folder: folderOf(id), changed, store, isClosed: () => isClosed };
    const work = turns(account, () => runAlignment(parts, live, hooks), waiting.signal)
      .catch(() => undefined)
      .then(() => measure(live))
      .finally(() => running.delete(id));
    running.set(id, { work, stop: () => waiting.abort() });
  };
  const stop = async (id: string): Promise<void> => {
    running.get(id)?.stop();
    await parts.work.release(id);
  };
  const find = (owner: string, id: string): LiveAlignment => {
    const live = all.get(id);
    if (!live || !isOf(owner, live.record)) throw noAlignment();
    return live;
  };
  const findDone = (owner: string, id: string): LiveAlignment & { head: PairsHead } => {
    const live = find(owner, id);
    const { head } = live;
    if (live.record.status !== 'done' || !head) throw notDone(live.record);
    return Object.assign(live, { head });
  };
  const filesOf = (id: string) => ({
    id,
    pairsPath: join(folderOf(id), 'pairs.ndjson'),
    sourcePath: join(folderOf(id), 'source.ndjson'),
    targetPath: join(folderOf(id), 'target.ndjson'),
  });
  const remove = async (live: LiveAlignment): Promise<void> => {
    const { id } = live.record;
    all.delete(id);
    await stop(id);
    await running.get(id)?.work;
    await exclusive(id, () => rm(folderOf(id), { recursive: true, force: true }));
    parts.storage.release(id);
  };
  const newest = [...all.keys()].sort().at(-1);
  const admission: AlignmentAdmission = createAdmitting({ ...parts, newId: createIds(Date.now, newest) });
  const repeats = createRepeats([...all.values()].map(({ record }) => record));
  const places = createRunningPlaces({
    max: parts.maxRunning,
    runningOf: (account) =>
      [...running.keys()].filter((id) => all.get(id)?.record.account_id === account).length,
  });
  for (const live of all.values()) await measure(live);
  for (const live of all.values()) if (live.record.status === 'running') begin(live);
  const retention = startRetention({
    rule: () => ({ maxAgeDays: parts.keptDays(), maxJobs: 0 }),
    daysOf: parts.daysOf,
    // Old work is looked through over many evenings: the last change counts.
    all: () => [...all.values()].map(({ record }) => ({ ...record, finished_at: record.updated_at })),
    remove: async ({ id }) => {
      const live = all.get(id);
      if (live) await remove(live);
    },
    log: parts.log,
    clock: parts.clock ?? Date.now,
  });

  return {
    create: (request) =>
      repeats.once(
        request,
        (id) => all.has(id),
        async () => {
          const free = places.take(request.accountId);
          try {
            const { records, answer } = await admission.admit(request);
            const created = records.map((record): LiveAlignment => ({ record }));
            for (const live of created) all.set(live.record.id, live);
            // Forgetting the client has not seen these.
            if (!parts.exists(ownerOf(request))) {
              for (const live of created) await remove(live);
              throw clientGone();
            }
            for (const live of created) begin(live);
            return answer;
          } finally {
            free();
          }
        },
      ),
    get: (owner, id) => presentAlignment(find(owner, id)),
    list: (owner, { clientId, limit, cursor }) => {
      const own = [...all.values()]
        .filter(
          ({ record }) => isOf(owner, record) && (clientId === undefined || clientIdOf(record) === clientId),
        )
        .filter(({ record }) => cursor === undefined || record.id < cursor)
        .sort((a, b) => (a.record.id < b.record.id ? 1 : -1));
      const shown = own.slice(0, limit);
      const last = shown.at(-1);
      return {
        alignments: shown.map(presentAlignment),
        ...(own.length > limit && last ? { nextCursor: last.record.id } : {}),
      };
    },
    cancel: async (owner, id) => {
      const live = find(owner, id);
      const { status } = live.record;
      if (status === 'done' || status === 'failed') throw notCancellable(status);
      if (status === 'running') {
        const at = new Date().toISOString();
        live.record = { ...live.record, status: 'cancelled', updated_at: at, finished_at: at };
        await store(live.record);
        await stop(id);
        changed(live);
      }
      return presentAlignment(live);
    },
    remove: (owner, id) => remove(find(owner, id)),
    removeOf: async (clientId) => {
      const own = [...all.values()].filter(({ record }) => clientIdOf(record) === clientId);
      for (const live of own) await remove(live);
      return own.length;
    },
    pairs: async (owner, id, page) => {
      findDone(owner, id);
      return parts.work.pairs({ ...filesOf(id), account: accountOf(owner), ...page });
    },
    change: async (owner, id, pairs, isPresent) => {
      findDone(owner, id);
      return exclusive(id, async () => {
        const live = findDone(owner, id);
        if (isPresent && !isPresent(live.head.revision)) throw stale();
        const result = await parts.work.change({ ...filesOf(id), account: accountOf(owner), pairs });
        live.head = result.head;
        live.record = { ...live.record, updated_at: new Date().toISOString() };
        await store(live.record);
        changed(live);
        return result;
      });
    },
    learn: async (owner, id, memoryId, signal) => {
      findDone(owner, id);
      return exclusive(id, async () => {
        const { record } = findDone(owner, id);
        const { from, to } = record;
        const unitsPath = join(folderOf(id), `units-${process.hrtime.bigint()}.ndjson`);
        try {
          await parts.work.writeUnits({ ...filesOf(id), account: accountOf(owner), unitsPath });
          return await parts.learn(ownerOfRecord(record), { from, to }, unitsPath, { memoryId, signal });
        } finally {
          await removeFile(unitsPath);
        }
      });
    },
    applyRetention: () => retention.apply(),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => {
      isClosed = true;
      await retention.stop();
      await Promise.all([...running.keys()].map(stop));
      await Promise.allSettled([...running.values()].map(({ work }) => work));
    },
  };
}

/** Removes folders without a record, of requests that were never answered, and those of forgotten clients. */
async function readAll({ folder, exists, log }: AlignmentsParts): Promise<Map<string, LiveAlignment>> {
  const all = new Map<string, LiveAlignment>();
  for (const id of await readdir(folder)) {
    try {
      const text = await readFile(join(folder, id, 'alignment.json'), 'utf8').catch(() => undefined);
      if (text === undefined) {
        await rm(join(folder, id), { recursive: true, force: true });
        continue;
      }
      const record = alignmentRecordSchema.parse(JSON.parse(text));
      if (!exists(ownerOfRecord(record))) {
        await rm(join(folder, id), { recursive: true, force: true });
        continue;
      }
      all.set(id, {
        record,
        ...(record.status === 'done' ? { head: await readHead(join(folder, id)) } : {}),
      });
    } catch (err) {
      log?.error({ alignment_id: id, err }, 'an alignment cannot be read');
    }
  }
  return all;
}

async function readHead(folder: string): Promise<PairsHead> {
  const text = await readFile(join(folder, 'pairs.ndjson'), 'utf8');
  return parseHead(text.slice(0, text.indexOf('\n')));
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder).catch(() => []))
    bytes += (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0;
  return bytes;
}

function clientGone(): ProblemError {
  return fieldProblem('client_id', 'invalid', 'The client of this alignment has just been removed.', {
    reason: 'unknown_client',
  });
}

function noAlignment(): ProblemError {
  return new ProblemError(
    'not_found',
    'There is no such alignment. GET /v1/alignments lists those there are.',
  );
}

function notDone({ status }: AlignmentRecord): ProblemError {
  const remedy = status === 'running' ? 'Wait until it is done.' : 'Align the files again.';
  return new ProblemError('conflict', `This alignment is ${status} and has no pairs. ${remedy}`, {
    reason: 'alignment_running',
  });
}

function notCancellable(status: string): ProblemError {
  return new ProblemError('conflict', `This alignment is ${status}. Only running ones can be cancelled.`, {
    reason: 'not_cancellable',
  });
}

function stale(): ProblemError {
  return new ProblemError(
    'conflict',
    'The pairs were changed since this revision. Read them again, and change what is there now.',
    { reason: 'stale_revision' },
  );
}
