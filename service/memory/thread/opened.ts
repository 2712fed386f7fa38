import { accountStorageFull } from '../../lib/account-storage.ts';
import type { StorageRoom } from '../../lib/account-storage.ts';
import { createCorrections } from '../corrections.ts';
import type { Corrections } from '../corrections.ts';
import { openDatabase } from '../database.ts';
import type { Db, Recovered } from '../database.ts';
import { createDoubts } from '../doubts.ts';
import type { Doubts } from '../doubts.ts';
import { createGlossaryTables } from '../glossary-tables.ts';
import type { GlossaryTables } from '../glossary-tables.ts';
import type { MemoryKey } from '../memory-key.ts';
import { createMemoryUnits } from '../memory-units.ts';
import type { MemoryUnits } from '../memory-units.ts';
import { createNamedMemories } from '../named-memories.ts';
import type { NamedMemories } from '../named-memories.ts';
import { createStudy } from '../study.ts';
import type { Study } from '../study.ts';
import type { Imports } from '../unit-imports.ts';

/** Milliseconds of a step of uneven work: of an import, or of a search in an unfinished index. */
const STEP_MS = 100;

interface Parts {
  readonly db: Db;
  readonly glossaries: GlossaryTables;
  readonly memory: MemoryUnits & Imports;
  readonly memories: NamedMemories;
  readonly corrections: Corrections;
  readonly study: Study;
  readonly doubts: Doubts;
}

/** Shared by all tasks: the file, and the account it belongs to. */
export interface Common {
  readonly database: string;
  readonly account: string;
}
export type Keyed = Common & { readonly key: MemoryKey };
export type One = Common & { readonly id: string };
/** The size of the account's jobs, and its limit. */
export interface InRoom {
  readonly room: StorageRoom;
}

let opened: Parts | undefined;
/** Recoveries to report to the host, with the next answer. */
let recovered: Recovered[] = [];

/** The tables of the file, which the first task opens. */
export function parts(path: string): Parts {
  if (opened) return opened;
  const db = openDatabase(path, (one) => recovered.push(one));
  const memory = createMemoryUnits(db);
  const corrections = createCorrections(db);
  const study = createStudy(db, corrections);
  opened = {
    ...{ db, memory, corrections, study },
    doubts: createDoubts(db, study),
    glossaries: createGlossaryTables(db),
    memories: createNamedMemories(db, memory),
  };
  return opened;
}

/** Closing merges the log into the file. Even an unopened file may have the log of a killed process. */
export function finish({ database }: Common): void {
  parts(database).db.close();
  opened = undefined;
}

export function closeDamaged(): void {
  try {
    opened?.db.close();
  } catch {
    // Unwritten changes are lost with the page.
  }
  opened = undefined;
}

export function takeRecovered(): Recovered[] {
  const told = recovered;
  recovered = [];
  return told;
}

/** When a step that begins now must end, in performance.now(). */
export function stepEnd(): number {
  return performance.now() + STEP_MS;
}

/** Bytes of the account's units and glossaries. */
export function bytesOf({ memory, glossaries }: Parts, account: string): number {
  return memory.bytes(account) + glossaries.bytes(account);
}

/** Throws if the account exceeds its room, within the transaction that would cause that. */
export function within(database: string, account: string, { stored, limit }: StorageRoom): () => void {
  return () => {
    const bytes = bytesOf(parts(database), account);
    if (stored + bytes > limit) throw accountStorageFull({ stored: stored + bytes, limit });
  };
}

export function now(): string {
  return new Date().toISOString();
}
