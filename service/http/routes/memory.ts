import type { ServerResponse } from 'node:http';
import { ProblemError } from '../../contract/index.ts';
import type { MemoryUnitResource } from '../../contract/index.ts';
import { removeFile } from '../../lib/atomic-file.ts';
import { createFairSemaphore } from '../../lib/semaphore.ts';
import type { MemoryEntry, UnitFilter } from '../../memory/memory-port.ts';
import { ok } from '../handler.ts';
import type { Call, HandlersFor, HttpServices } from '../handler.ts';
import { presentCorrection, presentTerm } from '../response/present-correction.ts';
import { sendTmx } from '../response/send-tmx.ts';

export function memoryHandlers(services: HttpServices): HandlersFor<'memory'> {
  const withExportPermit = createFairSemaphore(EXPORTS);
  const { memory, settings } = services;
  return {
    showMemory: async ({ ctx, principal }) => {
      const pairs = await memory.pairs(principal.accountId);
      ok(ctx, { units: pairs.reduce((sum, { units }) => sum + units, 0), pairs });
    },
    searchMemory: async ({ ctx, query: { q, limit, from, to, pre, post }, principal }) => {
      const min = settings.show().memory.min_match;
      const query = { text: q, limit, min, pre, post };
      const found = await memory.search(principal.accountId, { from, to }, query);
      ok(ctx, { matches: found.map(({ id, ...match }) => ({ unit_id: String(id), ...match })) });
    },
    listMemory: async ({ ctx, query: { limit, cursor, ...filter }, principal }) => {
      const page = { limit: limit + 1, ...(cursor === undefined ? {} : { before: cursor }) };
      const found = await memory.list(principal.accountId, filterOf(filter), page);
      const units = found.slice(0, limit);
      const last = units.at(-1);
      ok(ctx, {
        units: units.map(presentUnit),
        ...(found.length > limit && last ? { next_cursor: String(last.id) } : {}),
      });
    },
    changeMemoryUnit: async ({ ctx, params, body, principal }) => {
      const changed = await memory.changeUnit(principal.accountId, Number(params.id), body);
      if (!changed) throw noUnit();
      ok(ctx, presentUnit(changed));
    },
    removeMemoryUnits: async ({ ctx, body: { ids, ...filter }, principal }) => {
      const wanted = { ...filterOf(filter), ids: ids?.map(Number) };
      ok(ctx, await memory.removeUnits(principal.accountId, wanted));
    },
    restoreMemoryUnits: async ({ ctx, body: { undo }, principal }) => {
      const restored = await memory.restoreUnits(principal.accountId, undo);
      if (!restored)
        throw new ProblemError(
          'not_found',
          'There is nothing to restore: a deletion can be undone once, for ten minutes.',
        );
      ok(ctx, restored);
    },
    concordance: async ({ ctx, query: { q: text, in: side, from, to, limit }, principal }) => {
      const hits = await memory.concordance(principal.accountId, { text, side, from, to, limit });
      ok(ctx, {
        hits: hits.map(({ id, marks, ...hit }) => ({
          unit_id: String(id),
          ...hit,
          marks: marks.map(([start, end]): [number, number] => [start, end]),
        })),
      });
    },
    removeMemoryUnit: async ({ ctx, params, principal }) => {
      if (!(await memory.removeUnit(principal.accountId, Number(params.id)))) throw noUnit();
      ctx.status = 204;
    },
    listCorrections: async ({ ctx, query: { from, to, state, q, limit, cursor }, principal }) => {
      const query = { state, text: q, limit: limit + 1, before: cursor };
      const found = await memory.corrections(principal.accountId, { from, to }, query);
      const shown = found.slice(0, limit);
      ok(ctx, {
        corrections: shown.map(presentCorrection),
        ...(found.length > limit ? { next_cursor: String(shown.at(-1)!.id) } : {}),
      });
    },
    changeCorrection: async ({ ctx, params, body: { state }, principal }) => {
      const stored = state === 'active' ? 'auto' : state;
      const changed = await memory.setCorrection(principal.accountId, Number(params.id), stored);
      if (!changed) throw noCorrection();
      ok(ctx, presentCorrection(changed));
    },
    removeCorrection: async ({ ctx, params, principal }) => {
      if (!(await memory.removeCorrection(principal.accountId, Number(params.id)))) throw noCorrection();
      ctx.status = 204;
    },
    listTerms: async ({ ctx, query: { from, to }, principal }) => {
      const found = await memory.terms(principal.accountId, { from, to }, MAX_TERMS);
      ok(ctx, { terms: found.map(presentTerm) });
    },
    acceptTerm: async ({ ctx, params, body, principal }) => {
      const entry = await memory.acceptTerm(principal.accountId, Number(params.id), body.glossary_id);
      if (!entry) throw noTerm();
      ok(ctx, entry);
    },
    refuseTerm: async ({ ctx, params, principal }) => {
      if (!(await memory.refuseTerm(principal.accountId, Number(params.id)))) throw noTerm();
      ctx.status = 204;
    },
    exportMemory: async (call) => {
      const { ctx, principal, gone } = call;
      const signal = gone();
      await new Promise<void>((resolve, reject) => {
        const work = async (): Promise<void> => {
          const sent = isOver(ctx.res);
          await sendExport(services, call);
          resolve();
          // The permit is released once all is sent, or the client has gone.
          await sent;
        };
        withExportPermit(principal.accountId, work, signal).catch(reject);
      });
    },
    importMemory: async ({ ctx, body: { from, to, name, memory_id }, file, principal, gone }) => {
      const { accountId } = principal;
      const direction = { from, to };
      if (name === undefined) {
        const into = { path: file.path, memoryId: memory_id };
        ok(ctx, await memory.importTmx(accountId, direction, into, gone()));
        return;
      }
      const asked = { path: file.path, name, direction };
      const { memory: made, ...counts } = await memory.importMemory(accountId, asked, gone());
      ok(ctx, { ...counts, memory_id: made.id });
    },
    listMemories: async ({ ctx, principal }) => {
      const memories = await memory.memories(principal.accountId);
      ok(ctx, { memories: memories.map((one) => ({ ...one, targets: [...one.targets] })) });
    },
    removeMemory: async ({ ctx, params, principal }) => {
      await memory.removeMemory(principal.accountId, params.id);
      ctx.status = 204;
    },
    clearMemory: async ({ ctx, query: { from, to }, principal }) => {
      await memory.remove(principal.accountId, { from, to });
      ctx.status = 204;
    },
  };
}

const MAX_TERMS = 100;

function filterOf({
  memory_id: memoryId,
  job_id: job,
  q: text,
  ...filter
}: Omit<Call<'listMemory'>['query'], 'limit' | 'cursor'>): UnitFilter {
  return { ...filter, memoryId, job, text };
}

function presentUnit({ id, ...unit }: MemoryEntry): MemoryUnitResource {
  return { id: String(id), ...unit };
}

function noUnit(): ProblemError {
  return new ProblemError('not_found', 'There is no such unit. GET /v1/memory/units lists those there are.');
}

function noTerm(): ProblemError {
  return new ProblemError('not_found', 'There is no such term. GET /v1/memory/terms lists those there are.');
}

function noCorrection(): ProblemError {
  return new ProblemError(
    'not_found',
    'There is no such correction. GET /v1/memory/corrections lists those there are.',
  );
}

/** Concurrent exports, being written or sent: each is a copy of all units on disk. */
const EXPORTS = { permits: 4, each: 1 };

/** Written completely before a byte is sent, so that a failure becomes an error answer, not half a file. */
async function sendExport(
  { memory, newUploadPath }: HttpServices,
  { ctx, query: { memory_id: memoryId, ...filter }, principal }: Call<'exportMemory'>,
): Promise<void> {
  const path = await newUploadPath();
  try {
    await memory.exportTmx(principal.accountId, { filter: { ...filter, memoryId }, path });
    const { from, to } = filter;
    const direction = from === undefined && to === undefined ? '' : `.${from ?? ''}-${to ?? ''}`;
    await sendTmx(ctx, path, `memory${direction}.tmx`);
  } finally {
    // An open file can still be read to its end. If removal fails, the next start removes it.
    await removeFile(path).catch(() => undefined);
  }
}

/** Resolves when an answer is sent or its connection is closed. */
function isOver(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (res.closed) resolve();
    else res.once('close', resolve);
  });
}
