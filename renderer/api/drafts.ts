import { inParts, isHead, partName } from '../lib/draft-parts.ts';
import type { Head } from '../lib/draft-parts.ts';
import type { Written } from '../lib/keeper.ts';
import { ask } from './client.ts';
import { ServiceProblem } from './errors.ts';

/** The window's own among the account's drafts. */
const pathOf = (name: string): string => `/v1/drafts/window.${name}`;

/** The heads of texts that stand in parts, as they were read or written last. */
const heads = new Map<string, Head>();

/** What is kept under a name. A draft that is missing, damaged, or not of a window's making is as good as none. */
export async function readKept(name: string): Promise<Written | undefined> {
  const draft = await readDraft(name);
  if (isWritten(draft)) return draft;
  if (!isHead(draft)) return undefined;
  heads.set(name, draft);
  const { at, set } = draft;
  const parts = await Promise.all(
    Array.from({ length: draft.parts }, (_, index) => readDraft(partName(name, set, index))),
  );
  const isWhole = parts.every((part) => isWritten(part) && part.at === at);
  return isWhole ? { at, text: (parts as Written[]).map(({ text }) => text).join('') } : undefined;
}

/**
 * Resolves when the text is on disk: all of it, or what was there before stays. `keepalive` lets the request outlive the window, up to
 * some 60 kB.
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

async function readDraft(name: string): Promise<unknown> {
  try {
    return (await ask<unknown>(pathOf(name))).data;
  } catch (error) {
    if (error instanceof ServiceProblem && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function writeDraft(name: string, value: unknown, keepalive: boolean): Promise<void> {
  await ask<undefined>(pathOf(name), { method: 'PUT', body: value, keepalive });
}

function isWritten(value: unknown): value is Written {
  const { at, text } = (value ?? {}) as Partial<Written>;
  return typeof at === 'number' && typeof text === 'string';
}
