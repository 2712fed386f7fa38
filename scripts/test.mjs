// What `npm test`, `npm run check` and CI run: installs what the tests need, runs everything, ends with the plain sum.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureApertium } from './lib/apertium.mjs';
import { namesOf, script } from './lib/command-line.mjs';
import { prepare } from './lib/prepare.mjs';
import { root, runTool, say } from './lib/steps.mjs';

const results = join(root, 'test-results');
const sum = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const skippedNames = [];

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
  for (const [name, tool, args] of checks) {
    const code = await runTool(tool, args);
    say(`${code === 0 ? '✓' : '✗'} ${name}`);
    sum[code === 0 ? 'passed' : 'failed']++;
  }
}

/**
 * Reads the report that a runner has left, and adds to the sum what `count` reads in it. A runner that left none has crashed, and
 * counts as one failure.
 * @template Report
 * @param {string} path
 * @param {number} code
 * @param {(report: Report) => void} count
 */
function readReport(path, code, count) {
  if (!existsSync(path)) {
    say(`✗ The test runner ended with exit code ${code} and left no ${path}.`);
    sum.failed++;
    return;
  }
  const before = sum.failed;
  count(/** @type {Report} */ (JSON.parse(readFileSync(path, 'utf8'))));
  if (code !== 0 && sum.failed === before) sum.failed++;
}

/** @param {string} name */
function skip(name) {
  sum.skipped++;
  skippedNames.push(name);
}

async function unitTests() {
  ensureApertium();
  const file = join(results, 'unit.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await runTool('vitest', ['run', ...reporters]);
  /** @param {import('vitest/node').JsonTestResults} report */
  const count = ({ numPassedTests, numFailedTests, testResults }) => {
    sum.passed += numPassedTests;
    sum.failed += numFailedTests;
    for (const { status, fullName } of testResults.flatMap(({ assertionResults }) => assertionResults))
      if (status === 'pending' || status === 'skipped') skip(fullName);
  };
  readReport(file, code, count);
}

async function windowTests() {
  const chromium = await ensureChromium();
  const file = join(results, 'window.json');
  const args = ['test', '--reporter=list,json', ...(chromium === null ? ['--list'] : [])];
  const code = await runTool('playwright', args, {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    ...(chromium === null ? {} : { INTERLINEAR_CHROMIUM: chromium }),
  });
  /** @param {import('@playwright/test/reporter').JSONReportSuite} suite @param {string} path */
  const visit = (suite, path) => {
    for (const { title, tests } of suite.specs) {
      for (const { status } of tests) {
        if (chromium === null) skip(`${path}${title} (no Chromium here)`);
        else if (status === 'skipped') skip(path + title);
        else sum[status === 'unexpected' ? 'failed' : 'passed']++;
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, `${path}${inner.title} › `);
  };
  /** @param {import('@playwright/test/reporter').JSONReport} report */
  const count = ({ suites }) => suites.forEach((suite) => visit(suite, ''));
  readReport(file, code, count);
}

const PARTS = { static: staticChecks, unit: unitTests, window: windowTests };
const NAMES = /** @type {(keyof typeof PARTS)[]} */ (Object.keys(PARTS));
const usage = `Usage: npm test [-- PART …]\nRuns everything, or only these parts: ${NAMES.join(', ')}.`;

await script({ usage, mostPositionals: NAMES.length }, async (_, positionals) => {
  const parts = namesOf(positionals, NAMES);
  await prepare();
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  for (const name of parts) await PARTS[name]();
  if (sum.skipped > 0)
    say(`\nSkipped (${sum.skipped}):\n${skippedNames.map((name) => `  ${name}`).join('\n')}`);
  if (sum.failed > 0) process.exitCode = 1;
  say(`\n${sum.passed} passed, ${sum.failed} failed`);
});
