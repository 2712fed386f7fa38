import type {
  MemoryImported,
  MemoryMatches,
  MemoryOverview,
  MemoryUnitsPage,
} from '../../service/contract/index.ts';
import type { Pair } from '../lib/pairs.ts';
import { ask, authorised } from './client.ts';
import { problemFrom, ServiceUnreachable, unanswered } from './errors.ts';
import { saveFrom } from './files.ts';
import type { Saved } from './files.ts';

const PATH = '/v1/memory';

export async function readMemory(): Promise<MemoryOverview> {
  return (await ask<MemoryOverview>(PATH)).data;
}

/** Units of a direction with `q` in source or target, newest first. */
export async function listUnits(
  { from, to }: Pair,
  query: { q: string; limit: number; cursor?: string },
  signal: AbortSignal,
): Promise<MemoryUnitsPage> {
  const { q, limit, cursor } = query;
  const parameters = new URLSearchParams({
    from,
    to,
    q,
    limit: String(limit),
    ...(cursor ? { cursor } : {}),
  });
  return (await ask<MemoryUnitsPage>(`${PATH}/units?${parameters.toString()}`, { signal })).data;
}

/** Stored translations of a text and of similar ones, most similar first. */
export async function similarUnits(
  { from, to }: Pair,
  text: string,
  signal: AbortSignal,
  /** The texts before and behind it, '' where there is none: matches of the same context come first. */
  context?: { readonly pre: string; readonly post: string },
): Promise<MemoryMatches['matches']> {
  const query = new URLSearchParams({ from, to, q: text, limit: '4', ...context });
  return (await ask<MemoryMatches>(`${PATH}/search?${query.toString()}`, { signal })).data.matches;
}

export async function deleteUnit(id: string): Promise<void> {
  await ask<undefined>(`${PATH}/units/${id}`, { method: 'DELETE', keepalive: true });
}

/** Removes all units of a direction. */
export async function clearMemory({ from, to }: Pair): Promise<void> {
  await ask<undefined>(`${PATH}?${new URLSearchParams({ from, to }).toString()}`, { method: 'DELETE' });
}

/** Saves a direction as TMX; undefined if the dialog was cancelled. */
export async function exportMemory({ from, to }: Pair): Promise<Saved | undefined> {
  const query = new URLSearchParams({ from, to });
  return saveFrom(`${PATH}/export?${query.toString()}`, `memory.${from}-${to}.tmx`);
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
