import type { ClientRules } from '../../clients/clients-port.ts';
import { EXPORT_MEDIA_TYPES, ProblemError } from '../../contract/index.ts';
import type { CheckProfile } from '../../contract/index.ts';
import { ownerOf } from '../../lib/owner.ts';
import type { JobRecord } from '../../records/job-record.ts';
import type { Store } from '../../store/store-port.ts';
import type { CheckResult, CheckTask } from '../../worker/document-port.ts';
import type { TranslationPort } from '../../worker/translation-port.ts';
import type { JobFile, Jobs } from '../jobs-port.ts';
import type { Exclusive } from '../run/exclusive.ts';
import { sourceName } from './content.ts';
import type { JobFinder } from './find-job.ts';
import type { Grammar } from './grammar.ts';
import { readRefusalOf } from './refusals.ts';

export interface CheckingParts {
  readonly store: Pick<Store, 'files'>;
  readonly translation: Pick<TranslationPort, 'check'>;
  readonly clients: Pick<ClientRules, 'of'>;
  readonly finder: JobFinder;
  readonly exclusive: Exclusive;
  readonly grammar: Pick<Grammar, 'known' | 'whole'>;
}

/** Checks done jobs before they are delivered. */
export function createChecking(
  parts: CheckingParts,
): Pick<Jobs, 'checks' | 'ignoreFindings' | 'checkReport'> {
  const { store, exclusive, grammar } = parts;
  return {
    async checks(owner, id) {
      const record = await doneRecord(parts, owner, id);
      return (await check(parts, record, await grammarOf(parts, record))).json;
    },
    ignoreFindings: (owner, id, ignore) =>
      exclusive(id, async () => {
        const record = await doneRecord(parts, owner, id);
        const { json, ignored } = await check(parts, record, { ignore, grammar: grammar.known(record) });
        if (ignored) await store.files.writeChecks(id, ignored);
        return json;
      }),
    async checkReport(owner, id) {
      const record = await doneRecord(parts, owner, id);
      const path = store.files.newUploadPath();
      try {
        await check(parts, record, { reportPath: path, ...(await grammarOf(parts, record)) });
        return await reportFile(parts, record, path);
      } catch (error) {
        await store.files.removeUpload(path).catch(() => undefined);
        throw error;
      }
    },
  };
}

async function doneRecord({ finder }: CheckingParts, owner: string, id: string): Promise<JobRecord> {
  const { status } = await finder.show(owner, id);
  if (status === 'done') return finder.recordOf(id);
  throw new ProblemError('conflict', `This job is ${status}. It can be checked once it is done.`, {
    reason: 'job_not_done',
  });
}

async function check(
  { store, translation, clients }: CheckingParts,
  record: JobRecord,
  more: Pick<CheckTask, 'ignore' | 'reportPath' | 'grammar' | 'pending'> = {},
): Promise<CheckResult> {
  const { id: jobId, account_id: account, kind, from, to } = record;
  const { segments, journal, edits, job, checks } = store.files.paths(record);
  const task: CheckTask = {
    ...{ jobId, account, kind, from, to, jobPath: job, checksPath: checks, ...more },
    ...{ segmentsPath: segments, journalPath: journal, editsPath: edits },
    profile: profileOf(clients, record),
  };
  return translation.check(task).catch((error: unknown) => {
    throw readRefusalOf(error);
  });
}

async function grammarOf(
  { grammar }: CheckingParts,
  record: JobRecord,
): Promise<Pick<CheckTask, 'grammar' | 'pending'>> {
  const { known, pending } = await grammar.whole(record);
  return { grammar: known, pending };
}

/** The client's profile as it is now, and what the job's own says otherwise. */
function profileOf(
  clients: Pick<ClientRules, 'of'>,
  { account_id: accountId, client_id: clientId, options }: JobRecord,
): CheckProfile {
  return { ...clients.of(ownerOf({ accountId, clientId }))?.defaults.checks, ...options.checks };
}

async function reportFile({ store }: CheckingParts, record: JobRecord, path: string): Promise<JobFile> {
  const { bytes = 0, crc32 = 0 } = (await store.files.fingerprint(path)) ?? {};
  const name = record.kind === 'batch' ? 'batch' : sourceName(record);
  const dot = name.lastIndexOf('.');
  return {
    ...{ path, bytes },
    fileName: `${dot > 0 ? name.slice(0, dot) : name} – checks ${record.to}.xlsx`,
    mediaType: EXPORT_MEDIA_TYPES.xlsx,
    etag: `"${record.id}-${crc32.toString(36)}"`,
  };
}
