import type { GlossaryResource } from '../../contract/index.ts';
import type { NamedGlossary } from '../../memory/memory-port.ts';

export function presentGlossary(glossary: NamedGlossary): GlossaryResource {
  const { id, name, dictionaries, created_at, updated_at } = glossary;
  return {
    id,
    name,
    dictionaries: dictionaries.map(({ from, to, entry_count, entries }) => ({
      from,
      to,
      entry_count,
      ...(entries ? { entries: [...entries] } : {}),
    })),
    created_at,
    updated_at,
  };
}
