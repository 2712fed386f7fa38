import type { Principal } from '../../../accounts/accounts-port.ts';
import { ownerOf } from '../../../lib/owner.ts';
import { ProblemError } from '../../../contract/index.ts';
import type { Dictionary, Direction, NamedGlossary } from '../../../memory/memory-port.ts';
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

  const ofDeepl = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'not_found')
        throw new ProblemError('not_found', 'Glossary not found');
      throw error;
    }
  };
  const info = (account: string, id: string) => ofDeepl(() => glossaries.info(account, id));
  const get = (account: string, id: string) => ofDeepl(() => glossaries.get(account, id));
  const entriesOf = (account: string, id: string, direction: Direction) =>
    ofDeepl(() => glossaries.entriesOf(account, id, direction));
  /** Those with several directions are only in v3. */
  const infoOfSingle = async (account: string, id: string): Promise<NamedGlossary> => {
    const glossary = await info(account, id);
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
    await info(account, id);
    await glossaries.remove(account, id);
  };

  const reading = (principal: Principal, gone: () => AbortSignal): Reading => ({
    glossaries,
    account: ownerOf(principal),
    signal: gone(),
  });

  return { all, info, infoOfSingle, entriesOf, create, change, remove, reading };
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
