// What `npm test`, `npm run check` and CI run: installs what the tests need, runs everything, ends with the plain sum.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureApertium } from './lib/apertium.mjs';
import { namesOf, script } from './lib/command-line.mjs';
import { prepare } from './lib/prepare.mjs';
import { root, runTool, say } from './lib/steps.mjs';

const results = join(root, 'test-results');
/** So much of a failure's reason is said again at the end. */
const REASON_LINES = 8;
const sum = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const skippedNames = [];
/** @type {string[]} */
const failures = [];

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
    if (code === 0) sum.passed++;
    else fail(name);
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
    fail(`The test runner ended with exit code ${code} and left no ${path}.`);
    return;
  }
  const before = sum.failed;
  count(/** @type {Report} */ (JSON.parse(readFileSync(path, 'utf8'))));
  if (code !== 0 && sum.failed === before)
    fail(`The test runner ended with exit code ${code}, though no test failed.`);
}

/** @param {string} name */
function skip(name) {
  sum.skipped++;
  skippedNames.push(name);
}

/**
 * Counts a failure, and keeps its name and the first lines of its reason for the end of the output, which is all that is left of
 * a long one.
 * @param {string} name
 * @param {string | undefined} reason
 */
function fail(name, reason = '') {
  sum.failed++;
  const lines = stripVTControlCharacters(reason).split('\n', REASON_LINES);
  failures.push(
    [name, ...lines.filter((line) => line.trim() !== '').map((line) => `    ${line}`)].join('\n'),
  );
}

/** @param {string} heading @param {string[]} entries */
function list(heading, entries) {
  if (entries.length > 0)
    say(`\n${heading} (${entries.length}):\n${entries.map((entry) => `  ${entry}`).join('\n')}`);
}

async function unitTests() {
  ensureApertium();
  const file = join(results, 'unit.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await runTool('vitest', ['run', ...reporters]);
  /** @param {import('vitest/node').JsonTestResults} report */
  const count = ({ numPassedTests, testResults }) => {
    sum.passed += numPassedTests;
    for (const { name, status, message, assertionResults } of testResults) {
      if (status === 'failed' && assertionResults.every((test) => test.status !== 'failed'))
        fail(relative(root, name), message);
      for (const { status: outcome, fullName, failureMessages } of assertionResults) {
        if (outcome === 'pending' || outcome === 'skipped') skip(fullName);
        else if (outcome === 'failed') fail(fullName, failureMessages?.[0]);
      }
    }
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
      for (const { status, results: attempts } of tests) {
        if (chromium === null) skip(`${path}${title} (no Chromium here)`);
        else if (status === 'skipped') skip(path + title);
        else if (status === 'unexpected') fail(path + title, attempts.at(-1)?.error?.message);
        else sum.passed++;
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
  list('Skipped', skippedNames);
  list('Failed', failures);
  if (sum.failed > 0) process.exitCode = 1;
  say(`\n${sum.passed} passed, ${sum.failed} failed`);
});
