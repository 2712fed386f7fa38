import { removeFile } from '../../lib/atomic-file.ts';
import type { PackageFile } from '../../packages/packages-port.ts';
import { ok } from '../handler.ts';
import type { Call, HandlersFor, HttpServices } from '../handler.ts';
import { readIdempotency } from '../request/idempotency.ts';
import { whoseWork } from '../request/whose.ts';
import { withoutUndefined } from '../request/without-undefined.ts';
import { POLL_AFTER } from '../response/present-job.ts';
import { sendFile } from '../response/send-file.ts';

export function packageHandlers(services: HttpServices): HandlersFor<'packages'> {
  const { packages } = services;
  return {
    createPackage: (call) => createPackage(services, call),
    listPackages: async ({ ctx, query, principal }) => {
      const owner = services.clients.ownerFor(principal, query.client_id);
      ok(ctx, { packages: await packages.list(owner) });
    },
    showPackage: async ({ ctx, params, principal }) => {
      const found = await packages.get(principal, params.id);
      if (found.status === 'running') ctx.set('Retry-After', POLL_AFTER);
      ok(ctx, found);
    },
    returnPackage: async ({ ctx, params, query, principal }) => {
      const drafts = query.drafts === '1';
      await sendOnce(ctx, await packages.returned(principal, params.id, { drafts }));
    },
    packageReference: async ({ ctx, params, principal }) =>
      sendOnce(ctx, await packages.reference(principal, params.id, params.n)),
    deletePackage: async ({ ctx, params, principal }) => {
      await packages.remove(principal, params.id);
      ctx.status = 204;
    },
  };
}

async function createPackage(
  services: HttpServices,
  { ctx, body, file, principal, gone }: Call<'createPackage'>,
): Promise<void> {
  const signal = gone();
  const { path, fileName, bytes, sha256 } = file;
  const { client_id, ...fields } = body;
  const created = await services.packages.create({
    ...whoseWork(services, principal, client_id),
    ...withoutUndefined(fields),
    ...(principal.isSession ? { isSession: true } : {}),
    upload: { path, fileName, bytes },
    ...readIdempotency(ctx, () => ({ ...body, file: { sha256, name: fileName } })),
    signal,
  });
  ctx.set('Location', `/v1/packages/${created.id}`);
  ctx.set('Retry-After', POLL_AFTER);
  ok(ctx, created, 202);
}

/** An open file can still be read to its end. If removal fails, the next start removes it. */
async function sendOnce(ctx: Call<'returnPackage'>['ctx'], file: PackageFile): Promise<void> {
  try {
    await sendFile(ctx, file, { isMadeAnew: true });
  } finally {
    await removeFile(file.path).catch(() => undefined);
  }
}
