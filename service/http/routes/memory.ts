import { open } from 'node:fs/promises';
import { ProblemError } from '../../contract/index.ts';
import { removeFile } from '../../lib/atomic-file.ts';
import { ok } from '../handler.ts';
import type { Call, Handlers, HttpServices } from '../handler.ts';
import { attachment } from '../response/content-disposition.ts';

type MemoryHandlers = Pick<
  Handlers,
  | 'showMemory'
  | 'searchMemory'
  | 'listMemory'
  | 'removeMemoryUnit'
  | 'exportMemory'
  | 'importMemory'
  | 'clearMemory'
>;

export function memoryHandlers(services: HttpServices): MemoryHandlers {
  const { memory, settings } = services;
  return {
    showMemory: async ({ ctx, principal }) => {
      const pairs = await memory.pairs(principal.accountId);
      ok(ctx, { units: pairs.reduce((sum, { units }) => sum + units, 0), pairs });
    },
    searchMemory: async ({ ctx, query: { q, limit, from, to }, principal }) => {
      const min = settings.show().memory.min_match;
      const query = { text: q, limit, min };
      ok(ctx, { matches: await memory.search(principal.accountId, { from, to }, query) });
    },
    listMemory: async ({ ctx, query: { q, limit, cursor, from, to }, principal }) => {
      const query = { text: q, limit: limit + 1, ...(cursor === undefined ? {} : { before: cursor }) };
      const found = await memory.list(principal.accountId, { from, to }, query);
      const units = found.slice(0, limit);
      const last = units.at(-1);
      ok(ctx, {
        units: units.map(({ id, source, target, updated_at }) => ({
          id: String(id),
          source,
          target,
          updated_at,
        })),
        ...(found.length > limit && last ? { next_cursor: String(last.id) } : {}),
      });
    },
    removeMemoryUnit: async ({ ctx, params, principal }) => {
      if (!(await memory.removeUnit(principal.accountId, Number(params.id))))
        throw new ProblemError(
          'not_found',
          'There is no such unit. GET /v1/memory/units lists those there are.',
        );
      ctx.status = 204;
    },
    exportMemory: (call) => exportMemory(services, call),
    importMemory: async ({ ctx, body: { from, to }, file, principal, gone }) =>
      ok(ctx, await memory.importTmx(principal.accountId, { from, to }, file.path, gone())),
    clearMemory: async ({ ctx, query: { from, to }, principal }) => {
      await memory.remove(principal.accountId, { from, to });
      ctx.status = 204;
    },
  };
}

/** Written whole before a byte of it is sent: what cannot be written is an answer that says so, not half a file. */
async function exportMemory(
  { memory, newUploadPath }: HttpServices,
  { ctx, query: { from, to }, principal }: Call<'exportMemory'>,
): Promise<void> {
  const path = await newUploadPath();
  try {
    await memory.exportTmx(principal.accountId, { from, to }, path);
    const file = await open(path, 'r');
    ctx.status = 200;
    ctx.set('Content-Disposition', attachment(`memory.${from}-${to}.tmx`));
    ctx.length = (await file.stat()).size;
    if (ctx.method === 'HEAD') await file.close();
    else ctx.body = file.createReadStream();
    ctx.set('Content-Type', 'application/x-tmx+xml');
  } finally {
    // An open file is read to its end all the same. Where the system keeps it until then, the next start removes it.
    await removeFile(path).catch(() => undefined);
  }
}
