import { defineStore } from 'pinia';
import { readTable } from '../api/tables.ts';
import type { TableResource } from '../api/tables.ts';
import { words } from '../i18n/words.ts';
import { useConnection } from './connection.ts';

/** Reads tables by the service: a malformed one of some size would stop the window. */
export const useTables = defineStore('tables', () => {
  const connection = useConnection();

  /** The rows of a file or of pasted text, or a sentence on why they cannot be read. */
  async function read(
    table: File | string,
    contents: 'texts' | 'terms',
  ): Promise<TableResource | { problem: string }> {
    try {
      return await readTable(table, contents);
    } catch (error) {
      connection.note(error);
      const sentence = words.sentence(error);
      return { problem: typeof table === 'string' ? sentence : `${table.name}: ${sentence}` };
    }
  }

  return { read };
});
