import { readFile } from 'node:fs/promises';
import type { Surroundings } from '../../engines/engine.ts';
import { parseSegment } from '../../records/segments.ts';
import type { SegmentLine } from '../../records/segments.ts';
import { readableText } from '../../text/codes.ts';
import { damagedJob } from '../translation-port.ts';

/** Segments of a job by index, read by the process that uses them. */
export interface JobSegments {
  readonly segmentsPath: string;
  readonly indexes: readonly number[];
}

export interface JobSegmentsReader {
  /** Rejects with a WorkerError if the file is gone or damaged. */
  read(job: JobSegments): Promise<SegmentLine[]>;
  /** The segments before and after those, for engines that can use a context. */
  surroundings(job: JobSegments): Promise<Surroundings>;
}

/** A file of segments, and where its lines start. */
interface Lines {
  readonly bytes: Buffer;
  readonly starts: readonly number[];
}

const BEFORE = 3;
const AFTER = 2;
const NEWLINE = 0x0a;

/**
 * Reads the files of jobs, and keeps the last ones as bytes, of which a chunk parses only its own lines: a
 * job at the 10 MB limit takes 10 MB, and negligible time. The least recently used are evicted first.
 */
export function createJobSegmentsReader(maxKeptBytes: number): JobSegmentsReader {
  // A Map keeps insertion order: its first entry is the least recently used.
  const kept = new Map<string, Promise<Lines>>();
  const sizes = new Map<string, number>();

  const linesOf = (path: string): Promise<Lines> => {
    const lines = kept.get(path) ?? readLines(path);
    kept.delete(path);
    kept.set(path, lines);
    return lines;
  };
  const drop = (path: string): void => {
    kept.delete(path);
    sizes.delete(path);
  };
  const open = async (path: string): Promise<Lines> => {
    try {
      const lines = await linesOf(path);
      sizes.set(path, lines.bytes.length);
      let total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
      for (const oldest of kept.keys()) {
        if (total <= maxKeptBytes || oldest === path) break;
        total -= sizes.get(oldest) ?? 0;
        drop(oldest);
      }
      return lines;
    } catch (cause) {
      // A failure is not kept: the next chunk tries again.
      drop(path);
      throw damagedJob('segments.ndjson', cause);
    }
  };

  return {
    async read({ segmentsPath, indexes }) {
      const lines = await open(segmentsPath);
      return indexes.map((index) => segmentAt(lines, index));
    },
    async surroundings({ segmentsPath, indexes }) {
      const lines = await open(segmentsPath);
      const first = Math.min(...indexes);
      const last = Math.max(...indexes);
      const texts = (from: number, to: number): string[] =>
        range(Math.max(0, from), Math.min(to, lines.starts.length)).map((index) =>
          readableText(segmentAt(lines, index).text),
        );
      return { before: texts(first - BEFORE, first), after: texts(last + 1, last + 1 + AFTER) };
    },
  };
}

async function readLines(path: string): Promise<Lines> {
  const bytes = await readFile(path);
  const starts: number[] = [];
  for (let start = 0; start < bytes.length;) {
    starts.push(start);
    const end = bytes.indexOf(NEWLINE, start);
    start = end < 0 ? bytes.length : end + 1;
  }
  return { bytes, starts };
}

function segmentAt({ bytes, starts }: Lines, index: number): SegmentLine {
  try {
    return parseSegment(bytes.subarray(starts[index] ?? bytes.length, starts[index + 1]));
  } catch (cause) {
    throw damagedJob('segments.ndjson', cause);
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n);
}
