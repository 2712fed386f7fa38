// Distributes inputs to a few threads. A thread that says nothing for too long, or dies, has found a fault;
// another takes its place.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DocumentThread, ThreadError } from '../support/document-thread.ts';
import { makeInput } from './inputs.ts';
import type { Format } from './inputs.ts';
import type { Fault } from './judge.ts';
import { throughThread } from './translate.ts';

/** A number of inputs of a format, made from these files; the first one's number is `seed`. */
export interface Run {
  format: Format;
  files: readonly string[];
  seed: number;
  inputs: number;
}

export type Outcome = { kind: 'right' } | { kind: 'refused'; code: string } | { kind: 'fault'; fault: Fault };

export const HANG_MS = 300_000;
const THREADS = 2;

/** The outcomes of inputs. */
export class Tally {
  right = 0;
  /** Counts by code. */
  readonly refused = new Map<string, number>();
  readonly faults: (Fault & { seed: number })[] = [];

  add(seed: number, outcome: Outcome): void {
    if (outcome.kind === 'right') this.right++;
    else if (outcome.kind === 'fault') this.faults.push({ seed, ...outcome.fault });
    else this.refused.set(outcome.code, (this.refused.get(outcome.code) ?? 0) + 1);
  }

  refusals(): number {
    return [...this.refused.values()].reduce((sum, count) => sum + count, 0);
  }
}

export function faultOf(rule: string, detail: string): Outcome {
  return { kind: 'fault', fault: { rule, detail } };
}

/** Puts inputs through the built document thread, a few at a time. */
export async function fuzzFilters({ format, files, seed, inputs }: Run): Promise<Tally> {
  const scratch = mkdtempSync(join(tmpdir(), 'interlinear-fuzz-'));
  const tally = new Tally();
  let next = seed;
  const work = async () => {
    const folder = mkdtempSync(join(scratch, 'thread-'));
    let thread = new DocumentThread();
    while (next < seed + inputs) {
      const input = next++;
      const { name, bytes } = makeInput(format, input, files);
      try {
        tally.add(input, await throughThread(thread, folder, name, bytes, input));
      } catch (error) {
        const isThread = error instanceof ThreadError;
        tally.add(input, faultOf(isThread ? error.name : 'exception', String(error)));
        await thread.close();
        thread = new DocumentThread();
      }
    }
    await thread.close();
  };
  try {
    await Promise.all(Array.from({ length: THREADS }, work));
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
  tally.faults.sort((a, b) => a.seed - b.seed);
  return tally;
}
