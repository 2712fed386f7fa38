import type Koa from 'koa';
import { removeFile } from '../../lib/atomic-file.ts';
import { ownerOf } from '../../lib/owner.ts';
import type { Handlers, HttpServices } from '../handler.ts';
import { sendFile } from '../response/send-file.ts';

/** The checks before delivery. */
export function checkHandlers({ jobs }: HttpServices): Pick<Handlers, 'jobChecks' | 'ignoreFindings'> {
  return {
    jobChecks: async ({ ctx, params, query, principal }) => {
      const owner = ownerOf(principal);
      if (query.format === 'json') {
        answerChecks(ctx, await jobs.checks(owner, params.id));
        return;
      }
      const file = await jobs.checkReport(owner, params.id);
      try {
        await sendFile(ctx, file, { isMadeAnew: true });
      } finally {
        // An open file can still be read to its end. If removal fails, the next start removes it.
        await removeFile(file.path).catch(() => undefined);
      }
    },
    ignoreFindings: async ({ ctx, params, body, principal }) =>
      answerChecks(ctx, await jobs.ignoreFindings(ownerOf(principal), params.id, body.ignore)),
  };
}

/** Passes the findings on unparsed: they can be megabytes, which the host need not read. */
function answerChecks(ctx: Koa.Context, json: Uint8Array): void {
  ctx.status = 200;
  ctx.body = Buffer.concat([Buffer.from('{"context":"ok","data":'), json, Buffer.from('}')]);
  ctx.type = 'json';
}
