import { ok } from '../handler.ts';
import type { Call, HandlersFor, HttpServices } from '../handler.ts';
import { clientOf, ownerOf } from '../../lib/owner.ts';
import { readIdempotency } from '../request/idempotency.ts';
import { readIfMatch } from '../request/if-match.ts';
import type { NamedFile } from '../request/upload-file.ts';
import { whoseWork } from '../request/whose.ts';
import { POLL_AFTER } from '../response/present-job.ts';

export function alignmentHandlers(
  services: HttpServices,
): Omit<HandlersFor<'alignments'>, 'alignmentEvents'> {
  const { alignments, clients } = services;
  return {
    createAlignment: (call) => createAlignment(services, call),
    listAlignments: ({ ctx, query: { client_id, limit, cursor }, principal }) => {
      const owner = clients.ownerFor(principal, client_id);
      const { alignments: shown, nextCursor } = alignments.list(owner, {
        clientId: clientOf(owner),
        limit,
        cursor,
      });
      ok(ctx, { alignments: shown, ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }) });
    },
    alignmentStatus: ({ ctx, params, principal }) => {
      const alignment = alignments.get(ownerOf(principal), params.id);
      if (alignment.status === 'running') ctx.set('Retry-After', POLL_AFTER);
      if (alignment.revision !== undefined) ctx.set('ETag', `"${alignment.revision}"`);
      ok(ctx, alignment);
    },
    cancelAlignment: async ({ ctx, params, principal }) => {
      ok(ctx, await alignments.cancel(ownerOf(principal), params.id));
    },
    alignedPairs: async ({ ctx, params, query: { state, limit, cursor }, principal }) => {
      const page = { state, limit, start: Number(cursor ?? 0) };
      const { json, revision, next } = await alignments.pairs(ownerOf(principal), params.id, page);
      ctx.set('ETag', `"${revision}"`);
      const rest = { revision, ...(next === undefined ? {} : { next_cursor: String(next) }) };
      answerPairs(ctx, 'pairs', json, rest);
    },
    changePairs: async ({ ctx, params, body, principal }) => {
      const isPresent = readIfMatch(ctx);
      const { json, head } = await alignments.change(ownerOf(principal), params.id, body.pairs, isPresent);
      ctx.set('ETag', `"${head.revision}"`);
      answerPairs(ctx, 'changed', json, head);
    },
    learnPairs: async ({ ctx, params, body, principal, gone }) => {
      ok(ctx, await alignments.learn(ownerOf(principal), params.id, body.memory_id, gone()));
    },
    deleteAlignment: async ({ ctx, params, principal }) => {
      await alignments.remove(ownerOf(principal), params.id);
      ctx.status = 204;
    },
  };
}

/** Pairs are passed on as the worker wrote them. */
function answerPairs(ctx: Call<'alignedPairs'>['ctx'], name: string, json: Uint8Array, rest: object): void {
  const others = JSON.stringify(rest).slice(1);
  ctx.status = 200;
  ctx.type = 'application/json';
  ctx.body = Buffer.concat([
    Buffer.from(`{"context":"ok","data":{"${name}":`),
    json,
    Buffer.from(`,${others}}`),
  ]);
}

async function createAlignment(
  services: HttpServices,
  { ctx, body, files, principal, gone }: Call<'createAlignment'>,
): Promise<void> {
  const { from, to, level = 'sentence', client_id } = body;
  const of = (field: string): NamedFile[] => files.filter((file) => file.field === field);
  const [sources, targets] = [of('source'), of('target')];
  const named = (list: readonly NamedFile[]) =>
    list.map(({ sha256, fileName, mediaType }) => ({ sha256, name: fileName ?? { mediaType } }));
  const payload = { ...body, level, sources: named(sources), targets: named(targets) };
  const created = await services.alignments.create({
    ...whoseWork(services, principal, client_id),
    ...{ from, to, level, sources, targets },
    ...readIdempotency(ctx, () => payload),
    signal: gone(),
  });
  const [first] = created.alignments;
  ctx.set('Retry-After', POLL_AFTER);
  if (sources.length > 1 || targets.length > 1 || !first) {
    ok(ctx, created, 202);
    return;
  }
  ctx.set('Location', `/v1/alignments/${first.id}`);
  ok(ctx, { ...first, kind: 'alignment', status: 'running' }, 202);
}
