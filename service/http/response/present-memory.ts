import type { ClientMemory } from '../../clients/clients-port.ts';
import type { NamedMemoryResource } from '../../contract/index.ts';
import { clientOf, holderOf } from '../../lib/owner.ts';
import type { NamedMemory } from '../../memory/memory-port.ts';

/** An owner's memories: those that its work uses first, in their order. */
export function presentMemories(
  owner: string,
  memories: readonly NamedMemory[],
  used: readonly ClientMemory[],
): NamedMemoryResource[] {
  const place = (id: string): number => {
    const at = used.findIndex((one) => one.id === id);
    return at < 0 ? used.length : at;
  };
  return memories
    .toSorted((a, b) => place(a.id) - place(b.id))
    .map(({ id, name, from, targets, units, own, created_at, updated_at }) => {
      const use = used[place(id)]?.use;
      return {
        ...{ id, name, client_id: clientOf(owner) },
        ...(use === undefined ? {} : { use }),
        ...(from === undefined ? {} : { from }),
        ...{ targets: [...targets], units, created_at, updated_at },
        own: use === 'learn' || (own && holderOf(owner, id) === owner),
      };
    });
}
