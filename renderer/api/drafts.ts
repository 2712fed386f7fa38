import { inParts, isHead, partName } from '../lib/draft-parts.ts';
import type { Head } from '../lib/draft-parts.ts';
import type { Written } from '../lib/keeper.ts';
import { clientIn } from './client-scope.ts';
import { ask } from './client.ts';

/** Prefix of the window's drafts among the account's. */
const PREFIX = 'window.';
/** A client's draft has its id before its name. */
function partsOf(key: string): { client: string; name: string } {
  const [client, name] = key.split('/') as [string, string?];
  return name === undefined ? { client: 'general', name: client } : { client, name };
}
function pathOf(key: string): string {
  const { client, name } = partsOf(key);
  const query = new URLSearchParams(clientIn(client)).toString();
  return `/v1/drafts/${PREFIX}${name}${query === '' ? '' : `?${query}`}`;
}

/** The heads of texts kept in parts, as last read or written. */
const heads = new Map<string, Head>();

/**
 * The texts kept under these names, all of one client, in one request. A draft that is damaged or not a window's counts as
 * missing.
 * @param onDamaged called with its name
 */
export async function readKept(
  names: readonly string[],
  onDamaged: (name: string) => void,
): Promise<Map<string, Written>> {
  const kept = new Map<string, Written>();
  for (const [name, draft] of await readDrafts(names)) {
    const written = isHead(draft) ? await readParts(name, draft) : draft;
    if (isWritten(written)) kept.set(name, written);
    else onDamaged(name);
  }
  return kept;
}

async function readParts(name: string, head: Head): Promise<Written | undefined> {
  heads.set(name, head);
  const { at, set } = head;
  const names = Array.from({ length: head.parts }, (_, index) => partName(name, set, index));
  const read = await readDrafts(names);
  const parts = names.map((part) => read.get(part));
  const isWhole = parts.every((part) => isWritten(part) && part.at === at);
  return isWhole ? { at, text: (parts as Written[]).map(({ text }) => text).join('') } : undefined;
}

/**
 * Resolves when the whole text is on disk; on failure the previous text is kept. `keepalive` lets the request
 * outlive the window, up to some 60 kB.
 */
export async function writeKept(name: string, { at, text }: Written, keepalive: boolean): Promise<void> {
  const parts = inParts(text);
  const before = heads.get(name);
  if (parts.length === 1) {
    await writeDraft(name, { at, text }, keepalive);
    heads.delete(name);
  } else {
    const head: Head = { at, parts: parts.length, set: before?.set === 'a' ? 'b' : 'a' };
    for (const [index, part] of parts.entries())
      await writeDraft(partName(name, head.set, index), { at, text: part }, keepalive);
    await writeDraft(name, head, keepalive);
    heads.set(name, head);
  }
  for (let index = 0; index < (before?.parts ?? 0); index += 1)
    await ask<undefined>(pathOf(partName(name, before!.set, index)), { method: 'DELETE' });
}

async function readDrafts(names: readonly string[]): Promise<Map<string, unknown>> {
  const { client } = partsOf(names[0] ?? '');
  const asked = new Map(names.map((key) => [PREFIX + partsOf(key).name, key]));
  const query = new URLSearchParams({ names: [...asked.keys()].join(','), ...clientIn(client) });
  const { data } = await ask<Record<string, unknown>>(`/v1/drafts?${query.toString()}`);
  return new Map(Object.entries(data).map(([name, draft]) => [asked.get(name)!, draft]));
}

async function writeDraft(name: string, value: unknown, keepalive: boolean): Promise<void> {
  await ask<undefined>(pathOf(name), { method: 'PUT', body: value, keepalive });
}

function isWritten(value: unknown): value is Written {
  const { at, text } = (value ?? {}) as Partial<Written>;
  return typeof at === 'number' && typeof text === 'string';
}
