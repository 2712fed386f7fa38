import type { FileHandle } from 'node:fs/promises';
import type { Job } from '../../contract/index.ts';

/** JSON text in pieces, with its number of bytes. */
export interface JsonStream {
  readonly bytes: number;
  chunks(): AsyncIterable<Uint8Array>;
}

/**
 * A finished batch's job as JSON, with its `segments` copied verbatim from the result file: parsing and
 * writing 10 MB would block all other requests. The file is open, so its size is that of the copied content;
 * its owner closes it.
 */
export async function jobWithSegments(job: Job, segments: FileHandle): Promise<JsonStream> {
  const head = Buffer.from(`${JSON.stringify(job).slice(0, -1)},"segments":`);
  const tail = Buffer.from('}');
  const { size } = await segments.stat();
  return {
    bytes: head.length + size + tail.length,
    async *chunks() {
      yield head;
      yield* segments.createReadStream({ autoClose: false }) as AsyncIterable<Uint8Array>;
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
