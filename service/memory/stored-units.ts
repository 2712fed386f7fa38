import type { UnitOrigin } from './memory-port.ts';
import type { UnitContext } from './unit-context.ts';

export interface MemoryUnit {
  readonly source: string;
  readonly target: string;
  /** Unknown if absent. */
  readonly context?: UnitContext | undefined;
  /** RFC 3339 UTC, and a name; as files give them. */
  readonly created_at?: string | undefined;
  readonly created_by?: string | undefined;
  readonly updated_at?: string | undefined;
}

export interface Began {
  /** Coded text: the engine's own answer. */
  readonly text: string;
  readonly engine: string;
  /** Index of the segment in its job. */
  readonly segment: number;
}

/** The confirmed translations of a source in a job: the units that the job has taught become exactly these. */
export interface SourceLesson {
  readonly source: string;
  readonly targets: readonly {
    readonly target: string;
    readonly context: UnitContext;
    /** What it began as; without it, it teaches no corrections. */
    readonly began?: Began | undefined;
  }[];
  /** What the job had taken from the memory, and gives back. */
  readonly before?: string | undefined;
}

/** Who stores units, and when. */
export interface StoredBy {
  /** RFC 3339 UTC. */
  readonly at: string;
  readonly by?: string | undefined;
}
export interface TaughtBy extends StoredBy {
  readonly job: string;
  /** Does not touch units stored after `at`. */
  readonly keepNewer?: boolean;
}
export interface PutBy extends StoredBy {
  readonly origin: UnitOrigin;
  /** A running import: the dates that it changes are backed up until it ends. */
  readonly isImport?: boolean;
}

export interface StoredCounts {
  added: number;
  updated: number;
  skipped: number;
  /** Those of the added ones whose source has another target too. */
  contradicted: number;
}

/** Whose units an import stores. */
export interface ImportedBy {
  readonly origin: Exclude<UnitOrigin, 'confirmed'>;
  readonly by?: string | undefined;
}
