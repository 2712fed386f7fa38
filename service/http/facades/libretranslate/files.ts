import { randomBytes } from 'node:crypto';
import { whose } from '../../request/whose.ts';
import { ownerOf } from '../../../lib/owner.ts';
import { z } from 'zod';
import { fieldProblem, ProblemError } from '../../../contract/index.ts';
import type { Job } from '../../../contract/index.ts';
import type { Jobs } from '../../../jobs/jobs-port.ts';
import { ok } from '../../handler.ts';
import type { ProtocolServices } from '../../protocol.ts';
import { validate } from '../../request/validate.ts';
import { ownAddress } from '../../response/own-address.ts';
import { sendDocument } from '../../response/send-file.ts';
import type { RouteCall } from '../../route.ts';
import { asUpload, sourceOf } from '../shared/documents.ts';
import { given } from '../shared/fields.ts';
import { createGiveOnce } from '../shared/given-once.ts';
import type { Repeats } from '../shared/repeats.ts';
import { readyRoute } from '../shared/translate-texts.ts';
import { language, languageOrAuto } from './languages.ts';

export const fileRoutes = {
  translateFile: {
    method: 'post',
    path: '/translate_file',
    auth: 'translate',
    request: {
      type: 'fields',
      accepts: ['multipart'],
      schema: z.looseObject({}),
      file: { name: 'file', isRequired: true },
    },
  },
  downloadFile: {
    method: 'get',
    path: '/download_file/{token}',
    auth: 'none',
    params: z.object({ token: z.string().max(100) }),
  },
} as const;

type Routes = typeof fileRoutes;

const KEPT_MS = 3_600_000;
const MAX_KEPT = 10_000;

const fileFields = z.object({
  source: languageOrAuto,
  target: language,
});

export function fileHandlers(services: ProtocolServices, repeats: Repeats) {
  const { jobs } = services;
  /** Files for one download each, by the token of their address. */
  const kept = new Map<string, { account: string; job: string; until: number }>();
  const giveOnce = createGiveOnce(
    (token) => {
      if (!kept.has(token)) throw noFile();
    },
    (token) => kept.delete(token),
  );

  const create = async (
    { body, file, principal }: RouteCall<Routes['translateFile']>,
    signal: AbortSignal,
  ) => {
    const { accountId } = principal;
    const { source, target: to } = validate(fileFields, given(body));
    const upload = asUpload(file);
    const check = async (from: string) => void (await readyRoute(services, { from, to }));
    const { id } = await jobs.createDocument({
      ...whose(principal),
      ...(await sourceOf(services, source, { accountId, to, signal, check })),
      to,
      options: {},
      ...(principal.isSession ? { isSession: true } : {}),
      upload,
      signal,
    });
    const job = await ended(jobs, ownerOf(principal), id, signal);
    if (job.status !== 'done')
      throw new ProblemError(
        'job_failed',
        `Cannot translate file: ${job.error?.message ?? 'it was cancelled.'}`,
      );
    const token = randomBytes(32).toString('base64url');
    for (const [old, { until }] of kept) if (until < Date.now() || kept.size >= MAX_KEPT) kept.delete(old);
    kept.set(token, { account: ownerOf(principal), job: id, until: Date.now() + KEPT_MS });
    return token;
  };

  return {
    translateFile: async (call: RouteCall<Routes['translateFile']>) => {
      const { ctx, body, file, principal } = call;
      const asked = [ownerOf(principal), 'libre file', body, file.sha256, file.fileName];
      const token = await repeats(ctx, asked, (signal) => create(call, signal));
      ok(ctx, { translatedFileUrl: `${ownAddress(ctx)}/download_file/${token}` });
    },
    downloadFile: async ({ ctx, params: { token } }: RouteCall<Routes['downloadFile']>) => {
      if (/[\\/]|\.\./.test(token)) throw fieldProblem('filename', 'invalid', 'Invalid filename');
      const found = kept.get(token);
      if (!found || found.until < Date.now()) throw noFile();
      const content = await jobs.content(found.account, found.job, { simple: false });
      if (!('file' in content)) throw noFile();
      await giveOnce(ctx, token, () => sendDocument(ctx, content));
    },
  };
}

function noFile(): ProblemError {
  return new ProblemError(
    'not_found',
    'There is no such file: its address holds for one download, and for an hour.',
  );
}

/** The job once it has ended. */
function ended(jobs: Jobs, account: string, id: string, signal: AbortSignal): Promise<Job> {
  return new Promise((resolve, reject) => {
    const stop = jobs.subscribe((of, job, change) => {
      if (of === account && job.id === id && change === 'ended') settle(() => resolve(job));
    });
    const settle = (how: () => void): void => {
      stop();
      signal.removeEventListener('abort', abort);
      how();
    };
    const abort = (): void => settle(() => reject(signal.reason as Error));
    signal.addEventListener('abort', abort);
    jobs
      .get(account, id)
      .then((job) => {
        if (job.status !== 'running') settle(() => resolve(job));
      })
      .catch((error: unknown) =>
        settle(() => reject(error instanceof Error ? error : new Error(String(error)))),
      );
  });
}
