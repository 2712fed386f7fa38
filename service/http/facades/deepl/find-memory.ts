import { ProblemError } from '../../../contract/index.ts';
import type { NamedMemory } from '../../../memory/memory-port.ts';
import type { ProtocolServices } from '../../protocol.ts';

/** A memory of the account, or `not_found` in DeepL's words. */
export async function findMemory(
  { memory }: Pick<ProtocolServices, 'memory'>,
  account: string,
  id: string,
): Promise<NamedMemory> {
  try {
    return await memory.memory(account, id);
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not_found')
      throw new ProblemError('not_found', 'Translation memory not found');
    throw error;
  }
}
