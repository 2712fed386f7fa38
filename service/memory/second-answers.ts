import { readFileSync, writeFileSync } from 'node:fs';
import { fieldProblem } from '../contract/index.ts';
import { changedWords } from '../learning/repair.ts';
import { parseJournal } from '../records/journal.ts';
import { firstOccurrences, isOfEngine } from '../records/resolve-lines.ts';
import { encodeSegmentLine, parseSegments } from '../records/segments.ts';
import type { SegmentLine } from '../records/segments.ts';
import type { DoneJob } from './done-job.ts';
import type { Offer, SecondAnswers } from './memory-port.ts';

/**
 * Writes segments of a done job as those of a batch: each with its index as its id. Returns their number. Throws
 * `invalid_request` for an index that the job does not have, split and joined as it is now.
 */
export function writeSecond(path: string, { segments, lines }: DoneJob, indexes: readonly number[]): number {
  const beyond = indexes.find((index) => index >= segments.length);
  if (beyond !== undefined)
    throw fieldProblem('indexes', 'invalid', `The job has no segment ${beyond}, counted from 0.`);
  const open = [...new Set(indexes)].flatMap((index): SegmentLine[] => {
    const segment = segments[index];
    if (!segment || segment.copy || segment.locked || lines[index]?.s === 'confirmed') return [];
    const { text, rules, syntaxes } = segment;
    return [{ text, id: String(index), ...(rules ? { rules } : {}), ...(syntaxes ? { syntaxes } : {}) }];
  });
  writeFileSync(path, open.map(encodeSegmentLine).join(''), { mode: 0o600 });
  return open.length;
}

/** Other engines' answers so far, as offers of a segment with this text. The latest first. */
export function readSecond(
  batches: readonly SecondAnswers[],
): (index: number, text: string, present: string | undefined) => Offer[] {
  const answers = batches.toReversed().flatMap((batch) => {
    const own = answersIn(batch);
    return own ? [{ engine: batch.engine, own }] : [];
  });
  return (index, text, present) =>
    answers.flatMap(({ engine, own }): Offer[] => {
      const answer = own.get(String(index));
      if (answer?.source !== text) return [];
      const changes = present === undefined ? [] : changedWords(present, answer.text);
      return [{ kind: 'second', text: answer.text, engine, ...(changes.length > 0 ? { changes } : {}) }];
    });
}

/** By the segments' ids. Undefined if the batch has been deleted. */
function answersIn({
  segmentsPath,
  journalPath,
}: SecondAnswers): ReadonlyMap<string, { source: string; text: string }> | undefined {
  try {
    const segments = parseSegments(readFileSync(segmentsPath));
    const journal = parseJournal(readFileSync(journalPath), segments.length);
    const firsts = firstOccurrences(segments);
    return new Map(
      segments.flatMap(({ id = '', text }, n) => {
        const line = journal.get(n) ?? journal.get(firsts[n]!);
        return line && isOfEngine(line) ? [[id, { source: text, text: line.t }] as const] : [];
      }),
    );
  } catch {
    return undefined;
  }
}
