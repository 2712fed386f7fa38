import type { Direction, SegmentsQuery } from '../memory-port.ts';
import { now, parts, stepEnd } from './opened.ts';
import type { Common, One } from './opened.ts';

export const NAMED_TASKS = {
  memories: ({ database, account, isWhole = false }: Common & { isWhole?: boolean }) => {
    const { memories } = parts(database);
    return isWhole ? memories.listWhole(account) : memories.list(account);
  },
  memory: ({ database, account, id }: One) => parts(database).memories.get(account, id),
  createMemory: ({ database, account, id, name, from }: One & { name: string; from?: string }) =>
    parts(database).memories.create(account, { id, name, ...(from === undefined ? {} : { from }) }, now()),
  removeMemory: ({ database, account, id }: One) => parts(database).memories.remove(account, id),
  placeOfMemory: ({ database, account, id }: One) => parts(database).memories.place(account, id),
  keyOfMemory: ({ database, account, id, direction }: One & { direction: Direction }) =>
    parts(database).memories.keyFor(account, id, direction),
  memorySegments: ({ database, account, id, query }: One & { query: SegmentsQuery }) =>
    parts(database).memories.page(account, id, query, stepEnd()),
};
