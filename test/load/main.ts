// `npm run test:load`
import { numberOf, script } from '../../scripts/lib/command-line.mjs';
import { say, StepError } from '../../scripts/lib/steps.mjs';
import { attack } from './attacks.ts';
import { load } from './load.ts';
import { reportAttacks } from './report-attacks.ts';
import { report } from './report.ts';

const usage = `Usage: npm run test:load [-- OPTION …]
Puts a service with years of jobs under load, and holds its latency, memory and descriptors to their limits.
  --minutes N   how long the load lasts (10)
  --jobs N      ended jobs at the start (10000)
  --attacks     instead, hostile requests one by one: how late the host is, and another account's job beside each
  --only WORD   of these, those with this in their names
  --json        print the figures as JSON`;
const options = {
  minutes: { type: 'string', default: '10' },
  jobs: { type: 'string', default: '10000' },
  attacks: { type: 'boolean', default: false },
  only: { type: 'string', default: '' },
  json: { type: 'boolean', default: false },
} as const;

await script({ usage, options }, async (values) => {
  const minutes = numberOf(values.minutes, 'minutes', { least: 0.1, isWhole: false });
  const jobs = numberOf(values.jobs, 'jobs');
  if (process.platform !== 'linux') throw new StepError('The load test reads /proc, which only Linux has.');
  if (values.attacks) {
    const results = await attack(values.only, values.json ? () => undefined : say);
    if (reportAttacks(results, values.json).length > 0) process.exitCode = 1;
    return;
  }
  const result = await load(minutes, jobs, values.json ? () => undefined : say);
  if (report(result, values.json).length > 0) process.exitCode = 1;
});
