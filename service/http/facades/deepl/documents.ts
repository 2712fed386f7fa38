import { randomUUID } from 'node:crypto';
import { whose } from '../../request/whose.ts';
import { ownerOf } from '../../../lib/owner.ts';
import { z } from 'zod';
import { fieldProblem, formatFacts, formatsOfExtension, ProblemError } from '../../../contract/index.ts';
import type { Job } from '../../../contract/index.ts';
import { ok } from '../../handler.ts';
import type { ProtocolServices } from '../../protocol.ts';
import { validate } from '../../request/validate.ts';
import { sendDocument } from '../../response/send-file.ts';
import type { RouteCall } from '../../route.ts';
import { asUpload, sourceOf, usableName } from '../shared/documents.ts';
import { given } from '../shared/fields.ts';
import { createGiveOnce } from '../shared/given-once.ts';
import { isSameLanguage } from '../shared/ready-languages.ts';
import type { Repeats } from '../shared/repeats.ts';
import { openSecrets } from '../shared/secret.ts';
import { readyRoute } from '../shared/translate-texts.ts';
import { commonFields, jobOptions, routeCheck } from './options.ts';

const ANYTHING = z.looseObject({});
const documentParams = z.object({
  id: z.uuid({ error: 'There is no such document.' }).toLowerCase(),
});
const KEY = { type: 'fields', accepts: ['json', 'form'], schema: ANYTHING } as const;

export const documentRoutes = {
  uploadDocument: {
    method: 'post',
    path: '/v2/document',
    auth: 'translate:document',
    request: {
      type: 'fields',
      accepts: ['multipart'],
      schema: ANYTHING,
      file: { name: 'file', isRequired: true },
    },
  },
  documentStatus: {
    method: 'post',
    path: '/v2/document/{id}',
    auth: 'translate:document',
    params: documentParams,
    request: KEY,
  },
  documentResult: {
    method: 'post',
    path: '/v2/document/{id}/result',
    auth: 'translate:document',
    params: documentParams,
    request: KEY,
  },
} as const;

const uploadFields = z.object({
  ...commonFields,
  filename: z.string().optional(),
  output_format: z.string().optional(),
});
const keyFields = z.object({ document_key: z.string() });

type Upload = RouteCall<(typeof documentRoutes)['uploadDocument']>;
type Lookup = RouteCall<(typeof documentRoutes)['documentStatus' | 'documentResult']>;

/** DeepL's clients poll at once, then every 5 s: holds the first poll this long for a short document. */
const LOOK_MS = 1_000;

/**
 * Maximum of remembered documents that failed before becoming jobs, and of jobs whose result was downloaded;
 * oldest are dropped.
 */
const MAX_REMEMBERED = 10_000;

/** DeepL accepts such a document, and its status says that it failed. */
class EqualLanguagesError extends Error {}

export function documentHandlers(services: ProtocolServices, repeats: Repeats) {
  const secrets = openSecrets(services.dataDir);
  const failed = new Map<string, { account: string; message: string }>();
  const taken = new Set<string>();
  const giveOnce = createGiveOnce(
    (id) => {
      if (taken.has(id)) throw noDocument();
    },
    (id) => {
      taken.add(id);
      forgetOldest(taken);
    },
  );

  const answer = async (id: string) => ({ document_id: id, document_key: await secrets.keyOf(id) });

  const create = async ({ body, file, principal }: Upload, signal: AbortSignal) => {
    const { accountId } = principal;
    const fields = validate(uploadFields, given(body));
    const { target_lang: to, filename } = fields;
    const checkRoute = routeCheck(fields);
    const upload = asUpload(file, filename === undefined ? undefined : usableName(filename));
    refuseConversion(fields.output_format, upload.fileName);
    const check = async (from: string) => {
      if (isSameLanguage(from, to)) throw new EqualLanguagesError();
      checkRoute(await readyRoute(services, { from, to }));
    };
    try {
      const { id } = await services.jobs.createDocument({
        ...whose(principal),
        ...(await sourceOf(services, fields.source_lang, { accountId, to, signal, check })),
        to,
        options: await jobOptions(services, ownerOf(principal), fields),
        ...(principal.isSession ? { isSession: true } : {}),
        upload,
        signal,
      });
      return await answer(id);
    } catch (error) {
      if (!(error instanceof EqualLanguagesError)) throw error;
      const id = randomUUID();
      failed.set(id, { account: ownerOf(principal), message: 'Source and target language are equal.' });
      forgetOldest(failed);
      return answer(id);
    }
  };

  /** Without the document's key nothing is revealed. */
  const checkKey = async ({ params, body }: Lookup): Promise<void> => {
    const { document_key: key } = validate(keyFields, given(body));
    if (taken.has(params.id) || !(await secrets.fits(params.id, key))) throw noDocument();
  };
  const failureOf = ({ params, principal }: Lookup): string | undefined => {
    const found = failed.get(params.id);
    return found?.account === ownerOf(principal) ? found.message : undefined;
  };

  return {
    uploadDocument: async (call: Upload) => {
      const { ctx, body, file, principal } = call;
      const asked = [ownerOf(principal), 'document', body, file.sha256, file.fileName];
      ok(ctx, await repeats(ctx, asked, (signal) => create(call, signal)));
    },
    documentStatus: async (call: Lookup) => {
      const { ctx, params, principal } = call;
      await checkKey(call);
      const failure = failureOf(call);
      const status =
        failure === undefined
          ? statusOf(await latest(services, ownerOf(principal), params.id, call.gone()))
          : { status: 'error', error_message: failure };
      ok(ctx, { document_id: params.id, ...status });
    },
    documentResult: async (call: Lookup) => {
      const { ctx, params, principal } = call;
      await checkKey(call);
      if (failureOf(call) !== undefined) throw noResult();
      const job = await services.jobs.get(ownerOf(principal), params.id, 'document');
      if (job.status === 'failed' || job.status === 'cancelled') throw noResult();
      const content = await services.jobs.content(ownerOf(principal), params.id, { simple: false });
      if (!('file' in content))
        throw new ProblemError(
          'engine_unavailable',
          'The document is not translated yet. Ask for its status.',
        );
      await giveOnce(ctx, params.id, () => sendDocument(ctx, content));
    },
  };
}

/** The document's state now, or in a moment if it still runs. */
async function latest(
  { jobs }: Pick<ProtocolServices, 'jobs'>,
  owner: string,
  id: string,
  gone: AbortSignal,
): Promise<Job> {
  const over = AbortSignal.any([gone, AbortSignal.timeout(LOOK_MS)]);
  let stop = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    // Subscribed before the first read, so that no end is missed.
    stop = jobs.subscribe((_account, job) => {
      if (job.id === id && job.status !== 'running') resolve();
    });
    over.addEventListener('abort', () => resolve());
  });
  try {
    if ((await jobs.get(owner, id, 'document')).status === 'running') await ended;
    return await jobs.get(owner, id, 'document');
  } finally {
    stop();
  }
}

function forgetOldest(kept: Map<string, unknown> | Set<string>): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_REMEMBERED) return;
    kept.delete(oldest);
  }
}

function statusOf(job: Job): object {
  switch (job.status) {
    case 'done':
      return { status: 'done', billed_characters: job.source_chars };
    case 'failed':
      return {
        status: 'error',
        error_message: job.error?.message ?? 'The document could not be translated.',
      };
    case 'cancelled':
      return { status: 'error', error_message: 'The translation was cancelled.' };
    case 'running':
      return job.completed_segments
        ? { status: 'translating', seconds_remaining: secondsLeft(job, job.completed_segments) }
        : { status: 'queued' };
  }
}

function secondsLeft({ created_at, total_segments }: Job, completed: number): number {
  const passed = (Date.now() - Date.parse(created_at)) / 1_000;
  return Math.max(1, Math.round((passed / completed) * Math.max(0, total_segments - completed)));
}

/**
 * Documents keep their format. DeepL answers a PDF with a PDF; here it comes back as another format, which a client has to ask
 * for: it would save the result under the wrong name.
 */
function refuseConversion(format: string | undefined, fileName: string | undefined): void {
  const extension = /\.(\w+)$/.exec(fileName ?? '')?.[1]?.toLowerCase() ?? '';
  const [type] = formatsOfExtension(extension);
  const result = type && formatFacts(type).result;
  if ((format?.toLowerCase() ?? extension) === (result ?? extension)) return;
  throw fieldProblem(
    'output_format',
    'invalid',
    result
      ? `A ${formatFacts(type).label} comes back as ${result.toUpperCase()} here. Set output_format to ${result}.`
      : 'A document keeps its format here. Leave it out.',
  );
}

function noDocument(): ProblemError {
  return new ProblemError(
    'not_found',
    'There is no such document, its key is another one, or its result was taken.',
  );
}

function noResult(): ProblemError {
  return new ProblemError('not_found', 'This document was not translated. Its status says why.');
}
