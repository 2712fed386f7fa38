import type { Principal } from '../../../accounts/accounts-port.ts';
import { ProblemError } from '../../../contract/index.ts';
import type { Dictionary, NamedGlossary } from '../../../memory/memory-port.ts';
import type { ProtocolServices } from '../../protocol.ts';
import type { Reading } from './dictionaries.ts';

export type GlossaryAccess = ReturnType<typeof createGlossaryAccess>;

interface GlossaryContent {
  readonly name: string;
  readonly dictionaries: readonly Dictionary[];
}

/** An account's glossaries; an unknown id is `not_found` in DeepL's words. */
export function createGlossaryAccess({ glossaries }: Pick<ProtocolServices, 'glossaries'>) {
  const exclusively = createExclusive();

  const all = async (account: string): Promise<NamedGlossary[]> => {
    const found: NamedGlossary[] = [];
    for (let cursor: string | undefined, isLast = false; !isLast;) {
      const page = await glossaries.list(account, { limit: 200, ...(cursor ? { cursor } : {}) });
      found.push(...page.glossaries);
      cursor = page.next;
      isLast = cursor === undefined;
    }
    return found;
  };

  const get = async (account: string, id: string): Promise<NamedGlossary> => {
    try {
      return await glossaries.get(account, id);
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'not_found')
        throw new ProblemError('not_found', 'Glossary not found');
      throw error;
    }
  };
  /** Glossaries with several directions exist only in v3. */
  const getSingle = async (account: string, id: string): Promise<NamedGlossary> => {
    const glossary = await get(account, id);
    if (glossary.dictionaries.length !== 1) throw new ProblemError('not_found', 'Glossary not found');
    return glossary;
  };

  const change = (
    account: string,
    id: string,
    to: (present: NamedGlossary) => GlossaryContent,
  ): Promise<NamedGlossary> =>
    exclusively(id, async () => glossaries.replace(account, id, to(await get(account, id))));

  const create = (account: string, content: GlossaryContent): Promise<NamedGlossary> =>
    glossaries.create(account, content);

  const remove = async (account: string, id: string): Promise<void> => {
    await get(account, id);
    await glossaries.remove(account, id);
  };

  const reading = (principal: Principal, gone: () => AbortSignal): Reading => ({
    glossaries,
    account: principal.accountId,
    signal: gone(),
  });

  return { all, get, getSingle, create, change, remove, reading };
}

/** Serialises changes of a glossary: each one builds upon the previous result. */
function createExclusive(): <T>(id: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (id, work) => {
    const mine = (last.get(id) ?? Promise.resolve()).then(work, work);
    const settled = mine
      .catch(() => undefined)
      .finally(() => {
        if (last.get(id) === settled) last.delete(id);
      });
    last.set(id, settled);
    return mine;
  };
}
