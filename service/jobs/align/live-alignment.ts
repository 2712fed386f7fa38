import { join } from 'node:path';
import type { LearnedPairs } from '../../contract/index.ts';
import { writeAtomically } from '../../lib/atomic-file.ts';
import { GENERAL, ownerOf } from '../../lib/owner.ts';
import type { Log } from '../../log.ts';
import type { StoredBytes } from '../admit/stored-bytes.ts';
import type { Kept, RetentionParts } from '../end/retention.ts';
import type { AlignmentRecord, PairsHead } from '../../records/alignment-record.ts';
import type { AlignmentPort } from '../../worker/alignment-port.ts';
import type { TranslationPort } from '../../worker/translation-port.ts';

/** Languages of a text, best first. */
export type Detect = (
  text: string,
  account: string,
  signal?: AbortSignal,
) => Promise<readonly { readonly code: string; readonly confidence: number }[]>;

export interface AlignmentsParts {
  /** A folder for each alignment is in it. */
  readonly folder: string;
  readonly work: AlignmentPort;
  readonly translation: Pick<TranslationPort, 'extract' | 'route' | 'engines'>;
  readonly detect: Detect;
  /** Whether the client of an owner exists. */
  readonly exists: (owner: string) => boolean;
  /** The owner's terms of a direction, which help to align. */
  readonly terms: (owner: string, direction: { from: string; to: string }) => Promise<[string, string][]>;
  /** Puts the units of a file (memory/unit-lines.ts) into a memory: all or none. */
  readonly learn: (
    owner: string,
    direction: { from: string; to: string },
    path: string,
    options: { memoryId?: string | undefined; signal?: AbortSignal | undefined },
  ) => Promise<LearnedPairs>;
  /** The disk space of the account, which alignments share with its jobs. */
  readonly storage: Pick<StoredBytes, 'reserve' | 'note' | 'release'>;
  /** Running ones an account may have; 0 is unlimited. */
  readonly maxRunning: () => number;
  /** Days for which an ended one is kept after its last change; 0 keeps it. */
  readonly keptDays: () => number;
  readonly daysOf: RetentionParts<Kept>['daysOf'];
  readonly log?: Log | undefined;
  /** Milliseconds since 1970. */
  readonly clock?: (() => number) | undefined;
}

/** An alignment in memory: its record, and what only holds while it runs or once it is done. */
export interface LiveAlignment {
  record: AlignmentRecord;
  stage?: 'translating' | 'aligning';
  completed?: number;
  head?: PairsHead;
}

export function clientIdOf(record: AlignmentRecord): string {
  return record.client_id ?? GENERAL;
}

export function ownerOfRecord({ account_id, client_id }: AlignmentRecord): string {
  return ownerOf({ accountId: account_id, clientId: client_id });
}

export async function writeRecord(folder: string, record: AlignmentRecord): Promise<void> {
  await writeAtomically(join(folder, 'alignment.json'), JSON.stringify(record));
}
