import type { ServerResponse } from 'node:http';
import type { Principal } from '../../accounts/accounts-port.ts';
import type { ClientMemory } from '../../clients/clients-port.ts';
import { ProblemError } from '../../contract/index.ts';
import type { MemoryUnitResource } from '../../contract/index.ts';
import { removeFile } from '../../lib/atomic-file.ts';
import { clientOf, holderOf } from '../../lib/owner.ts';
import { createFairSemaphore } from '../../lib/semaphore.ts';
import type { MemoryEntry, UnitFilter } from '../../memory/memory-port.ts';
import { ok } from '../handler.ts';
import type { Call, HandlersFor, HttpServices } from '../handler.ts';
import { whose } from '../request/whose.ts';
import { presentCorrection, presentTerm } from '../response/present-correction.ts';
import { presentMemories } from '../response/present-memory.ts';
import { sendTmx } from '../response/send-tmx.ts';

export function memoryHandlers(services: HttpServices): HandlersFor<'memory'> {
  const withExportPermit = createFairSemaphore(EXPORTS);
  const { memory, clients, jobs, settings } = services;
  /** Where the client's confirmed segments go; one without such a memory has none. */
  const learnerOf = (principal: Principal, clientId: string | undefined): string => {
    const owner = clients.ownerFor(principal, clientId);
    return clients.learnerOf(owner) ?? holderOf(owner, NO_MEMORY);
  };
  return {
    showMemory: async ({ ctx, query, principal }) => {
      const pairs = await memory.pairs(learnerOf(principal, query.client_id));
      ok(ctx, { units: pairs.reduce((sum, { units }) => sum + units, 0), pairs });
    },
    searchMemory: async ({ ctx, query: { q, limit, from, to, pre, post, client_id }, principal }) => {
      const min = settings.show().memory.min_match;
      const owner = clients.ownerFor(principal, client_id);
      const ids = clients.memoriesOf(owner).map(({ id }) => id);
      const query = { text: q, limit, min, pre, post, ids };
      const found = await memory.search(owner, { from, to }, query);
      ok(ctx, { matches: found.map(({ id, ...match }) => ({ unit_id: String(id), ...match })) });
    },
    listMemory: async ({ ctx, query: { limit, cursor, client_id, ...filter }, principal }) => {
      const page = { limit: limit + 1, ...(cursor === undefined ? {} : { before: cursor }) };
      const found = await memory.list(clients.ownerFor(principal, client_id), filterOf(filter), page);
      const units = found.slice(0, limit);
      const last = units.at(-1);
      ok(ctx, {
        units: units.map(presentUnit),
        ...(found.length > limit && last ? { next_cursor: String(last.id) } : {}),
      });
    },
    changeMemoryUnit: async ({ ctx, params, body, principal }) => {
      const changed = await memory.changeUnit(
        clients.ownerOfNumber(principal, Number(params.id)),
        Number(params.id),
        body,
      );
      if (!changed) throw noUnit();
      ok(ctx, presentUnit(changed));
    },
    removeMemoryUnits: async ({ ctx, body: { ids, client_id, ...filter }, principal }) => {
      const wanted = { ...filterOf(filter), ids: ids?.map(Number) };
      const [first] = client_id === undefined ? (wanted.ids ?? []) : [];
      const owner =
        first === undefined
          ? clients.ownerFor(principal, client_id)
          : clients.ownerOfNumber(principal, first);
      const { deleted, undo } = await memory.removeUnits(owner, wanted);
      ok(ctx, { deleted, undo: `${clientOf(owner)}.${undo}` });
    },
    restoreMemoryUnits: async ({ ctx, body: { undo }, principal }) => {
      const [client = '', token = ''] = undo.split('.');
      const isKnown = clients.list(principal).some(({ id }) => id === client);
      const restored = isKnown && (await memory.restoreUnits(clients.ownerFor(principal, client), token));
      if (!restored)
        throw new ProblemError(
          'not_found',
          'There is nothing to restore: a deletion can be undone once, for ten minutes.',
        );
      ok(ctx, restored);
    },
    concordance: async ({ ctx, query: { q: text, in: side, from, to, limit, client_id }, principal }) => {
      const hits = await memory.concordance(clients.ownerFor(principal, client_id), {
        text,
        side,
        from,
        to,
        limit,
      });
      ok(ctx, {
        hits: hits.map(({ id, marks, ...hit }) => ({
          unit_id: String(id),
          ...hit,
          marks: marks.map(([start, end]): [number, number] => [start, end]),
        })),
      });
    },
    removeMemoryUnit: async ({ ctx, params, principal }) => {
      const owner = clients.ownerOfNumber(principal, Number(params.id));
      if (!(await memory.removeUnit(owner, Number(params.id)))) throw noUnit();
      ctx.status = 204;
    },
    listCorrections: async ({ ctx, query: { from, to, client_id, state, q, limit, cursor }, principal }) => {
      const query = { state, text: q, limit: limit + 1, before: cursor };
      const found = await memory.corrections(learnerOf(principal, client_id), { from, to }, query);
      const shown = found.slice(0, limit);
      ok(ctx, {
        corrections: shown.map(presentCorrection),
        ...(found.length > limit ? { next_cursor: String(shown.at(-1)!.id) } : {}),
      });
    },
    changeCorrection: async ({ ctx, params, body: { state }, principal }) => {
      const stored = state === 'active' ? 'auto' : state;
      const owner = clients.ownerOfNumber(principal, Number(params.id));
      const changed = await memory.setCorrection(owner, Number(params.id), stored);
      if (!changed) throw noCorrection();
      jobs.followChoices(owner);
      ok(ctx, presentCorrection(changed));
    },
    removeCorrection: async ({ ctx, params, principal }) => {
      const owner = clients.ownerOfNumber(principal, Number(params.id));
      if (!(await memory.removeCorrection(owner, Number(params.id)))) throw noCorrection();
      jobs.followChoices(owner);
      ctx.status = 204;
    },
    listTerms: async ({ ctx, query: { from, to, client_id }, principal }) => {
      const found = await memory.terms(learnerOf(principal, client_id), { from, to }, MAX_TERMS);
      ok(ctx, { terms: found.map(presentTerm) });
    },
    acceptTerm: async ({ ctx, params, body, principal }) => {
      const entry = await memory.acceptTerm(
        clients.ownerOfNumber(principal, Number(params.id)),
        Number(params.id),
        body.glossary_id,
      );
      if (!entry) throw noTerm();
      ok(ctx, entry);
    },
    refuseTerm: async ({ ctx, params, principal }) => {
      if (!(await memory.refuseTerm(clients.ownerOfNumber(principal, Number(params.id)), Number(params.id))))
        throw noTerm();
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
    importMemory: async ({ ctx, body: { from, to, name, memory_id, client_id }, file, principal, gone }) => {
      const owner = clients.ownerFor(principal, client_id);
      const direction = { from, to };
      if (name === undefined) {
        const into = { path: file.path, memoryId: memory_id ?? learningIn(clients.memoriesOf(owner)) };
        const counts = await memory.importTmx(owner, direction, into, gone());
        clients.note(owner, {
          event: 'imported',
          segments: counts.added + counts.updated,
          ...keyed(principal),
        });
        ok(ctx, counts);
        return;
      }
      const asked = { path: file.path, name, direction };
      const { memory: made, ...counts } = await memory.importMemory(owner, asked, gone());
      await clients.use(owner, { memory: made.id });
      clients.note(owner, { event: 'imported', segments: counts.added, ...keyed(principal) });
      ok(ctx, { ...counts, memory_id: made.id });
    },
    listMemories: async ({ ctx, query, principal }) => {
      const owner = clients.ownerFor(principal, query.client_id);
      ok(ctx, {
        memories: presentMemories(owner, await memory.wholeMemories(owner), clients.memoriesOf(owner)),
      });
    },
    createMemory: async ({ ctx, body, principal }) => {
      const owner = clients.ownerFor(principal, body.client_id);
      const made = await memory.memory(owner, await clients.addMemory(owner, body.name));
      ok(ctx, presentMemories(owner, [made], clients.memoriesOf(owner))[0], 201);
    },
    removeMemory: async ({ ctx, params, principal }) => {
      const owner = clients.ownerOfId(principal, params.id);
      if (clients.learnerOf(owner) === holderOf(owner, params.id))
        throw new ProblemError(
          'conflict',
          'The client’s confirmed translations go into this memory. Let another one learn first.',
        );
      await memory.removeMemory(owner, params.id);
      await clients.disuse(owner, params.id);
      ctx.status = 204;
    },
    clearMemory: async ({ ctx, query: { from, to, client_id }, principal }) => {
      await memory.remove(learnerOf(principal, client_id), { from, to });
      ctx.status = 204;
    },
  };
}

const MAX_TERMS = 100;
/** Holds nothing. */
const NO_MEMORY = 'none';

function keyed(principal: Principal): { key_id?: string } {
  const { keyId } = whose(principal);
  return keyId === undefined ? {} : { key_id: keyId };
}

/** The memory that learns; undefined where it is the account's own. */
function learningIn(used: readonly ClientMemory[]): string | undefined {
  return used.find(({ use }) => use === 'learn')?.id;
}

function filterOf({
  memory_id: memoryId,
  job_id: job,
  q: text,
  ...filter
}: Omit<Call<'listMemory'>['query'], 'limit' | 'cursor' | 'client_id'>): UnitFilter {
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
  { memory, clients, newUploadPath }: HttpServices,
  { ctx, query: { memory_id: memoryId, client_id, ...filter }, principal }: Call<'exportMemory'>,
): Promise<void> {
  const owner = clients.ownerFor(principal, client_id);
  const path = await newUploadPath();
  try {
    clients.note(owner, { event: 'exported', ...keyed(principal) });
    await memory.exportTmx(owner, { filter: { ...filter, memoryId }, path });
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
