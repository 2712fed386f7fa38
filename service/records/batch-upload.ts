import { deserialize, serialize } from 'node:v8';

/** A segment of a batch as the client sent it: plain text. */
export interface UploadedSegment {
  text: string;
  /** The client's id. */
  id?: string;
}

/**
 * A batch on its way from the host to the process that examines it, in a file that is removed after that and
 * never outlives a run. V8's serialisation copies the characters as they are; JSON would hold the host up
 * with 10 MB of characters to escape.
 */
export function encodeBatchUpload(segments: readonly UploadedSegment[]): Uint8Array {
  return serialize(segments);
}

export function parseBatchUpload(bytes: Uint8Array): UploadedSegment[] {
  return deserialize(bytes) as UploadedSegment[];
}
