import { deserialize, serialize } from 'node:v8';
import type { SegmentState } from '../contract/index.ts';
import type { LearnedChange } from './learned.ts';

/** A requested change of a segment. */
export interface AskedEdit {
  readonly index: number;
  /** The source that the client expects, in wire form; absent for any. */
  readonly source?: string;
  /** In wire form; null restores the engine's answer, absent leaves the translation unchanged. */
  readonly text?: string | null;
  readonly state?: SegmentState;
  /** `text` is the engine's answer, with these corrections: only an untouched segment takes it. */
  readonly learned?: readonly LearnedChange[];
  /** The reviewers' comment; '' removes it, absent leaves it unchanged. */
  readonly comment?: string;
  /** Likewise. */
  readonly privateNote?: string;
  /** Milliseconds of typing since the last request. */
  readonly activeMs?: number;
}

/** A request to edit, in a file that is removed once the request is answered (see batch-upload.ts). */
export function encodeAskedEdits(edits: readonly AskedEdit[]): Uint8Array {
  return serialize(edits);
}

export function parseAskedEdits(bytes: Uint8Array): AskedEdit[] {
  return deserialize(bytes) as AskedEdit[];
}
