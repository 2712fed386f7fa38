import { deserialize, serialize } from 'node:v8';

/** A segment of a batch as its client sent it: plain text. */
export interface UploadedSegment {
  text: string;
  /** The client's id. */
  id?: string;
}

/**
 * What the host hands over of a batch, in a file that lives until the batch is examined and never into
 * another run. V8's own form is a copy of the characters as they are; as JSON, 10 MB of signs to escape would
 * hold the host up.
 */
export function encodeBatchUpload(segments: readonly UploadedSegment[]): Uint8Array {
  return serialize(segments);
}

export function parseBatchUpload(bytes: Uint8Array): UploadedSegment[] {
  return deserialize(bytes) as UploadedSegment[];
}
