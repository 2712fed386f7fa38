import { createReadStream } from 'node:fs';
import type { Job } from '../../contract/index.ts';
import type { JobFile } from '../../jobs/port.ts';

/** JSON text in pieces, and how many bytes it has. */
export interface JsonStream {
  readonly bytes: number;
  chunks(): AsyncIterable<Uint8Array>;
}

/**
 * A finished batch's job, without `segments`, as JSON with them: its `segments` are copied from the result file as they stand there, since parsing 10 MB to
 * write them again would hold up every other request.
 */
export function jobWithSegments(job: Job, segments: JobFile): JsonStream {
  const head = Buffer.from(`${JSON.stringify(job).slice(0, -1)},"segments":`);
  const tail = Buffer.from('}');
  return {
    bytes: head.length + segments.bytes + tail.length,
    async *chunks() {
      yield head;
      yield* createReadStream(segments.path) as AsyncIterable<Uint8Array>;
      yield tail;
    },
  };
}

/** The success envelope around it. */
export function envelope(data: JsonStream): JsonStream {
  const head = Buffer.from('{"context":"ok","data":');
  const tail = Buffer.from('}');
  return {
    bytes: head.length + data.bytes + tail.length,
    async *chunks() {
      yield head;
      yield* data.chunks();
      yield tail;
    },
  };
}
