// `npm run test:long`: tests that are too slow for `npm test`. Runs every night and before a release.
import { ensureApertium } from './lib/apertium.mjs';
import { ensureRedis } from './lib/redis.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { namesOf, numberOf, script } from './lib/command-line.mjs';
import { prepare } from './lib/prepare.mjs';
import { say, TYPESCRIPT } from './lib/steps.mjs';
import { createReport } from './lib/test-report.mjs';
import { emptyResults, runInGroup, runPatientTool, runPlaywright, runVitest } from './lib/test-runs.mjs';
import { ensureTranslateToolkit } from './lib/translate-toolkit.mjs';

/** Read by vitest.config.ts, playwright.config.ts and test/support/effort.ts. */
const LONG = { INTERLINEAR_TEST_LONG: '1' };
const report = createReport();

/** @typedef {(seed: string) => Promise<void>} Part */

/**
 * A long check that is a separate program. @param {string} name @param {(seed: string) => string[]} argsOf
 * @returns {Part}
 */
const check = (name, argsOf) => async (seed) => {
  const args = argsOf(seed);
  report.check([name, ...args].join(' '), await runInGroup([...TYPESCRIPT, `test/${name}/main.ts`, ...args]));
};

/** @type {Part} */
async function unit() {
  ensureApertium();
  ensureRedis();
  ensureTranslateToolkit();
  report.add(await runVitest(['--reporter=default'], 'unit-long.json', LONG));
}

/** @type {Part} */
async function window() {
  const hasChromium = (await ensureChromium()) !== null;
  const args = hasChromium ? [] : ['--list'];
  const outcome = await runPlaywright(args, 'window-long.json', { reporters: ['list'], env: LONG });
  report.add(outcome, hasChromium ? '' : ' (no Chromium here)');
}

/** What `npm test` leaves out of the static checks, as too slow. @type {Part} */
async function staticChecks() {
  report.check('types', await runPatientTool('tsc', ['-p', 'tsconfig.json']));
  report.check('lint of components', await runPatientTool('eslint', ['renderer', '--max-warnings', '0']));
}

const PARTS = {
  static: staticChecks,
  unit,
  window,
  corpus: check('corpus', () => ['resources/samples', '--oracles']),
  fuzz: check('fuzz', (seed) => ['--seed', seed, '--inputs', '2000']),
  odd: check('odd', (seed) => ['--seed', seed]),
  faults: check('faults', (seed) => ['--seed', seed]),
  load: check('load', () => ['--minutes', '3']),
  attacks: check('load', () => ['--attacks']),
};
const NAMES = /** @type {(keyof typeof PARTS)[]} */ (Object.keys(PARTS));
const COMMAND = {
  usage: `Usage: npm run test:long [-- OPTION … PART …]
Runs the long tests, or only these parts: ${NAMES.join(', ')}.
  --seed S   what fuzz, odd and faults draw their inputs from (1)`,
  options: { seed: { type: /** @type {const} */ ('string'), default: '1' } },
  mostPositionals: NAMES.length,
};

await script(COMMAND, async (values, positionals) => {
  const parts = namesOf(positionals, NAMES);
  const seed = String(numberOf(values.seed, 'seed', { least: 0 }));
  await prepare();
  emptyResults();
  for (const name of parts) {
    const began = performance.now();
    await PARTS[name](seed);
    say(`${name}: ${Math.round((performance.now() - began) / 1_000)} s`);
  }
  report.finish();
});
