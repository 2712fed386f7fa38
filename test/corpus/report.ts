// The findings of a run, for a terminal.
import { basename } from 'node:path';
import { table } from '../support/table.ts';
import type { Outcome } from './run.ts';

const SHOWN_A_FILE = 5;

/** A row a format. */
export function summary(outcomes: readonly Outcome[]): string {
  const formats = [...new Set(outcomes.map((outcome) => outcome.format))].sort();
  const head = ['format', 'files', 'translated', 'refused', 'violations', 'median ms', 'p99 ms', 'max ms'];
  const rows = formats.map((format) => {
    const own = outcomes.filter((outcome) => outcome.format === format);
    const refused = own.filter((outcome) => outcome.refused !== undefined).length;
    const found = own.reduce((sum, outcome) => sum + outcome.violations.length, 0);
    const times = own.map((outcome) => outcome.ms).sort((a, b) => a - b);
    const at = (share: number) =>
      Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
    return [format, own.length, own.length - refused, refused, found, at(0.5), at(0.99), at(1)];
  });
  return table([head, ...rows]);
}

/** Refusals, right ones too, by code. */
export function refusals(outcomes: readonly Outcome[]) {
  return outcomes
    .filter((outcome) => outcome.refused !== undefined)
    .map((outcome) => `  ${outcome.refused}  ${basename(outcome.file)}\n      ${outcome.message}`)
    .sort()
    .join('\n');
}

/** The first violations of a file. */
export function violationsOf(outcome: Outcome) {
  const { file, violations: found } = outcome;
  const lines = found.slice(0, SHOWN_A_FILE).map(({ rule, detail }) => `  ${rule}: ${detail}`);
  if (found.length > SHOWN_A_FILE) lines.push(`  and ${found.length - SHOWN_A_FILE} more`);
  return [`✗ ${basename(file)}`, ...lines].join('\n');
}
