import type { GlossaryResource, ImportedGlossary } from '../../service/contract/index.ts';
import type { GlossaryFormat } from '../lib/glossary-formats.ts';
import { clientIn } from './client-scope.ts';
import { ask } from './client.ts';
import { saveFrom } from './files.ts';
import type { Saved } from './files.ts';
import type { GlossaryEntry } from './wire.ts';

export interface Dictionary {
  from: string;
  to: string;
  entries: GlossaryEntry[];
}

export interface GlossaryContent {
  name: string;
  dictionaries: Dictionary[];
}

const PATH = '/v1/glossaries';

/** All glossaries of a client, by default the chosen one, without their entries; oldest first. */
export async function listGlossaries(client?: string): Promise<GlossaryResource[]> {
  const found: GlossaryResource[] = [];
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({
      limit: '200',
      ...clientIn(client),
      ...(cursor === undefined ? {} : { cursor }),
    });
    const { data } = await ask<{ glossaries: GlossaryResource[]; next_cursor?: string }>(
      `${PATH}?${query.toString()}`,
    );
    found.push(...data.glossaries);
    cursor = data.next_cursor;
  } while (cursor !== undefined);
  return found;
}

/** A glossary with its entries. */
export async function readGlossary(id: string): Promise<GlossaryContent> {
  const { name, dictionaries } = (await ask<GlossaryResource>(`${PATH}/${id}`)).data;
  return { name, dictionaries: dictionaries.map(({ from, to, entries = [] }) => ({ from, to, entries })) };
}

export async function createGlossary(content: GlossaryContent): Promise<GlossaryResource> {
  return (await ask<GlossaryResource>(PATH, { method: 'POST', body: { ...content, ...clientIn() } })).data;
}

/**
 * Changes the stored glossary as it is now, since other windows and programs change it too. Returns the
 * stored one.
 */
export async function changeGlossary(
  id: string,
  to: (content: GlossaryContent) => GlossaryContent,
): Promise<GlossaryContent> {
  const changed = to(await readGlossary(id));
  await replaceGlossary(id, changed);
  return changed;
}

/** Replaces the name and all dictionaries. */
export async function replaceGlossary(id: string, content: GlossaryContent): Promise<GlossaryResource> {
  return (await ask<GlossaryResource>(`${PATH}/${id}`, { method: 'PUT', body: content })).data;
}

export async function deleteGlossary(id: string): Promise<void> {
  await ask<undefined>(`${PATH}/${id}`, { method: 'DELETE', keepalive: true });
}

/** Adds a CSV, TMX or TBX file to a glossary, or creates one from it; returns the glossary. */
export async function importGlossary(
  file: File,
  into: { from: string; to: string; name?: string; id?: string },
): Promise<ImportedGlossary> {
  const form = new FormData();
  form.set('from', into.from);
  form.set('to', into.to);
  if (into.name !== undefined) form.set('name', into.name);
  if (into.id !== undefined) form.set('glossary_id', into.id);
  for (const [name, id] of Object.entries(clientIn())) form.set(name, id);
  form.set('file', file, file.name);
  return (await ask<ImportedGlossary>(`${PATH}/import`, { method: 'POST', form })).data;
}

/** Saves a dictionary as a file; undefined if the dialog was cancelled. */
export async function exportGlossary(
  glossary: { id: string; name: string; from: string; to: string },
  format: GlossaryFormat,
): Promise<Saved | undefined> {
  const { id, name, from, to } = glossary;
  const ending = format === 'tbx2' ? 'tbx' : format;
  const version = format === 'tbx2' ? { version: '2' } : {};
  const query = new URLSearchParams({ format: ending, ...version, from, to });
  return saveFrom(`${PATH}/${id}/export?${query.toString()}`, `${name}.${from}-${to}.${ending}`);
}
