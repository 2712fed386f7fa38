import { fieldProblem, LIMITS, ProblemError } from '../contract/index.ts';
import type { StorageRoom } from '../lib/account-storage.ts';
import type { ImportReader } from './import-reader.ts';
import type { MemoryClient } from './memory-client.ts';
import type { DictionaryInfo, Direction, Glossaries } from './memory-port.ts';

interface Parts {
  readonly client: MemoryClient;
  readonly reader: ImportReader;
  readonly roomOf: (account: string) => Promise<StorageRoom>;
}

export function glossaryCalls({ client: { run }, reader, roomOf }: Parts): Glossaries {
  return {
    async list(account, { limit, cursor }) {
      const { glossaries, next } = await run('list', account, { limit, after: Number(cursor ?? 0) });
      return { glossaries, ...(next === undefined ? {} : { next: String(next) }) };
    },
    info: (account, id) => run('get', account, { id }),
    entriesOf: (account, id, direction) => run('writtenEntriesOf', account, { id, direction }),
    async get(account, id) {
      const glossary = await run('get', account, { id });
      const dictionaries: DictionaryInfo[] = [];
      // One at a time: others get their turn in between.
      for (const one of glossary.dictionaries) {
        const { from, to } = one;
        const entries = await run('entriesOf', account, { id, direction: { from, to } });
        dictionaries.push({ ...one, entry_count: entries.length, entries });
      }
      return { ...glossary, dictionaries };
    },
    create: async (account, content) => run('create', account, { content, room: await roomOf(account) }),
    replace: async (account, id, content) =>
      run('replace', account, { id, content, room: await roomOf(account) }),
    remove: (account, id) => run('remove', account, { id }),
    entriesFor: (account, id, direction) => run('entriesFor', account, { id, direction }),
    async readEntries(account, asked, signal) {
      try {
        return await reader.readEntries(account, { asked }, signal);
      } catch (error) {
        // The message is about files; there is no file here.
        const isOfFile = error instanceof ProblemError && error.errors[0]?.field === 'file';
        throw isOfFile ? unreadable(asked[0]!.field) : error;
      }
    },
    async importFile(account, { path, direction, name = 'Imported', glossaryId }, signal) {
      // Check the glossary first: for an unknown one the file need not be read.
      if (glossaryId !== undefined) await run('get', account, { id: glossaryId });
      const file = await reader.readGlossary(account, { path, direction }, signal);
      return run('importEntries', account, {
        file,
        direction,
        name: Array.from(name).slice(0, LIMITS.glossaryName).join(''),
        ...(glossaryId === undefined ? {} : { glossaryId }),
        room: await roomOf(account),
      });
    },
    async exportFile(account, id, { from, to, ...format }) {
      const { name, dictionaries } = await run('get', account, { id });
      const [only] = dictionaries.length === 1 ? dictionaries : [];
      const direction = { from: from ?? only?.from ?? '', to: to ?? only?.to ?? '' };
      const found = dictionaries.find((one) => one.from === direction.from && one.to === direction.to);
      if (!found) throw noDictionary(dictionaries);
      const { text } = await run('exportFile', account, { id, format, direction });
      return { text, name, ...direction };
    },
  };
}

function unreadable(field: string): ProblemError {
  return fieldProblem(
    field,
    'bad_glossary',
    'These entries cannot be read: they have too many cells in a row, or take too long. Send a term and its translation a row.',
  );
}

function noDictionary(dictionaries: readonly Direction[]): Error {
  const known = dictionaries.map(({ from, to }) => `${from} to ${to}`).join(', ');
  return fieldProblem(
    'from',
    'unsupported_pair',
    `Say by from and to which dictionary is wanted. The glossary has: ${known === '' ? 'none' : known}.`,
    { reason: 'no_dictionary' },
  );
}
