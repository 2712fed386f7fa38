import type { AlignmentView, AlignmentLevel, AlignmentState, LearnedPairs } from '../../contract/index.ts';
import type { ChangedPair, PairsPage } from '../../worker/alignment-port.ts';
import type { PairsHead } from '../../records/alignment-record.ts';
import type { IdempotencyMark } from '../../records/job-record.ts';

/** A file of a request: a complete temporary one, which the alignments move away. */
export interface AlignmentFile {
  readonly path: string;
  readonly bytes: number;
  readonly fileName: string | undefined;
  readonly mediaType: string | undefined;
}

export interface NewAlignments {
  readonly accountId: string;
  readonly clientId?: string | undefined;
  /** Canonical tags that differ. */
  readonly from: string;
  readonly to: string;
  readonly level: AlignmentLevel;
  readonly sources: readonly AlignmentFile[];
  readonly targets: readonly AlignmentFile[];
  readonly idempotency?: IdempotencyMark;
  readonly signal?: AbortSignal;
}

export interface CreatedAlignments {
  readonly alignments: readonly {
    readonly id: string;
    readonly source_name: string;
    readonly target_name: string;
  }[];
  /** Names of files without a partner. */
  readonly unmatched: readonly string[];
}

/**
 * Alignments of documents with their translations. Owners are those of lib/owner.ts; each method rejects with `not_found`
 * for what another one owns. All rejections meant for the client are ProblemErrors.
 */
export interface Alignments {
  /** Resolves once all are on disk. Refuses a request of which any pair of files cannot be read. */
  create(request: NewAlignments): Promise<CreatedAlignments>;
  get(owner: string, id: string): AlignmentView;
  /** Newest first. `cursor`: the id of the last one on the page before. */
  list(
    owner: string,
    query: { clientId?: string | undefined; limit: number; cursor?: string | undefined },
  ): { alignments: AlignmentView[]; nextCursor?: string };
  cancel(owner: string, id: string): Promise<AlignmentView>;
  remove(owner: string, id: string): Promise<void>;
  /** Removes all of a client. Resolves with their number. */
  removeOf(clientId: string): Promise<number>;
  pairs(
    owner: string,
    id: string,
    page: { state?: AlignmentState | undefined; start: number; limit: number },
  ): Promise<PairsPage>;
  /** All or none. `isPresent`: whether the client has seen this revision; if not, `conflict`. */
  change(
    owner: string,
    id: string,
    pairs: readonly ChangedPair[],
    isPresent?: (revision: string) => boolean,
  ): Promise<{ json: Uint8Array; head: PairsHead }>;
  /** Puts the accepted pairs into a memory: all or none. */
  learn(owner: string, id: string, memoryId: string | undefined, signal?: AbortSignal): Promise<LearnedPairs>;
  /** Called with the account on each change, until the returned function is called. */
  subscribe(listener: (accountId: string, alignment: AlignmentView) => void): () => void;
}
