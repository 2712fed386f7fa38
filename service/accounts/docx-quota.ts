import { LIMITS, ProblemError } from '../contract/index.ts';
import type { AccountsRecord, DocxEvent } from '../records/accounts-record.ts';
import type { Document } from '../store/store-port.ts';
import type { Ledger, Usage } from './accounts-port.ts';

export interface DocxQuota extends Pick<
  Ledger,
  'reserveDocx' | 'commitDocx' | 'releaseDocx' | 'restoreDocx'
> {
  show(accountId: string): Usage['docx_quota'];
}

/**
 * DOCX jobs of an account in any rolling 24 hours. A job is reserved before a document is read, so that of
 * two requests for the last one exactly one passes, and becomes durable with the job.
 */
export function createDocxQuota(
  document: Document<AccountsRecord>,
  now: () => number,
  serviceLimit: () => number,
): DocxQuota {
  // Of requests that are not answered yet; not on disk.
  const reserved = new Map<string, DocxEvent>();

  const limitOf = (accountId: string): number =>
    document.data.accounts.find(({ id }) => id === accountId)?.docx_quota ?? serviceLimit();
  const isCurrent = ({ at }: DocxEvent): boolean => Date.parse(at) + LIMITS.docxQuotaWindowMs > now();
  /** A job counted while the clock was years ahead would count for years: restart its 24 hours now. */
  const bringBack = (): void => {
    const present = now();
    const isAhead = ({ at }: DocxEvent): boolean => Date.parse(at) > present;
    if (!document.data.docx_events.some(isAhead)) return;
    const at = new Date(present).toISOString();
    document.touch((data) => {
      data.docx_events = data.docx_events.map((event) => (isAhead(event) ? { ...event, at } : event));
    });
  };
  const usedBy = (accountId: string): DocxEvent[] => {
    bringBack();
    return [...document.data.docx_events, ...reserved.values()]
      .filter((event) => event.account_id === accountId && isCurrent(event))
      .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  };
  /** When the account may create one more job than now. */
  const freesAt = (used: DocxEvent[], limit: number): number | undefined => {
    const next = used[Math.max(0, used.length - limit)];
    return next && Date.parse(next.at) + LIMITS.docxQuotaWindowMs;
  };

  return {
    show(accountId) {
      const used = usedBy(accountId);
      const limit = limitOf(accountId);
      const frees = limit === 0 ? undefined : freesAt(used, limit);
      return {
        limit,
        used: used.length,
        ...(frees === undefined ? {} : { frees_at: new Date(frees).toISOString() }),
      };
    },
    reserveDocx(accountId, jobId, at) {
      const limit = limitOf(accountId);
      const used = usedBy(accountId);
      if (limit !== 0 && used.length >= limit)
        throw quotaProblem(limit, freesAt(used, limit) ?? now(), now());
      reserved.set(jobId, { account_id: accountId, job_id: jobId, at });
    },
    async commitDocx(jobId) {
      const event = reserved.get(jobId);
      if (!event) return;
      await document.update((data) => {
        data.docx_events = [...data.docx_events.filter(isCurrent), event];
        reserved.delete(jobId);
      }, withoutEvent(jobId));
    },
    releaseDocx(jobId) {
      reserved.delete(jobId);
      if (document.data.docx_events.some(({ job_id }) => job_id === jobId))
        document.touch(withoutEvent(jobId));
    },
    restoreDocx(accountId, jobId, at) {
      const event = { account_id: accountId, job_id: jobId, at };
      // One from the future: the time at which that was noticed tells whether it still counts.
      if (
        !isCurrent(event) ||
        Date.parse(at) > now() ||
        document.data.docx_events.some(({ job_id }) => job_id === jobId)
      )
        return;
      document.touch((data) => data.docx_events.push(event));
    },
  };
}

const withoutEvent = (jobId: string) => (data: AccountsRecord) => {
  data.docx_events = data.docx_events.filter(({ job_id }) => job_id !== jobId);
};

function quotaProblem(limit: number, freesAt: number, now: number): ProblemError {
  const seconds = Math.max(1, Math.ceil((freesAt - now) / 1_000));
  return new ProblemError(
    'quota_exceeded',
    `This account has created ${limit === 1 ? '1 DOCX job' : `${limit} DOCX jobs`} in the last 24 hours, which is all it may. ` +
      `The next one is possible at ${new Date(freesAt).toISOString()}.`,
    {
      headers: { 'Retry-After': String(seconds) },
      details: { limit, frees_at: new Date(freesAt).toISOString() },
    },
  );
}
