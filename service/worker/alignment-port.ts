import type { AlignmentState, EnginePair } from '../contract/index.ts';
import type { AlignmentCounts, PairsHead } from '../records/alignment-record.ts';

/**
 * The work on alignments as the host sees it. As with a DocumentPort, data crosses as paths of files in the
 * alignment's folder.
 */
export interface AlignmentPort {
  /** Turns the segments of both documents into the texts to align. Stopped by `release(id)`. */
  split(task: SplitTask): Promise<SplitTexts>;
  /** Translates texts of the source, and answers the lines to append to `translationsPath`. */
  translate(task: TranslateSourceTask): Promise<Uint8Array>;
  /** Pairs the texts and writes `pairsPath`. Rejects with an AbortError after `release(id)`. */
  align(task: AlignTask): Promise<Aligned>;
  /** A page of pairs. */
  pairs(task: PairsTask): Promise<PairsPage>;
  /** Replaces pairs: all or none. Rejects with a ProblemError where they do not hold the same texts. */
  change(task: ChangeTask): Promise<ChangedPage>;
  /** Writes the accepted pairs as units for a memory (memory/unit-lines.ts). */
  writeUnits(task: UnitsTask): Promise<{ units: number }>;
  release(id: string): Promise<void>;
}

interface AlignmentTask {
  /** For `release`. */
  readonly id: string;
  readonly account: string;
}

export interface SplitTask extends AlignmentTask {
  readonly sides: readonly {
    /** As `extract` wrote it. */
    readonly segmentsPath: string;
    /** The file to write: AlignedTextLines. */
    readonly textsPath: string;
    readonly language: string;
  }[];
  readonly level: 'sentence' | 'segment';
}
/** For each side. */
export type SplitTexts = readonly {
  readonly texts: number;
  /** Text for language detection. */
  readonly sample: string;
}[];

export interface TranslateSourceTask extends AlignmentTask {
  /** See lib/owner.ts. */
  readonly owner: string;
  readonly textsPath: string;
  readonly engine: string;
  readonly pair: EnginePair;
  readonly indexes: number[];
}

export interface AlignTask extends AlignmentTask {
  readonly sourcePath: string;
  readonly targetPath: string;
  /** Journal lines; absent where no engine has the direction. */
  readonly translationsPath?: string;
  readonly pairsPath: string;
  readonly terms: readonly (readonly [string, string])[];
}
export interface Aligned extends AlignmentCounts {
  readonly revision: string;
  readonly isTranslation: boolean;
}

/** The files of an alignment's pairs. */
interface PairFiles {
  readonly pairsPath: string;
  readonly sourcePath: string;
  readonly targetPath: string;
}

export interface PairsTask extends AlignmentTask, PairFiles {
  readonly state?: AlignmentState | undefined;
  readonly start: number;
  readonly limit: number;
}
export interface PairsPage {
  /** UTF-8, a JSON array of AlignedPairs. */
  readonly json: Uint8Array;
  readonly revision: string;
  readonly next?: number;
}

/** A pair that replaces others. */
export interface ChangedPair {
  readonly source_at: readonly number[];
  readonly target_at: readonly number[];
  readonly state: AlignmentState;
}

export interface ChangeTask extends AlignmentTask, PairFiles {
  readonly pairs: readonly ChangedPair[];
}
export interface ChangedPage {
  readonly json: Uint8Array;
  readonly head: PairsHead;
}

export interface UnitsTask extends AlignmentTask, PairFiles {
  /** The file to write. */
  readonly unitsPath: string;
}
