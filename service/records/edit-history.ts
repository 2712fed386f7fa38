import type { EditsLine, SegmentVersion } from './edits.ts';
import { readEditsLine } from './edits.ts';
import { parseLines } from './lines.ts';
import { shiftedIndex } from './reshaped.ts';

/** Versions of a segment that are kept, and UTF-16 units of all their texts. Of more, the oldest go. */
const MAX_VERSIONS = 20;
const MAX_UNITS = 100_000;

/**
 * The edits of each segment, oldest first, from an `edits.ndjson`. Those with only other comments are left
 * out. A segment made by a split or a join begins with it.
 */
export function parseHistories(log: Uint8Array): Map<number, readonly SegmentVersion[]> {
  let histories = new Map<number, readonly SegmentVersion[]>();
  for (const value of parseLines(log)) {
    const line = readEditsLine(value);
    if (!line) continue;
    if (line.whole) {
      histories = new Map((line.past ?? []).map(({ i, versions }) => [i, versions]));
      continue;
    }
    histories = addLine(histories, line);
  }
  return histories;
}

/** The histories after one more line. */
export function addLine(
  histories: Map<number, readonly SegmentVersion[]>,
  { at, by, set, reshaped = [] }: Pick<EditsLine, 'at' | 'by' | 'set' | 'reshaped'>,
): Map<number, readonly SegmentVersion[]> {
  let all = histories;
  for (const { moved } of reshaped) {
    if (!moved) continue;
    const shifted = [...all].flatMap(([i, versions]): [number, readonly SegmentVersion[]][] => {
      const index = shiftedIndex(i, moved);
      return index === undefined ? [] : [[index, versions]];
    });
    all = new Map(shifted);
  }
  for (const { i, t, s } of set) {
    const before = all.get(i) ?? [];
    const last = before.at(-1);
    if (last ? last.t === t && last.s === s : t === undefined && s === undefined) continue;
    const version: SegmentVersion = {
      at,
      ...(t === undefined ? {} : { t }),
      ...(s === undefined ? {} : { s }),
      ...(by ? { by } : {}),
    };
    all.set(i, newest([...before, version]));
  }
  return all;
}

function newest(versions: readonly SegmentVersion[]): readonly SegmentVersion[] {
  const kept = versions.slice(-MAX_VERSIONS);
  let units = kept.reduce((sum, { t = '' }) => sum + t.length, 0);
  while (units > MAX_UNITS && kept.length > 1) units -= kept.shift()!.t?.length ?? 0;
  return kept;
}
