import type { Job } from '../contract/index.ts';

/** Shows a job's progress on standard error. */
export interface Progress {
  show(job: Job): void;
  /** Leaves the terminal's line clean for later output. */
  end(): void;
}

const BAR_WIDTH = 24;
const PLAIN_EVERY_MS = 2_000;

export function createProgress(name: string, out: NodeJS.WriteStream = process.stderr): Progress {
  return out.isTTY ? barProgress(name, out) : plainProgress(name, out);
}

/** A single line that is overwritten. */
function barProgress(name: string, out: NodeJS.WriteStream): Progress {
  return {
    show: (job) => {
      const line = `${name}  ${bar(fraction(job))}  ${describe(job)}`;
      // `\x1b[K` clears the rest of a longer earlier line; a wrapped line could not be overwritten.
      out.write(`\r${line.slice(0, Math.max(20, out.columns - 1))}\x1b[K`);
    },
    end: () => out.write('\r\x1b[K'),
  };
}

/** One line per change of state, and one now and then: for logs and pipes. */
function plainProgress(name: string, out: NodeJS.WriteStream): Progress {
  let lastStage = '';
  let lastAt = 0;
  let lastLine = '';
  return {
    show: (job) => {
      const stage = job.stage ?? job.status;
      const line = `${name}: ${describe(job)}`;
      if (line === lastLine || (stage === lastStage && Date.now() - lastAt < PLAIN_EVERY_MS)) return;
      [lastStage, lastAt, lastLine] = [stage, Date.now(), line];
      out.write(`${line}\n`);
    },
    end: () => undefined,
  };
}

function fraction({ completed_segments = 0, total_segments }: Job): number {
  return total_segments === 0 ? 1 : completed_segments / total_segments;
}

function bar(part: number): string {
  const full = Math.round(part * BAR_WIDTH);
  return '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full);
}

function describe(job: Job): string {
  const count = `${grouped(job.completed_segments ?? 0)} of ${grouped(job.total_segments)} segments`;
  return `${job.status === 'running' ? (job.stage ?? 'waiting') : job.status}, ${count}`;
}

/** 1234 as 1,234. Not `toLocaleString`, whose tables take 10 ms of a short command's 350. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
