// What `npm test`, `npm run check` and CI run: installs what the tests need, runs everything, ends with the plain sum.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureApertium } from './lib/apertium.mjs';
import { namesOf, script } from './lib/command-line.mjs';
import { prepare } from './lib/prepare.mjs';
import { root, runTool, say } from './lib/steps.mjs';
import { runPlaywright, runVitest } from './lib/test-runs.mjs';
import { ensureTranslateToolkit } from './lib/translate-toolkit.mjs';

const results = join(root, 'test-results');
/** So much of a failure's reason is said again at the end. */
const REASON_LINES = 8;
/** On a machine that is not ours, a test that lost its turn must not hide what all others say: it is named instead. */
const HAS_SECOND_TRY = process.env['CI'] !== undefined;
const sum = { passed: 0, failed: 0 };
/** @type {string[]} */
const skippedNames = [];
/** @type {string[]} */
const flickering = [];
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

/** @param {import('./lib/test-runs.mjs').Outcome} outcome @param {string} [why] for what was skipped */
function add({ passed, skipped, flickered, failures }, why = '') {
  sum.passed += passed;
  skippedNames.push(...skipped.map((name) => name + why));
  for (const [name, message] of flickered) flickering.push(entryOf(name, message));
  for (const [name, message] of failures) fail(name, message);
}

/** @param {string} name @param {string} [reason] */
function fail(name, reason = '') {
  sum.failed++;
  failures.push(entryOf(name, reason));
}

/**
 * A test's name and the first lines of its reason, for the end of the output, which is all that is left of a long one.
 * @param {string} name
 * @param {string} reason
 */
function entryOf(name, reason) {
  const lines = stripVTControlCharacters(reason).split('\n', REASON_LINES);
  return [name, ...lines.filter((line) => line.trim() !== '').map((line) => `    ${line}`)].join('\n');
}

/** @param {string} heading @param {string[]} entries */
function list(heading, entries) {
  if (entries.length > 0)
    say(`\n${heading} (${entries.length}):\n${entries.map((entry) => `  ${entry}`).join('\n')}`);
}

async function unitTests() {
  ensureApertium();
  ensureTranslateToolkit();
  const args = HAS_SECOND_TRY ? ['--retry=1'] : [];
  add(await runVitest(['--reporter=default', ...args], join(results, 'unit.json')));
}

async function windowTests() {
  const hasChromium = (await ensureChromium()) !== null;
  const secondTry = HAS_SECOND_TRY ? ['--retries=1'] : [];
  const args = hasChromium ? secondTry : ['--list'];
  const outcome = await runPlaywright(args, join(results, 'window.json'), { reporters: ['list'] });
  add(outcome, hasChromium ? '' : ' (no Chromium here)');
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
  list('Passed only the second time, each a fault to mend', flickering);
  list('Failed', failures);
  if (sum.failed > 0) process.exitCode = 1;
  say(`\n${sum.passed} passed, ${sum.failed} failed`);
});
