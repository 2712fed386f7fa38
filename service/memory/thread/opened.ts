import { accountStorageFull } from '../../lib/account-storage.ts';
import type { StorageRoom } from '../../lib/account-storage.ts';
import { idsAfter } from '../../lib/owner.ts';
import { createUnitChecks } from '../checks.ts';
import type { UnitChecks } from '../checks.ts';
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
import { createOffers } from '../offers.ts';
import type { Offers } from '../offers.ts';
import { createStudy } from '../study.ts';
import type { Study } from '../study.ts';
import type { Imports, Parts as UnitParts } from '../unit-imports.ts';
import { createUnitRemoval } from '../unit-removal.ts';
import type { UnitRemoval } from '../unit-removal.ts';

/** Milliseconds of a step of uneven work: of an import, or of a search in an unfinished index. */
const STEP_MS = 100;

interface Parts {
  readonly db: Db;
  readonly glossaries: GlossaryTables;
  readonly memory: MemoryUnits & Imports & { readonly parts: UnitParts };
  readonly removal: UnitRemoval;
  readonly memories: NamedMemories;
  readonly corrections: Corrections;
  readonly study: Study;
  readonly doubts: Doubts;
  readonly offers: Offers;
  readonly checks: UnitChecks;
}

/** Shared by all tasks: the file, and its owner (lib/owner.ts). */
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

/** By path, the least recently used first. */
const opened = new Map<string, Parts>();
/** Each has up to 16 MB of pages in memory. */
const MAX_OPEN = 12;
/** Recoveries to report to the host, with the next answer. */
let recovered: Recovered[] = [];

/** The tables of a file that is open. */
export function parts(path: string): Parts {
  return opened.get(path)!;
}

export function open({ database, account }: Common): void {
  const known = opened.get(database) ?? openParts(database, account);
  opened.delete(database);
  opened.set(database, known);
  for (const path of opened.keys()) if (opened.size > MAX_OPEN) close(path);
}

function openParts(path: string, owner: string): Parts {
  const db = openDatabase(path, (one) => recovered.push(one), idsAfter(owner));
  const memory = createMemoryUnits(db);
  const corrections = createCorrections(db);
  const study = createStudy(db, corrections);
  const memories = createNamedMemories(db, memory);
  return {
    ...{ db, memory, corrections, study },
    removal: createUnitRemoval(memory.parts),
    doubts: createDoubts(db, study),
    offers: createOffers(db, { memory, memories, corrections, study }),
    checks: createUnitChecks(db),
    glossaries: createGlossaryTables(db),
    memories,
  };
}

/** Closing merges the log into the file. */
function close(path: string): void {
  const { db, removal } = parts(path);
  opened.delete(path);
  removal.close();
  db.close();
}

/** Even a file that no task has opened may have the log of a killed process. */
export function finish(): void {
  for (const path of opened.keys()) close(path);
}

export function closeDamaged({ database }: Common): void {
  try {
    opened.get(database)?.removal.close();
    opened.get(database)?.db.close();
  } catch {
    // Unwritten changes are lost with the page.
  }
  opened.delete(database);
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
