import { previewKindOf, ProblemError, resultTypeOf } from '../../contract/index.ts';
import type { Job } from '../../contract/index.ts';
import type { Log } from '../../log.ts';
import type { Store } from '../../store/store-port.ts';
import { WorkerError } from '../../worker/translation-port.ts';
import type { TranslationPort } from '../../worker/translation-port.ts';
import type { Jobs, Preview } from '../jobs-port.ts';
import { assembleTask } from '../run/assembling.ts';
import { createExclusive } from '../run/exclusive.ts';
import { isAborted, isSourceDamaged } from '../run/failures.ts';
import { resultMediaTypeOf, sourceName } from './content.ts';
import { presentFound } from './find-job.ts';
import type { JobFinder } from './find-job.ts';
import { gone, sourceGone } from './refusals.ts';

export interface PreviewsParts {
  readonly store: Pick<Store, 'files'>;
  readonly translation: Pick<TranslationPort, 'preview'>;
  readonly finder: JobFinder;
  readonly log: Log | undefined;
}

/** Makes preview copies, one at a time for each account. Nothing is stored or charged. */
export function createPreviews({ store, translation, finder, log }: PreviewsParts): Jobs['preview'] {
  const exclusive = createExclusive();

  /** A copy, or only its facts if the caller has it. `tries`: how many times a copy may be begun. */
  async function make(accountId: string, id: string, asked: Asked, tries: number): Promise<Preview> {
    const { side, isPresent } = asked;
    const found = await finder.find(accountId, id, 'document');
    const job = presentFound(found);
    refuseUndrawable(job);
    const etag = `"${stateOf(job)}"`;
    const record = 'active' in found ? found.active.record : await finder.recordOf(id);
    if (!record.file_type) throw gone('The file of this job is of no known type.');
    const facts = { etag, kind: previewKindOf(record.file_type), fileType: resultTypeOf(record.file_type) };
    if (isPresent(etag)) return facts;
    const path = store.files.newUploadPath();
    const { kind: _, resultPath: __, ...task } = assembleTask({ record, paths: store.files.paths(record) });
    try {
      await translation.preview({ ...task, side, previewPath: path });
    } catch (error) {
      await store.files.removeUpload(path).catch(() => undefined);
      // A run that ends stops all work on its job, this too. A deleted job is not found the next time.
      if (isAborted(error) && tries > 1) return make(accountId, id, asked, tries - 1);
      throw refusalOf(error, id, log);
    }
    return {
      ...facts,
      file: { path, fileName: sourceName(record), mediaType: resultMediaTypeOf(record), etag },
    };
  }

  return async (accountId, id, asked) => {
    const present = presentFound(await finder.find(accountId, id, 'document'));
    // Who has the copy does not wait for others.
    if (asked.isPresent(`"${stateOf(present)}"`)) return make(accountId, id, asked, 1);
    return exclusive(accountId, () => make(accountId, id, asked, MAX_TRIES));
  };
}

type Asked = Parameters<Jobs['preview']>[2];
/** A copy is begun at most this many times: a run has one end. */
const MAX_TRIES = 2;

/** A running job has the same revision until it is edited. */
function stateOf({ status, revision, completed_segments: completed = 0 }: Job): string {
  return status === 'running' ? `${revision}.${completed}` : revision;
}

function refuseUndrawable({ status, warnings }: Job): void {
  if (status === 'failed' || status === 'cancelled')
    throw unavailable(`This job is ${status}, so there is no page of it. Retry it.`);
  if (warnings.some(({ code }) => code === 'layout_unavailable'))
    throw unavailable(
      'The layout of this document could not be rebuilt, so there is no page of it. Work in the rows.',
    );
}

function unavailable(detail: string): ProblemError {
  return new ProblemError('conflict', detail, { reason: 'preview_unavailable' });
}

function refusalOf(error: unknown, id: string, log: Log | undefined): unknown {
  if (isSourceDamaged(error)) return sourceGone();
  if (error instanceof ProblemError && error.code !== 'invalid_request') return error;
  if (error instanceof WorkerError && error.retryable) return error;
  if (isAborted(error)) return gone('The job was deleted meanwhile.');
  log?.error({ job_id: id, err: error }, 'a page could not be made');
  return unavailable('No page can be made of this document; the log says why. Work in the rows.');
}
