// Runs a check or the benchmarks, which are TypeScript: `node scripts/run.mjs FILE ARGUMENT …`. Installs and
// builds first.
import { explained } from './lib/command-line.mjs';
import { prepare } from './lib/prepare.mjs';
import { run, TYPESCRIPT } from './lib/steps.mjs';

await explained(async () => {
  const args = process.argv.slice(2);
  if (!args.includes('--help')) await prepare();
  process.exitCode = await run(process.execPath, [...TYPESCRIPT, ...args]);
});
