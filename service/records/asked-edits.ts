import { deserialize, serialize } from 'node:v8';
import type { SegmentState } from '../contract/index.ts';

/** A requested change of a segment. */
export interface AskedEdit {
  readonly index: number;
  /** The source that is meant, in the form in which the wire shows it; absent for any. */
  readonly source?: string;
  /** In the form in which the wire shows it; null for the engine's answer, absent to leave it as it is. */
  readonly text?: string | null;
  readonly state?: SegmentState;
  /** The reviewers' comment; '' removes it, absent leaves it as it is. */
  readonly comment?: string;
}

/** A request to edit, in a file that lives until the request is answered (see batch-upload.ts). */
export function encodeAskedEdits(edits: readonly AskedEdit[]): Uint8Array {
  return serialize(edits);
}

export function parseAskedEdits(bytes: Uint8Array): AskedEdit[] {
  return deserialize(bytes) as AskedEdit[];
}
