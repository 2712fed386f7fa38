import type { StorageRoom } from '../lib/account-storage.ts';
import type { Doubt } from '../learning/doubt.ts';
import type { Log } from '../log.ts';
import type { MemoryClient, TaskValue } from './memory-client.ts';
import type { DeskCalls } from './desk-calls.ts';
import type { UnitCalls } from './unit-calls.ts';
import { directionKey } from './memory-key.ts';
import type { Direction, Followed, Memory, Offer, Turned } from './memory-port.ts';
import type { NamedMemoryCalls } from './named-memory-calls.ts';

/** Active corrections and checks of directions that the host keeps, as the text threads get them. */
const MAX_LATEST = 16;

interface Parts {
  readonly client: MemoryClient;
  readonly roomOf: (account: string) => Promise<StorageRoom>;
  /** One owner of each file. */
  readonly owners: () => Iterable<string>;
  readonly log: Log | undefined;
}

/** The segments that an account has confirmed itself, one memory per direction. */
export function memoryCalls({
  client: { run, isEmpty },
  roomOf,
  owners,
  log,
}: Parts): Omit<Memory, keyof NamedMemoryCalls | keyof DeskCalls | keyof UnitCalls> {
  /** LRU order: most recent last. */
  const latest = new Map<string, { version: number; json: string }>();
  /** The JSON that a task answers, which is kept until the task has another one. */
  const latestOf = async (
    task: 'activeCorrections' | 'unitChecks',
    account: string,
    direction: Direction,
  ): Promise<string | undefined> => {
    if (isEmpty(account)) return undefined;
    const key = directionKey(account, direction);
    const name = JSON.stringify([task, key]);
    const known = latest.get(name);
    let step: TaskValue<'activeCorrections' | 'unitChecks'> = null;
    while (step === null) step = await run(task, account, { key, version: known?.version });
    const found = step ?? known;
    latest.delete(name);
    if (found) latest.set(name, found);
    for (const oldest of latest.keys()) if (latest.size > MAX_LATEST) latest.delete(oldest);
    return found?.json;
  };
  const doubts: Memory['doubts'] = async (account, direction, job, { indexes, isWaitedFor = false }) => {
    const found: { index: number; doubt: Doubt }[] = [];
    if (isEmpty(account)) return found;
    const key = directionKey(account, direction);
    for (let after: number | undefined = 0; after !== undefined;) {
      const step: TaskValue<'doubts'> = await run('doubts', account, { key, job, indexes, after });
      found.push(...step.found);
      after = step.next;
      // Each page goes a step further; clients who do not wait get none until it is done.
      if (step.isBuilding && !isWaitedFor) return [];
    }
    return found;
  };
  return {
    async learnFrom(account, direction, { indexes, ...job }) {
      const { isFull, turned } = await run('learnFrom', account, {
        key: directionKey(account, direction),
        ...job,
        indexes: [...indexes],
        room: await roomOf(account),
      });
      if (isFull)
        log?.warn({ account_id: account }, 'the translation memory learns nothing: max_stored_mb is reached');
      return turned.map(({ source, engine }) => ({ source, engine }));
    },
    async study(account, direction, job, signal) {
      const turned: Turned[] = [];
      for (;;) {
        signal.throwIfAborted();
        const step = await run('study', account, { key: directionKey(account, direction), job });
        turned.push(...step.turned.map(({ source, engine }) => ({ source, engine })));
        if (step.isDone) return turned;
      }
    },
    async dueLessons() {
      const found: Awaited<ReturnType<Memory['dueLessons']>>[] = [];
      for (const owner of owners()) if (!isEmpty(owner)) found.push(await run('dueLessons', owner, {}));
      return found.flat();
    },
    async activeCorrections(account, direction) {
      const json = await latestOf('activeCorrections', account, direction);
      return json === '[]' ? undefined : json;
    },
    async workFor(account, direction, { segmentsPath, indexes }) {
      if (isEmpty(account)) return undefined;
      const key = directionKey(account, direction);
      for (;;) {
        const found = await run('workFor', account, { key, segmentsPath, indexes });
        if (found) return found;
      }
    },
    async checks(account, direction) {
      const json = await latestOf('unitChecks', account, direction);
      return json === '' ? undefined : json;
    },
    async follow(account, direction, job, turned) {
      const followed: Followed[] = [];
      for (let after: number | undefined = 0; after !== undefined;) {
        const key = directionKey(account, direction);
        const step: TaskValue<'follow'> = await run('follow', account, { key, job, turned, after });
        followed.push(...step.followed);
        after = step.next;
      }
      return followed;
    },
    doubts,
    async secondOpinion(account, direction, job, asked, path) {
      const key = directionKey(account, direction);
      if ('indexes' in asked) return run('writeSecond', account, { key, job, indexes: asked.indexes, path });
      const found = await doubts(account, direction, job, { isWaitedFor: true });
      if (found.length === 0) return undefined;
      const sorted = found.sort(
        (one, other) => other.doubt.value - one.doubt.value || one.index - other.index,
      );
      const indexes = sorted.slice(0, Math.ceil(asked.share * sorted.length)).map(({ index }) => index);
      return run('writeSecond', account, { key, job, indexes, path });
    },
    async offers(account, direction, { jobId, ...job }, { isWaitedFor, ...asked }) {
      const found: { index: number; offers: readonly Offer[] }[] = [];
      if (isEmpty(account) && asked.seconds.length === 0) return found;
      const key = directionKey(account, direction);
      for (let after: number | undefined = 0; after !== undefined;) {
        const step: TaskValue<'offers'> = await run('offers', account, { key, jobId, job, ...asked, after });
        found.push(...step.found);
        after = step.next;
        if (!isWaitedFor) return found;
      }
      return found;
    },
    corrections: (account, direction, { state, text, limit, before = Number.MAX_SAFE_INTEGER }) =>
      run('listCorrections', account, {
        key: directionKey(account, direction),
        query: { state, text, limit, before },
      }),
    terms: (account, direction, limit) =>
      run('terms', account, { key: directionKey(account, direction), limit }),
    acceptTerm: async (account, id, glossaryId) =>
      run('acceptTerm', account, { id, glossaryId, room: await roomOf(account) }),
    refuseTerm: (account, id) => run('refuseTerm', account, { id }),
    explain: (account, ids) => run('explainCorrections', account, { ids: [...ids] }),
    setCorrection: (account, id, state) => run('setCorrection', account, { id, state }),
    removeCorrection: (account, id) => run('removeCorrection', account, { id }),
  };
}
