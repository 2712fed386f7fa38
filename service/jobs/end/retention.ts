import type { ClientRules } from '../../clients/clients-port.ts';
import { ownerOf } from '../../lib/owner.ts';
import type { Log } from '../../log.ts';
import type { JobEntry } from '../../records/job-entry.ts';
import type { JobEvents } from '../job-events.ts';

export interface RetentionRule {
  /** Ended jobs older than this are removed; 0 keeps them. */
  readonly maxAgeDays: number;
  /** Number of ended jobs kept for each account, newest first; 0 keeps all. */
  readonly maxJobs: number;
}

/** What retention asks of a job or an alignment. */
export type Kept = Pick<
  JobEntry,
  'id' | 'account_id' | 'client_id' | 'status' | 'finished_at' | 'updated_at'
>;

export interface RetentionParts<Entry extends Kept> {
  /** The current rule. */
  rule: () => RetentionRule;
  /** Days for which a job's client keeps it; undefined where the rule alone counts. Absent: no client says so. */
  daysOf: () => ((entry: Kept) => number | undefined) | undefined;
  /** Oldest first. */
  all: () => AsyncIterable<Entry> | Iterable<Entry>;
  /** Of jobs, whose number counts. */
  events?: JobEvents;
  remove: (entry: Entry) => Promise<void>;
  log: Log | undefined;
  /** Milliseconds since 1970. */
  clock: () => number;
}

/** Days for which clients keep what is theirs; undefined where none says so. */
export function daysByClient(clients: ClientRules): ReturnType<RetentionParts<Kept>['daysOf']> {
  if (!clients.limitRetention()) return undefined;
  return ({ account_id: accountId, client_id: clientId }) =>
    clients.of(ownerOf({ accountId, clientId }))?.retentionDays ?? undefined;
}

const DAY_MS = 86_400_000;
const EVERY_MS = 3_600_000;

/** Removes ended jobs that the rule no longer keeps: at the start, at each end, and hourly. */
export function startRetention<Entry extends Kept>(
  parts: RetentionParts<Entry>,
): { apply(): void; stop(): Promise<void> } {
  const { all, events, log } = parts;
  const stopping = new AbortController();
  /** `again`: requested since the last pass over the index began. */
  const state = { isApplying: false, again: false };
  let applying = Promise.resolve();

  const applyOnce = async (): Promise<void> => {
    const rule = parts.rule();
    const daysOf = parts.daysOf();
    if (rule.maxAgeDays <= 0 && rule.maxJobs <= 0 && !daysOf) return;
    for (const entry of await outdated(all(), rule, { now: parts.clock(), daysOf })) {
      if (stopping.signal.aborted) return;
      // A job that cannot be removed, or was just removed by its owner, must not keep others.
      await parts
        .remove(entry)
        .catch((err: unknown) => log?.error({ id: entry.id, err }, 'retention failed'));
    }
  };
  const apply = async (): Promise<void> => {
    while (state.again && !stopping.signal.aborted) {
      state.again = false;
      await applyOnce().catch((err: unknown) => log?.error({ err }, 'retention failed'));
    }
    // Synchronously after the check of `again`: a later request starts a new run.
    state.isApplying = false;
  };
  const request = (): void => {
    state.again = true;
    if (state.isApplying) return;
    state.isApplying = true;
    applying = apply();
  };

  request();
  const stopListening = events?.on('ended', () => {
    if (parts.rule().maxJobs > 0) request();
  });
  const hourly = setInterval(request, EVERY_MS).unref();
  return {
    apply: request,
    async stop() {
      stopping.abort();
      clearInterval(hourly);
      stopListening?.();
      await applying;
    },
  };
}

/** Ended jobs that a retention rule no longer keeps, oldest first. */
async function outdated<Entry extends Kept>(
  all: AsyncIterable<Entry> | Iterable<Entry>,
  rule: RetentionRule,
  { now, daysOf = () => undefined }: { now: number; daysOf: ReturnType<RetentionParts<Entry>['daysOf']> },
): Promise<Entry[]> {
  const ended: Entry[] = [];
  for await (const entry of all) if (entry.status !== 'running') ended.push(entry);
  const kept = new Map<string, number>();
  return ended
    .reverse()
    .filter((entry) => {
      const count = (kept.get(entry.account_id) ?? 0) + 1;
      kept.set(entry.account_id, count);
      return (
        isTooMany(count, rule.maxJobs) ||
        isTooOld(entry, rule.maxAgeDays, now) ||
        isTooOld(entry, daysOf(entry) ?? 0, now)
      );
    })
    .reverse();
}

function isTooMany(count: number, maxJobs: number): boolean {
  return maxJobs > 0 && count > maxJobs;
}

function isTooOld({ finished_at, updated_at }: Kept, maxAgeDays: number, now: number): boolean {
  return maxAgeDays > 0 && now - Date.parse(finished_at ?? updated_at) > maxAgeDays * DAY_MS;
}
