// `npm test`, `npm run check` and CI run this: it installs what the tests need, runs everything quick and ends with the plain sum.
// What takes longer is in test-long.mjs.
import { ensureApertium } from './lib/apertium.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { namesOf, script } from './lib/command-line.mjs';
import { prepare } from './lib/prepare.mjs';
import { say } from './lib/steps.mjs';
import { createReport } from './lib/test-report.mjs';
import { emptyResults, runPlaywright, runTestTool, runVitest } from './lib/test-runs.mjs';
import { ensureTranslateToolkit } from './lib/translate-toolkit.mjs';

const report = createReport();

/** @type {[name: string, tool: import('./lib/steps.mjs').Tool, args: string[]]} */
const LINT = ['lint', 'eslint', ['.', '--max-warnings', '0']];
/** @type {typeof LINT[]} */
const OTHER_STATIC_CHECKS = [
  ['formatting', 'prettier', ['--check', '--log-level', 'warn', '.']],
  ['types', 'tsc', ['-p', 'tsconfig.json']],
  ['types of the window', 'vue-tsc', ['-p', 'renderer/tsconfig.json']],
  [
    'rules between rooms',
    'depcruise',
    ['--config', '.dependency-cruiser.mjs', 'service', 'electron', 'renderer', 'i18n'],
  ],
  ['unused code', 'knip', []],
];

/** The linter takes as long as all others together: they run beside it. */
async function staticChecks() {
  await Promise.all([inTurn([LINT]), inTurn(OTHER_STATIC_CHECKS)]);
}

/** @param {readonly typeof LINT[]} checks */
async function inTurn(checks) {
  for (const [name, tool, args] of checks) report.check(name, await runTestTool(tool, args));
}

async function unitTests() {
  ensureApertium();
  ensureTranslateToolkit();
  report.add(await runVitest(['--reporter=default'], 'unit.json'));
}

async function windowTests() {
  const hasChromium = (await ensureChromium()) !== null;
  const args = hasChromium ? [] : ['--list'];
  const outcome = await runPlaywright(args, 'window.json', { reporters: ['list'] });
  report.add(outcome, hasChromium ? '' : ' (no Chromium here)');
}

const PARTS = { static: staticChecks, unit: unitTests, window: windowTests };
const NAMES = /** @type {(keyof typeof PARTS)[]} */ (Object.keys(PARTS));
const usage = `Usage: npm test [-- PART …]
Runs everything but the long tests (npm run test:long), or only these parts: ${NAMES.join(', ')}.`;

await script({ usage, mostPositionals: NAMES.length }, async (_, positionals) => {
  const parts = namesOf(positionals, NAMES);
  await prepare();
  emptyResults();
  for (const name of parts) {
    const began = performance.now();
    await PARTS[name]();
    say(`${name}: ${Math.round((performance.now() - began) / 1_000)} s`);
  }
  report.finish();
});
