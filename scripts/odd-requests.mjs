// `npm run test:odd [-- --runs 5000] [--seed 1]`: odd requests, made from the OpenAPI document, to a real service. `npm test` sends
// the first few hundred of them; a failure names the seed and the request.
import { parseArgs } from 'node:util';
import { ensureBuild, runTool, script } from './lib/steps.mjs';

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '5000' }, seed: { type: 'string', default: '1' } },
});

await script(async () => {
  await ensureBuild();
  process.exitCode = await runTool('vitest', ['run', 'test/conformance/odd-requests.test.ts'], {
    env: { INTERLINEAR_ODD_RUNS: options.runs, INTERLINEAR_ODD_SEED: options.seed },
  });
});
