// The table of the attacks, and what of it is not as promised.
import { say } from '../../scripts/lib/steps.mjs';
import { table } from '../support/table.ts';
import type { AttackResult } from './attacks.ts';

/** The promise: an attack keeps the host's main thread at work for no longer than this at once. */
const BUSY_MS = 50;
/** The promise: another account's job takes no longer than this more. */
const HONEST_MS = 2_000;

/** Says what the attacks have done. Returns what of it is not as promised. */
export function reportAttacks(results: readonly AttackResult[], asJson: boolean): string[] {
  const failures = results.flatMap(({ name, delay, honestMs }) => [
    ...(delay.busy > BUSY_MS ? [`${name}: the host is at work for ${ms(delay.busy)} at once`] : []),
    ...(honestMs > HONEST_MS ? [`${name}: an honest job takes ${ms(honestMs)} more`] : []),
  ]);
  if (asJson) {
    say(JSON.stringify({ results, failures }));
    return failures;
  }
  const rows = results.map(({ name, delay, honestMs, ms: all, outcomes }) => {
    return [name, ms(delay.p99), ms(delay.max), ms(delay.busy), ms(honestMs), ms(all), outcomesOf(outcomes)];
  });
  const head = ['attack', 'host p99', 'worst', 'at work', 'honest job', 'the attack', 'outcome'];
  say(`\n${table([head, ...rows])}`);
  for (const failure of failures) say(`! ${failure}`);
  return failures;
}

const ms = (number: number) => `${number.toFixed(0)} ms`;

function outcomesOf(outcomes: readonly string[]): string {
  return [...new Set(outcomes)].join(', ');
}
