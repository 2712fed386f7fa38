// `npm run test:odd`: odd requests, made from the OpenAPI document, to a real service. `npm test` sends the
// first few hundred of them.
import { numberOf, script } from '../../scripts/lib/command-line.mjs';
import { runTool } from '../../scripts/lib/steps.mjs';

const usage = `Usage: npm run test:odd [-- --runs N] [--seed S]
Sends odd requests to a service and holds each answer against the OpenAPI document. A failure names the seed and the request.
  --runs N   requests (5000)
  --seed S   what they are drawn from (1)`;
const options = {
  runs: { type: 'string', default: '5000' },
  seed: { type: 'string', default: '1' },
} as const;

await script({ usage, options }, async (values) => {
  const runs = String(numberOf(values.runs, 'runs'));
  const seed = String(numberOf(values.seed, 'seed', { least: 0 }));
  const env = { INTERLINEAR_ODD_RUNS: runs, INTERLINEAR_ODD_SEED: seed };
  process.exitCode = await runTool('vitest', ['run', 'test/odd/odd-requests.test.ts'], env);
});
