import { z } from 'zod';
import { ownerOf } from '../../../lib/owner.ts';
import { LIMITS, ProblemError } from '../../../contract/index.ts';
import type { MemorySegment, NamedMemory } from '../../../memory/memory-port.ts';
import { ok } from '../../handler.ts';
import type { ProtocolServices } from '../../protocol.ts';
import { validate } from '../../request/validate.ts';
import type { RouteCall } from '../../route.ts';
import { flag, given, wholeNumber } from '../shared/fields.ts';
import { findMemory } from './find-memory.ts';

const ANYTHING = z.looseObject({});
const params = z.object({ id: z.uuid({ error: 'Translation memory not found' }).toLowerCase() });
const BASE = '/v3/translation_memories';
const READ = { auth: 'translation_memories:read' } as const;
/** Narrow keys may read, not write. */
const WRITE = { auth: 'translate' } as const;

export const memoryRoutes = {
  listMemories: { method: 'get', path: BASE, ...READ, query: ANYTHING },
  showMemory: { method: 'get', path: `${BASE}/{id}`, ...READ, params },
  removeMemory: { method: 'delete', path: `${BASE}/{id}`, ...WRITE, params },
  memorySegments: { method: 'get', path: `${BASE}/{id}/segments`, ...READ, params, query: ANYTHING },
} as const;

type Routes = typeof memoryRoutes;

const pageFields = z.object({
  page: wholeNumber(0, 1_000_000).default(0),
  page_size: wholeNumber(1, 25).default(10),
});
const segmentFields = z.object({
  page_size: wholeNumber(1, 100).default(50),
  page_cursor: wholeNumber(0, 999_999_999).optional(),
  filter_text: z.string().min(2).max(LIMITS.memoryQuery).optional(),
  filter_case_sensitive: flag.default(false),
});

export function memoryHandlers(services: ProtocolServices) {
  const { memory } = services;
  return {
    listMemories: async ({ ctx, query, principal }: RouteCall<Routes['listMemories']>) => {
      const { page, page_size: size } = validate(pageFields, given(query));
      const all = (await memory.memories(ownerOf(principal))).filter(hasLanguage);
      ok(ctx, {
        translation_memories: all.slice(page * size, (page + 1) * size).map(present),
        total_count: all.length,
      });
    },
    showMemory: async ({ ctx, params: { id }, principal }: RouteCall<Routes['showMemory']>) =>
      ok(ctx, present(await findMemory(services, ownerOf(principal), id))),
    removeMemory: async ({ ctx, params: { id }, principal }: RouteCall<Routes['removeMemory']>) => {
      const { own } = await findMemory(services, ownerOf(principal), id);
      if (own)
        throw new ProblemError(
          'forbidden',
          'This memory holds the account’s own translations: another program cannot delete it.',
        );
      await memory.removeMemory(ownerOf(principal), id);
      ctx.status = 204;
    },
    memorySegments: async ({
      ctx,
      params: { id },
      query,
      principal,
    }: RouteCall<Routes['memorySegments']>) => {
      const fields = validate(segmentFields, given(query));
      const { units } = await findMemory(services, ownerOf(principal), id);
      const { segments, next } = await memory.memorySegments(ownerOf(principal), id, {
        limit: fields.page_size,
        after: fields.page_cursor ?? 0,
        text: fields.filter_text,
        isCaseSensitive: fields.filter_case_sensitive,
      });
      ok(ctx, {
        segments: segments.map(presentSegment),
        segment_count: units,
        ...(next === undefined ? {} : { next_page_cursor: String(next) }),
      });
    },
  };
}

/** DeepL has no memory without a source language. */
function hasLanguage({ from }: NamedMemory): boolean {
  return from !== undefined;
}

function present({ id, name, from = '', targets, units, created_at, updated_at }: NamedMemory) {
  return {
    translation_memory_id: id,
    name,
    source_language: from.toLowerCase(),
    target_languages: targets.map((tag) => tag.toLowerCase()),
    segment_count: units,
    creation_time: created_at,
    updated_time: updated_at,
  };
}

function presentSegment({ id, source, targets }: MemorySegment) {
  return {
    source_segment_id: String(id),
    source_text: source,
    targets: targets.map((one) => ({
      target_segment_id: String(one.id),
      target_language: one.to.toLowerCase(),
      target_text: one.target,
      updated_time: one.updated_at,
    })),
  };
}
