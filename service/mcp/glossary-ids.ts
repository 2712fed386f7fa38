import { LIMITS, parseLanguage } from '../contract/index.ts';
import type { GlossaryResource } from '../contract/index.ts';
import { ServiceRefusalError } from '../client/cli-error.ts';
import type { Client } from '../client/client.ts';
import { ToolError } from './tool-error.ts';

interface GlossaryFields {
  glossary_id?: string;
  glossary?: { term: string; translation: string }[];
}

/** A request's fields for these glossaries; several are merged, and a term's first entry wins. */
export async function glossaryFields(
  service: Client,
  ids: readonly string[] | undefined,
  from: string,
  to: string,
): Promise<GlossaryFields> {
  const each = [...new Set(ids)];
  if (each.length === 0) return {};
  const [only] = each;
  if (each.length === 1) return { glossary_id: only! };
  const merged = new Map<string, { term: string; translation: string }>();
  for (const id of each) {
    const { name, dictionaries } = await findGlossary(service, id);
    const entries = dictionaries.find((one) => isSame(one.from, from) && isSame(one.to, to))?.entries;
    if (!entries)
      throw new ToolError(`The glossary "${name}" has no terms from ${from} to ${to}. Leave it out.`);
    for (const entry of entries) if (!merged.has(entry.term)) merged.set(entry.term, entry);
  }
  if (merged.size > LIMITS.glossaryEntries) {
    throw new ToolError(
      `The glossaries have ${merged.size} terms together; ${LIMITS.glossaryEntries} can be merged. Name only one.`,
    );
  }
  return { glossary: [...merged.values()] };
}

async function findGlossary(service: Client, id: string): Promise<GlossaryResource> {
  try {
    return await service.json<GlossaryResource>(`/v1/glossaries/${encodeURIComponent(id)}`);
  } catch (error) {
    if (!(error instanceof ServiceRefusalError) || error.code !== 'not_found') throw error;
    throw new ToolError(
      `There is no glossary ${id}. add_glossary_term makes one and answers its glossary_id.`,
    );
  }
}

/** Treats names, codes and regions of a language as equal. */
function isSame(known: string, asked: string): boolean {
  const [a, b] = [known, asked].map((tag) => (parseLanguage(tag) ?? tag).toLowerCase());
  return a === b || a!.split('-')[0] === b!.split('-')[0];
}
