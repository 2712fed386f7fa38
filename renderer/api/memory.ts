import type {
  MemoryImported,
  MemoryMatches,
  MemoryOverview,
  MemoryUnitResource,
  MemoryUnitsPage,
  NamedMemories,
  RemovedUnits,
} from '../../service/contract/index.ts';
import type { Pair } from '../lib/pairs.ts';
import { clientIn, inClient } from './client-scope.ts';
import { ask, authorised } from './client.ts';
import { problemFrom, ServiceUnreachable, unanswered } from './errors.ts';
import { saveFrom } from './files.ts';
import type { Saved } from './files.ts';

const PATH = '/v1/memory';

export async function readMemory(): Promise<MemoryOverview> {
  return (await ask<MemoryOverview>(inClient(PATH))).data;
}

/** Those of a client, by default the chosen one. */
export async function listMemories(client?: string): Promise<NamedMemories['memories']> {
  const query = new URLSearchParams(clientIn(client)).toString();
  return (await ask<NamedMemories>(`/v1/memories${query === '' ? '' : `?${query}`}`)).data.memories;
}

/** Makes an empty memory, which the client's work reads last. */
export async function createMemory(name: string, client: string): Promise<void> {
  await ask('/v1/memories', { method: 'POST', body: { name, ...clientIn(client) } });
}

/** Which units of a direction are meant; empty: no condition. Dates as `2026-01-31`. */
export interface UnitFilter {
  readonly memory_id: string;
  readonly q: string;
  readonly only: '' | 'contradictions' | 'duplicates';
  readonly after: string;
  readonly before: string;
}

function conditions(filter: Partial<UnitFilter>): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
}

/** Units of a direction that pass a filter, newest first. */
export async function listUnits(
  { from, to }: Pair,
  filter: Partial<UnitFilter>,
  { limit, cursor }: { limit: number; cursor?: string },
  signal: AbortSignal,
): Promise<MemoryUnitsPage> {
  const parameters = new URLSearchParams({
    ...{ from, to },
    ...conditions(filter),
    limit: String(limit),
    ...(cursor ? { cursor } : {}),
  });
  return (await ask<MemoryUnitsPage>(inClient(`${PATH}/units?${parameters.toString()}`), { signal })).data;
}

/** Stored translations of a text and of similar ones, most similar first. */
export async function similarUnits(
  { from, to, client_id: client }: Pair & { client_id: string },
  text: string,
  signal: AbortSignal,
  /** The texts before and behind it, '' where there is none: matches of the same context come first. */
  context?: { readonly pre: string; readonly post: string },
): Promise<MemoryMatches['matches']> {
  const query = new URLSearchParams({ from, to, q: text, limit: '4', ...context, ...clientIn(client) });
  return (await ask<MemoryMatches>(`${PATH}/search?${query.toString()}`, { signal })).data.matches;
}

/** Deletes units by their ids, or all of a direction that pass a filter; `undo` restores them for ten minutes. */
export async function deleteUnits(
  which: { readonly ids: readonly string[] } | (Partial<UnitFilter> & Pair),
): Promise<RemovedUnits> {
  const body = 'ids' in which ? which : { from: which.from, to: which.to, ...conditions(which) };
  return (
    await ask<RemovedUnits>(`${PATH}/units/delete`, { method: 'POST', body: { ...body, ...clientIn() } })
  ).data;
}

export async function restoreUnits(undo: string): Promise<void> {
  await ask<unknown>(`${PATH}/undo`, { method: 'POST', body: { undo } });
}

/** Changes the coded texts of a unit. */
export async function changeUnit(
  id: string,
  texts: { readonly source: string; readonly target: string },
): Promise<MemoryUnitResource> {
  return (await ask<MemoryUnitResource>(`${PATH}/units/${id}`, { method: 'PATCH', body: texts })).data;
}

/** Removes all units of a direction. */
/** Of the client that it names: another may be chosen by now. */
export async function clearMemory({ from, to }: Pair, client: string): Promise<void> {
  const query = new URLSearchParams({ from, to, ...clientIn(client) });
  await ask<undefined>(`${PATH}?${query.toString()}`, { method: 'DELETE' });
}

/** Saves a direction as TMX; undefined if the dialog was cancelled. */
export async function exportMemory(
  { from, to }: Pair,
  { memory_id = '', after = '', before = '' }: Partial<UnitFilter>,
): Promise<Saved | undefined> {
  const query = new URLSearchParams({ from, to, ...conditions({ memory_id, after, before }) });
  return saveFrom(inClient(`${PATH}/export?${query.toString()}`), `memory.${from}-${to}.tmx`);
}

/** Sends a TMX file; `onProgress` gets the bytes sent so far, which `fetch` does not report. */
export function importMemory(
  file: File,
  { from, to }: Pair,
  signal: AbortSignal,
  onProgress: (sentBytes: number) => void,
): Promise<MemoryImported> {
  const { url, headers } = authorised(`${PATH}/import`);
  const form = new FormData();
  form.set('from', from);
  form.set('to', to);
  for (const [name, id] of Object.entries(clientIn())) form.set(name, id);
  form.set('file', file, file.name);
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.open('POST', url);
    request.responseType = 'json';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (event) => onProgress(event.loaded));
    request.addEventListener('load', () => {
      const body = request.response as unknown;
      if (request.status === 200) resolve((body as { data: MemoryImported }).data);
      else reject(problemFrom(body) ?? new ServiceUnreachable(request.status));
    });
    request.addEventListener('error', () => void unanswered(form).then(reject));
    request.addEventListener('abort', () => reject(new DOMException('Import cancelled', 'AbortError')));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
