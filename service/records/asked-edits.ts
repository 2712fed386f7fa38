import { deserialize, serialize } from 'node:v8';

/** What is asked of a segment's translation: `text` in the form in which the wire shows it, null for the engine's answer. */
export interface AskedEdit {
  readonly index: number;
  readonly text: string | null;
}

/** What the host hands over of a request to edit, in a file that lives until the request is answered (see batch-upload.ts). */
export function encodeAskedEdits(edits: readonly AskedEdit[]): Uint8Array {
  return serialize(edits);
}

export function parseAskedEdits(bytes: Uint8Array): AskedEdit[] {
  return deserialize(bytes) as AskedEdit[];
}
