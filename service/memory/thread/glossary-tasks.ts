import { changesOf, writeGlossaryFile } from '../glossary-files.ts';
import type { GlossaryFile } from '../glossary-files.ts';
import { writtenEntries } from '../../text/glossary.ts';
import type { Direction, GlossaryContent, GlossaryFormat } from '../memory-port.ts';
import { now, parts, within } from './opened.ts';
import type { Common, InRoom, One } from './opened.ts';

export const GLOSSARY_TASKS = {
  list: ({ database, account, limit, after }: Common & { limit: number; after: number }) =>
    parts(database).glossaries.list(account, limit, after),
  get: ({ database, account, id }: One) => parts(database).glossaries.get(account, id),
  entriesOf: ({ database, account, id, direction }: One & { direction: Direction }) =>
    parts(database).glossaries.entriesOf(account, id, direction),
  writtenEntriesOf: ({ database, account, id, direction }: One & { direction: Direction }) =>
    writtenEntries(parts(database).glossaries.entriesOf(account, id, direction)),
  create: ({ database, account, content, room }: Common & InRoom & { content: GlossaryContent }) =>
    parts(database).glossaries.create(account, content, now(), within(database, account, room)),
  replace: ({ database, account, id, content, room }: One & InRoom & { content: GlossaryContent }) =>
    parts(database).glossaries.replace(account, id, content, now(), within(database, account, room)),
  remove: ({ database, account, id }: One) => parts(database).glossaries.remove(account, id),
  entriesFor: ({ database, account, id, direction }: One & { direction: Direction }) =>
    parts(database).glossaries.entriesFor(account, id, direction),
  importEntries: ({
    database,
    account,
    file,
    direction,
    name,
    glossaryId,
    room,
  }: Common & InRoom & { file: GlossaryFile; direction: Direction; name: string; glossaryId?: string }) => {
    const { glossaries } = parts(database);
    const known = glossaryId === undefined ? [] : glossaries.entriesOf(account, glossaryId, direction);
    const dictionary = { ...direction, entries: file.entries };
    const imported = changesOf(file, known);
    const check = within(database, account, room);
    const glossary =
      glossaryId === undefined
        ? glossaries.create(account, { name, dictionaries: [dictionary] }, now(), check)
        : glossaries.merge(account, glossaryId, dictionary, now(), check);
    return { glossary, imported };
  },
  exportFile: ({
    database,
    account,
    id,
    format,
    direction,
  }: One & { format: GlossaryFormat; direction: Direction }) => ({
    text: writeGlossaryFile(format, direction, parts(database).glossaries.entriesFor(account, id, direction)),
  }),
};
